"""Reading more rows than should be in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Select

_AT_ONCE = 2_000


def streamed(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """The rows, fetched some at a time."""
    with connection.execute(query, execution_options={"yield_per": _AT_ONCE}) as rows:
        for some in rows.partitions():
            yield from some
