"""What the rows in suspense wait for, and whether it exists by now, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Subquery, and_, case, exists, func, or_, select

from backbeat.report_files.model import (
    Releasable,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
)
from backbeat_adapters.sql.channels import channels
from backbeat_adapters.sql.engine.keys import as_span, is_any
from backbeat_adapters.sql.figures import report_rows
from backbeat_adapters.sql.standing import Standing
from backbeat_adapters.sql.track_rows import tracks


def unmatched(standing: Standing, of: SuspenseFilter) -> Sequence[UnmatchedLine]:
    """The waiting rows by cause, name, kind and month, the largest sums first."""
    groups = _groups(meant(of), standing.of(report_rows))
    line = groups.c
    key = (line.reason, _name(groups).label("name"), line.kind, line.month)
    query = select(
        *key,
        func.sum(line.rows).label("rows"),
        func.sum(line.views).label("views"),
        func.sum(line.nanos).label("nanos"),
        func.max(case((_is_known(groups), 1), else_=0)).label("known"),
        func.sum(case((_is_free(groups), line.rows), else_=0)).label("free_rows"),
        func.sum(case((_is_free(groups), line.nanos), else_=0)).label("free_nanos"),
    ).group_by(*key)
    lines = [
        UnmatchedLine(
            row.reason,
            row.name,
            row.kind,
            row.month,
            rows=int(row.rows),
            views=int(row.views),
            nanos=int(row.nanos),
            is_known=bool(row.known),
            free_rows=int(row.free_rows),
            free_nanos=int(row.free_nanos),
        )
        for row in standing.connection.execute(query)
    ]
    return sorted(lines, key=lambda line: (-abs(line.nanos), -line.views, line.name, line.kind))


def releasable(standing: Standing, of: SuspenseFilter) -> Sequence[Releasable]:
    """Those of the waiting rows that could be booked now, by cause and name."""
    groups = _groups(meant(of), standing.of(report_rows))
    key = (groups.c.reason, _name(groups))
    query = (
        select(*key, func.sum(groups.c.rows), func.sum(groups.c.nanos))
        .where(_is_free(groups))
        .group_by(*key)
    )
    found = [
        Releasable(reason, name, int(rows), int(nanos))
        for reason, name, rows, nanos in standing.connection.execute(query)
    ]
    return sorted(found, key=lambda line: (line.reason, line.name))


def meant(of: SuspenseFilter) -> ColumnElement[bool]:
    """The waiting rows that match the filter."""
    rows = report_rows.c
    conditions: list[ColumnElement[bool]] = [rows.reason.is_not(None)]
    if of.report is not None:
        conditions.append(rows.file == int(of.report))
    if of.month is not None:
        # Of any channel, by which the index of what waits begins: the rows' key begins with the
        # month, and SQLite would walk over what is booked too.
        conditions += [as_span(rows.month, of.month), is_any(rows.channel)]
    if of.channels:
        conditions.append(rows.channel.in_(of.channels))
    return and_(*conditions)


def is_verified(channel: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether somebody ever verified the channel."""
    verified = select(channels.c.id).where(
        channels.c.platform_id == channel, channels.c.verified_at.is_not(None)
    )
    return exists(verified)


def has_track(isrc: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the catalogue has the track, or none is named."""
    return or_(isrc == "", exists(select(tracks.c.isrc).where(tracks.c.isrc == isrc)))


def _groups(*which: ColumnElement[bool]) -> Subquery:
    """The waiting rows added up by everything that decides what would release them, so that
    channels and catalogue are looked up for each group and not for each row. In the order of the
    index of what waits.
    """
    rows = report_rows.c
    key = (rows.channel, rows.isrc, rows.reason, rows.kind, rows.month)
    sums = (
        func.count().label("rows"),
        func.sum(rows.views).label("views"),
        func.sum(rows.revenue_nanos).label("nanos"),
    )
    return select(*key, *sums).where(*which).group_by(*key).subquery("waiting")


def _name(groups: Subquery) -> ColumnElement[str]:
    of = groups.c
    return case((of.reason == SuspenseReason.UNKNOWN_CHANNEL, of.channel), else_=of.isrc)


def _is_known(groups: Subquery) -> ColumnElement[bool]:
    of = groups.c
    return case(
        (of.reason == SuspenseReason.UNKNOWN_CHANNEL, is_verified(of.channel)),
        else_=has_track(of.isrc),
    )


def _is_free(groups: Subquery) -> ColumnElement[bool]:
    return and_(_is_known(groups), has_track(groups.c.isrc))
