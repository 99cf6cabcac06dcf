"""Wherever texts stand in a file a language, every language says the same things."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from backbeat.kernel.languages import FALLBACK, Language

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(
    {
        path.parent
        for part in ("core", "adapters", "http", "cli")
        for path in (ROOT / part).glob(f"*/**/{FALLBACK.value}.toml")
    }
)


def texts(folder: Path, language: Language) -> dict[str, str]:
    with (folder / f"{language.value}.toml").open("rb") as file:
        return dict(_flat(tomllib.load(file), ""))


def _flat(tree: Mapping[str, Any], above: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", str(value)


def test_every_folder_of_texts_is_found() -> None:
    found = {f"{folder.parent.name}/{folder.name}" for folder in FOLDERS}
    assert found >= {"codes/messages", "mail/messages", "statements/words"}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: f"{each.parent.name}/{each.name}")
def test_every_language_has_the_keys_of_english(folder: Path, language: Language) -> None:
    said = texts(folder, language)

    assert said.keys() ^ texts(folder, FALLBACK).keys() == set()
    assert [key for key, text in said.items() if not text.strip()] == []
