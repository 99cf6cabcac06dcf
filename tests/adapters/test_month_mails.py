"""A closed month is mailed to those whom it brought something, once, whatever stops the worker."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from attrs import define, field, frozen
from tests.adapters.test_settlement_closing import ANN, SEPTEMBER, Office, office
from tests.fakes.standins import FixedClock

from backbeat.accounts.model import Preferences
from backbeat.jobs.worker import Tally, Worker
from backbeat.kernel.ids import AccountId, MailId
from backbeat.kernel.languages import Language
from backbeat.mail.model import RenderedMail
from backbeat.mail.service import SEND, Mails
from backbeat.mail.templates import MailTemplates
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.settlement import mailing
from backbeat.settlement.errors import MonthNotOver
from backbeat.settlement.mailing import MAIL, MonthMails
from backbeat_adapters.addresses import path_of
from backbeat_adapters.sql.jobs.engine import SqlJobEngine

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

EVERYBODY = ["cora", "fern", "kai", "mina", "net", "sam", "studio"]


@frozen
class Dying:
    """A step whose worker dies before anything of it is kept."""

    task: Any

    @property
    def job(self) -> Any:
        return self.task.job

    def closing(self) -> Any:
        raise ConnectionError("the worker is gone")


@define
class Worked:
    """A worker that mails months, and the letters that left it."""

    office: Office
    clock: FixedClock
    letters: list[RenderedMail] = field(factory=list)
    dying: bool = False

    def send(self, letter: RenderedMail) -> None:
        self.letters.append(letter)

    def run(self, most: int | None = None) -> Tally:
        transactions = self.office.transactions
        engine: Any = (
            MemoryJobEngine(transactions)
            if isinstance(transactions, MemoryTransactions)
            else SqlJobEngine(transactions)
        )
        stationery = MailTemplates("Backbeat", "https://p.example", "p.example", path_of)
        mails = Mails(transactions, self, stationery)

        def deliver(task: Any) -> None:
            mails.deliver(MailId(task.job.payload["mail"]), task.closing)

        worker = Worker(engine, self.clock, {MAIL: self.mail, SEND: deliver})
        return worker.run_once() if most is None else worker.run_once(most=most)

    def mail(self, task: Any) -> None:
        MonthMails(self.office.transactions, self.office.clock).handle(
            Dying(task) if self.dying else task
        )

    def readers(self) -> list[str]:
        return sorted(letter.to.partition("@")[0] for letter in self.letters)


@pytest.fixture
def worked(office: Office, clock: FixedClock) -> Worked:
    office.september()
    return Worked(office, clock)


def change(office: Office, account: str, **changes: Any) -> None:
    with office.transactions.begin() as books:
        kept = books.accounts.get(AccountId(account))
        assert kept is not None
        books.accounts.lock(kept.id)
        books.accounts.save(kept.preferring(Preferences(**changes)))


def test_the_close_itself_mails_nobody_and_the_worker_everybody_once(worked: Worked) -> None:
    worked.office.close(SEPTEMBER, date(2025, 10, 20))
    assert worked.letters == []

    worked.run()
    worked.run()

    assert worked.readers() == EVERYBODY
    (kai,) = [letter for letter in worked.letters if letter.to == "kai@example.org"]
    assert kai.subject == "Your earnings of 2025-09 are confirmed"
    assert "Your earnings of 2025-09 are confirmed: $190.00." in kai.text
    assert "https://p.example/withdrawal/report" in kai.text
    assert kai.language is Language.ENGLISH


def test_who_wants_no_notices_or_has_left_is_not_mailed(worked: Worked) -> None:
    worked.office.close(SEPTEMBER, date(2025, 10, 20))
    change(worked.office, "kai", notice=False)
    with worked.office.transactions.begin() as books:
        sam = books.accounts.get(AccountId("sam"))
        assert sam is not None
        books.accounts.lock(sam.id)
        books.accounts.save(sam.deleted("enough", worked.clock.now()))

    worked.run()

    assert worked.readers() == ["cora", "fern", "mina", "net", "studio"]


@pytest.mark.parametrize("at_once", [2, 7])
def test_a_worker_stopped_midway_leaves_nobody_out_and_mails_nobody_twice(
    worked: Worked, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(mailing, "_AT_ONCE", at_once)
    worked.office.close(SEPTEMBER, date(2025, 10, 20))
    worked.run(most=1)
    worked.dying = True
    worked.run()
    assert len(worked.letters) < len(EVERYBODY) or at_once == len(EVERYBODY)

    worked.dying = False
    worked.clock.set(worked.clock.now() + timedelta(hours=1))
    worked.run()
    worked.run()

    assert worked.readers() == EVERYBODY


def test_an_adjustment_is_not_mailed(worked: Worked) -> None:
    worked.office.close(SEPTEMBER, date(2025, 10, 20))
    worked.run()
    worked.letters.clear()
    worked.office.monthly(SEPTEMBER, (1, "V1", "100.00"), (1, "V2", "36.00"), (1, "V3", "24.00"))

    worked.office.settlements.adjust(SEPTEMBER, ANN)
    worked.run()

    assert worked.letters == []


def test_a_close_that_is_refused_asks_for_no_mail(worked: Worked) -> None:
    with pytest.raises(MonthNotOver):
        worked.office.close(SEPTEMBER, date(2025, 9, 30))

    assert worked.run() == Tally()
