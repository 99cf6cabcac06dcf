"""Where things stand in the web UI: `addresses.json` beside this file is the one table of it.

The web UI's part of it, `webui/src/app/addresses.gen.ts`, is made by `npm run codegen`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from urllib.parse import quote

from backbeat.kernel.targets import Target

_FACT = re.compile(r":(\w+)")


@cache
def addresses() -> Mapping[str, str]:
    """Every address by its name; `:date` and the like stand for a value of the target."""
    table = files(__package__).joinpath("addresses.json").read_text(encoding="utf-8")
    return dict[str, str](json.loads(table))


def path_of(target: Target) -> str:
    """The path of the page that shows a target; fulfils `PathOf`."""
    return _FACT.sub(lambda fact: quote(target.facts[fact[1]]), addresses()[target.kind])
