"""What waits in suspense, in tables and in words, and the command that books it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from backbeat.kernel.ids import PlatformChannelId
from backbeat.report_files.model import (
    Releasable,
    Remedy,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
)
from backbeat.report_files.service import Ingestion
from backbeat_cli.output import Row, exact_usd

_MOST_NAMED = 5
"""The most channels that are named one by one in a suggested command."""


def waiting_row(line: UnmatchedLine) -> Row:
    """What waits for one cause, and what would release it."""
    return {
        "reason": line.reason,
        "name": line.name,
        "kind": line.kind,
        "month": line.month,
        "rows": line.rows,
        "views": line.views,
        "revenue_usd": exact_usd(line.nanos),
        "remedy": line.remedy,
        "releasable_rows": line.free_rows,
        "releasable_usd": exact_usd(line.free_nanos),
    }


def cause_rows(lines: Sequence[UnmatchedLine]) -> list[Row]:
    """The same rows added up by cause and remedy."""
    found: dict[tuple[SuspenseReason, Remedy], list[UnmatchedLine]] = defaultdict(list)
    for line in lines:
        found[line.reason, line.remedy].append(line)
    return [
        {
            "reason": reason,
            "remedy": remedy,
            "names": len({line.name for line in of}),
            "rows": sum(line.rows for line in of),
            "revenue_usd": exact_usd(sum(line.nanos for line in of)),
            "releasable_rows": sum(line.free_rows for line in of),
            "releasable_usd": exact_usd(sum(line.free_nanos for line in of)),
        }
        for (reason, remedy), of in sorted(found.items())
    ]


def offer(ingestion: Ingestion, channels: Sequence[PlatformChannelId] = ()) -> Row | None:
    """What can be booked now, for these channels or for all, with the command for it; None if there
    is nothing.
    """
    named = channels if len(channels) <= _MOST_NAMED else ()
    found = ingestion.releasable(SuspenseFilter(channels=named))
    if not found:
        return None
    options = "".join(f" --channel {channel}" for channel in named)
    return {**sums_of(found), "command": f"backbeat report suspense{options} --all"}


def sums_of(found: Sequence[Releasable]) -> Row:
    """The rows and the money of what can be booked."""
    return {
        "rows": sum(line.rows for line in found),
        "revenue_usd": exact_usd(sum(line.nanos for line in found)),
    }


def words_of(offered: Row) -> str:
    return (
        f"{offered['rows']} rows with {offered['revenue_usd']} USD wait in suspense and can be "
        f"booked now: {offered['command']}"
    )
