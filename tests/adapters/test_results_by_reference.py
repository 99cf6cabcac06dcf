"""What a bank answers may name our payouts by nothing but the reference that our file gave."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.fakes.bank import Bank
from tests.fakes.payouts import WITH_DEBTOR, PayoutOffice, a_line
from tests.fakes.withdrawals import ANN, BY_BANK, BY_PAYPAL

from backbeat.payout_methods.bank import PAIN001, SHEET
from backbeat.payout_methods.model import FileKind, MethodName
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.results import Outcome
from backbeat.withdrawals.model import Withdrawal, WithdrawalStatus
from backbeat_adapters.payouts.results import DiskResults
from backbeat_adapters.payouts.writer import PayoutWriter


@pytest.fixture
def office() -> PayoutOffice:
    made = PayoutOffice.in_memory()
    made.writer, made.settings = PayoutWriter(), WITH_DEBTOR
    return made


def status(office: PayoutOffice, withdrawal: Withdrawal) -> WithdrawalStatus:
    return office.decisions.find(withdrawal.id).withdrawal.status


def taken(office: PayoutOffice, file: Path) -> Outcome:
    with DiskResults().open(file) as results:
        return office.results.take(results, ANN)


@pytest.mark.parametrize(
    ("method", "kind"), [(BY_PAYPAL, PAYMENTS), (BY_BANK, SHEET), (BY_BANK, PAIN001)]
)
def test_the_files_that_we_give_come_back_with_only_their_reference(
    office: PayoutOffice, tmp_path: Path, method: MethodName, kind: FileKind
) -> None:
    asked = [office.waiting(name, method=method) for name in ("mina", "hao")]
    office.business.set(date(2025, 11, 6))
    bank = Bank(date(2025, 11, 6))
    take = {PAYMENTS: bank.take_paypal, SHEET: bank.take_sheet, PAIN001: bank.take_pain001}[kind]
    for file in office.export(method=kind).files:
        take(file.content)

    outcome = taken(office, bank.answer_by_reference(tmp_path / "answer.csv"))

    assert (len(outcome.booked), outcome.refused) == (2, ())
    assert [status(office, each) for each in asked] == [WithdrawalStatus.SUCCESS] * 2


def test_a_second_attempt_is_known_by_its_own_reference(office: PayoutOffice) -> None:
    asked = office.waiting()
    office.business.set(date(2025, 11, 6))
    office.export()
    office.business.set(date(2025, 11, 7))
    office.take(a_line(asked, "returned"))
    office.export()

    line = a_line(asked, "paid", withdrawal_id="", reference=f"{asked.id}-2")
    assert len(office.take(line).booked) == 1
    assert office.desk.attempts(asked.id)[1].state == "settled"


def test_the_id_goes_before_the_reference_and_one_of_them_is_needed(office: PayoutOffice) -> None:
    mina, hao = office.waiting("mina"), office.waiting("hao")
    office.business.set(date(2025, 11, 6))
    office.export()
    office.business.set(date(2025, 11, 7))

    outcome = office.take(a_line(mina, reference=hao.invoice))
    assert [each.attempt.withdrawal for each in outcome.booked] == [mina.id]
    blank = office.take(a_line(hao, withdrawal_id=" ", reference=""))
    assert [each.refusal.code for each in blank.refused] == [4]
    unknown = office.take(a_line(hao, withdrawal_id="", reference="INV-2020-000001"))
    assert [each.refusal.code for each in unknown.refused] == [4]
