"""`backbeat report` and `backbeat track`."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import openpyxl
import pytest
from attrs import evolve
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock

from backbeat.channels.model import ChangeContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat_adapters.container import Container

CHANNEL, UNKNOWN = "UC000000000000000000001A", "UC000000000000000000002A"


@pytest.fixture(autouse=True)
def channel(container: Container) -> None:
    stamp = ChangeContext(datetime(2025, 9, 3, 9, tzinfo=UTC), Actor.operator("ann"))
    channel = evolve(a_channel(1, owner="mina"), total_views=200_000)
    channel = channel.verified(stamp, seen=stamp.at, needed_views=100_000)
    with container.transactions().begin() as books:
        mina = AccountId("mina")
        books.accounts.add(an_account(id=mina, name="mina", referral_code="mina"))
        books.channels.add(channel.approved(stamp, earning_from=date(2025, 9, 3)))


def daily(folder: Path, *rows: fake.Row, name: str = "daily.csv") -> str:
    return str(fake.own_daily(folder / name, *rows))


def verify(container: Container, number: int) -> None:
    stamp = ChangeContext(datetime(2025, 9, 3, 9, tzinfo=UTC), Actor.operator("ann"))
    channel = a_channel(number, owner="mina").verified(stamp, seen=stamp.at, needed_views=0)
    with container.transactions().begin() as books:
        books.channels.add(channel)


def test_an_ingest_tells_what_was_stored_and_what_lies_before_the_start(
    backbeat: Program, tmp_path: Path
) -> None:
    file = daily(
        tmp_path,
        fake.daily_row("2025-09-02", video="V0", views=5000, revenue="2.00"),
        fake.daily_row("2025-09-05", video="V1", views=20000, revenue="9.00"),
    )

    done = backbeat("report", "ingest", file)
    again = backbeat("report", "ingest", file)
    corrected = daily(
        tmp_path,
        fake.daily_row("2025-09-05", video="V1", views=20000, revenue="8.50"),
        fake.daily_row("2025-09-06", video="V1", views=10, revenue="0.25"),
    )
    later = backbeat("report", "ingest", corrected)

    assert (done.code, again.code, later.code) == (0, 0, 0)
    assert "2 stored, 1 before start" in done.out
    assert "2 added" in done.out
    assert "total 11.00 USD, booked 11.00, in suspense 0.00" in done.out
    assert "0 changes" in again.out
    assert "1 added, 1 changed" in later.out


def test_a_malformed_row_is_named_by_line_and_nothing_is_stored(
    backbeat: Program, tmp_path: Path
) -> None:
    unknown = fake.daily_row(channel=UNKNOWN, revenue="3")
    broken = {**fake.daily_row(), "views": "lots"}
    file = daily(tmp_path, fake.daily_row(), unknown, broken)

    refused = backbeat("report", "ingest", file)
    nothing = backbeat("report", "list", "--json")
    daily(tmp_path, fake.daily_row(), unknown)
    fixed = backbeat("report", "ingest", file)
    again = backbeat("report", "ingest", file, "--json")

    assert refused.code == 1
    assert "line 4: views: not a whole number: 'lots'" in refused.err
    assert nothing.json["total"] == 0
    assert fixed.code == 0
    assert "2 stored" in fixed.out
    assert f"unmatched: 1\n    unknown_channel {UNKNOWN}: 1 rows, 1000 views, 3.00 USD" in fixed.out
    assert (again.items[0]["known"], again.items[0]["changes"]) == (True, 0)


def test_rows_of_a_month_to_come_are_refused_by_line(
    backbeat: Program, business_clock: FixedClock, tmp_path: Path
) -> None:
    business_clock.set(date(2025, 9, 29))
    days = [fake.daily_row(day) for day in ("2025-09-28", "2025-10-01", "2052-09-05")]

    refused = backbeat("report", "ingest", daily(tmp_path, *days))

    assert refused.code == 1
    assert "line 3: 2025-10 is still to come" in refused.err
    assert "line 4: 2052-09 is still to come" in refused.err
    assert backbeat("report", "list", "--json").json["total"] == 0
    business_clock.set(date(2025, 9, 30))
    assert backbeat("report", "ingest", daily(tmp_path, *days[:2])).code == 0


def test_the_other_files_go_on_where_one_is_refused(backbeat: Program, tmp_path: Path) -> None:
    good = daily(tmp_path, fake.daily_row())
    odd = fake.write(tmp_path / "odd.csv", "a,b\n1,2\n")

    answer = backbeat("report", "ingest", str(odd), good, "--json")

    assert answer.code == 1
    assert [row["file"] for row in answer.items] == ["daily.csv"]
    assert answer.json["refused"][0]["file"] == str(odd)
    assert "1 of 2 files refused" in answer.err


def test_a_file_that_does_not_tell_its_month_names_the_option(
    backbeat: Program, tmp_path: Path
) -> None:
    text = fake.text_of(fake.SHORTS_ADS_HEADER, [fake.shorts_ads_row()])
    file = str(fake.write(tmp_path / "shorts.csv", text))

    assert "give --owner" in backbeat("report", "ingest", file, "--month", "2025-09").err
    assert "give --month" in backbeat("report", "ingest", file, "--owner", "L").err
    done = backbeat("report", "ingest", file, "--month", "2025-09", "--owner", "L", "--json")
    assert (done.code, done.items[0]["first"], done.items[0]["owner"]) == (0, "2025-09-01", "L")
    assert backbeat("report", "ingest", file, "--month", "September").code == 2


def test_a_dry_run_keeps_nothing(backbeat: Program, tmp_path: Path) -> None:
    answer = backbeat("report", "ingest", daily(tmp_path, fake.daily_row()), "--dry-run")

    assert "would be stored" in answer.out
    assert backbeat("report", "list", "--json").json["total"] == 0


def test_show_adds_up_by_each_of_five(backbeat: Program, tmp_path: Path) -> None:
    rows = [
        fake.claim_row(
            "20250905", video="a", country="KR", revenue="1.000000001", asset="A2", isrc=""
        ),
        fake.claim_row("20250906", video="b", country="US", revenue="2", isrc="QZBB12500009"),
    ]
    backbeat("report", "ingest", str(fake.claims(tmp_path, *rows)))

    def shown(by: str) -> dict[str, str]:
        answer = backbeat("report", "show", "2025-09", "--by", by, "--kind", "claim_raw", "--json")
        assert answer.json["totals"][0]["revenue_usd"] == "3.000000001"
        return {row[by]: row["revenue_usd"] for row in answer.items}

    assert shown("channel") == {CHANNEL: "3.000000001"}
    assert shown("video") == {"a": "1.000000001", "b": "2.00"}
    assert shown("day") == {"2025-09-05": "1.000000001", "2025-09-06": "2.00"}
    assert shown("country") == {"KR": "1.000000001", "US": "2.00"}
    assert shown("isrc") == {"": "1.000000001", "QZBB12500009": "2.00"}
    assert "track not known yet" in backbeat("report", "show", "2025-09", "--by", "isrc").out
    by_file = backbeat("report", "show", "1", "--json").json
    assert (by_file["kind"], by_file["rows"]) == ("claim_raw", 2)
    assert backbeat("report", "show", "7").code == 1
    assert backbeat("report", "show", "2025-09", "--kind", "nothing").code == 2


def test_suspense_is_listed_and_released(
    backbeat: Program, tmp_path: Path, container: Container
) -> None:
    backbeat("report", "ingest", daily(tmp_path, fake.daily_row(channel=UNKNOWN, revenue="3")))

    listed = backbeat("report", "suspense", "--json").items
    too_early = backbeat("report", "suspense", "--release", UNKNOWN, "--yes")
    verify(container, 2)
    released = backbeat("report", "suspense", "--release", UNKNOWN, "--yes", "--json")

    assert [(row["reason"], row["name"], row["revenue_usd"]) for row in listed] == [
        ("unknown_channel", UNKNOWN, "3.00")
    ]
    assert too_early.code == 1
    assert (released.json["rows"], released.json["revenue_usd"]) == (1, "3.00")
    assert backbeat("report", "suspense", "--json").items == []


def test_what_waits_is_told_by_cause_with_what_would_release_it(
    backbeat: Program, tmp_path: Path, container: Container
) -> None:
    file = daily(
        tmp_path,
        fake.daily_row(channel=UNKNOWN, revenue="3"),
        fake.daily_row(video="b", channel=UNKNOWN, isrc="QZBB12500002", revenue="1.5"),
        fake.daily_row(video="c", isrc="QZBB12500003", revenue="2"),
    )
    backbeat("report", "ingest", file)

    told = backbeat("report", "suspense", "--json")
    nothing = backbeat("report", "suspense", "--all", "--yes", "--json")
    verify(container, 2)
    words = backbeat("report", "suspense")

    assert [(row["name"], row["remedy"], row["releasable_rows"]) for row in told.items] == [
        (UNKNOWN, "verify_channel", 0),
        ("QZBB12500003", "import_track", 0),
    ]
    assert told.json["causes"] == [
        {
            "reason": "unknown_channel",
            "remedy": "verify_channel",
            "names": 1,
            "rows": 2,
            "revenue_usd": "4.50",
            "releasable_rows": 0,
            "releasable_usd": "0.00",
        },
        {
            "reason": "unknown_track",
            "remedy": "import_track",
            "names": 1,
            "rows": 1,
            "revenue_usd": "2.00",
            "releasable_rows": 0,
            "releasable_usd": "0.00",
        },
    ]
    assert (nothing.code, nothing.json["rows"]) == (0, 0)
    offered = "1 rows with 3.00 USD wait in suspense and can be booked now"
    assert f"{offered}: backbeat report suspense --all\n" in words.out


def test_a_long_list_of_what_waits_shows_the_largest_sums(
    backbeat: Program, tmp_path: Path
) -> None:
    codes = [f"QZBB125{number:05d}" for number in range(52)]
    rows = [
        fake.daily_row(video=code, isrc=code, revenue=str(amount + 1))
        for amount, code in enumerate(codes)
    ]
    backbeat("report", "ingest", daily(tmp_path, *rows))

    told = backbeat("report", "suspense").out

    assert codes[2] in told
    assert codes[1] not in told
    assert "and 2 more with smaller sums: --json lists all\n" in told
    assert len(backbeat("report", "suspense", "--json").items) == 52


def test_suspense_is_released_by_names_by_channel_or_all_at_once(
    backbeat: Program, tmp_path: Path, container: Container
) -> None:
    codes = [f"QZBB1250000{number}" for number in (2, 3, 4)]
    rows = [
        fake.daily_row(video=code, isrc=code, revenue=str(amount))
        for code, amount in zip(codes, (1, 2, 4), strict=True)
    ]
    foreign = fake.daily_row(video="x", channel=UNKNOWN, revenue="8")
    backbeat("report", "ingest", daily(tmp_path, *rows, foreign))
    catalogue = fake.write(
        tmp_path / "tracks.csv", "ISRC,Title\n" + "".join(f"{code},Night Drive\n" for code in codes)
    )
    backbeat("track", "import", str(catalogue))
    verify(container, 2)

    both = backbeat("report", "suspense", "--release", codes[0], "--all", "--yes")
    unasked = backbeat("report", "suspense", "--all")
    one_wrong = backbeat(
        "report", "suspense", "--release", codes[0], "--release", "QZBB12500009", "--yes"
    )
    named = backbeat(
        "report", "suspense", "--release", codes[0], "--release", codes[1], "--yes", "--json"
    )
    of_channel = backbeat("report", "suspense", "--channel", UNKNOWN, "--json").items
    channel = backbeat("report", "suspense", "--channel", UNKNOWN, "--all", "--yes", "--json")
    rest = backbeat("report", "suspense", "--all", "--yes", "--json")

    assert both.code == 2
    assert unasked.code == 2
    assert "Book all that can be booked now, 4 rows with 15.00 USD?" in unasked.err
    assert one_wrong.code == 1
    assert "name=QZBB12500009" in one_wrong.err
    assert named.json == {
        "released": f"{codes[0]}, {codes[1]}",
        "rows": 2,
        "revenue_usd": "3.00",
    }
    assert [row["name"] for row in of_channel] == [UNKNOWN]
    assert channel.json == {"released": "all", "rows": 1, "revenue_usd": "8.00"}
    assert (rest.json["rows"], rest.json["revenue_usd"]) == (1, "4.00")
    (file,) = backbeat("report", "list", "--json").items
    assert (file["suspense_usd"], file["released"], file["released_usd"]) == ("15.00", 4, "15.00")
    assert backbeat("report", "show", "1", "--json").json["released_usd"] == "15.00"


def test_an_import_of_tracks_offers_what_can_be_booked_now(
    backbeat: Program, tmp_path: Path
) -> None:
    backbeat("report", "ingest", daily(tmp_path, fake.daily_row(isrc="QZBB12500002", revenue="3")))
    other = str(fake.write(tmp_path / "other.csv", "ISRC,Title\nQZBB12500009,Other\n"))
    file = str(fake.write(tmp_path / "tracks.csv", "ISRC,Title\nQZBB12500002,Night Drive\n"))

    assert backbeat("track", "import", other, "--json").json["releasable"] is None
    trial = backbeat("track", "import", file, "--dry-run", "--json").json
    assert (trial["added"], trial["releasable"]) == (1, None)
    done = backbeat("track", "import", file)
    again = backbeat("track", "import", file, "--json")
    assert backbeat("track", "import", file, "--dry-run", "--json").json["releasable"] is None

    command = "backbeat report suspense --all"
    assert f"1 rows with 3.00 USD wait in suspense and can be booked now: {command}\n" in done.out
    assert again.json["releasable"] == {"rows": 1, "revenue_usd": "3.00", "command": command}
    assert backbeat(*command.split()[1:], "--yes", "--json").json["rows"] == 1
    assert backbeat("track", "import", file, "--json").json["releasable"] is None


def test_undo_asks_first_and_puts_everything_back(backbeat: Program, tmp_path: Path) -> None:
    backbeat("report", "ingest", daily(tmp_path, fake.daily_row()))

    unasked = backbeat("report", "undo", "1")
    seen = backbeat("report", "undo", "1", "--dry-run", "--json")
    assert (seen.json["dry_run"], seen.json["undone_at"], seen.json["rows"]) == (True, None, 1)
    undone = backbeat("report", "undo", "1", "--yes", "--reason", "wrong month", "--json")
    twice = backbeat("report", "undo", "1", "--yes")
    too_late = backbeat("report", "undo", "1", "--dry-run")

    assert unasked.code == 2
    assert undone.json["undone_at"] is not None
    assert (twice.code, "has already been undone" in twice.err) == (1, True)
    assert (too_late.code, too_late.err) == (1, twice.err)
    assert backbeat("report", "show", "2025-09", "--json").items == []
    actions = [row["action"] for row in backbeat("audit", "list", "--json").items]
    assert actions[:2] == ["report.undone", "report.ingested"]


def test_a_catalogue_is_previewed_imported_and_listed(backbeat: Program, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["ISRC", "Title", "Artist", "Mood tags", "BPM"])
    sheet.append(["QZ-BB1-25-00001", "Night Drive", "Lo", "calm|dreamy", 90])
    sheet.append(["QZBB125O0002", "Broken", "Lo", "", 90])
    path = tmp_path / "catalogue.xlsx"
    book.save(path)

    preview = backbeat("track", "import", str(path), "--dry-run", "--json")
    assert (preview.json["added"], preview.json["ignored"]) == (1, ["BPM"])
    assert backbeat("track", "list", "--json").items == []
    done = backbeat("track", "import", str(path))

    assert done.code == 1
    assert "line 3: 'QZBB125O0002' has a letter O or I where a digit belongs" in done.err
    (row,) = backbeat("track", "list", "--search", "night", "--json").items
    assert (row["isrc"], row["moods"], row["ai_tags"]) == ("QZBB12500001", ["calm"], ["dreamy"])
    assert backbeat("track", "show", "qzbb12500001", "--json").json["name"] == "Night Drive"
    assert backbeat("track", "show", "QZBB12500099").code == 1
    assert backbeat("track", "retire", "QZBB12500001", "--yes", "--json").json["retired_at"]
    assert backbeat("track", "list", "--json").items == []
