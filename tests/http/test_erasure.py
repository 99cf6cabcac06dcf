"""After the hold nothing tells who left, but what is kept for a reason; on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from attrs import evolve
from sqlalchemy import Engine, select
from tests.architecture.personal import ERASED, KEPT, texts
from tests.fakes.withdrawals import a_withdrawal, an_invoice
from tests.http.portal import HOME, NOW, PASSWORD, Portal

from backbeat.inquiries.model import Attached, Inquiry, InquiryFile, InquiryId
from backbeat.kernel.ids import AccountId
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


def live(portal: Portal) -> None:
    """Somebody signs up, is paid once, is told something, and looks in from a browser."""
    token = portal.token_of("quillon")
    headers = {"User-Agent": "Telescope 7.1"}
    body = {"id": "quillon@example.org", "password": PASSWORD}
    portal.send("POST", "member/login", json=body, headers=headers)
    assert portal.post("withdrawal/info.register", token, **PAID_TO).status == 200
    portal.post("member/email", token)
    account, container = portal.account("quillon").id, portal.container
    paid_to = PayPalAccount("Ana Rivera", "rivera@example.org")
    paid = evolve(a_withdrawal(1, account=account), destination=paid_to)
    invoice = evolve(an_invoice(1, account=account), name="Ana Rivera")
    with container.transactions().begin() as books:
        books.withdrawals.add(paid.succeeded(date(2025, 9, 1)))
        books.invoices.add(invoice)
        books.inquiries.add(*an_inquiry(account))
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
            "withdrawals.destination",
            "mails.recipient",
            "mails.facts",
        ),
        "notifications.facts",
        *("inquiries.title", "inquiries.content", "inquiries.contact", "inquiries.file_name"),
        "inquiry_files.content",
    }
    assert erased <= before
    assert erased <= set(ERASED)
    assert sorted(telling(engine) - set(KEPT)) == []
    assert "invoices.name" in telling(engine)
