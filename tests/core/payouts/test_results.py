"""Booking what banks answered: line by line, all or nothing, and never twice."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.payouts import Lines, PayoutOffice, a_line
from tests.fakes.withdrawals import ANN, BANK_FORM, BOB

from backbeat.accounts.model import AccountStatus
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.errors import BadValues, Refusal
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.mail.model import Mail, Template
from backbeat.notifications.model import Subject
from backbeat.payouts import results
from backbeat.payouts.errors import DateBeforeExport
from backbeat.payouts.model import RawLine
from backbeat.payouts.results import Outcome
from backbeat.report_files.errors import UnreadableFile
from backbeat.withdrawals.errors import PayoutUnderWay
from backbeat.withdrawals.model import AttemptState, Withdrawal, WithdrawalStatus

COLUMNS = ("withdrawal_id", "result", "amount", "currency", "date", "reference", "reason")


@pytest.fixture
def office() -> PayoutOffice:
    return PayoutOffice.in_memory()


@pytest.fixture
def sent(office: PayoutOffice) -> Withdrawal:
    """Mina's 142.95, exported and sent on 6 November; it is the 7th."""
    asked = office.waiting()
    office.business.set(date(2025, 11, 6))
    office.export()
    office.desk.sent(1, ANN)
    office.business.set(date(2025, 11, 7))
    return asked


def status(office: PayoutOffice, withdrawal: Withdrawal) -> Withdrawal:
    return office.decisions.find(withdrawal.id).withdrawal


def refused(outcome: Outcome) -> list[tuple[int, int, str | None]]:
    return [(each.line, each.refusal.code, each.refusal.reason) for each in outcome.refused]


def told(office: PayoutOffice, withdrawal: Withdrawal) -> list[Subject]:
    with office.books() as books:
        page = books.notifications.page(withdrawal.account, None, PageRequest())
    return [each.notification.subject for each in page.items]


def test_a_paid_line_ends_the_withdrawal_on_the_banks_day(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    office.business.set(date(2025, 11, 9))
    outcome = office.take(a_line(sent, date="2025-11-08"))

    assert (len(outcome.booked), outcome.refused, outcome.kept) == (1, (), True)
    paid = status(office, sent)
    assert (paid.status, paid.paid_on) == (WithdrawalStatus.SUCCESS, date(2025, 11, 8))
    assert [step.state for step in office.desk.attempts(sent.id)[0].steps] == [
        AttemptState.EXPORTED,
        AttemptState.SENT,
        AttemptState.SETTLED,
    ]
    assert told(office, sent) == [Subject.WITHDRAWAL_SUCCESS]
    with office.books() as books:
        assert books.ledger.balance(sent.account).in_flight == Money.zero()


def returns(office: PayoutOffice) -> list[Mail]:
    """What was mailed of payments that came back."""
    mails = [each.mail for each in office.transactions.books.outbox.waiting()]
    return [mail for mail in mails if mail.template is Template.WITHDRAWAL_RETURNED]


def test_the_owner_of_what_the_bank_sent_back_is_mailed_once(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    """MAIL-3: who has ninety days to give another destination has to know of it."""
    for _ in range(2):
        office.take(a_line(sent, "returned", reason="no such account"))

    [mail] = returns(office)
    assert (mail.to, mail.account) == ("mina@example.org", sent.account)
    assert mail.facts == {
        "name": "mina",
        "amount": "142.95",
        "currency": "USD",
        "reason": "no such account",
        "days": "90",
    }


def test_what_came_back_without_a_word_is_mailed_without_a_reason(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    office.take(a_line(sent, "returned"))
    assert returns(office)[0].facts["reason"] == ""


def test_what_an_operator_knows_to_be_back_is_mailed_with_the_reason(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    office.desk.resolve(sent.id, AttemptState.RETURNED, ANN, "the bank called")
    assert returns(office)[0].facts["reason"] == "the bank called"


@pytest.mark.parametrize("result", ["unclaimed", "paid"])
def test_what_is_under_way_or_arrived_did_not_come_back(
    office: PayoutOffice, sent: Withdrawal, result: str
) -> None:
    office.take(a_line(sent, result))
    assert returns(office) == []


def test_what_goes_elsewhere_at_once_needs_no_mail(office: PayoutOffice, sent: Withdrawal) -> None:
    """Other details were given while it was on its way."""
    office.payment_details.update(sent.account, BANK_FORM)

    office.take(a_line(sent, "returned"))
    assert returns(office) == []


def test_who_has_left_is_not_mailed_of_what_came_back(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    with office.transactions.begin() as books:
        gone = books.accounts.get(sent.account)
        books.accounts.lock(gone.id)
        books.accounts.save(evolve(gone, status=AccountStatus.DELETED))

    office.take(a_line(sent, "returned"))
    assert returns(office) == []


@pytest.mark.parametrize("result", ["returned", "unclaimed"])
def test_what_did_not_arrive_is_no_notice(
    office: PayoutOffice, sent: Withdrawal, result: str
) -> None:
    outcome = office.take(a_line(sent, result, reason="no such account"))

    assert outcome.booked[0].attempt.state == result
    assert outcome.booked[0].attempt.steps[-1].reason == "no such account"
    assert status(office, sent).is_pending
    assert told(office, sent) == []


def test_an_unclaimed_payout_stays_under_way(office: PayoutOffice, sent: Withdrawal) -> None:
    office.take(a_line(sent, "unclaimed"))

    with pytest.raises(PayoutUnderWay):
        office.decisions.reject(sent.id, ANN, "why", recover=True)
    office.take(a_line(sent, "paid"))
    assert status(office, sent).status is WithdrawalStatus.SUCCESS


def test_the_same_file_again_changes_nothing(office: PayoutOffice, sent: Withdrawal) -> None:
    """Also after a newer one: the first said `unclaimed`, the second `paid`."""
    first, second = a_line(sent, "unclaimed"), a_line(sent, "paid")
    office.take(first)
    office.take(second)

    for each in (first, second):
        outcome = office.take(each, by=BOB)
        assert (outcome.booked, outcome.unchanged, outcome.refused) == ((), (2,), ())
    assert len(office.desk.attempts(sent.id)[0].steps) == 4
    assert told(office, sent) == [Subject.WITHDRAWAL_SUCCESS]


def test_an_answer_to_one_attempt_is_not_taken_for_another(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    office.take(a_line(sent, "returned"))
    office.export()

    late = a_line(sent, "returned", reference="late")
    assert refused(office.take(late)) == [(2, 2, "attempt_unnamed")]
    first = a_line(sent, "paid", withdrawal_id=f"{sent.id}-1", reference="late")
    assert refused(office.take(first)) == [(2, 2, "payout_state")]
    unknown = a_line(sent, "paid", withdrawal_id=f"{sent.id}-3")
    assert refused(office.take(unknown)) == [(2, 2, "not_exported")]
    named = a_line(sent, "returned", withdrawal_id=f"{sent.id}-2", reference="second")
    assert office.take(named).booked[0].attempt.number == 2
    office.export()
    assert office.take(a_line(sent, reference="third")).booked[0].attempt.number == 3


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ({"withdrawal_id": "nobody"}, 2, "not_found"),
        ({"withdrawal_id": ""}, 4, None),
        ({"result": "perhaps"}, 2, "bad_value"),
        ({"amount": "142.94"}, 2, "amount_differs"),
        ({"amount": "142.950"}, 2, "bad_value"),
        ({"amount": "1e2"}, 2, "bad_value"),
        ({"amount": "-142.95"}, 2, "bad_value"),
        ({"amount": "NaN"}, 2, "bad_value"),
        ({"amount": "１４２.95"}, 2, "bad_value"),
        ({"currency": "CNY"}, 2, "currency_differs"),
        ({"currency": "EUR"}, 2, "bad_value"),
        ({"date": "2025-11-08"}, 2, "future_date"),
        ({"date": "2025-11-04"}, 2, "date_before_export"),
        ({"date": "08.11.2025"}, 2, "bad_value"),
        ({"date": "2025-02-30"}, 2, "bad_value"),
        ({"date": ""}, 4, None),
        ({"reason": "x" * 201}, 2, "bad_value"),
        ({"withdrawal_id": "\x00"}, 4, None),
        ({"withdrawal_id": "w\x00-1"}, 2, "not_found"),
    ],
)
def test_a_bad_line_is_refused_by_number(
    office: PayoutOffice,
    sent: Withdrawal,
    changes: dict[str, str],
    code: int,
    reason: str | None,
) -> None:
    outcome = office.take(a_line(sent, **changes))

    assert refused(outcome) == [(2, code, reason)]
    assert outcome.kept is False
    assert status(office, sent).is_pending


@pytest.mark.parametrize("name", ["reason", "reference"])
def test_a_text_of_the_bank_may_have_two_hundred_characters(
    office: PayoutOffice, sent: Withdrawal, name: str
) -> None:
    assert office.take(a_line(sent, **{name: "x" * 200})).refused == ()


def test_a_result_from_before_the_export_names_both_days(office: PayoutOffice) -> None:
    """Whenever the file was sent after it was written."""
    asked = office.waiting()
    office.business.set(date(2025, 11, 6))
    office.export()
    office.business.set(date(2025, 11, 7))
    office.desk.sent(1, ANN)
    [line] = office.take(a_line(asked, date="2025-11-04")).refused

    assert isinstance(line.refusal, DateBeforeExport)
    told = (line.refusal.date, line.refusal.exported_on)
    assert told == (date(2025, 11, 4), date(2025, 11, 6))


def test_too_many_decimals_are_named(office: PayoutOffice, sent: Withdrawal) -> None:
    [line] = office.take(a_line(sent, amount="142.950")).refused

    assert isinstance(line.refusal, BadValues)
    assert line.refusal.fields == {"amount": "too_many_decimals"}


@pytest.mark.parametrize(
    ("field", "text"),
    [("date", "08.11.2025"), ("result", "perhaps"), ("amount", "1e2"), ("currency", "EUR")],
)
def test_the_field_that_cannot_be_read_is_named(
    office: PayoutOffice, sent: Withdrawal, field: str, text: str
) -> None:
    [line] = office.take(a_line(sent, **{field: text})).refused

    assert isinstance(line.refusal, BadValues)
    assert line.refusal.fields == {field: "bad_value"}


def test_nothing_is_booked_while_a_line_is_refused(office: PayoutOffice, sent: Withdrawal) -> None:
    bad = a_line(sent, withdrawal_id="nobody")

    whole = office.take(a_line(sent), bad)
    assert (len(whole.booked), whole.kept, refused(whole)) == (1, False, [(3, 2, "not_found")])
    assert status(office, sent).is_pending
    part = office.take(a_line(sent), bad, partial=True)
    assert (part.kept, refused(part)) == (True, [(3, 2, "not_found")])
    assert status(office, sent).status is WithdrawalStatus.SUCCESS


def test_of_two_lines_about_one_withdrawal_none_is_believed(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    other = a_line(sent, "returned", withdrawal_id=f"{sent.id}-1")
    outcome = office.take(a_line(sent), other, partial=True)

    assert refused(outcome) == [(2, 2, "doubled_line"), (3, 2, "doubled_line")]
    assert status(office, sent).is_pending


def test_after_success_nothing_more_is_booked(office: PayoutOffice, sent: Withdrawal) -> None:
    office.take(a_line(sent))

    again = office.take(a_line(sent, reference="another"))
    back = office.take(a_line(sent, "returned"))

    assert refused(again) == [(2, 2, "already_settled")]
    assert refused(back) == [(2, 2, "return_after_success")]


def test_what_was_not_exported_was_not_answered(office: PayoutOffice) -> None:
    waiting = office.waiting()
    rejected = office.waiting("hao")
    office.decisions.reject(rejected.id, ANN, "why", recover=True)
    office.business.set(date(2025, 11, 7))

    assert refused(office.take(a_line(waiting))) == [(2, 2, "not_exported")]
    assert refused(office.take(a_line(rejected))) == [(2, 2, "already_decided")]


def test_who_approved_does_not_book(office: PayoutOffice) -> None:
    """PAYOUT-6."""
    large = office.waiting(amount="2000.00")
    office.decisions.approve(large.id, BOB)
    office.export()
    office.business.set(date(2025, 11, 7))

    assert refused(office.take(a_line(large), by=BOB)) == [(2, 2, "four_eyes")]
    assert office.take(a_line(large), by=ANN).kept


def test_a_trial_books_nothing(office: PayoutOffice, sent: Withdrawal) -> None:
    tried = office.results.take(Lines([a_line(sent)]), ANN, dry_run=True)

    assert (len(tried.booked), tried.kept) == (1, False)
    assert status(office, sent).is_pending


def test_an_uncertain_payout_ends_by_the_banks_word(office: PayoutOffice, sent: Withdrawal) -> None:
    office.desk.uncertain(1, ANN, "the page crashed")
    assert office.take(a_line(sent)).kept
    assert status(office, sent).status is WithdrawalStatus.SUCCESS


def test_an_address_in_a_reason_is_masked(office: PayoutOffice, sent: Withdrawal) -> None:
    """Audit rows keep no addresses (AUDIT-2)."""
    outcome = office.take(a_line(sent, "returned", reason="mina@example.org unknown"))
    assert outcome.booked[0].attempt.steps[-1].reason == "m***@example.org unknown"


@given(st.dictionaries(st.sampled_from(COLUMNS), st.text()))
def test_whatever_a_line_says_is_understood_or_refused(cells: dict[str, str]) -> None:
    with suppress(Refusal):
        line = results.read(RawLine(2, cells), date(2025, 11, 7))
        assert (line.reference + (line.reason or "")).isprintable()


def test_a_file_has_a_bound(
    office: PayoutOffice, sent: Withdrawal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_LINES", 2)
    at_most = [a_line(sent, withdrawal_id=name) for name in ("first", "second")]
    assert len(office.take(*at_most).refused) == 2
    with pytest.raises(UnreadableFile):
        office.take(*at_most, a_line(sent))


@pytest.fixture
def several(office: PayoutOffice) -> list[Withdrawal]:
    """Five withdrawals under way; two lines are booked at a time."""
    office.at_once = 2
    asked = [office.waiting(name) for name in ("ana", "bea", "cem", "dia", "eva")]
    office.business.set(date(2025, 11, 6))
    office.export()
    office.business.set(date(2025, 11, 7))
    return asked


def paid(office: PayoutOffice, several: list[Withdrawal]) -> list[bool]:
    return [not status(office, each).is_pending for each in several]


class BrokenOff(Exception):
    pass


def test_a_long_file_is_booked_some_lines_at_a_time(
    office: PayoutOffice, several: list[Withdrawal]
) -> None:
    told: list[tuple[int, list[bool]]] = []

    def hear(done: int) -> None:
        told.append((done, paid(office, several)))

    lines = Lines([a_line(each) for each in several])
    outcome = office.results.take(lines, ANN, progress=hear)

    assert told == [
        (2, [True, True, False, False, False]),
        (4, [True, True, True, True, False]),
        (5, [True] * 5),
    ]
    assert [each.line for each in outcome.booked] == [2, 3, 4, 5, 6]
    assert (outcome.kept, outcome.left, office.findings()) == (True, (), [])


def test_a_file_that_broke_off_goes_on_where_it_was(
    office: PayoutOffice, several: list[Withdrawal]
) -> None:
    lines = Lines([a_line(each) for each in several])

    def break_off(_done: int) -> None:
        raise BrokenOff

    with pytest.raises(BrokenOff):
        office.results.take(lines, ANN, progress=break_off)
    assert (paid(office, several), office.findings()) == ([True, True, False, False, False], [])

    again = office.results.take(lines, ANN)
    assert (again.unchanged, [each.line for each in again.booked]) == ((2, 3), [4, 5, 6])
    assert (again.kept, paid(office, several)) == (True, [True] * 5)
    assert [told(office, each) for each in several] == [[Subject.WITHDRAWAL_SUCCESS]] * 5


def test_a_bad_last_line_keeps_the_first_ones_out(
    office: PayoutOffice, several: list[Withdrawal]
) -> None:
    rows = [a_line(each) for each in several[:4]] + [a_line(several[4], amount="1.00")]

    assert office.take(*rows).kept is False
    assert paid(office, several) == [False] * 5


@pytest.mark.parametrize("partial", [False, True])
def test_a_line_that_is_good_no_longer_leaves_the_rest(
    office: PayoutOffice, several: list[Withdrawal], partial: bool
) -> None:
    """Somebody pays the third by hand after the first two were booked."""

    def by_hand(done: int) -> None:
        if done == 2:
            office.decisions.pay(several[2].id, BOB)

    lines = Lines([a_line(each) for each in several])
    outcome = office.results.take(lines, ANN, partial=partial, progress=by_hand)

    assert refused(outcome) == [(4, 2, "already_settled")]
    booked = [each.line for each in outcome.booked]
    assert outcome.kept
    if partial:
        assert (booked, outcome.left, paid(office, several)) == ([2, 3, 5, 6], (), [True] * 5)
    else:
        assert (booked, outcome.left) == ([2, 3], (5, 6))
        assert paid(office, several) == [True, True, True, False, False]


def test_what_an_operator_knows_to_be_settled_is_paid_as_of_today(
    office: PayoutOffice, sent: Withdrawal
) -> None:
    tried = office.desk.resolve(sent.id, AttemptState.SETTLED, ANN, "on the list", dry_run=True)
    assert tried.state is AttemptState.SETTLED
    assert paid(office, [sent]) == [False]

    settled = office.desk.resolve(sent.id, AttemptState.SETTLED, ANN, "on the list")

    assert settled.state is AttemptState.SETTLED
    with office.books() as books:
        now = books.withdrawals.get(sent.account, sent.id)
        entry = (
            books.audit.page(AuditFilter(action="withdrawal.paid"), PageRequest()).items[0].entry
        )
        assert books.ledger.balance(sent.account).in_flight == Money.zero()
    assert (now.status, now.paid_on) == (WithdrawalStatus.SUCCESS, office.business.today())
    assert (entry.actor, entry.reason) == (ANN, "on the list")
    with pytest.raises(Refusal):
        office.desk.resolve(sent.id, AttemptState.SETTLED, ANN, "again")


@pytest.mark.parametrize("state", [AttemptState.EXPORTED, AttemptState.UNCERTAIN])
def test_some_things_are_not_an_operators_to_say(
    office: PayoutOffice, sent: Withdrawal, state: AttemptState
) -> None:
    with pytest.raises(BadValues) as refused:
        office.desk.resolve(sent.id, state, ANN, "why")
    assert refused.value.fields == {"state": "bad_value"}
    with pytest.raises(Refusal):
        office.desk.resolve(sent.id, AttemptState.RETURNED, ANN, "  ")
