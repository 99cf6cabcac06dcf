"""A change of report rows: written in pieces beside the existing rows, shown all at once, then
cleaned up.

start    nobody sees the rows that come with it
show     one short transaction: what came stands, what goes does not
sweep    what goes is deleted; of a change that was never shown, what came
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    Insert,
    Select,
    Table,
    and_,
    func,
    insert,
    literal,
    null,
    select,
    tuple_,
)

from backbeat.report_files.model import Phase
from backbeat_adapters.sql.engine.partitions import is_in_months
from backbeat_adapters.sql.engine.schema import Big
from backbeat_adapters.sql.figures import (
    VERSIONED,
    channel_days,
    country_days,
    replaced_rows,
    told,
    video_days,
)
from backbeat_adapters.sql.files.pieces import Pieces, Work
from backbeat_adapters.sql.files.temporary import analyze, place, temporary_table
from backbeat_adapters.sql.network_changes import changes_from
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
    """The change under way, held by the only process that may write it."""

    pieces: Pieces
    number: int

    def lay(self, of: Table, rows: Select[Any]) -> None:
        """Beside the books: lay ready what is to come into a table, its columns in their order."""
        names = [column.name for column in told(of)]
        self.pieces.lay(coming[of], coming[of].insert().from_select(names, rows))

    def bring(self, of: Table) -> Work:
        """Write the rows that were laid ready for a table."""
        laid = coming[of]
        values = {column.name: laid.c[column.name] for column in told(of)}
        return self.bring_from(of, laid, values, lambda columns: select(*columns))

    def bring_from(
        self,
        of: Table,
        laid: Table,
        values: Mapping[str, ColumnElement[Any]],
        chosen: Callable[[Collection[ColumnElement[Any]]], Select[Any]],
    ) -> Work:
        """Write rows into a table, made of those of a temporary one that the query of values chooses."""
        if "came_with" in of.c:
            values = {**values, "came_with": literal(self.number, Big())}

        def piece(places: ColumnElement[bool]) -> list[Executable]:
            rows = chosen(values.values()).where(places).order_by(laid.c.place)
            return [of.insert().from_select(list(values), rows)]

        return Work(laid, piece)

    def choose(self, of: Table, *rows: ColumnElement[bool]) -> None:
        """Beside the books: note the rows of a table that are to go."""
        choose(self.pieces, of, select(*of.primary_key).where(*rows))

    def end(self, of: Table, replaced_by: int | None = None) -> Work:
        """Mark the chosen rows as going with this change, and keep them as a file's replaced rows."""

        def piece(places: ColumnElement[bool]) -> list[Executable]:
            going = is_chosen(self.pieces, of, places)
            marked = of.update().where(going).values(goes_with=self.number)
            if replaced_by is None:
                return [marked]
            kept = [column.name for column in told(of)]
            rows = select(literal(replaced_by, Big()), *(of.c[name] for name in kept)).where(going)
            return [replaced_rows.insert().from_select(["replaced_by", *kept], rows), marked]

        return Work(ending[of], piece)


def choose(pieces: Pieces, of: Table, *queries: Select[Any] | None) -> None:
    """Beside the books: note the keys of rows that are to go."""
    laid = ending[of]
    names = [column.name for column in of.primary_key]
    chosen = [keys for keys in queries if keys is not None]
    if pieces.lay(laid, *(laid.insert().from_select(names, keys) for keys in chosen)):
        analyze(pieces.connection, laid)
    if is_in_months(pieces.connection, of):
        months = select(laid.c.month).distinct()
        pieces.months[laid] = pieces.connection.execute(months).scalars().all()


def is_chosen(
    pieces: Pieces,
    of: Table,
    *places: ColumnElement[bool],
    key: Sequence[Column[Any]] | None = None,
) -> ColumnElement[bool]:
    """The rows whose keys were noted; a part of the key will do where the rest is said beside."""
    laid, columns = ending[of], [*(key or of.primary_key)]
    chosen = tuple_(*columns).in_(select(*(laid.c[each.name] for each in columns)).where(*places))
    if laid not in pieces.months:
        return chosen
    # Said by itself PostgreSQL leaves out the other months before it weighs its ways.
    return and_(of.c.month.in_(pieces.months[laid]), chosen)


def start(pieces: Pieces, act: Act, file: int | None) -> Change:
    """Begin a change; the previous one has to be settled."""
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
    """Show the change: it becomes visible when this transaction ends."""
    arriving = report_changes.c.state == ChangeState.ARRIVING
    connection.execute(_DAYS_SHOWN)
    connection.execute(report_changes.update().where(arriving).values(state=ChangeState.SHOWN))


def _days_shown() -> Insert:
    """From the first to the last of the touched days; what is told by month changes no day."""
    day = report_change_days.c.day
    span = select(func.min(day).label("first"), func.max(day).label("last")).subquery()
    days = select(null(), span.c.first, span.c.last).where(span.c.first.is_not(None))
    return changes_from(days)


_DAYS_SHOWN = _days_shown()


def sweep(pieces: Pieces) -> None:
    """Remove what goes with a change that was shown, or everything of a change that never was."""
    with pieces.beside() as connection:
        change = change_under_way(connection)
        if change is None:
            return
        arriving = change.state is ChangeState.ARRIVING
        for of in VERSIONED:
            goes = select(*of.primary_key).where(of.c.goes_with == change.number)
            choose(pieces, of, _came_with(of, change.number) if arriving else goes)
        theirs = change.act is (Act.INGEST if arriving else Act.UNDO)
        replaced = select(*replaced_rows.primary_key).where(
            replaced_rows.c.replaced_by == change.file, literal(theirs)
        )
        choose(pieces, replaced_rows, replaced)
    deleted = [_deleted(pieces, of) for of in VERSIONED]
    replaced_too = _deleted_replaced(pieces, change.file)
    pieces.write(*deleted, replaced_too, phase=Phase.TIDYING_UP)
    if arriving:
        _let_stay(pieces, change.number)
    _settle(pieces, change.number)


def _let_stay(pieces: Pieces, number: int) -> None:
    """The rows that were to go with a change that was never shown."""
    with pieces.beside():
        for of in VERSIONED:
            choose(pieces, of, select(*of.primary_key).where(of.c.goes_with == number))
    unmarked = [_unmarked(pieces, of) for of in VERSIONED]
    pieces.write(*unmarked, phase=Phase.TIDYING_UP)


def _settle(pieces: Pieces, number: int) -> None:
    days = report_change_days
    with pieces.beside():
        choose(pieces, days, select(*days.primary_key))
    of = report_changes.c
    settled = report_changes.update().where(of.number == number)
    last = [settled.values(state=ChangeState.SETTLED)]
    pieces.write(_deleted(pieces, days), last=last, phase=Phase.TIDYING_UP)


def _deleted(pieces: Pieces, of: Table) -> Work:
    return Work(ending[of], lambda places: [of.delete().where(is_chosen(pieces, of, places))])


def _unmarked(pieces: Pieces, of: Table) -> Work:
    return Work(
        ending[of],
        lambda places: [of.update().where(is_chosen(pieces, of, places)).values(goes_with=None)],
    )


def _deleted_replaced(pieces: Pieces, file: int | None) -> Work:
    # The file said by itself: SQLite would seek by nothing else, and walk over all of its rows.
    of, theirs = replaced_rows, replaced_rows.c.replaced_by == file
    key = [column for column in of.primary_key if column.name != "replaced_by"]
    return Work(
        ending[of],
        lambda places: [of.delete().where(theirs, is_chosen(pieces, of, places, key=key))],
    )


def _came_with(of: Table, number: int) -> Select[Any]:
    """The keys of what came with a change, sought where it lies."""
    days = report_change_days.c
    if of in _DAYS:
        spots = select(days.channel, days.day).where(days.day.is_not(None)).distinct()
        names: tuple[str, ...] = ("channel", "day")
    else:
        names = ("month", "channel") if "channel" in of.c else ("month",)
        spots = select(*(days[name] for name in names)).distinct()
    spot = spots.subquery("spot")
    there = and_(*(spot.c[name] == of.c[name] for name in names))
    return select(*of.primary_key).select_from(spot.join(of, there)).where(of.c.came_with == number)
