"""Rows added up by track, in SQL: a row with one track counts as a whole, other rows are divided in
the core.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import ColumnElement, FromClause, and_, case, func, select

from backbeat.figures.model import NOTHING, Figures
from backbeat.figures.tracks import shares
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.report_files.model import Shown
from backbeat_adapters.sql import track_claims
from backbeat_adapters.sql.figures import FIGURES, report_rows
from backbeat_adapters.sql.standing import Standing

_Sums = dict[tuple[Kind, str], tuple[int, Figures]]


def shown_by_track(standing: Standing, which: Sequence[ColumnElement[bool]]) -> list[Shown]:
    """These rows by kind and track (VIDEO-7); under a blank one what has none that is known."""
    rows = report_rows.c
    span = select(func.min(rows.month), func.max(rows.month)).where(*which)
    first, last = standing.connection.execute(span).one()
    if first is None:
        return []
    sums = _whole(standing, which, first, last)
    _add_divided(standing, which, first, last, sums)
    return [Shown(kind, name, *sums[kind, name]) for kind, name in sorted(sums, key=_order)]


def _order(line: tuple[Kind, str]) -> tuple[str, str]:
    kind, name = line
    return kind.value, name


def _whole(
    standing: Standing, which: Sequence[ColumnElement[bool]], first: Month, last: Month
) -> _Sums:
    rows = report_rows.c
    source, one, other = _carried(standing, first, last)
    query = (
        select(rows.kind, one, func.count(), *(func.sum(rows[name]) for name in FIGURES))
        .select_from(source)
        .where(*which, one == other)
        .group_by(rows.kind, one)
    )
    return {
        (kind, name): (count, Figures(*map(int, figures)))
        for kind, name, count, *figures in standing.connection.execute(query)
    }


def _add_divided(
    standing: Standing,
    which: Sequence[ColumnElement[bool]],
    first: Month,
    last: Month,
    sums: _Sums,
) -> None:
    """Rows with the same contents have the same parts, so each sort of them is divided only once."""
    rows = report_rows.c
    source, one, other = _carried(standing, first, last)
    said = (rows.kind, rows.month, rows.asset, case((rows.asset != "", ""), else_=rows.video))
    figures = [rows[name] for name in FIGURES]
    query = (
        select(func.count(), *said, *figures)
        .select_from(source)
        .where(*which, one != other)
        .group_by(*said, *figures)
    )
    found = standing.connection.execute(query).all()
    months = track_claims.month_tracks(standing, first, last) if found else {}
    added: dict[tuple[Kind, str], list[tuple[int, Figures]]] = defaultdict(list)
    for count, kind, month, asset, video, *each in found:
        carried = months[month].of_row("", asset, video)
        for isrc, part in shares(Figures(*each), carried).items():
            added[kind, isrc].append((count, part))
    for key, parts in added.items():
        rows_sofar, total = sums.get(key, (0, NOTHING))
        for count, part in parts:
            rows_sofar += count
            total = total.plus(Figures(*(count * figure for figure in part)))
        sums[key] = rows_sofar, total


def _carried(
    standing: Standing, first: Month, last: Month
) -> tuple[FromClause, ColumnElement[str], ColumnElement[str]]:
    """Rows with the first and the last track that each carries, by the closest that it names."""
    rows = report_rows.c
    assets, videos = track_claims.sole_tracks(standing, first, last)
    source = report_rows.outerjoin(
        assets,
        and_(rows.isrc == "", assets.c.month == rows.month, assets.c.asset == rows.asset),
    ).outerjoin(
        videos,
        and_(
            rows.isrc == "",
            rows.asset == "",
            videos.c.month == rows.month,
            videos.c.video == rows.video,
        ),
    )
    one, other = (
        case(
            (rows.isrc != "", rows.isrc),
            else_=func.coalesce(assets.c[which], videos.c[which], ""),
        )
        for which in ("first", "last")
    )
    return source, one, other
