"""The glossary rules: every folder, table, resource, command and screen folder has its word there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from backbeat_adapters.sql import books, limits
from backbeat_adapters.sql.engine.schema import counters_metadata, metadata
from backbeat_adapters.sql.jobs import engine

ROOT = Path(__file__).parents[2]
OURS = (books, engine, limits)  # importing them puts every table on the metadata
COLUMNS = ("core", "tables", "resources", "commands", "web UI")


def _words(column: str) -> set[str]:
    """The names in backticks of a column of the glossary's first table."""
    lines = (ROOT / "docs/glossary.md").read_text().split("## Further words")[0].splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    place = rows[0].index(column)
    return {word for row in rows[2:] for word in re.findall(r"`([^`]+)`", row[place])}


def test_a_word_of_the_screens_is_one_that_people_read_there() -> None:
    page = (ROOT / "docs/glossary.md").read_text().split("## Further words")[0]
    named = set(re.findall(r'"([^"|]+)"', page))
    texts = (ROOT / "webui/src/i18n/locales/en").glob("*.json")
    said = "\n".join(each.read_text(encoding="utf-8") for each in texts).casefold()
    assert {name for name in named if name.casefold() not in said} == set()


def _folders(path: str) -> set[str]:
    return {
        each.name
        for each in (ROOT / path).iterdir()
        if each.is_dir() and each.name != "__pycache__"
    }


def _modules(path: str) -> set[str]:
    return {each.stem for each in (ROOT / path).glob("*.py") if each.stem != "__init__"}


def _here(column: str) -> set[str]:
    match column:
        case "core":
            return _folders("core/backbeat")
        case "tables":
            return {*metadata.tables, *counters_metadata.tables}
        case "resources":
            return _modules("http/backbeat_http/resources")
        case "commands":
            return _modules("cli/backbeat_cli/commands")
        case _:
            return _folders("webui/src/features")


@pytest.mark.parametrize("column", COLUMNS)
def test_everything_that_has_a_name_has_its_word_in_the_glossary(column: str) -> None:
    assert _here(column) - _words(column) == set()


@pytest.mark.parametrize("column", COLUMNS)
def test_the_glossary_names_nothing_that_is_not_there(column: str) -> None:
    assert _words(column) - _here(column) == set()
