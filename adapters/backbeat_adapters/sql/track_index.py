"""The index of tokens by which tracks are found: FTS5 on SQLite, a text search vector on PostgreSQL.

Both keep exactly the tokens that the core makes of a track: no dictionary, no language, no weights
(decision 0221). The table stands outside the metadata, since neither database knows the other's kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from attrs import frozen
from sqlalchemy import Connection, cast, column, literal, select, table, text
from sqlalchemy.dialects.postgresql import TSQUERY

NAME = "track_tokens"
"""The table of the index."""

_FTS = table(NAME, column("rowid"), column("tokens"), column(NAME))
TOKENS = table(NAME, column("number"), column("tokens"))

Alternatives = Sequence[Sequence[str]]
"""Tokens of which one group must be there whole."""

IndexRow = Mapping[str, Any]
"""A track's tokens as they are stored."""


class TrackIndex(Protocol):
    def row(self, number: int, tokens: Iterable[str]) -> IndexRow: ...

    def put(self, rows: Sequence[IndexRow]) -> None:
        """Keep the tokens of tracks, in place of those before."""

    def matching(self, every: Sequence[Alternatives]) -> Any:
        """The numbers of tracks that meet all of these, to be asked for within a statement."""


def track_index(connection: Connection) -> TrackIndex:
    return (_Fts5 if connection.dialect.name == "sqlite" else _Vectors)(connection)


@frozen
class _Fts5:
    connection: Connection

    def row(self, number: int, tokens: Iterable[str]) -> IndexRow:
        return {"number": number, "tokens": " ".join(tokens)}

    def put(self, rows: Sequence[IndexRow]) -> None:
        put = f"INSERT OR REPLACE INTO {NAME} (rowid, tokens) VALUES (:number, :tokens)"  # noqa: S608
        self.connection.exec_driver_sql(put, rows)

    def matching(self, every: Sequence[Alternatives]) -> Any:
        asked = _expression(every, " AND ", " OR ", lambda token: f'"{token}"')
        return select(_FTS.c.rowid).where(_FTS.c[NAME].op("MATCH")(literal(asked)))


@frozen
class _Vectors:
    connection: Connection

    def row(self, number: int, tokens: Iterable[str]) -> IndexRow:
        return {"number": number, "tokens": list(tokens)}

    def put(self, rows: Sequence[IndexRow]) -> None:
        self.connection.execute(
            text(
                f"INSERT INTO {NAME} (number, tokens)"  # noqa: S608
                " VALUES (:number, array_to_tsvector(CAST(:tokens AS TEXT[])))"
                " ON CONFLICT (number) DO UPDATE SET tokens = excluded.tokens"
            ),
            rows,
        )

    def matching(self, every: Sequence[Alternatives]) -> Any:
        asked = _expression(every, " & ", " | ", _lexeme)
        return select(TOKENS.c.number).where(TOKENS.c.tokens.op("@@")(cast(asked, TSQUERY)))


def _lexeme(token: str) -> str:
    return "'" + token.replace("\\", "\\\\").replace("'", "''") + "'"


def _expression(
    every: Sequence[Alternatives], both: str, either: str, quoted: Callable[[str], str]
) -> str:
    return both.join(
        f"({either.join(f'({both.join(map(quoted, group))})' for group in groups)})"
        for groups in every
    )
