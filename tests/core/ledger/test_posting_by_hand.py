"""What operators post by hand: judged, written down, told, and taken back once (INTEG-8, POINT-6)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from attrs import frozen
from tests.fakes.accounts import OPERATOR, People

from backbeat.accounts.errors import AccountNotFound
from backbeat.audit.model import AuditEntry
from backbeat.kernel.errors import BadValues, FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger import rules
from backbeat.ledger.errors import TypeNotPosted
from backbeat.ledger.model import EntryType, Kind
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.notifications.model import Notification
from backbeat.settings import Points


@frozen
class Desk:
    """An operator's desk, and mina."""

    people: People
    mina: AccountId

    @property
    def ledger(self) -> AccountLedger:
        people = self.people
        return AccountLedger(
            people.transactions, people.business, people.security, self.people.new_id, Points()
        )

    def correction(self, type_: EntryType, amount: str, note: str | None = None) -> Correction:
        return Correction(self.mina, type_, Money.of(amount), note)

    def balance(self) -> str:
        with self.people.transactions.look() as books:
            return str(books.ledger.balance(self.mina).shown)

    def audited(self) -> AuditEntry:
        with self.people.transactions.look() as books:
            return list(books.audit.all())[-1].entry

    def told(self) -> list[Notification]:
        with self.people.transactions.look() as books:
            found = books.notifications.page(self.mina, None, PageRequest()).items
        return [each.notification for each in found]


@pytest.fixture
def desk() -> Desk:
    people = People()
    return Desk(people, people.join().account.id)


def test_a_posting_says_what_was_there_and_what_is(desk: Desk) -> None:
    first = desk.ledger.post(
        desk.correction(EntryType.PORTAL_PROFIT, "9.00"), OPERATOR, " agreed  "
    )

    assert (str(first.before.shown), str(first.after.shown)) == ("0.00", "9.00")
    assert desk.balance() == "9.00"
    told = desk.audited()
    assert (told.action, told.actor, told.reason) == ("ledger.posted", OPERATOR, "agreed")
    assert told.target == f"account:{desk.mina}"
    assert told.after == {
        "entry": first.entry.id,
        "type": EntryType.PORTAL_PROFIT,
        "amount": "9.00",
    }
    assert desk.told() == []


def test_a_trial_posts_nothing(desk: Desk) -> None:
    tried = desk.ledger.post(
        desk.correction(EntryType.PREPAID, "-5.00"), OPERATOR, "advance", dry_run=True
    )
    assert str(tried.after.shown) == "-5.00"
    assert desk.balance() == "0.00"
    assert desk.audited().action != "ledger.posted"


@pytest.mark.parametrize("reason", [None, "", "  "])
def test_nothing_is_posted_or_reversed_without_a_reason(desk: Desk, reason: str | None) -> None:
    with pytest.raises(FieldsMissing) as caught:
        desk.ledger.post(desk.correction(EntryType.PREPAID, "-5.00"), OPERATOR, reason)
    assert caught.value.fields == {"reason": "required"}
    with pytest.raises(FieldsMissing):
        desk.ledger.reverse("anything", OPERATOR, reason)


@pytest.mark.parametrize("type_", ["music_profit", "withdrawal", "expire", "referral_2month"])
def test_what_a_close_a_request_or_a_job_posts_is_not_posted_by_hand(
    desk: Desk, type_: str
) -> None:
    with pytest.raises(TypeNotPosted) as caught:
        desk.ledger.post(desk.correction(EntryType(type_), "1.00"), OPERATOR, "why")
    assert caught.value.type == type_


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        ("0.00", "bad_value"),
        ("-1.00", "bad_value"),
        ("1000000000.000001", "out_of_range"),
        ("1000000000.00", None),
        ("0.000001", None),
    ],
)
def test_an_amount_has_its_types_sign_and_stays_below_a_billion(
    desk: Desk, amount: str, reason: str | None
) -> None:
    correction = desk.correction(EntryType.PORTAL_PROFIT, amount)
    if reason is None:
        assert desk.ledger.post(correction, OPERATOR, "why").entry.amount == Money.of(amount)
        return
    with pytest.raises(BadValues) as caught:
        desk.ledger.post(correction, OPERATOR, "why")
    assert caught.value.fields == {"amount": reason}


def test_a_debit_may_be_as_large_as_a_credit(desk: Desk) -> None:
    with pytest.raises(BadValues):
        rules.require_in_range(Money.of("-1000000000.000001"))
    rules.require_in_range(Money.of("-1000000000.00"))


def test_an_extra_of_a_fast_withdrawal_names_its_event(desk: Desk) -> None:
    type_ = EntryType.FAST_WITHDRAWAL_EXTRA
    for note in (None, ""):
        with pytest.raises(FieldsMissing) as caught:
            desk.ledger.post(desk.correction(type_, "1.00", note), OPERATOR, "why")
        assert caught.value.fields == {"note": "required"}
    posted = desk.ledger.post(desk.correction(type_, "1.00", "autumn"), OPERATOR, "why")
    assert posted.entry.note == "autumn"


def test_nobody_has_no_ledger(desk: Desk) -> None:
    nobody = Correction(AccountId("nobody"), EntryType.PREPAID, Money.of("-1.00"))
    with pytest.raises(AccountNotFound):
        desk.ledger.post(nobody, OPERATOR, "why")


def test_a_violation_is_told_with_its_amount_and_reason(desk: Desk) -> None:
    posted = desk.ledger.post(
        desk.correction(EntryType.POLICY_VIOLATION, "-3.00"), OPERATOR, "bought views"
    )

    (told,) = desk.told()
    assert told.subject == "policy_violation"
    assert {name: str(value) for name, value in told.facts.items()} == {
        "amount": "3.00",
        "currency": "USD",
        "reason": "bought views",
    }
    assert told.target is not None
    assert told.target.facts == {
        "type": "policy_violation",
        "date": "2025-09-01",
        "entry": str(posted.entry.id),
    }


def test_points_are_told_with_their_number_and_last_day(desk: Desk) -> None:
    posted = desk.ledger.post(desk.correction(EntryType.BONUS_POINT, "5.00"), OPERATOR, "contest")

    assert posted.entry.expires_on == date(2026, 3, 1)
    (told,) = desk.told()
    assert told.subject == "points_granted"
    assert {name: str(value) for name, value in told.facts.items()} == {
        "points": "5000",
        "expires_on": "2026-03-01",
    }
    lots = desk.ledger.lots(PageRequest(), account=desk.mina).items
    assert [(each.points, each.owner and each.owner.id) for each in lots] == [(5000, desk.mina)]
    assert desk.ledger.lots(PageRequest(), until=date(2026, 2, 28)).items == []


def test_a_posting_is_taken_back_by_its_row_or_its_transaction(desk: Desk) -> None:
    ledger = desk.ledger
    posted = ledger.post(desk.correction(EntryType.PORTAL_PROFIT, "9.00"), OPERATOR, "agreed")
    with desk.people.transactions.look() as books:
        transaction = books.ledger.transaction_of(desk.mina, posted.entry.id)
    assert transaction is not None

    ledger.reverse(posted.entry.id, OPERATOR, "typo", dry_run=True)
    assert desk.balance() == "9.00"
    mirrored = ledger.reverse(transaction.id, OPERATOR, "typo")

    assert desk.balance() == "0.00"
    told = desk.audited()
    assert (told.action, told.reason) == ("ledger.reversed", "typo")
    assert told.after == {
        "entry": mirrored.entries[0].id,
        "type": EntryType.PORTAL_PROFIT,
        "amount": "-9.00",
        "reverses": transaction.id,
    }
    with pytest.raises(NotFound):
        ledger.reverse("unknown", OPERATOR, "typo")


def test_a_statement_is_narrowed_to_days_and_types(desk: Desk) -> None:
    ledger, clock = desk.ledger, desk.people.business
    for day, type_, amount in (
        (1, EntryType.PORTAL_PROFIT, "9.00"),
        (2, EntryType.PREPAID, "-2.00"),
        (3, EntryType.PORTAL_PROFIT, "1.00"),
    ):
        clock.set(date(2025, 9, day))
        ledger.post(desk.correction(type_, amount), OPERATOR, "agreed")

    def rows(**asked: object) -> list[str]:
        page = ledger.statement(desk.mina, PageRequest(), **asked)  # type: ignore[arg-type]
        return [str(each.entry.amount) for each in page.items]

    assert rows() == ["1.00", "-2.00", "9.00"]
    assert rows(first=date(2025, 9, 2)) == ["1.00", "-2.00"]
    assert rows(last=date(2025, 9, 2)) == ["-2.00", "9.00"]
    assert rows(types=[EntryType.PREPAID]) == ["-2.00"]


@pytest.mark.parametrize(("points", "is_too_many"), [(10**12, False), (10**12 + 1, True)])
def test_points_are_worth_a_billion_dollars_at_most(points: int, is_too_many: bool) -> None:
    for sign in (1, -1):
        if is_too_many:
            with pytest.raises(BadValues) as caught:
                rules.worth(sign * points, 1000)
            assert caught.value.fields == {"points": "out_of_range"}
        else:
            assert rules.worth(sign * points, 1000) == Money.of(f"{sign * 10**9}.00")


def test_whose_points_are_taken_back_is_told_with_the_reason(desk: Desk) -> None:
    """CAMPAIGN-7."""
    points = desk.correction(EntryType.CPV_BONUS, "5.00", "Summer letter")
    posted = desk.ledger.post(points, OPERATOR, "contest")
    desk.ledger.reverse(posted.entry.id, OPERATOR, "bought views", dry_run=True)
    assert [each.subject for each in desk.told()] == ["points_granted"]

    mirrored = desk.ledger.reverse(posted.entry.id, OPERATOR, "bought views")

    told = desk.told()[0]
    assert told.subject == "points_reversed"
    assert told.facts == {"points": 5000, "note": "Summer letter", "reason": "bought views"}
    assert told.target is not None
    assert told.target.facts == {
        "type": "cpv_bonus",
        "date": "2025-09-01",
        "entry": str(mirrored.entries[0].id),
    }


def test_what_is_taken_back_of_other_money_is_not_told_as_points(desk: Desk) -> None:
    posted = desk.ledger.post(desk.correction(EntryType.PORTAL_PROFIT, "9.00"), OPERATOR, "agreed")
    desk.ledger.reverse(posted.entry.id, OPERATOR, "typo")
    assert desk.told() == []


def test_points_are_told_as_usable_to_the_end_of_their_last_day(desk: Desk) -> None:
    granted = desk.ledger.post(desk.correction(EntryType.BONUS_POINT, "5.00"), OPERATOR, "thanks")
    last = granted.entry.expires_on
    assert last is not None

    desk.people.business.set(last)
    there = desk.ledger.summary(desk.mina)
    desk.people.business.set(last + timedelta(1))
    ended = desk.ledger.summary(desk.mina)

    assert ([str(lot.amount) for lot in there.lots], str(there.ended)) == (["5.00"], "0.00")
    assert (ended.lots, str(ended.ended)) == ((), "5.00")
    assert [str(each.withdrawable) for each in (there, ended)] == ["5.00", "0.00"]


def test_points_by_hand_are_a_grant_and_money_is_a_posting(desk: Desk) -> None:
    for type_ in (EntryType.BONUS_POINT, EntryType.PORTAL_PROFIT):
        desk.ledger.post(desk.correction(type_, "5.00"), OPERATOR, "thanks")

    with desk.people.transactions.look() as books:
        posted = [each.transaction for each in books.ledger.store.whole.chain()]
    assert [(each.entries[0].type, each.kind) for each in posted] == [
        (EntryType.BONUS_POINT, Kind.GRANT),
        (EntryType.PORTAL_PROFIT, Kind.POSTING),
    ]
