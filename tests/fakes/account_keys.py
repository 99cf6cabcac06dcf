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

KEYS = {table.name: table.primary_key.columns.keys() for table in metadata.sorted_tables}
KEYED = {table for table, key in KEYS.items() if key[:1] == ["account"]}
"""The tables whose key begins with the account."""


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
    return [
        each
        for each in statements
        if _sets_key(each) or any(_forgets_whose(each, table) for table in KEYED)
    ]


def _sets_key(statement: str) -> bool:
    update = re.match(r"UPDATE (\w+) SET (.*?) WHERE ", statement)
    return update is not None and any(
        re.search(rf"\b{column}=", update[2]) for column in KEYS.get(update[1], ())
    )


def _forgets_whose(statement: str, table: str) -> bool:
    account = rf"{table}\.account"
    compared = rf"{account}((, {table}\.\w+)+\))? (=|IN) | = {account}\b"
    return bool(
        re.search(rf"\b(FROM|JOIN|UPDATE) {table}\b", statement)
        and not re.search(compared, statement)
    )
