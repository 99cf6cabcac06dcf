"""After the hold nothing tells who left, but what is kept for a reason; on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from attrs import evolve
from sqlalchemy import Engine, select
from tests.architecture.personal import ERASED, KEPT, texts
from tests.fakes.withdrawals import a_withdrawal, an_invoice
from tests.http.portal import HOME, NOW, OPERATOR, PASSWORD, Portal

from backbeat.accounts.errors import BalanceLeft, PendingWithdrawal
from backbeat.consents.model import Consent, ConsentId, ConsentText
from backbeat.idempotency.model import Call
from backbeat.inquiries.model import Attached, Inquiry, InquiryFile, InquiryId
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, PlatformChannelId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.notifications.model import Notification, Subject
from backbeat.payout_methods.paypal import PayPalAccount
from backbeat_adapters.sql.engine.schema import metadata

MARKS = ("quillon", "Rivera", "Telescope", HOME.rpartition(".")[0])
"""Parts of address and name, of who is paid, of the browser, and the network address."""

PAID_TO = {"method": "paypal", "account_name": "Ana Rivera", "account_email": "rivera@example.org"}


def telling(engine: Engine) -> set[str]:
    """The columns in which one of the marks stands."""
    return {
        name
        for name, value in cells(engine)
        if any(mark.casefold() in value.casefold() for mark in MARKS)
    }


def cells(engine: Engine) -> Iterator[tuple[str, str]]:
    """Every value of every column of texts."""
    known = texts(metadata)
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            for column in table.columns:
                name = f"{table.name}.{column.name}"
                if name in known:
                    for value in connection.execute(select(column)).scalars():
                        yield name, str(value)


def an_inquiry(account: AccountId) -> tuple[Inquiry, InquiryFile]:
    file = InquiryFile("Rivera.pdf", "application/pdf", b"%PDF-1.7 Rivera")
    attached = Attached(file.name, file.media_type, len(file.content))
    words = ("From Rivera", "I am Rivera.", "rivera@example.org")
    return Inquiry(InquiryId("i1"), account, *words, NOW, attached), file


def a_consent(account: AccountId) -> Consent:
    text = ConsentText("1", Language.ENGLISH, "Only us", "I agree.")
    return Consent(ConsentId("c1"), account, text, "Ana Rivera", NOW, HOME)


def live(portal: Portal) -> None:
    """Somebody signs up, is paid once, is told something, and looks in from a browser."""
    token = portal.token_of("quillon")
    headers = {"User-Agent": "Telescope 7.1"}
    body = {"id": "quillon@example.org", "password": PASSWORD}
    portal.send("POST", "member/login", json=body, headers=headers)
    assert portal.post("withdrawal/info.register", token, **PAID_TO).status == 200
    said = {"name": "Ana Rivera", "id_no": "P1234", "country": "KR"}
    assert portal.post("withdrawal/tax.check", token, **said).status == 200
    portal.post("member/email", token)
    account, container = portal.account("quillon").id, portal.container
    paid_to = PayPalAccount("Ana Rivera", "rivera@example.org")
    paid = evolve(a_withdrawal(1, account=account), destination=paid_to)
    invoice = evolve(an_invoice(1, account=account), name="Ana Rivera")
    with container.transactions().begin() as books:
        books.withdrawals.add(paid.succeeded(date(2025, 9, 1)))
        books.invoices.add(invoice)
        books.inquiries.add(*an_inquiry(account))
        books.consents.add(a_consent(account))
        facts = {"title": "Rivera"}
        books.notifications.add(Notification(account, Subject.NOTICE, portal.business.now(), facts))


def test_whoever_left_is_told_by_nothing_but_what_is_kept(portal: Portal) -> None:
    live(portal)
    engine = portal.container.engine()
    before = telling(engine)

    portal.container.portal().account_deletion.leave(portal.account("quillon").id, PASSWORD)
    portal.pass_time(days=30)
    portal.container.portal().account_deletion.erase_due()

    erased = {
        *("accounts.email", "accounts.name", "sessions.agent", "sessions.address"),
        *(
            "payment_details.destination",
            "tax_details.sealed",
            "withdrawals.destination",
            "mails.recipient",
            "mails.facts",
        ),
        "notifications.facts",
        *("inquiries.title", "inquiries.content", "inquiries.contact", "inquiries.file_name"),
        "inquiry_files.content",
        *("consents.name", "consents.address"),
    }
    assert erased <= before
    assert erased <= set(ERASED)
    assert sorted(telling(engine) - set(KEPT)) == []
    assert "invoices.name" in telling(engine)


def keep_more(portal: Portal) -> None:
    """What else tells of somebody: an answer kept for a call sent twice, a channel expected of them."""
    account = portal.account("quillon").id
    with portal.container.transactions().begin() as books:
        call = Call(account, "k1", "print")
        books.idempotency.claim(call)
        books.idempotency.keep(call, '{"name": "Ana Rivera"}')
        expected = PlatformChannelId("UCabcdefghijklmnopqrstuv")
        books.registration_rules.reserve(expected, "Quillon@example.org", NOW)


def test_whoever_an_operator_erases_is_told_by_nothing_at_once(portal: Portal) -> None:
    """PRIVACY-8: without a hold; the mailbox may sign up anew and the trail is whole."""
    live(portal)
    keep_more(portal)
    engine, account = portal.container.engine(), portal.account("quillon").id
    assert {"idempotency.answer", "reserved_channels.email"} <= telling(engine)
    erasures = portal.container.portal().erasures
    found = portal.container.portal().integrity.check().findings

    trial = erasures.erase(account, "asked by letter", OPERATOR, dry_run=True)
    assert "accounts.email" in telling(engine)
    done = erasures.erase(account, "asked by quillon@example.org", OPERATOR)

    assert trial.fates == done.fates
    assert done.account.erased_at is not None
    assert sorted(telling(engine) - set(KEPT)) == []
    assert "invoices.name" in telling(engine)
    assert portal.container.portal().audit.verify().is_whole
    assert portal.container.portal().integrity.check().findings == found
    with portal.container.transactions().look() as books:
        row = books.audit.about(f"account:{account}", 1)[0].entry
    assert (row.action, row.actor, row.reason) == (
        "account.erased",
        OPERATOR,
        "asked by q***@example.org",
    )
    portal.token_of("quillon")
    assert portal.account("quillon").id != account


def test_what_stays_is_said_with_why_and_counted(portal: Portal) -> None:
    live(portal)
    portal.token_of("zora")
    account = portal.account("quillon").id

    erasure = portal.container.portal().erasures.erase(account, "asked", OPERATOR, dry_run=True)

    fates = {each.records: (each.count, each.stays) for each in erasure.fates}
    for gone in ("payment details", "tax details", "signed consents"):
        assert fates[gone] == (1, False)
    assert fates["inquiries"] == (1, False)
    assert fates["withdrawals and their invoices"] == (1, True)
    assert all(bool(each.why) is each.stays for each in erasure.fates)
    assert "saved tracks" not in fates


def test_nobody_is_erased_while_something_is_owed(portal: Portal) -> None:
    """PRIVACY-8: neither a balance nor money on its way disappears, and an erased one stays so."""
    portal.token_of("quillon")
    account, shown = portal.account("quillon").id, portal.container.portal()
    grant = Correction(account, EntryType.PORTAL_PROFIT, Money.of("12.34"))
    shown.account_ledger.post(grant, OPERATOR, "a prize")

    with pytest.raises(BalanceLeft) as refused:
        shown.erasures.erase(account, "asked", OPERATOR)
    assert refused.value.details["amount"] == "12.34"
    assert portal.account("quillon").id == account
    with portal.container.transactions().begin() as books:
        act = ActContext(OPERATOR, portal.business.today(), portal.security.now(), "asked")
        books.ledger.lock(account)
        books.ledger.reservations.reserve(account, Money.of("12.34"), WithdrawalId("w1"), act)
    with pytest.raises(PendingWithdrawal):
        shown.erasures.erase(account, "asked", OPERATOR)
