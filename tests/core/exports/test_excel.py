"""An Excel report from the request to its end, over memory."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from attrs import define, evolve, field
from tests.fakes.accounts import an_account
from tests.fakes.exports import SEPTEMBER, PlainSheets
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import AccountNotFound
from backbeat.dashboards.service import Dashboards
from backbeat.exports import rules
from backbeat.exports.model import Export, ExportRequest, ExportStatus, Progress
from backbeat.exports.service import MAKE, TRIES, Exports
from backbeat.fx.errors import NoRate
from backbeat.jobs.model import Job
from backbeat.jobs.worker import RunningTask, Tally, Worker
from backbeat.kernel.errors import BadRange, NotFound
from backbeat.kernel.ids import AccountId, ChannelId, ExportId, JobId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.memory.books import MemoryBooks, MemoryTransactions
from backbeat.memory.exports import MemoryExportFiles
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.settings import RpmBase, Settings

ALL_OF_IT = ExportRequest(SEPTEMBER, SEPTEMBER)


@define
class Office:
    """Mina, her reports, and a worker who makes them."""

    clock: FixedClock = field(factory=FixedClock)
    files: MemoryExportFiles = field(factory=MemoryExportFiles)
    writer: PlainSheets = field(factory=PlainSheets)
    transactions: MemoryTransactions = field(init=False)
    exports: Exports = field(init=False)
    mina: AccountId = field(init=False)

    def __attrs_post_init__(self) -> None:
        ids = counting_ids()
        self.transactions = MemoryTransactions.empty(self.clock, ids)
        mina = an_account()
        self.mina = mina.id
        with self.transactions.begin() as books:
            books.accounts.add(mina)
        self.exports = Exports(
            self.transactions,
            Dashboards(self.transactions, self.clock, Settings()),
            self.files,
            self.writer,
            self.clock,
            ids,
            RpmBase.VIEWS,
        )

    @property
    def engine(self) -> MemoryJobEngine:
        return MemoryJobEngine(self.transactions)

    def ask(self, wanted: ExportRequest = ALL_OF_IT, currency: Currency = Currency.USD) -> Export:
        return self.exports.ask(self.mina, wanted, currency, Language.ENGLISH)

    def work(self) -> Tally:
        worker: Worker[MemoryBooks] = Worker(self.engine, self.clock, {MAKE: self.exports.make})
        return worker.run_once()

    def read(self, export: ExportId) -> Any:
        _, file = self.exports.open(self.mina, export)
        return json.loads(file.stream.read())


@pytest.fixture
def office() -> Office:
    return Office()


def test_a_report_is_pending_then_processing_then_at_its_end(office: Office) -> None:
    def status() -> ExportStatus:
        return office.exports.show(office.mina, asked.id).status

    asked = office.ask()
    seen = [status()]
    office.writer.failures = 1
    office.work()
    seen.append(status())
    office.clock.instant += timedelta(minutes=1)
    writer = office.writer

    @define
    class Watching(PlainSheets):
        def write(self, *args: Any, **more: Any) -> int:
            with_file_open.append(office.files.open(asked.id))
            return writer.write(*args, **more)

    with_file_open: list[object] = []
    office.exports = evolve(office.exports, writer=Watching())
    office.work()

    ended = office.exports.show(office.mina, asked.id)
    assert [*seen, ended.status] == list(ExportStatus)
    assert [status.value for status in ExportStatus] == ["pending", "processing", "end"]
    assert (ended.rows, ended.failed, ended.file_name) == (
        0,
        False,
        "earnings-2025-09-2025-09.xlsx",
    )
    assert with_file_open == [None], "nobody sees a file before it is whole"
    assert office.read(asked.id) == {"gross": True, "rows": []}


def test_it_is_said_how_far_a_report_is_while_it_is_made(office: Office) -> None:
    asked = office.ask()
    assert office.exports.progress(asked) is None, "it waits"

    office.files.note(asked.id, Progress(400, 1000))
    assert office.exports.progress(asked.begun()) == Progress(400, 1000)

    office.work()
    ended = office.exports.show(office.mina, asked.id)
    assert office.exports.progress(ended) is None
    assert office.files.noted == {}


def test_progress_is_said_fifty_times_at_most_and_seldom_for_few_rows() -> None:
    assert [rules.step(total) for total in (0, 3, 10_000, 100_000)] == [200, 200, 200, 2000]


def test_one_report_of_an_account_is_open_at_a_time(office: Office) -> None:
    first = office.ask()

    assert office.ask(ExportRequest(Month(2025, 1), SEPTEMBER)) == first
    office.work()
    assert office.ask().id != first.id


def test_what_fails_is_tried_again_and_ends_well(office: Office) -> None:
    asked = office.ask()
    office.writer.failures = 1

    assert office.work() == Tally(failed=1)
    assert office.exports.show(office.mina, asked.id).status is ExportStatus.PROCESSING
    with pytest.raises(NotFound):
        office.exports.open(office.mina, asked.id)
    office.clock.instant += timedelta(minutes=1)
    assert office.work() == Tally(done=1)

    assert office.read(asked.id)["rows"] == []


def test_the_third_failure_ends_it_without_a_file(office: Office) -> None:
    asked = office.ask()
    office.writer.failures = TRIES

    for _ in range(TRIES):
        office.work()
        office.clock.instant += timedelta(minutes=1)

    ended = office.exports.show(office.mina, asked.id)
    assert (ended.status, ended.failed, ended.rows, ended.file_name) == (
        ExportStatus.END,
        True,
        None,
        None,
    )
    assert office.engine.dead() == []
    with pytest.raises(NotFound):
        office.exports.open(office.mina, asked.id)
    assert office.ask().id != asked.id, "the next one can be asked for"


def test_a_worker_that_dies_at_every_try_ends_it_too(office: Office) -> None:
    asked = office.ask()
    with office.transactions.begin() as books:
        job = books.jobs.claim()
    assert job is not None
    for _ in range(TRIES):
        office.engine.retry(job, office.clock.now())
        with office.transactions.begin() as books:
            job = books.jobs.claim()
        assert job is not None

    office.exports.make(RunningTask(job, office.engine))

    assert office.exports.show(office.mina, asked.id).failed


def test_a_job_done_already_does_nothing_again(office: Office) -> None:
    asked = office.ask()
    office.work()
    before = office.exports.show(office.mina, asked.id)

    again = Job(JobId("again"), MAKE, {"export": asked.id})
    office.exports.make(RunningTask(again, office.engine))
    office.exports.make(RunningTask(evolve(again, payload={"export": "gone"}), office.engine))

    assert office.exports.show(office.mina, asked.id) == before


def test_reports_go_after_seven_days_and_the_others_stay(office: Office) -> None:
    old = office.ask()
    office.work()
    office.clock.instant += timedelta(days=6)
    young = office.ask()
    office.work()
    office.clock.instant += timedelta(days=1, seconds=1)

    assert office.exports.forget_old() == 1

    with pytest.raises(NotFound):
        office.exports.show(office.mina, old.id)
    assert old.id not in office.files.files
    assert office.read(young.id)["rows"] == []


def test_nobody_elses_report_is_shown_or_opened(office: Office) -> None:
    asked = office.ask()
    office.work()

    for act in (office.exports.show, office.exports.open):
        with pytest.raises(NotFound):
            act(AccountId("somebody"), asked.id)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (ExportRequest(SEPTEMBER, Month(2025, 8)), BadRange),
        (ExportRequest(Month(2024, 8), SEPTEMBER), BadRange),
        (ExportRequest(SEPTEMBER, SEPTEMBER, channel=ChannelId("foreign")), NotFound),
        (ExportRequest(SEPTEMBER, SEPTEMBER, subaccount="somebody"), AccountNotFound),
    ],
)
def test_what_cannot_be_reported_is_refused(
    office: Office, wanted: ExportRequest, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        office.ask(wanted)
    assert office.work() == Tally()


def test_a_currency_without_a_rate_is_refused(office: Office) -> None:
    with pytest.raises(NoRate):
        office.ask(currency=Currency.CNY)
