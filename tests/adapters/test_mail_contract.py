"""Mails: kept with the act they tell of, sent once after it, whatever the mail server does."""

from __future__ import annotations

import io
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import text
from tests.fakes.accounts import an_account
from tests.fakes.ports import free_port
from tests.fakes.smtp import MailServer, mail_server
from tests.fakes.standins import FixedClock

from backbeat.defaults.paths import front_page
from backbeat.jobs.worker import Tally, Worker
from backbeat.kernel.ids import AccountId, MailId
from backbeat.kernel.languages import Language
from backbeat.mail.model import Mail, RenderedMail, Template
from backbeat.mail.ports import MailTransport
from backbeat.mail.service import SEND, Mails
from backbeat.mail.templates import MailTemplates
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.site.model import PartnerSite
from backbeat_adapters.mail import ConsoleTransport, FileTransport, Security, SmtpTransport
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.jobs.engine import SqlJobEngine

Transactions = MemoryTransactions | SqlTransactions

SENDER = "Backbeat <portal@example.com>"


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


def smtp(port: int, clock: FixedClock) -> SmtpTransport:
    return SmtpTransport(clock, SENDER, "127.0.0.1", port, security=Security.NONE)


def a_mail(to: str = "mina@example.com", account: str = "mina") -> Mail:
    facts = {"name": "Mina", "code": "123456", "minutes": 5}
    return Mail(to, Template.EMAIL_CODE, Language.KOREAN, facts, AccountId(account))


def add(transactions: Transactions, mail: Mail) -> MailId:
    with transactions.begin() as books:
        return books.outbox.add(mail)


def worker(
    transactions: Transactions, mail_transport: MailTransport, clock: FixedClock
) -> Worker[Any]:
    mails = Mails(
        transactions,
        mail_transport,
        MailTemplates("Backbeat", "https://p.example", "p.example", front_page),
    )
    engine: Any = (
        MemoryJobEngine(transactions)
        if isinstance(transactions, MemoryTransactions)
        else SqlJobEngine(transactions)
    )

    def send(task: Any) -> None:
        mails.deliver(MailId(task.job.payload["mail"]), task.closing)

    return Worker(engine, clock, {SEND: send})


def test_a_mail_waits_in_the_outbox_as_it_was_given(transactions: Transactions) -> None:
    mail = a_mail()
    mail_id = add(transactions, mail)

    with transactions.look() as books:
        outgoing = books.outbox.get(mail.account, mail_id)

    assert outgoing is not None
    assert outgoing.mail == mail


def test_many_mails_are_sent_each_by_itself(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    with transactions.begin() as books:
        books.outbox.add_all([])
        books.outbox.add_all([a_mail(to=f"{name}@example.com") for name in ("mina", "hao")])

    assert worker(transactions, smtp(server.port, clock), clock).run_once() == Tally(done=2)
    assert [letter["To"] for letter in server.letters] == ["mina@example.com", "hao@example.com"]


def test_a_mail_is_sent_once_after_its_transaction(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    mail_id = add(transactions, a_mail())
    running = worker(transactions, smtp(server.port, clock), clock)

    assert running.run_once() == Tally(done=1)
    assert running.run_once() == Tally()

    (letter,) = server.letters
    assert letter["To"] == "mina@example.com"
    assert letter["From"] == SENDER
    assert letter["Subject"] == "인증 코드 123456"
    assert letter["Message-ID"] == f"<{mail_id}@p.example>"
    assert letter["Content-Language"] == "ko"
    parts = {part.get_content_type(): part for part in letter.walk()}
    assert "123456" in parts["text/plain"].get_content()
    assert "123456" in parts["text/html"].get_content()


@pytest.mark.parametrize(
    ("proved", "sender"),
    [(True, "Lumen desk <portal@example.com>"), (False, SENDER)],
)
def test_a_partners_people_are_written_to_in_the_partners_name(
    transactions: Transactions, server: MailServer, clock: FixedClock, proved: bool, sender: str
) -> None:
    site = PartnerSite("lumen.example", "Lumen", "#8a1c8f", "#6d1572", mail_sender="Lumen desk")
    account = an_account(partner="lumen.example")
    with transactions.begin() as books:
        books.sites.put(evolve(site, proved_at=clock.now() if proved else None))
        books.accounts.add(account)
    add(transactions, a_mail(account=account.id))

    assert worker(transactions, smtp(server.port, clock), clock).run_once() == Tally(done=1)

    (letter,) = server.letters
    assert letter["From"] == sender
    parts = {part.get_content_type(): part for part in letter.walk()}
    assert ("Lumen" in parts["text/html"].get_content()) is proved
    assert (site.palette.light.ink in parts["text/html"].get_content()) is proved


def test_a_transaction_rolled_back_sends_nothing(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    def add_and_fail() -> None:
        with transactions.begin() as books:
            books.outbox.add(a_mail())
            raise KeyError

    with pytest.raises(KeyError):
        add_and_fail()

    assert worker(transactions, smtp(server.port, clock), clock).run_once() == Tally()
    assert server.letters == []


def test_a_mail_server_that_is_down_hurts_nobody_and_gets_it_later(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    mail_id = add(transactions, a_mail())

    assert worker(transactions, smtp(free_port(), clock), clock).run_once() == Tally(failed=1)
    assert server.letters == []
    clock.move(seconds=60)
    assert worker(transactions, smtp(server.port, clock), clock).run_once() == Tally(done=1)

    (letter,) = server.letters
    assert letter["Message-ID"] == f"<{mail_id}@p.example>"


def test_a_letter_taken_without_an_answer_comes_again_under_the_same_id(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    add(transactions, a_mail())
    server.after_data.append("451 try again")
    running = worker(transactions, smtp(server.port, clock), clock)

    running.run_once()
    clock.move(seconds=60)
    running.run_once()

    assert len(server.letters) == 2
    assert len({letter["Message-ID"] for letter in server.letters}) == 1


def test_an_address_refused_for_now_is_tried_again(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    add(transactions, a_mail())
    server.answers.append("450 mailbox busy")
    running = worker(transactions, smtp(server.port, clock), clock)

    assert running.run_once() == Tally(failed=1)
    clock.move(seconds=60)
    assert running.run_once() == Tally(done=1)
    assert len(server.letters) == 1


@pytest.mark.parametrize("answer", ["500 no such command", "550 no such user"])
def test_an_address_refused_for_good_is_not_tried_again(
    transactions: Transactions, server: MailServer, clock: FixedClock, answer: str
) -> None:
    mail_id = add(transactions, a_mail())
    server.answers.append(answer)
    running = worker(transactions, smtp(server.port, clock), clock)

    assert running.run_once() == Tally(done=1)
    clock.move(days=1)
    assert running.run_once() == Tally()
    assert server.letters == []
    with transactions.look() as books:
        assert books.outbox.get(AccountId("mina"), mail_id) is None


def test_a_mail_of_an_erased_account_is_not_sent(
    transactions: Transactions, server: MailServer, clock: FixedClock
) -> None:
    add(transactions, a_mail(account="a1"))
    add(transactions, a_mail(account="a2"))
    with transactions.begin() as books:
        books.outbox.remove_all_of(AccountId("a1"))

    assert worker(transactions, smtp(server.port, clock), clock).run_once() == Tally(done=2)
    assert len(server.letters) == 1


def test_a_sent_mail_leaves_neither_address_nor_code_behind(
    database: Any, server: MailServer, clock: FixedClock
) -> None:
    from tests.fakes.standins import counting_ids

    transactions = SqlTransactions(database.engine, clock, counting_ids())
    add(transactions, a_mail())
    worker(transactions, smtp(server.port, clock), clock).run_once()

    with database.engine.connect() as connection:
        rows = connection.execute(text("SELECT * FROM mails")).all()

    assert len(rows) == 1
    assert "123456" not in str(rows)
    assert "mina@example.com" not in str(rows)


def a_letter(to: str = "mina@example.com") -> RenderedMail:
    return RenderedMail(to, "Grüße", "Hello\n", "<p>Hello</p>", "<m1@p.example>", Language.ENGLISH)


def test_an_international_address_is_delivered(server: MailServer, clock: FixedClock) -> None:
    smtp(server.port, clock).send(a_letter("미나@example.com"))

    assert server.letters[0]["To"] == "미나@example.com"


def test_the_file_postman_writes_a_letter_once(tmp_path: Path, clock: FixedClock) -> None:
    mail_transport = FileTransport(clock, SENDER, tmp_path / "mails")
    mail_transport.send(a_letter())
    mail_transport.send(a_letter())

    (written,) = (tmp_path / "mails").iterdir()
    assert written.name == "m1.eml"
    message = message_from_bytes(written.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    assert message["Subject"] == "Grüße"


def test_the_console_postman_prints_a_letter() -> None:
    stream = io.StringIO()
    ConsoleTransport(stream).send(a_letter())

    assert "Mail to mina@example.com: Grüße" in stream.getvalue()
    assert "Hello" in stream.getvalue()
