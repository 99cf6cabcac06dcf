"""The command that books what waits in suspense, as other commands offer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from attrs import define, field

from backbeat.kernel.ids import PlatformChannelId
from backbeat.report_files.model import Releasable, SuspenseFilter, SuspenseReason
from backbeat.report_files.service import Ingestion
from backbeat_cli.suspense import offer


@define
class Waiting:
    """Two rows wait, whatever is asked for; it notes what was."""

    asked: list[SuspenseFilter] = field(factory=list)

    def releasable(self, of: SuspenseFilter) -> Sequence[Releasable]:
        self.asked.append(of)
        return [Releasable(SuspenseReason.UNKNOWN_CHANNEL, "UC1", 2, 3_500_000_000)]


def channels(count: int) -> list[PlatformChannelId]:
    return [PlatformChannelId(f"UC{number}") for number in range(count)]


def test_up_to_five_channels_are_named_in_the_command() -> None:
    waiting = Waiting()

    offered = offer(cast(Ingestion, waiting), channels(5))

    named = " ".join(f"--channel UC{number}" for number in range(5))
    assert offered == {
        "rows": 2,
        "revenue_usd": "3.50",
        "command": f"backbeat report suspense {named} --all",
    }
    assert waiting.asked == [SuspenseFilter(channels=channels(5))]


def test_for_more_channels_all_is_offered_and_counted() -> None:
    waiting = Waiting()

    offered = offer(cast(Ingestion, waiting), channels(6))

    assert offered is not None
    assert offered["command"] == "backbeat report suspense --all"
    assert waiting.asked == [SuspenseFilter()]
