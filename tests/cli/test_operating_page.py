"""The commands of `docs/operating.md` about campaigns, events and programs, run as they stand there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from attrs import define, evolve, field
from tests.cli.conftest import Answer, Program
from tests.fakes import report_files as fake
from tests.fakes.campaigns import clip
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import MAIN, STRANGER, World

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.ids import VideoId

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"
SONG = "QZBB12500001"
NUMBERS = {MAIN: 501, STRANGER: 502}
_COMMAND = re.compile(r"^    backbeat (.+?)(?:\s{2,}#.*)?$", re.MULTILINE)


@define
class Section:
    """The commands of a part of the page; each is run once, in the page's order."""

    backbeat: Program
    title: str
    waiting: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        text = PAGE.read_text("utf-8").split(f"\n## {self.title}\n")[1].split("\n## ")[0]
        self.waiting = _COMMAND.findall(text)

    def run(self, begins: str, **names: str) -> Answer:
        """The next command, which begins so, with names of the page's replaced by ours."""
        line = self.waiting.pop(0)
        assert line.startswith(begins), line
        words = [names.get(word.replace("@example.org", ""), word) for word in shlex.split(line)]
        asks = line.split()[1] in {"refuse", "close", "end", "reverse"}
        answer = self.backbeat(*words, *(["--yes"] if asks else []))
        assert answer.code == 0, answer.err
        return answer


@pytest.fixture
def channels(
    world: World, business_clock: FixedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Mapping[str, str]:
    """On 1 November 2026 two people hold an approved channel each: its id by whose it is."""
    monkeypatch.chdir(tmp_path)
    business_clock.set(date(2026, 11, 1))
    proof = Verification("BB-00000501", verified_at=world.container.security_clock().now())
    found = {}
    for who, number in NUMBERS.items():
        made = an_earning_channel(number, [(who, date(2026, 1, 1))], owner=who)
        with world.container.transactions().begin() as books:
            books.channels.add(evolve(made, verification=proof, status=ChannelStatus.APPROVED))
        found[who] = str(made.id)
    return found


def published(backbeat: Program, folder: Path, name: str) -> str:
    file = folder / f"{name}.en.md"
    file.write_text(f"# {name}\n\nCome.\n")
    return str(backbeat("event", "add", str(file), "--until", "2026-11-15", "--json").json["id"])


def test_the_commands_of_campaigns_do_what_the_page_says(
    world: World,
    channels: Mapping[str, str],
    backbeat: Program,
    platform: FakePlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    page = Section(backbeat, "Campaigns")
    (tmp_path / "words.pdf").write_bytes(b"%PDF-1.4 Dear summer,")
    page.run("campaign create")
    assert backbeat("campaign", "list", "--json").items == []
    page.run("campaign create")
    [made] = backbeat("campaign", "list", "--json").items
    assert (made["state"], made["goal"], made["files"]) == ("draft", 250_000, 1)
    which = made["id"]
    page.run("campaign open", ID=which)

    for number, (who, channel) in enumerate(channels.items(), 1):
        client, now = Client(world, who), datetime(2026, 11, 2, tzinfo=UTC)
        assert client.post("campaign/apply", id=which, channel=channel)["success"]
        platform.clips[VideoId(clip(number))] = PlatformVideo(
            VideoId(clip(number)), platform_id(NUMBERS[who]), "A short", None, now, 40
        )
        address = f"https://youtube.com/shorts/{clip(number)}"
        assert client.post("campaign/participate", id=which, url=address)["success"]
    business_clock.set(date(2026, 11, 4))
    row = fake.daily_row("2026-11-03", platform_id(501), clip(1), views=100_000, isrc=SONG)
    assert backbeat("report", "ingest", str(fake.own_daily(tmp_path / "day.csv", row))).code == 0
    assert backbeat("worker", "--once").code == 0
    shown = page.run("campaign entries", ID=which).out
    assert all(word in shown for word in ("accepted", "checking", "100000", "200.00"))
    assert "another song lies under it" in page.run("campaign refuse", ID=which, VIDEO=clip(2)).out
    assert "ended" in page.run("campaign close", ID=which).out

    month = {"month": "2026-11", "channel_id": platform_id(501), "video_id": clip(1), "views": 1}
    own = fake.own_monthly(tmp_path / "month.csv", month | {"revenue_usd": "1.00"})
    assert backbeat("report", "ingest", str(own)).code == 0
    business_clock.set(date(2026, 12, 20))
    assert backbeat("settle", "close", "2026-11", "--yes").code == 0
    assert backbeat("worker", "--once").code == 0
    [bonus] = backbeat(
        "ledger", "show", f"{MAIN}@example.org", "--type", "cpv_bonus", "--json"
    ).items
    assert bonus["amount"] == "200.00"
    assert bonus["id"] in page.run("ledger show", mina=f"{MAIN}@example.org").out
    assert "-200.00" in page.run("ledger reverse", ENTRY=bonus["id"]).out
    page.run("campaign show", ID=which)
    assert {"report.xlsx", "report.pdf"} <= {each.name for each in tmp_path.iterdir()}
    assert page.waiting == []


def test_the_commands_of_events_and_programs_do_what_the_page_says(
    world: World, channels: Mapping[str, str], backbeat: Program, tmp_path: Path
) -> None:
    page = Section(backbeat, "Events with places, and programs")
    party, club = (published(backbeat, tmp_path, name) for name in ("party", "club"))
    main = Client(world, MAIN)

    page.run("event open", ID=party)
    assert main.post("event/apply", id=party)["details"]["reason"] == "not_found"
    page.run("event open", ID=party)
    assert main.post("event/apply", id=party)["success"]
    assert MAIN in page.run("event participants", ID=party).out

    page.run("program open", ID=club)
    assert club in page.run("program list").out
    for who, channel in channels.items():
        assert Client(world, who).post("program/apply", id=club, channel=channel)["success"]
    waiting = page.run("program applications", ID=club).out
    assert all(channel in waiting for channel in channels.values())
    assert "active" in page.run("program approve", ID=club, CHANNEL=channels[MAIN]).out
    assert "denied" in page.run("program deny", ID=club, CHANNEL=channels[STRANGER]).out
    assert "ended" in page.run("program end", ID=club, CHANNEL=channels[MAIN]).out
    assert page.waiting == []
