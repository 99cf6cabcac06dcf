"""Which statements say whose rows they mean, of those on tables whose key begins with the account."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from backbeat_adapters.sql import books
from backbeat_adapters.sql.engine.schema import metadata

_LOADED = books.__name__  # importing the books puts every table on the metadata

KEYED = {
    table.name: table.primary_key.columns.keys()
    for table in metadata.sorted_tables
    if table.primary_key.columns.keys()[:1] == ["account"]
}
"""The keys of these tables, by name."""


@contextmanager
def recorded(engine: Engine) -> Iterator[list[str]]:
    """The statements that are made on a database while the block runs."""
    statements: list[str] = []

    def note(*told: Any) -> None:
        statements.append(" ".join(told[2].split()))

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)


def keyed(statements: Iterable[str]) -> list[str]:
    """Those that speak of one of these tables."""
    return [each for each in statements if any(re.search(rf"\b{name}\b", each) for name in KEYED)]


def astray(statements: Iterable[str]) -> list[str]:
    """Those that read, change or remove rows without saying whose, or that set a part of a key."""
    return [each for each in statements if any(_strays(each, table) for table in KEYED)]


def _strays(statement: str, table: str) -> bool:
    if not re.search(rf"\b(FROM|JOIN|UPDATE) {table}\b", statement):
        return False
    key = "|".join(KEYED[table])
    sets_key = statement.startswith("UPDATE") and re.search(
        rf"\b({key})=", statement.partition(" WHERE ")[0]
    )
    return bool(sets_key) or not _says_whose(statement, table)


def _says_whose(statement: str, table: str) -> bool:
    account = rf"{table}\.account"
    compared = rf"{account}((, {table}\.\w+)+\))? (=|IN) | = {account}\b"
    return re.search(compared, statement) is not None
