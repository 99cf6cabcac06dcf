"""A channel of the second platform from its link to the paid withdrawal, read from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from dependency_injector import providers
from sqlalchemy import select
from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import MAIN, STRANGER, World

from backbeat.kernel.languages import Language
from backbeat.platforms.registry import platform
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import PlatformRoute
from backbeat_adapters.platforms.choosing import video_platforms
from backbeat_adapters.settings import load
from backbeat_adapters.sql.channels import channels
from backbeat_adapters.sql.unregistered import unknown_platforms
from backbeat_cli.health.model import Level, Patient
from backbeat_cli.health.storage import CHECKS

CREATOR_ID = "6959123456789012345"
VIDEO = "7212345678901234567"
OTHER_VIDEO = "7212345678901234568"
KEY = f"tiktok:{CREATOR_ID}"
LINK = "https://www.tiktok.com/@mina.kim"
DAILY = "date,creator_id,video_id,video_title,video_views,qualified_views,estimated_rewards_usd"
MONTHLY = "month,creator_id,video_id,video_title,qualified_views,rewards_usd"
OWN_DAILY = "date,channel_id,video_id,views,revenue_usd"
OWN_MONTHLY = "month,channel_id,video_id,views,revenue_usd"


@define
class ChannelFile:
    """The operator's file of channels."""

    path: Path
    channels: list[dict[str, Any]] = field(factory=list)
    videos: list[dict[str, Any]] = field(factory=list)

    def write(self) -> None:
        content = {"channels": self.channels, "videos": self.videos}
        self.path.write_text(json.dumps(content), "utf-8")


@pytest.fixture(autouse=True)
def channel_file(container: Container, tmp_path: Path) -> Iterator[ChannelFile]:
    """Every platform is read from the file, as in an installation without an API key."""
    file = ChannelFile(tmp_path / "platform.json")
    file.channels.append(
        {"platform": "tiktok", "id": CREATOR_ID, "name": "Mina Kim", "handle": "@mina.kim"}
        | {"total_views": 1_250_000}
    )
    file.channels.append({"id": "UCabcdefghijklmnopqrstuQ", "name": "Mina", "handle": "@mina.kim"})
    file.videos.append(
        {"platform": "tiktok", "id": VIDEO, "channel": CREATOR_ID, "title": "Tea, the long way"}
        | {"published_on": "2025-09-04"}
    )
    file.write()
    platforms = video_platforms(PlatformRoute(file=file.path))
    with container.platform.override(providers.Object(platforms)):
        yield file


@pytest.fixture
def creator(world: World, clock: FixedClock, business_clock: FixedClock) -> Client:
    for each in (clock, business_clock):
        each.set(datetime(2025, 9, 1, 9, tzinfo=UTC))
    return Client(world, MAIN)


def table(path: Path, header: str, *lines: str) -> str:
    path.write_text("\n".join([header, *lines, ""]), "utf-8")
    return str(path)


def added(creator: Client, link: str = LINK, **more: str) -> Any:
    return creator.post("channel/add", link=link, category="beauty", **more)


def verified(creator: Client, file: ChannelFile) -> Any:
    channel = added(creator)
    file.channels[0]["bio"] = f"Tea every day. {channel['verification']['code']}"
    file.write()
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "success"
    return channel


def approved(creator: Client, backbeat: Program, file: ChannelFile) -> Any:
    channel = verified(creator, file)
    assert backbeat("channel", "approve", channel["id"]).code == 0
    return channel


def test_a_channel_on_tiktok_earns_like_any_other(
    creator: Client,
    backbeat: Program,
    channel_file: ChannelFile,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    # link and proof: the code stands in the text of the profile
    channel = added(creator, "http://kr.tiktok.com/@Mina.Kim?lang=ko")
    assert (channel["platform"], channel["link"]) == ("tiktok", LINK)
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "wait"
    channel_file.channels[0]["bio"] = f"Tea. {channel['verification']['code']}"
    channel_file.write()
    assert creator.get("channel/verify.status", id=channel["id"])["outcome"] == "wait"
    assert backbeat("channel", "recheck", channel["id"]).code == 0
    assert creator.get("channel/detail", id=channel["id"])["status"] == "pending"
    business_clock.set(date(2025, 9, 3))
    assert backbeat("channel", "approve", KEY).code == 0

    # files in, dashboard
    business_clock.set(date(2025, 9, 8))
    days = table(
        tmp_path / "days.csv",
        DAILY,
        f"2025-09-05,{CREATOR_ID},{VIDEO},Tea,20000,15000,9.00",
        f"2025-09-06,{CREATOR_ID},{OTHER_VIDEO},Cups,10000,6000,3.00",
    )
    taken = backbeat("report", "ingest", days)
    assert "days.csv: TikTok, tiktok_video_daily, 2 rows, 2 stored" in taken.out
    assert backbeat("worker", "--once").code == 0
    span = {"start": "2025-09-01", "end": "2025-09-06"}
    summary = creator.get("v2/music/dashboard", **span)["summary"]
    assert (summary["views"], summary["engaged_views"]) == (30_000, 21_000)
    assert summary["revenue"] == "12.00"
    videos = creator.get("v2/music/video/list", sort="revenue_desc", **span)["items"]
    assert [(v["id"], v["platform"], v["url"], v["title"]) for v in videos] == [
        (f"tiktok:{VIDEO}", "tiktok", f"{LINK}/video/{VIDEO}", "Tea, the long way"),
        (f"tiktok:{OTHER_VIDEO}", "tiktok", f"{LINK}/video/{OTHER_VIDEO}", "Cups"),
    ]
    sheet = creator.get("v2/music/video/details", id=f"tiktok:{VIDEO}", **span)
    assert (sheet["views"], sheet["platform"]) == (20_000, "tiktok")
    lines = creator.get("v2/music/channel/dashboard", **span)["items"]
    assert (lines[0]["channel"]["platform"], lines[0]["videos"]) == ("tiktok", 2)

    # close
    business_clock.set(date(2025, 10, 20))
    month = table(
        tmp_path / "month.csv",
        MONTHLY,
        f"2025-09,{CREATOR_ID},{VIDEO},Tea,15000,90.00",
        f"2025-09,{CREATOR_ID},{OTHER_VIDEO},Cups,6000,60.00",
    )
    assert backbeat("report", "ingest", month).code == 0
    assert backbeat("settle", "close", "2025-09", "--yes").code == 0
    (row,) = creator.get("withdrawal/ledger")["items"]
    assert (row["amount"], row["month"]) == ("150.00", "2025-09")
    assert (row["channel"]["platform"], row["channel"]["name"]) == ("tiktok", "Mina Kim")
    detail = creator.get("withdrawal/detail", type=row["type"], date="2025-09")
    assert [video["platform"] for video in detail["videos"]] == ["tiktok", "tiktok"]
    explained = creator.get("withdrawal/explain", entry=row["id"])["rows"]["items"]
    assert {origin["platform"] for origin in explained} == {"tiktok"}
    (posted,) = backbeat("ledger", "show", creator.actor, "--json").items
    assert (posted["channel_name"], posted["platform"]) == ("Mina Kim", "tiktok")
    line = backbeat("settle", "explain", "--file", "month.csv", "--line", "2", "--json").json
    assert (line["platform"], line["channel"]) == ("tiktok", KEY)

    # quote, pay, result
    paypal = {"account_name": "Mina Kim", "account_email": "mina@example.org"}
    assert creator.post("withdrawal/info.register", method="paypal", **paypal)["success"]
    business_clock.set(date(2025, 10, 25))
    quote = creator.get("withdrawal/quote", method="paypal", currency="USD")
    assert [quote[name] for name in ("total", "net")] == ["150.00", "142.95"]
    asked = {"method": "paypal", "currency": "USD", "total": "150.00"}
    withdrawal = creator.post("withdrawal/request", **asked)
    assert withdrawal["status"] == "pending"
    business_clock.set(date(2025, 11, 10))
    assert backbeat("withdrawal", "pay", withdrawal["id"], "--yes").code == 0
    assert creator.get("withdrawal/summary")["balance"] == "0.00"
    assert backbeat("ledger", "check").code == 0


def test_a_handle_that_stands_on_both_platforms_is_two_channels(creator: Client) -> None:
    here, there = added(creator, "https://www.youtube.com/@mina.kim"), added(creator)

    assert (here["platform"], there["platform"]) == ("youtube", "tiktok")
    assert here["id"] != there["id"]


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("https://vm.tiktok.com/ZM8abc/", "short_link"),
        (f"https://www.tiktok.com/@mina.kim/video/{VIDEO}", "video_link"),
        ("https://www.tiktok.com/tag/tea", "not_a_channel"),
        ("https://www.tiktok.com/@nobody.here", "unknown_channel"),
    ],
)
def test_what_leads_to_no_profile_is_refused(creator: Client, link: str, reason: str) -> None:
    refused = added(creator, link)

    assert (refused["code"], refused["details"]["reason"]) == (30001, reason)


@pytest.mark.parametrize(
    ("link", "wanted", "told"),
    [
        (LINK, "youtube", "tiktok"),
        (f"{LINK}/video/{VIDEO}", "youtube", "tiktok"),
        ("https://vm.tiktok.com/ZM8abc/", "youtube", "tiktok"),
        ("https://www.youtube.com/@mina.kim", "tiktok", "youtube"),
        ("https://youtu.be/abcdefghijA", "tiktok", "youtube"),
        ("UCabcdefghijklmnopqrstuQ", "tiktok", "youtube"),
    ],
)
def test_a_link_given_as_another_platforms_is_told_whose_it_is(
    creator: Client, link: str, wanted: str, told: str
) -> None:
    refused = added(creator, link, platform=wanted)

    assert (refused["code"], refused["details"]["reason"]) == (30001, "other_platform")
    assert refused["details"]["platform"] == told
    assert refused["message"].endswith(f" It belongs to {platform(told).title[Language.ENGLISH]}.")


def test_a_handle_alone_is_one_of_the_platform_that_is_named(creator: Client) -> None:
    here, there = (added(creator, "@mina.kim", platform=each) for each in ("youtube", "tiktok"))

    assert (here["platform"], there["platform"]) == ("youtube", "tiktok")
    assert there["link"] == LINK


def test_an_operator_names_a_channel_by_a_platform_and_a_handle(backbeat: Program) -> None:
    blocked = backbeat(
        *("channel", "block", "@mina.kim", "--platform", "tiktok", "--reason", "x", "--json")
    )

    assert blocked.json["platform_id"] == KEY


def test_a_command_tells_whose_a_link_is_by_the_platforms_title(backbeat: Program) -> None:
    refused = backbeat("channel", "block", LINK, "--platform", "youtube", "--reason", "x")

    assert "It belongs to TikTok (code 30001" in refused.err


def test_an_unknown_platform_is_a_bad_value(creator: Client) -> None:
    refused = added(creator, platform="myspace")

    assert (refused["code"], refused["details"]["fields"]) == (2, {"platform": "bad_value"})


def test_a_code_in_the_other_platforms_text_is_no_proof(
    creator: Client, channel_file: ChannelFile
) -> None:
    channel = added(creator)
    channel_file.channels[0]["description"] = channel["verification"]["code"]
    channel_file.write()

    asked = creator.post("channel/verify", id=channel["id"])

    assert asked["outcome"] == "wait"
    assert asked["channel"]["verification"]["state"] == "verifying"


def test_the_operator_finds_keeps_and_bars_by_platform(
    creator: Client, backbeat: Program, channel_file: ChannelFile
) -> None:
    verified(creator, channel_file)
    added(creator, "https://www.youtube.com/@mina.kim")

    listed = backbeat("channel", "list", "--platform", "tiktok", "--json").items
    assert [(row["platform"], row["name"]) for row in listed] == [("tiktok", "Mina Kim")]
    assert backbeat("channel", "show", KEY, "--json").json["platform_id"] == KEY
    assert backbeat("channel", "show", LINK, "--json").json["platform"] == "tiktok"
    assert backbeat("channel", "list", "--platform", "myspace").code == 2

    kept = backbeat(
        *("channel", "preregister", "6959999", "ann@example.org", "--platform", "tiktok", "--json")
    ).json
    assert (kept["platform"], kept["platform_id"]) == ("tiktok", "tiktok:6959999")
    other = backbeat("channel", "preregister", LINK, "ann@example.org", "--platform", "youtube")
    assert other.code == 1
    assert "platform=tiktok" in other.err
    barred = backbeat("channel", "block", KEY, "--reason", "spam", "--json").json
    assert (barred["platform"], barred["blocked"]) == ("tiktok", True)


def test_a_channel_without_a_link_is_registered_by_its_id(
    creator: Client, backbeat: Program, business_clock: FixedClock, tmp_path: Path
) -> None:
    made = backbeat(
        *("channel", "register", "own:mina-radio", "--name", "Mina's radio", "--account", MAIN),
        *("--category", "music_dance", "--reason", "contract 12", "--json"),
    )
    assert made.code == 0, made.err
    channel = made.json
    assert (channel["platform"], channel["link"], channel["status"]) == ("own", "", "pending")
    assert creator.get("channel/detail", id=channel["id"])["verification"]["state"] == "verified"
    again = backbeat(
        *("channel", "register", "own:mina-radio", "--name", "Mina", "--account", STRANGER),
        *("--category", "game", "--reason", "x"),
    )
    assert "30003" in again.err
    assert "code 30001" in backbeat("channel", "recheck", channel["id"]).err
    assert backbeat("channel", "approve", "own:mina-radio").code == 0

    business_clock.set(date(2025, 10, 20))
    row = "2025-09,mina-radio,ep-1,1000,40.00"
    month = table(tmp_path / "own.csv", OWN_MONTHLY, row)
    taken = backbeat("report", "ingest", month, "--platform", "own", "--json").items[0]
    assert (taken["platform"], taken["kind"], taken["suspended"]) == ("own", "own_monthly", 0)
    # The same ids under another platform are other channels, and the file is another one.
    elsewhere = backbeat("report", "ingest", month, "--complete", "--json").items[0]
    assert (elsewhere["platform"], elsewhere["suspended"]) == ("youtube", 1)
    assert elsewhere["removed"] == 0
    assert backbeat("settle", "close", "2025-09", "--yes").code in (0, 1)


def test_only_channels_that_nobody_can_prove_are_registered_by_hand(backbeat: Program) -> None:
    for key in (KEY, "UCabcdefghijklmnopqrstuQ", "own:bad id", "mina-radio"):
        refused = backbeat(
            *("channel", "register", key, "--name", "Mina", "--account", MAIN),
            *("--category", "game", "--reason", "x"),
        )
        assert "code 30001" in refused.err or "10001" in refused.err
        assert ("reason=needs_link" in refused.err) == (key in (KEY, "UCabcdefghijklmnopqrstuQ"))
        assert ("Ask its owner to add it by that link. Platform: TikTok" in refused.err) == (
            key == KEY
        )


def test_a_file_says_whose_it_is(backbeat: Program, tmp_path: Path) -> None:
    days = table(
        tmp_path / "days.csv", DAILY, f"2025-09-05,{CREATOR_ID},{VIDEO},Tea,20000,15000,9.00"
    )

    wrong = backbeat("report", "ingest", days, "--platform", "youtube")
    unknown = backbeat("report", "ingest", days, "--platform", "myspace")
    right = backbeat("report", "ingest", days, "--platform", "tiktok", "--json").items[0]

    assert "tiktok_video_daily is a file of tiktok, not of youtube" in wrong.err
    assert "no such platform: myspace; one of youtube, tiktok, own" in unknown.err
    assert (right["platform"], right["role"]) == ("tiktok", "estimate")
    listed = backbeat("report", "list", "--json").items
    assert [row["platform"] for row in listed] == ["tiktok"]
    assert backbeat("report", "show", "1", "--json").json["platform"] == "tiktok"
    assert backbeat("report", "list", "--platform", "tiktok", "--json").items == listed
    assert backbeat("report", "list", "--platform", "youtube", "--json").items == []
    assert backbeat("report", "list", "--platform", "myspace").code == 2


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (f"2025-09-05,6.95912E+18,{VIDEO},Tea,1,1,9.00", "a spreadsheet has rounded it"),
        (f"2025-09-05,,{VIDEO},Tea,1,1,9.00", "no id"),
        (f"2025-09-05,{CREATOR_ID},abcdefghijA,Tea,1,1,9.00", "not a video's id"),
        (f"2025-09-05,{CREATOR_ID},{VIDEO},Tea,1,1,nine", "not an amount"),
    ],
)
def test_a_line_with_no_id_of_the_platform_is_named(
    backbeat: Program, tmp_path: Path, cells: str, problem: str
) -> None:
    refused = backbeat("report", "ingest", table(tmp_path / "days.csv", DAILY, cells))

    assert refused.code == 1
    assert "line 2: " in refused.err
    assert problem in refused.err
    assert backbeat("report", "list", "--json").items == []


@pytest.fixture
def foreign(
    creator: Client,
    backbeat: Program,
    channel_file: ChannelFile,
    container: Container,
    tmp_path: Path,
) -> Container:
    """A channel with a day of figures; channel, video, file and rows say `myspace`."""
    approved(creator, backbeat, channel_file)
    days = table(
        tmp_path / "days.csv", DAILY, f"2025-09-05,{CREATOR_ID},{VIDEO},Tea,20000,15000,9.00"
    )
    assert backbeat("report", "ingest", days).code == 0
    assert backbeat("channel", "block", "tiktok:6959999", "--reason", "re-used").code == 0
    with container.engine().begin() as connection:
        for statement in (
            f"UPDATE channels SET platform = 'myspace' WHERE platform_id = '{KEY}'",
            "UPDATE videos SET platform = 'myspace' WHERE id LIKE 'tiktok:7%%'",
            "UPDATE report_files SET kind = 'myspace_daily'",
            "UPDATE report_rows SET platform = 'myspace'",
            "UPDATE barred_channels SET platform_id = 'myspace:6959999'",
        ):
            connection.exec_driver_sql(statement)
    return container


def test_an_unknown_platform_or_kind_in_the_database_is_named_with_its_column(
    foreign: Container, backbeat: Program
) -> None:
    listed = [
        backbeat("channel", "list"),
        backbeat("channel", "show", KEY),
        backbeat("channel", "recheck", KEY),
    ]
    files = [
        backbeat("report", "list"),
        backbeat("report", "show", "1"),
        backbeat("report", "undo", "1", "--yes"),
    ]

    for refused in (*listed, *files):
        assert refused.code == 1
        assert "run the version that stored it" in refused.err
        assert "unexpected" not in refused.err
    for refused in listed:
        assert "channels.platform holds 'myspace', which is no platform" in refused.err
    for refused in files:
        assert "report_files.kind holds 'myspace_daily', which is no kind of report" in refused.err


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("channel/list", {}),
        ("v2/music/dashboard", {}),
        ("v2/music/channel/dashboard", {"start": "2025-09-01", "end": "2025-09-06"}),
        ("v2/music/video/list", {"start": "2025-09-01", "end": "2025-09-06"}),
    ],
)
def test_people_are_told_that_it_is_unavailable_and_the_log_says_why(
    foreign: Container,
    creator: Client,
    caplog: pytest.LogCaptureFixture,
    path: str,
    query: dict[str, str],
) -> None:
    refused = creator.get(path, **query)

    assert (refused["code"], refused["details"]["reason"]) == (1, "unavailable")
    assert creator.status("GET", path, **query) == 503
    assert "holds 'myspace', which is no platform of this program" in caplog.text


def test_the_doctor_names_where_how_many_and_one_of_them(
    foreign: Container, backbeat: Program
) -> None:
    check = next(each for each in CHECKS if each.name == "platforms")
    found = list(check.look(Patient(load({}, None), foreign)))

    assert {each.level for each in found} == {Level.FAULT}
    assert [each.found.split(", which")[0] for each in found] == [
        f"channels.platform (1 row, such as id {channel_id(foreign)}) holds 'myspace'",
        f"videos.platform (1 row, such as id tiktok:{VIDEO}) holds 'myspace'",
        "report_rows.platform (1 row, such as file 1) holds 'myspace'",
        "report_files.kind (1 row, such as id 1) holds 'myspace_daily'",
        "barred_channels.platform_id (1 row, such as platform_id myspace:6959999) holds 'myspace'",
    ]
    assert all("add its package and register it" in each.cure for each in found)
    checked = backbeat("db", "check", "--json")
    assert checked.code == 1
    assert checked.json["differences"] == []
    assert len(checked.json["unknown_platforms"]) == 5


def channel_id(container: Container) -> str:
    with container.engine().connect() as connection:
        found = connection.execute(select(channels.c.id).where(channels.c.platform_id == KEY))
        return str(found.scalar_one())


def test_the_doctor_is_content_with_what_is_registered(
    creator: Client, backbeat: Program, channel_file: ChannelFile, container: Container
) -> None:
    approved(creator, backbeat, channel_file)
    added(creator, "https://www.youtube.com/@mina.kim")

    assert unknown_platforms(container.engine()) == []


def test_tracks_and_countries_of_one_video_are_rows_of_their_own(
    backbeat: Program, tmp_path: Path
) -> None:
    tracks = (("KRA302500001", "KR"), ("KRA302500002", "KR"), ("KRA302500002", "JP"))
    days, month = "date,video_views,estimated_rewards_usd", "month,rewards_usd"
    files = (
        table(
            tmp_path / f"{name}.csv",
            f"{header},creator_id,video_id,isrc,country",
            *(f"{figures},{CREATOR_ID},{VIDEO},{isrc},{country}" for isrc, country in tracks),
        )
        for name, header, figures in (
            ("days", days, "2025-09-05,100,1.00"),
            ("month", month, "2025-09,1.00"),
        )
    )

    for taken in (backbeat("report", "ingest", file, "--json").items[0] for file in files):
        assert (taken["stored"], taken["duplicates"]) == (3, 0)


def test_our_own_days_stand_back_where_tiktok_has_told_of_them(
    creator: Client,
    backbeat: Program,
    channel_file: ChannelFile,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    """Views and money of a day are counted once, by the platform's own file (FILE-18)."""
    approved(creator, backbeat, channel_file)
    business_clock.set(date(2025, 9, 8))
    told = f"2025-09-05,{CREATOR_ID},{VIDEO}"
    theirs = table(tmp_path / "days.csv", DAILY, f"{told},Tea,20000,15000,9.00")
    ours = table(tmp_path / "own.csv", OWN_DAILY, f"{told},777,7.77")

    assert backbeat("report", "ingest", ours, "--platform", "tiktok").code == 0
    assert backbeat("report", "ingest", theirs).code == 0

    summary = creator.get("v2/music/dashboard", start="2025-09-01", end="2025-09-06")["summary"]
    assert (summary["views"], summary["revenue"]) == (20_000, "9.00")


def test_a_table_with_days_is_no_file_of_months(backbeat: Program, tmp_path: Path) -> None:
    """A month's rewards that stand beside a day would be settled for every day again."""
    both = table(
        tmp_path / "both.csv",
        "date,month,creator_id,video_id,rewards_usd",
        f"2025-09-05,2025-09,{CREATOR_ID},{VIDEO},90.00",
        f"2025-09-06,2025-09,{CREATOR_ID},{VIDEO},90.00",
    )

    refused = backbeat("report", "ingest", both)

    assert refused.code == 1
    assert "nothing of them was stored" in refused.err
