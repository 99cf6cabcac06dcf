"""The labels of documents: one file per language in the folder `words` beside the code that prints
them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from backbeat.kernel.languages import Language

Labels = dict[str, str]


@cache
def labels_of(package: str, language: Language) -> Labels:
    resource = files(package).joinpath("words", f"{language.value}.toml")
    return tomllib.loads(resource.read_text(encoding="utf-8"))
