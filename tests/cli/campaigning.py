"""The hands of who runs a view campaign: videos uploaded, reports taken in, hours passing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date
from pathlib import Path
from typing import Any

from attrs import frozen
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.campaigns import clip
from tests.http.portal import Portal

from backbeat_adapters.demo.simulated import SimulatedPlatform, SimulatedVideo

SONG = "QZBB12500777"
CLIPS = {"@mina": clip(1), "@kai": clip(2), "@fern": clip(3)}
LETTER = b"%PDF-1.4 Dear summer,"


@frozen
class Label:
    """The operator's hands, and those who make shorts."""

    backbeat: Program
    platform: SimulatedPlatform
    hands: Portal
    folder: Path

    def id_of(self, handle: str) -> str:
        found = self.platform.channel_of_handle(handle)
        assert found is not None
        return found.id

    def is_uploaded(self, handle: str, video: str) -> str:
        """A short is there since now; its address."""
        now = self.hands.business.now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        short = SimulatedVideo(video, self.id_of(handle), f"A letter by {handle}", 0, 40, now)
        self.platform.put_videos([short])
        return f"https://www.youtube.com/shorts/{video}"

    def reports(self, day: date, **views: int) -> None:
        """A day's file of views comes in, and the worker does what is due within the hour."""
        rows = [
            fake.basic_row(f"{day:%Y%m%d}", self.id_of(f"@{who}"), CLIPS[f"@{who}"], views=count)
            for who, count in views.items()
        ]
        self.takes(fake.basics(self.folder / f"{day}.basic.csv", *rows))
        self.hour_passes()

    def takes(self, file: Path) -> None:
        taken = self.backbeat("report", "ingest", str(file), "--complete")
        assert taken.code == 0, taken.err

    def hour_passes(self) -> None:
        self.hands.pass_time(hours=1)
        ran = self.backbeat("worker", "--once")
        assert (ran.code, ", 0 failed" in ran.err) == (0, True), ran.err

    def claims(self, money: Mapping[str, str]) -> None:
        """The month's claims: dollars by handle, all of 4 October and of the campaign's track."""
        rows = [
            fake.claim_row(
                "20251004",
                self.id_of(who).removeprefix("UC"),
                CLIPS[who],
                isrc=SONG,
                revenue=dollars,
            )
            for who, dollars in money.items()
        ]
        self.takes(fake.claims(self.folder, *rows, days="20251001_20251031"))

    def entries(self, campaign: str) -> dict[str, Mapping[str, Any]]:
        found = self.backbeat("campaign", "entries", campaign, "--json").items
        return {row["video"]: row for row in found}
