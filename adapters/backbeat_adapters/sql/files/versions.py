"""A change of report rows: written in pieces beside what stands, shown at once, then tidied up.

start    nobody sees the rows that come with it
show     one short transaction: what came stands, what goes does not
sweep    what goes is deleted; of a change that was never shown, what came
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    and_,
    func,
    insert,
    literal,
    select,
    tuple_,
)

from backbeat_adapters.sql.engine.schema import Big
from backbeat_adapters.sql.figures import (
    VERSIONED,
    channel_days,
    country_days,
    replaced_rows,
    told,
    video_days,
)
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.temporary import analyze, make_tables, place, temporary_table
from backbeat_adapters.sql.standing import (
    Act,
    ChangeState,
    change_under_way,
    report_change_days,
    report_changes,
)


def _copies(columns: Any) -> list[Column[Any]]:
    return [Column(column.name, column.type, nullable=column.nullable) for column in columns]


ending = {
    of: temporary_table(f"ending_{of.name}", place(), *_copies(of.primary_key))
    for of in (*VERSIONED, replaced_rows, report_change_days)
}
"""For each table the keys of rows that are to go."""

coming = {
    of: temporary_table(f"coming_{of.name}", place(), *_copies(told(of)))
    for of in (*VERSIONED, report_change_days)
}
"""For each table the rows that are to come."""

_DAYS = (country_days, video_days, channel_days)


@frozen
class Change:
    """The change under way, in the hands of the only one who may write it."""

    pieces: Pieces
    number: int

    @property
    def connection(self) -> Connection:
        return self.pieces.connection

    def lay(self, of: Table, rows: Select[Any]) -> None:
        """Beside the books: lay ready what is to come into a table, its columns in their order."""
        laid = coming[of]
        make_tables(self.connection, laid)
        names = [column.name for column in told(of)]
        self.connection.execute(laid.insert().from_select(names, rows))

    def bring(self, of: Table) -> None:
        """Write the rows that were laid ready for a table."""
        laid = coming[of]
        self.bring_from(of, laid, {column.name: laid.c[column.name] for column in told(of)})

    def bring_from(
        self,
        of: Table,
        laid: Table,
        values: Mapping[str, ColumnElement[Any]],
        *which: ColumnElement[bool],
    ) -> None:
        """Write rows into a table, made of those of a temporary one."""
        if "came_with" in of.c:
            values = {**values, "came_with": literal(self.number, Big())}

        def piece(places: ColumnElement[bool]) -> list[Executable]:
            rows = select(*values.values()).where(places, *which).order_by(laid.c.place)
            return [of.insert().from_select(list(values), rows)]

        self.pieces.over(laid, piece)

    def choose(self, of: Table, *rows: ColumnElement[bool]) -> None:
        """Beside the books: note the rows of a table that are to go."""
        choose(self.connection, of, select(*of.primary_key).where(*rows))

    def end(self, of: Table, replaced_by: int | None = None) -> None:
        """Say of the chosen rows that they go with this change; keep them as a file's replaced ones."""

        def piece(places: ColumnElement[bool]) -> list[Executable]:
            going = is_chosen(of, places)
            marked = of.update().where(going).values(goes_with=self.number)
            if replaced_by is None:
                return [marked]
            kept = [column.name for column in told(of)]
            rows = select(literal(replaced_by, Big()), *(of.c[name] for name in kept)).where(going)
            return [replaced_rows.insert().from_select(["replaced_by", *kept], rows), marked]

        self.pieces.over(ending[of], piece)


def choose(connection: Connection, of: Table, *queries: Select[Any] | None) -> None:
    """Beside the books: note the keys of rows that are to go."""
    laid = ending[of]
    make_tables(connection, laid)
    names = [column.name for column in of.primary_key]
    for keys in queries:
        if keys is not None:
            connection.execute(laid.insert().from_select(names, keys))
    analyze(connection, laid)


def is_chosen(
    of: Table, *places: ColumnElement[bool], key: Sequence[Column[Any]] | None = None
) -> ColumnElement[bool]:
    """The rows whose keys were noted; a part of the key will do where the rest is said beside."""
    columns = [*(key or of.primary_key)]
    keys = select(*(ending[of].c[column.name] for column in columns)).where(*places)
    return tuple_(*columns).in_(keys)


def start(pieces: Pieces, act: Act, file: int | None) -> Change:
    """Begin a change; the one before has to be settled."""
    with pieces.one() as connection:
        newest = connection.execute(select(func.max(report_changes.c.number))).scalar_one()
        number = (newest or 0) + 1
        connection.execute(report_changes.delete())
        connection.execute(
            insert(report_changes).values(
                number=number, act=act, file=file, state=ChangeState.ARRIVING
            )
        )
    return Change(pieces, number)


def show(connection: Connection) -> None:
    """In the transaction that is to show the change: from its end on it is seen."""
    arriving = report_changes.c.state == ChangeState.ARRIVING
    connection.execute(report_changes.update().where(arriving).values(state=ChangeState.SHOWN))


def sweep(pieces: Pieces) -> None:
    """Take away what goes with the change that was shown, or all of one that never was."""
    with pieces.beside() as connection:
        change = change_under_way(connection)
    if change is None:
        return
    if change.state is ChangeState.ARRIVING:
        _discard(pieces, change)
    else:
        for of in VERSIONED:
            _delete(pieces, of, select(*of.primary_key).where(of.c.goes_with == change.number))
        if change.act is Act.UNDO:
            _delete_replaced(pieces, change.file)
    _delete(pieces, report_change_days, select(*report_change_days.primary_key))
    with pieces.one() as connection:
        settled = report_changes.update().where(report_changes.c.number == change.number)
        connection.execute(settled.values(state=ChangeState.SETTLED))


def _discard(pieces: Pieces, change: Any) -> None:
    for of in VERSIONED:
        _delete(pieces, of, _came_with(of, change.number))
        _let_stay(pieces, of, change.number)
    if change.act is Act.INGEST:
        _delete_replaced(pieces, change.file)


def _let_stay(pieces: Pieces, of: Table, number: int) -> None:
    with pieces.beside() as connection:
        choose(connection, of, select(*of.primary_key).where(of.c.goes_with == number))

    def piece(places: ColumnElement[bool]) -> list[Executable]:
        return [of.update().where(is_chosen(of, places)).values(goes_with=None)]

    pieces.over(ending[of], piece)


def _came_with(of: Table, number: int) -> Select[Any]:
    """The keys of what came with a change, sought where it lies."""
    days = report_change_days.c
    if of in _DAYS:
        spots = select(days.channel, days.day).where(days.day.is_not(None)).distinct()
        names = ("channel", "day")
    else:
        names = ("month", "channel") if "channel" in of.c else ("month",)
        spots = select(*(days[name] for name in names)).distinct()
    spot = spots.subquery("spot")
    there = and_(*(spot.c[name] == of.c[name] for name in names))
    return select(*of.primary_key).select_from(spot.join(of, there)).where(of.c.came_with == number)


def _delete_replaced(pieces: Pieces, file: int) -> None:
    of, theirs = replaced_rows, replaced_rows.c.replaced_by == file
    with pieces.beside() as connection:
        choose(connection, of, select(*of.primary_key).where(theirs))
    # The file said by itself: SQLite would seek by nothing else, and walk over all of its rows.
    key = [column for column in of.primary_key if column.name != "replaced_by"]
    pieces.over(
        ending[of], lambda places: [of.delete().where(theirs, is_chosen(of, places, key=key))]
    )


def _delete(pieces: Pieces, of: Table, keys: Select[Any]) -> None:
    with pieces.beside() as connection:
        choose(connection, of, keys)
    pieces.over(ending[of], lambda places: [of.delete().where(is_chosen(of, places))])


TABLES = (*ending.values(), *coming.values())
