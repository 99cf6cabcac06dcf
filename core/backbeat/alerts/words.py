"""The texts of alerts, in the operators' language; they are kept in `messages/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from attrs import frozen

from backbeat.alerts.model import AlertKind
from backbeat.kernel.languages import Language


@frozen
class Words:
    subject: str
    paragraphs: Sequence[str]


def words_of(kind: AlertKind, language: Language, facts: Mapping[str, str]) -> Words:
    """Subject and paragraphs with the facts filled in."""
    own = _words(language)[kind.value]
    body = [*own["body"].strip().split("\n\n")]
    filled = [" ".join(each.split()).format(**{"at": ""} | dict(facts)) for each in body]
    return Words(own["subject"].format(**facts), filled)


@cache
def _words(language: Language) -> dict[str, dict[str, str]]:
    name = f"{language.value}.toml"
    read = files(__package__).joinpath("messages", name).read_text(encoding="utf-8")
    return tomllib.loads(read)
