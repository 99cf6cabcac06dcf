"""`withdrawal/report.excel*` over both databases, made by the worker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from attrs import evolve
from openpyxl import load_workbook
from sqlalchemy import text, update
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import MAIN, MEMBER, STRANGER, World, filled

from backbeat.accounts.model import FeeRate
from backbeat.channels.model import Verification
from backbeat.exports.model import Export, SheetRow
from backbeat.exports.service import FORGET, MAKE, Exports
from backbeat.jobs.model import Job
from backbeat.jobs.worker import RunningTask
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat_adapters.exports.workbook import WorkbookWriter
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.jobs.engine import SqlJobEngine
from backbeat_adapters.sql.videos import videos

ANN = Actor.operator("ann")
LONG_AGO = date(2025, 1, 1)
SEPTEMBER = Month(2025, 9)
CLOSED_ON = date(2025, 10, 20)
IN_SEPTEMBER = {"start": "2025-09", "end": "2025-09"}
HOSTILE = "=cmd|' /C calc'!A0\ufffe"


@pytest.fixture
def settled(
    world: World, business_clock: FixedClock, tmp_path: Path, snapshots: Snapshots
) -> World:
    """September: 150.00 of MAIN's own channel, 200.00 of the one that MEMBER holds."""
    holders = {501: [(MAIN, LONG_AGO)], 502: [(MEMBER, LONG_AGO)]}
    monthly = ((501, "V1", "90.00"), (501, "V2", "60.00"), (502, "C1", "200.00"))
    daily = ((501, "V1", 1, "1.00"), (501, "V1", 2, "1.00"))

    def make() -> None:
        settle(world, business_clock, tmp_path, holders, monthly, daily)

    filled(world.container, snapshots, "settled for exports", make)
    business_clock.set(CLOSED_ON)
    return world


def settle(
    world: World,
    clock: FixedClock,
    folder: Path,
    holders: Mapping[int, list[tuple[str, date]]],
    monthly: Sequence[tuple[int, str, str]],
    daily: Sequence[tuple[int, str, int, str]],
) -> None:
    """Close September of these channels: videos' money of the month, and estimates by day."""
    container = world.container
    with container.transactions().begin() as books:
        books.fee_rates.put(FeeRate(AccountId(MEMBER), Decimal("0.05"), LONG_AGO))
        for number, held in holders.items():
            channel = an_earning_channel(number, held, owner=MAIN)
            proof = Verification(f"BB-{number:08d}", verified_at=container.security_clock().now())
            books.channels.add(evolve(channel, verification=proof))
    ingestion = Ingestion(
        container.transactions(), SqlStaging(container.transactions()), DiskReports(), clock
    )
    confirmed = [
        {
            "month": "2025-09",
            "channel_id": platform_id(number),
            "video_id": video,
            "views": 1000,
            "revenue_usd": amount,
        }
        for number, video, amount in monthly
    ]
    estimated = [
        {
            "date": f"2025-09-{day:02}",
            "channel_id": platform_id(number),
            "video_id": video,
            "country": "KR",
            "views": 300,
            "engaged_views": 200,
            "premium_views": 30,
            "watch_seconds": 1,
            "revenue_usd": amount,
            "premium_revenue_usd": "0.10",
        }
        for number, video, day, amount in daily
    ]
    ingestion.ingest(fake.own_monthly(folder / "september.csv", *confirmed), ANN)
    ingestion.ingest(fake.own_daily(folder / "days.csv", *estimated), ANN)
    clock.set(CLOSED_ON)
    container.portal().settlements.close(SEPTEMBER, ANN)


def made(world: World, actor: str, *, currency: str = "USD", **asked: str) -> list[dict[str, Any]]:
    """The rows of a report, by heading, after the worker has been."""
    client = Client(world, actor, currency=currency)
    export = client.post("withdrawal/report.excel", **(asked or IN_SEPTEMBER))
    assert export["status"] == "pending"
    world.container.portal().worker.run_once()
    seen = client.get("withdrawal/report.excel", id=export["id"])
    rows = sheet(download(world, actor, export["id"]).content)
    assert (seen["status"], seen["rows"], seen["error"]) == ("end", len(rows), None)
    return rows


def download(world: World, actor: str, export: str) -> Any:
    headers = {"Zs-Authentification": world.tokens[actor], "Accept-Language": "en"}
    return world.client.simulate_get(
        "/api/withdrawal/report.excel.download", params={"id": export}, headers=headers
    )


def sheet(content: bytes) -> list[dict[str, Any]]:
    active = load_workbook(BytesIO(content)).active
    assert active is not None
    assert not any(cell.data_type == "f" for row in active.iter_rows() for cell in row)
    head, *rows = active.iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def column(rows: Sequence[dict[str, Any]], name: str) -> list[Any]:
    return [row[name] for row in rows]


def test_who_manages_sees_a_row_a_video_with_the_share_and_the_gross(settled: World) -> None:
    """Of the member's 200.00 a twentieth is the manager's (J8.9)."""
    rows = made(settled, MAIN)

    assert column(rows, "Video ID") == ["V1", "V2", "C1"]
    assert column(rows, "Your revenue") == [90, 60, 10]
    assert column(rows, "Revenue before shares") == [90, 60, 200]
    assert rows[0] == {
        "Period": "2025/09/01 - 2025/09/30",
        "Channel": rows[0]["Channel"],
        "Video ID": "V1",
        "Title": "V1",
        "Track": "Track not known yet",
        "Views": 600,
        "Engaged views": 400,
        "Premium views": 60,
        "Premium share (%)": 10,
        "RPM": 150,
        "Your revenue": 90,
        "Revenue before shares": 90,
        "Currency": "USD",
        "Platform": "YouTube",
    }


def test_a_member_sees_its_own_share_and_no_gross(settled: World) -> None:
    [row] = made(settled, MEMBER)

    assert (row["Video ID"], row["Your revenue"]) == ("C1", 190)
    assert "Revenue before shares" not in row
    assert (row["Views"], row["RPM"]) == (1000, 190)


def test_a_report_is_of_one_member_or_channel_where_that_is_asked_for(settled: World) -> None:
    assert column(made(settled, MAIN, **IN_SEPTEMBER, subaccount=MEMBER), "Your revenue") == [10]
    assert column(made(settled, MAIN, **IN_SEPTEMBER, subaccount="self"), "Video ID") == [
        "V1",
        "V2",
    ]


def test_the_sums_are_those_of_the_ledger(settled: World) -> None:
    for actor in (MAIN, MEMBER):
        rows = made(settled, actor)
        [month] = Client(settled, actor).get("withdrawal/report")["items"]
        assert Decimal(month["total"]) == sum(Decimal(str(row["Your revenue"])) for row in rows)


def test_money_is_in_the_currency_of_the_request_at_one_rate(settled: World) -> None:
    settled.container.portal().rates.set(Currency.CNY, Decimal("7.1"), ANN, day=date(2025, 9, 1))

    rows = made(settled, MAIN, currency="CNY")

    assert column(rows, "Your revenue") == [639, 426, 71]
    assert set(column(rows, "Currency")) == {"CNY"}


def test_a_month_that_changed_hands_is_divided_by_each_videos_own_days(
    world: World, business_clock: FixedClock, tmp_path: Path
) -> None:
    """From the second on the channel is the member's: by the estimates two thirds of D1, none of
    D2 and of D3, without any estimates, 29 of 30 days."""
    holders = {503: [(MAIN, LONG_AGO), (MEMBER, date(2025, 9, 2))]}
    monthly = ((503, "D1", "30.00"), (503, "D2", "9.00"), (503, "D3", "60.00"))
    daily = ((503, "D1", 1, "1.00"), (503, "D1", 2, "2.00"), (503, "D2", 1, "5.00"))
    settle(world, business_clock, tmp_path, holders, monthly, daily)

    own = made(world, MAIN, **IN_SEPTEMBER, subaccount="self")
    assert (column(own, "Video ID"), column(own, "Your revenue")) == (
        ["D1", "D2", "D3"],
        [10, 9, 2],
    )
    assert column(made(world, MEMBER), "Your revenue") == [19, 0, 55.1]


def test_months_that_are_not_closed_have_no_rows(settled: World) -> None:
    assert made(settled, MAIN, start="2025-10", end="2025-10") == []


def test_a_title_never_becomes_a_formula(settled: World) -> None:
    with settled.container.transactions().begin() as books:
        books.connection.execute(update(videos).where(videos.c.id == "V1").values(title=HOSTILE))

    assert made(settled, MAIN)[0]["Title"] == HOSTILE.replace("\ufffe", "\ufffd")


def test_a_second_request_answers_with_the_open_one(settled: World) -> None:
    client = Client(settled, MAIN)

    first = client.post("withdrawal/report.excel", **IN_SEPTEMBER)
    second = client.post("withdrawal/report.excel", start="2025-01", end="2025-02")

    assert second == first
    settled.container.portal().worker.run_once()
    assert client.post("withdrawal/report.excel", **IN_SEPTEMBER)["id"] != first["id"]


def test_whoever_asks_meanwhile_is_told_how_far_it_is(settled: World) -> None:
    client = Client(settled, MAIN)
    asked = client.post("withdrawal/report.excel", **IN_SEPTEMBER)
    assert client.get("withdrawal/report.excel", id=asked["id"])["progress"] is None
    seen: list[Any] = []

    class Watched(WorkbookWriter):
        def write(self, to: BinaryIO, export: Export, rows: Any, *, gross: bool) -> int:
            def each() -> Iterator[SheetRow]:
                yield next(rows)
                seen.append(elsewhere())
                yield from rows
                seen.append(elsewhere())

            return super().write(to, export, each(), gross=gross)

    def elsewhere() -> Any:
        """The books are open here: whoever asks does so from another thread."""
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(client.get, "withdrawal/report.excel", id=asked["id"])
            return answer.result()

    engine = SqlJobEngine(settled.container.transactions())
    reports = evolve(settled.container.portal().exports, writer=Watched())
    reports.make(RunningTask(claimed(engine), engine))

    assert [each["progress"] for each in seen] == [
        {"done": 0, "total": 3},
        {"done": 3, "total": 3},
    ]
    ended = client.get("withdrawal/report.excel", id=asked["id"])
    assert (ended["progress"], ended["rows"]) == (None, 3)


def test_a_report_is_asked_for_looked_after_and_taken_by_one_person_only(settled: World) -> None:
    owner = Client(settled, MAIN)
    asked = owner.post("withdrawal/report.excel", **IN_SEPTEMBER)
    export = asked["id"]

    assert asked["status"] == "pending"
    waits = owner.get("withdrawal/report.excel", id=export)
    assert (waits["id"], waits["status"], waits["rows"]) == (export, "pending", None)
    assert download(settled, MAIN, export).status_code == 404, "it is not made yet"
    settled.container.portal().worker.run_once()
    ended = owner.get("withdrawal/report.excel", id=export)
    assert (ended["status"], ended["rows"], ended["error"]) == ("end", 3, None)
    assert download(settled, MAIN, export).status_code == 200
    for actor in (MEMBER, STRANGER):
        assert download(settled, actor, export).status_code == 404
        assert Client(settled, actor).status("GET", "withdrawal/report.excel", id=export) == 404


def test_a_report_and_its_file_are_gone_after_seven_days(settled: World, clock: FixedClock) -> None:
    client = Client(settled, MAIN)
    export = client.post("withdrawal/report.excel", **IN_SEPTEMBER)["id"]
    settled.container.portal().worker.run_once()
    folder = settled.container.deployment().files / "exports"
    assert (folder / f"{export}.xlsx").stat().st_mode & 0o777 == 0o600

    clock.instant += timedelta(days=7, seconds=1)
    assert settled.container.portal().exports.forget_old() >= 1

    assert not (folder / f"{export}.xlsx").exists()
    with settled.container.transactions().look() as books:
        assert books.exports.account_of(export) is None
    assert FORGET in {cron.kind for cron in settled.container.portal().worker.crons}


@pytest.mark.parametrize(
    ("asked", "code", "reason"),
    [
        ({"start": "2025-10", "end": "2025-09"}, 2, "bad_range"),
        ({"start": "2024-01", "end": "2025-09"}, 2, "bad_range"),
        ({"start": "2025-09"}, 4, None),
        ({**IN_SEPTEMBER, "channel": "nobody's"}, 2, "not_found"),
        ({**IN_SEPTEMBER, "subaccount": STRANGER}, 10001, None),
    ],
)
def test_what_cannot_be_reported_is_refused_at_once(
    settled: World, asked: dict[str, str], code: int, reason: str | None
) -> None:
    problem = Client(settled, MAIN).post("withdrawal/report.excel", **asked)

    assert (problem["code"], (problem["details"] or {}).get("reason")) == (code, reason)


def test_a_currency_without_a_rate_is_refused(settled: World) -> None:
    problem = Client(settled, MAIN, currency="CNY").post("withdrawal/report.excel", **IN_SEPTEMBER)

    assert (problem["code"], problem["details"]["reason"]) == (2, "no_rate")


def test_a_worker_killed_while_writing_is_followed_by_another_and_one_file_is_left(
    settled: World,
) -> None:
    client = Client(settled, MAIN)
    export = client.post("withdrawal/report.excel", **IN_SEPTEMBER)["id"]
    folder = settled.container.deployment().files / "exports"

    for _ in range(2):
        dying = SqlJobEngine(settled.container.transactions())
        task = RunningTask(claimed(dying), dying)
        with pytest.raises(Killed):
            killed_while_writing(settled.container.portal().exports).make(task)
        assert client.get("withdrawal/report.excel", id=export)["status"] == "processing"
        assert not (folder / f"{export}.xlsx").exists()
        let_leases_end(settled)

    settled.container.portal().worker.run_once()

    assert client.get("withdrawal/report.excel", id=export)["rows"] == 3
    assert [path.name for path in folder.glob(f"{export}*")] == [f"{export}.xlsx"]


def claimed(engine: SqlJobEngine) -> Job:
    """The report's job; others before it are ended."""
    while (job := engine.claim()) is not None and job.kind != MAKE:
        with engine.closing(job):
            pass
    assert job is not None
    return job


class Killed(BaseException):
    """No handler of failures sees it, as none sees SIGKILL."""


def killed_while_writing(reports: Exports) -> Exports:
    """The same service, whose writer dies in the middle of the first sheet."""

    class Dying:
        def write(self, to: BinaryIO, _export: Export, rows: Any, *, gross: bool) -> int:
            to.write(b"half" if gross and next(rows) else b"")
            raise Killed

    return evolve(reports, writer=Dying())


def let_leases_end(world: World) -> None:
    """As if a minute had gone by since a worker was heard of last."""
    engine = world.container.engine()
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(
                text(
                    "UPDATE job SET lease_until = '2000-01-01T00:00:00.000000Z'"
                    " WHERE worker IS NOT NULL"
                )
            )
        else:
            connection.execute(text("UPDATE procrastinate_workers SET last_heartbeat = 'epoch'"))


class TestUnderNormalLimits:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings()

    def test_ten_reports_an_hour_may_be_asked_for(self, world: World, clock: FixedClock) -> None:
        client = Client(world, MAIN)

        codes = [
            client.post("withdrawal/report.excel", **IN_SEPTEMBER).get("code") for _ in range(11)
        ]

        assert codes == [None] * 10 + [3]
        clock.move(seconds=3601)
        assert client.post("withdrawal/report.excel", **IN_SEPTEMBER)["success"]
