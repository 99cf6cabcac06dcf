"""`backbeat campaign`: from laying one down to the report for who pays for it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook
from tests.cli.conftest import Program
from tests.fakes.campaigns import MINA, SONG, a_track, clip

from backbeat.campaigns.model import CampaignEntry, CampaignId, EntryState
from backbeat.campaigns.operations import LEAST_RATE, LEAST_SECONDS, LEAST_VIEW_TARGET
from backbeat.kernel.ids import ChannelId, VideoId
from backbeat.settings import Features, Settings
from backbeat_adapters.container import Container

WHY = ("--reason", "the label asked", "--yes")
TERMS = ("--track", SONG, "--rate", "2.00", "--budget", "500.00", "--until", "2099-12-31")


@pytest.fixture
def song(container: Container) -> None:
    with container.transactions().begin() as books:
        books.tracks.save([a_track(SONG, "Letter")])


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Campaigns are on, unless a test says otherwise."""
    return Settings(features=Features(campaigns=getattr(request, "param", True)))


@pytest.fixture
def zone() -> ZoneInfo:
    return ZoneInfo("Asia/Seoul")


def enter(container: Container, campaign: str) -> None:
    with container.transactions().begin() as books:
        books.campaigns.enter(
            CampaignEntry(
                campaign=CampaignId(campaign),
                video=VideoId(clip(1)),
                channel=ChannelId("channel-1"),
                account=MINA,
                title="=1+1",
                thumbnail=None,
                counts_from=date(2025, 10, 2),
                entered_at=datetime(2025, 10, 2, 20, tzinfo=UTC),
                state=EntryState.ACCEPTED,
                views=129_166,
            )
        )


@pytest.mark.parametrize("settings", [False], indirect=True)
@pytest.mark.usefixtures("song")
def test_without_its_switch_no_campaign_is_made(backbeat: Program) -> None:
    refused = backbeat("campaign", "create", "Letter", *TERMS)
    assert (refused.code, "features.campaigns" in refused.err) == (1, True)


@pytest.mark.usefixtures("song")
def test_a_campaign_is_made_opened_reported_and_ended(
    backbeat: Program, container: Container, tmp_path: Path
) -> None:
    trial = backbeat("campaign", "create", "Letter", *TERMS, "--dry-run", "--json").json
    assert trial["dry_run"] is True
    assert backbeat("campaign", "list", "--json").items == []

    made = backbeat("campaign", "create", "Letter", *TERMS, "--json").json
    assert (made["state"], made["goal"], made["rate"]) == ("draft", 250_000, "2.00")
    opened = backbeat("campaign", "open", made["id"], "--json").json
    assert opened["state"] == "open"
    again = backbeat("campaign", "open", made["id"])
    assert (again.code, "opened before" in again.err) == (1, True)

    enter(container, made["id"])
    [row] = backbeat("campaign", "entries", made["id"], "--json").items
    assert (row["video"], row["views"], row["bonus"]) == (clip(1), 129_166, "258.332")

    sheet, paper = tmp_path / "report.xlsx", tmp_path / "report.pdf"
    papers = ("--xlsx", str(sheet), "--pdf", str(paper))
    shown = backbeat("campaign", "show", made["id"], *papers, "--json").json
    assert (shown["entries"], shown["paid"], shown["track_name"]) == (
        1,
        "0.00",
        "Minji Lee, Letter",
    )
    assert paper.read_bytes().startswith(b"%PDF-")
    written = load_workbook(BytesIO(sheet.read_bytes())).worksheets[0]
    rows = list(written.iter_rows(values_only=True))
    (entry,) = [row for row in rows if row[1] == "=1+1"]
    assert (entry[0], *entry[4:6]) == ("2025/10/03", 129_166, 258.332), "a day of the portal's zone"
    assert rows[-1][1:6] == ("Total", None, None, 129_166, 258.332)

    tried = backbeat("campaign", "refuse", made["id"], clip(1), "--dry-run", *WHY, "--json").json
    assert tried["state"] == "refused"
    assert backbeat("campaign", "entries", made["id"], "--json").items[0]["state"] == "accepted"
    gone = backbeat("campaign", "refuse", made["id"], clip(1), *WHY, "--json").json
    assert (gone["state"], gone["bonus"]) == ("refused", "0.00")
    twice = backbeat("campaign", "refuse", made["id"], clip(1), *WHY)
    assert (twice.code, "refused already" in twice.err) == (1, True)

    ended = backbeat("campaign", "close", made["id"], *WHY, "--json").json
    assert ended["state"] == "ended"
    again = backbeat("campaign", "close", made["id"], *WHY)
    assert (again.code, "is not open" in again.err) == (1, True)
    acts = [row["action"] for row in backbeat("audit", "list", "--json").items]
    assert acts[:4] == [
        "campaign.closed",
        "campaign.entry_refused",
        "campaign.opened",
        "campaign.created",
    ]


@pytest.mark.usefixtures("song")
def test_what_cannot_be_is_refused_with_its_field(backbeat: Program, tmp_path: Path) -> None:
    bad = tmp_path / "virus.exe"
    bad.write_bytes(b"MZ")
    for change, field in (
        (("--track", "QZBB12599999"), "track (the catalogue has no such track"),
        (("--rate", "0"), f"rate (at least {LEAST_RATE})"),
        (("--budget", "0.001"), "budget"),
        (("--until", "2001-01-01"), "until"),
        (("--view-target", "0"), f"view_target (at least {LEAST_VIEW_TARGET})"),
        (("--min-seconds", "-1"), f"min_seconds (at least {LEAST_SECONDS})"),
        (("--file", str(bad)), "files"),
    ):
        refused = backbeat("campaign", "create", "Letter", *TERMS, *change)
        assert (refused.code, field in refused.err) == (1, True), change
    assert backbeat("campaign", "list", "--json").items == []
    assert "no such campaign" in backbeat("campaign", "show", "nothing").err
