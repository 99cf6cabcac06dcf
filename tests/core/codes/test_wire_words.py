"""Codes, reasons and words that are sent and kept: another one breaks who reads them (CODE-1).

`tests/golden/wire_words.json` holds them; a new one is added there by hand.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import backbeat
from backbeat.kernel.errors import Refusal

GOLDEN = Path(__file__).parents[2] / "golden" / "wire_words.json"
KEPT: dict[str, dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))


def modules() -> list[Any]:
    names = [each.name for each in pkgutil.walk_packages(backbeat.__path__, "backbeat.")]
    return [importlib.import_module(name) for name in names]


def of_kind(kind: type) -> Iterator[tuple[str, Any]]:
    """Classes of ours of that kind, by module and name."""
    for module in modules():
        for each in vars(module).values():
            is_ours = getattr(each, "__module__", None) == module.__name__
            if is_ours and isinstance(each, type) and issubclass(each, kind):
                yield f"{module.__name__.removeprefix('backbeat.')}.{each.__name__}", each


def test_every_refusal_has_the_code_and_the_reason_that_it_always_had() -> None:
    found = {name: [each.code, each.reason] for name, each in of_kind(Refusal)}
    assert found == KEPT["refusals"]


def test_every_choice_has_the_words_that_it_always_had() -> None:
    found = {name: [member.value for member in each] for name, each in of_kind(Enum)}
    assert json.loads(json.dumps(found, default=str)) == KEPT["choices"]
