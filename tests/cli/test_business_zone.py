"""Days that follow from moments are days of the business, wherever it is and whatever the machine says."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from attrs import evolve, frozen
from falcon.testing import TestClient
from tests.cli.conftest import Program
from tests.cli.living import added, approved, creator, platform, put_code, real_adapter
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.http.calling import Client

from backbeat.settings import Settings, Site
from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "platform", "real_adapter"]

ONE, TWO, THREE = date(2025, 9, 10), date(2025, 9, 11), date(2025, 9, 12)


@frozen
class Place:
    """Where the business is, and the hours there that tell its days from those of UTC."""

    name: str
    apart: str
    """When it is another day in UTC."""
    before: str
    after: str
    """Of one day there, and of two days in UTC."""


PLACES = (
    Place("Asia/Seoul", "00:10", "08:50", "09:10"),
    Place("America/New_York", "23:50", "19:50", "20:10"),
)


@pytest.fixture(params=PLACES, ids=lambda place: place.name)
def place(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def zone(place: Place) -> ZoneInfo:
    return ZoneInfo(place.name)


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    """The operator may lay texts of its own into a folder."""
    return evolve(settings, site=Site(terms_folder=str(tmp_path / "texts")))


@frozen
class Clock:
    """Goes to hours of days there."""

    business: FixedClock

    def at(self, day: date, hour: str) -> None:
        there = datetime.fromisoformat(f"{day} {hour}").replace(tzinfo=self.business.zone)
        self.business.set(there.astimezone(UTC))


@pytest.fixture
def told(creator: Client, business_clock: FixedClock) -> Clock:
    return Clock(business_clock)


def test_a_review_is_asked_for_once_a_day_of_the_business(
    creator: Client, backbeat: Program, platform: SimulatedPlatform, told: Clock, place: Place
) -> None:
    told.at(ONE, "12:00")
    platform.open_channel("@small", views=1_000)
    channel = added(creator, "@small")
    put_code(platform, channel)
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "success"

    told.at(TWO, place.before)
    assert creator.post("channel/review", id=channel["id"])["status"] == "pending"
    told.at(TWO, place.after)
    assert creator.post("channel/review", id=channel["id"])["code"] == 30007
    told.at(TWO, "23:59")
    assert creator.post("channel/review", id=channel["id"])["code"] == 30007
    told.at(THREE, "00:00")
    assert creator.post("channel/review", id=channel["id"])["code"] == 40007


@pytest.mark.parametrize("since", ["registration", "verification"])
def test_a_channel_earns_from_the_day_there_of_its_registration_or_verification(
    since: str,
    creator: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    told: Clock,
    place: Place,
) -> None:
    told.at(ONE, "12:00")
    rule = ("policy", "set", "channels.first_earning_from", since)
    assert backbeat(*rule, "--from", str(ONE), "--reason", "agreed").code == 0
    told.at(ONE if since == "registration" else TWO, place.apart)
    platform.open_channel("@new", views=1_250_000)
    channel = added(creator, "@new")
    told.at(TWO, place.apart)
    put_code(platform, channel)
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "success"
    told.at(THREE, "12:00")
    assert backbeat("channel", "approve", channel["id"]).code == 0

    earning = creator.get("channel/detail", id=channel["id"])["earning_from"]
    assert earning == str(ONE if since == "registration" else TWO)


def test_estimates_are_announced_once_a_day_of_the_business(
    creator: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    told: Clock,
    place: Place,
    tmp_path: Path,
) -> None:
    told.at(date(2025, 9, 1), "12:00")
    approved(creator, backbeat, platform, "@mina")
    found = platform.channel_of_handle("@mina")
    assert found is not None
    for day, hour, announced in (
        (TWO, place.before, 1),
        (TWO, place.after, 1),
        (TWO, "23:59", 1),
        (THREE, "00:00", 2),
    ):
        told.at(day, hour)
        row = fake.daily_row("2025-09-08", found.id, "V1", revenue=f"1.{hour[:2]}{hour[3:]}")
        file = fake.own_daily(tmp_path / f"{day}-{hour[:2]}{hour[3:]}.csv", row)
        assert backbeat("report", "ingest", str(file)).code == 0
        assert backbeat("worker", "--once").code == 0
        assert creator.get("notification/list", type="expected_profit")["total"] == announced, hour


def test_a_post_is_seen_from_midnight_there_and_its_times_are_told_as_there(
    backbeat: Program, business_clock: FixedClock, tmp_path: Path
) -> None:
    told = Clock(business_clock)
    told.at(TWO, "12:00")
    file = tmp_path / "news.en.md"
    file.write_text("# News\n\nWords.\n", "utf-8")
    for begin, shown in ((f"{THREE}", f"{THREE}"), (f"{THREE}T09:30", f"{THREE} 09:30")):
        added = backbeat(
            "notice", "add", str(file), "--from", begin, "--until", str(THREE), "--json"
        )
        assert (added.json["from"], added.json["state"]) == (shown, "to come")

    def states() -> dict[str, str]:
        return {row["from"]: row["state"] for row in backbeat("notice", "list", "--json").items}

    for day, hour, first, second in (
        (TWO, "23:59", "to come", "to come"),
        (THREE, "00:00", "seen", "to come"),
        (THREE, "09:30", "seen", "seen"),
        (THREE, "23:59", "seen", "seen"),
        (date(2025, 9, 13), "00:00", "over", "over"),
    ):
        told.at(day, hour)
        assert states() == {f"{THREE}": first, f"{THREE} 09:30": second}, hour


def test_a_post_and_a_text_of_the_operators_are_of_the_day_there(
    backbeat: Program,
    client: TestClient,
    business_clock: FixedClock,
    place: Place,
    tmp_path: Path,
) -> None:
    Clock(business_clock).at(TWO, place.apart)
    news, text = tmp_path / "news.en.md", tmp_path / "texts" / "policy.en.md"
    text.parent.mkdir()
    for file in (news, text):
        file.write_text("# News\n\nWords.\n", "utf-8")
    written = business_clock.now().timestamp()
    os.utime(text, (written, written))
    assert backbeat("notice", "add", str(news)).code == 0

    policy = client.simulate_get("/api/site/terms", params={"kind": "policy"}).json
    sitemap = client.simulate_get("/sitemap.xml").text

    assert (policy["title"], policy["updated_on"]) == ("News", str(TWO))
    assert sitemap.count(f"<lastmod>{TWO}</lastmod>") == 1
    assert sitemap.count("<lastmod>") == 1
