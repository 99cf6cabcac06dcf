"""Inquiries: every keeper of them alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from attrs import evolve

from backbeat.inquiries.model import Attached, Inquiry, InquiryFile, InquiryId
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest

NOON = datetime(2026, 5, 10, 3, tzinfo=UTC)
MINA, JUN = AccountId("mina"), AccountId("jun")
FILE = InquiryFile("plan.pdf", "application/pdf", b"%PDF-\x00\xff")
ATTACHED = Attached("plan.pdf", "application/pdf", 7)


def inquiry(name: str, account: AccountId = MINA, **more: Any) -> Inquiry:
    return Inquiry(
        InquiryId(name), account, "A label", "Two\nlines", "me@example.org", NOON, **more
    )


def keep(transactions: Any, *kept: Inquiry, file: InquiryFile | None = None) -> None:
    with transactions.begin() as books:
        for each in kept:
            books.inquiries.add(each, file)


def test_an_inquiry_comes_back_as_it_was_kept(transactions: Any) -> None:
    whole = inquiry("i1", attached=ATTACHED, closed_at=NOON)
    keep(transactions, whole, file=FILE)
    keep(transactions, inquiry("i2"))

    with transactions.look() as books:
        assert books.inquiries.account_of(InquiryId("i1")) == MINA
        assert books.inquiries.get(MINA, InquiryId("i1")) == whole
        assert books.inquiries.file(MINA, InquiryId("i1")) == FILE
        assert books.inquiries.file(MINA, InquiryId("i2")) is None
        assert books.inquiries.get(JUN, InquiryId("i1")) is None
        assert books.inquiries.file(JUN, InquiryId("i1")) is None
        assert books.inquiries.account_of(InquiryId("i3")) is None


def test_closing_one_leaves_its_attachment_and_the_others(transactions: Any) -> None:
    first, other = inquiry("i1", attached=ATTACHED), inquiry("i2")
    keep(transactions, first, file=FILE)
    keep(transactions, other)
    closed = first.closed(NOON + timedelta(hours=1))
    with transactions.begin() as books:
        books.inquiries.save(closed)

    with transactions.look() as books:
        assert books.inquiries.get(MINA, first.id) == closed
        assert books.inquiries.file(MINA, first.id) == FILE
        assert books.inquiries.page(PageRequest(), closed=False).items == [other]


def test_the_newest_come_first_page_by_page(transactions: Any) -> None:
    old = inquiry("i3")
    for name, account in (("i1", MINA), ("i2", JUN)):
        sent_at = NOON + timedelta(hours=1)
        keep(transactions, Inquiry(InquiryId(name), account, "t", "c", "m", sent_at))
    keep(transactions, old)

    with transactions.look() as books:
        first = books.inquiries.page(PageRequest(0, 2), closed=True)
        second = books.inquiries.page(PageRequest(1, 2), closed=True)
    assert ([each.id for each in first.items], first.total) == (["i2", "i1"], 3)
    assert second.items == [old]


def test_what_an_account_sent_is_listed_from_the_oldest_on(transactions: Any) -> None:
    late = evolve(inquiry("i1"), sent_at=NOON + timedelta(hours=1))
    keep(transactions, late, inquiry("i2"), inquiry("i3", JUN))

    with transactions.look() as books:
        assert books.inquiries.all_of(MINA) == [inquiry("i2"), late]
        assert books.inquiries.all_of(JUN) == [inquiry("i3", JUN)]


def test_all_of_an_account_go_with_their_attachments(transactions: Any) -> None:
    keep(transactions, inquiry("i1", attached=ATTACHED), file=FILE)
    keep(transactions, inquiry("i2", JUN, attached=ATTACHED), file=FILE)
    with transactions.begin() as books:
        books.inquiries.remove_all_of(MINA)

    with transactions.look() as books:
        assert books.inquiries.account_of(InquiryId("i1")) is None
        assert books.inquiries.file(MINA, InquiryId("i1")) is None
        assert books.inquiries.file(JUN, InquiryId("i2")) == FILE
