"""What is true of every registered method, and of a third one: one contract for all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.fakes.wallet import NAME as WALLET_NAME
from tests.fakes.wallet import WALLET, registered
from tests.fakes.withdrawals import IN_THE_WINDOW, MINA, Payouts

from backbeat import settings
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import CENT, Currency, Money
from backbeat.payout_methods.model import FileForm, FileKind, PayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.model import Batch, Debtor, Payment, Sheet
from backbeat.withdrawals.returned import is_usable
from backbeat_adapters.payouts.writer import WRITERS

LOCALES = Path(__file__).parents[3] / "webui" / "src" / "i18n" / "locales"

FILLED: dict[str, dict[str, str]] = {
    "bank": {
        "holder": "Mina Kim",
        "bank_name": "Example Bank",
        "bank_address": "1 Example Street, Seoul",
        "swift": "EXAMKRSE",
        "account_number": "110123456789",
        "account_number_confirm": "110123456789",
        "postal_code": "04524",
    },
    "paypal": {"account_name": "Mina Kim", "account_email": "mina@example.org"},
    "wallet": {"wallet_owner": "Mina Kim", "wallet_phone": "+821012345678"},
}
"""A form of each method that is taken; a new method adds its own."""

SECRETS = {"bank": "110123456789", "paypal": "mina@example.org", "wallet": "+821012345678"}
"""What of it nobody may read who is not paid or paying."""

FEES = {"bank": "20.00", "paypal": "23.50", "wallet": "6.50"}
"""What 500.00 costs by the default settings."""


@pytest.fixture(params=[*METHODS.names, WALLET_NAME])
def method(request: pytest.FixtureRequest) -> Iterator[PayoutMethod]:
    """Each registered method, and the third that tests register."""
    for known in (FILLED, SECRETS, FEES):
        assert request.param in known, f"add {request.param} to FILLED, SECRETS and FEES above"
    if request.param in METHODS:
        yield METHODS.named(request.param, "the test")
        return
    with registered() as third:
        yield third


@pytest.fixture
def destination(method: PayoutMethod) -> Any:
    return method.form(FILLED[method.name]).destination(settings.Payment())


def test_blank_fields_are_all_named(method: PayoutMethod) -> None:
    with pytest.raises(FieldsMissing) as refused:
        method.form(dict.fromkeys(method.fields, " ")).destination(settings.Payment())
    assert dict(refused.value.fields) == dict.fromkeys(method.fields, "required")


def test_a_destination_is_of_its_method_and_comes_back_from_its_details(
    method: PayoutMethod, destination: Any
) -> None:
    assert destination.method == method.name
    assert method.opened(json.loads(json.dumps(destination.details()))) == destination
    assert destination.name == "Mina Kim"


def test_what_is_shown_has_the_methods_names_and_no_secret(
    method: PayoutMethod, destination: Any
) -> None:
    shown = destination.shown()
    assert tuple(shown) == method.shown
    for text in (*shown.values(), destination.masked, repr(destination)):
        assert SECRETS[method.name] not in text


def test_a_forgotten_destination_says_nothing(method: PayoutMethod, destination: Any) -> None:
    forgotten = destination.forgotten()
    assert set(forgotten.details().values()) == {""}
    assert forgotten.method == method.name


def test_terms_are_a_value_and_their_fee_leaves_something_of_a_thousand(
    method: PayoutMethod,
) -> None:
    terms = method.terms(settings.Withdrawal(), settings.Fees())
    assert terms == method.terms(settings.Withdrawal(), settings.Fees())
    assert attrs.has(type(terms))
    assert Money.zero() <= terms.fee(Money.of("1000.00")) < Money.of("1000.00")


def test_every_kind_of_file_is_written_in_every_form(
    method: PayoutMethod, destination: Any
) -> None:
    for kind in method.files:
        destination.require_writable(kind)
        for form in kind.forms:
            sheet = a_sheet(kind, form, destination)
            content = WRITERS.known[kind, form](sheet)
            assert content
            assert content == WRITERS.known[kind, form](sheet), "the same sheet, the same bytes"


def a_sheet(kind: FileKind, form: FileForm, destination: Any) -> Sheet:
    batch = Batch(
        number=1,
        kind=kind,
        form=form,
        currency=Currency.USD,
        made_on=date(2025, 11, 6),
        made_at=datetime(2025, 11, 6, 12, tzinfo=UTC),
        made_by="ann",
        debtor=Debtor("Backbeat Music", "DE89370400440532013000", "COBADEFFXXX"),
    )
    payment = Payment(
        "w1", WithdrawalId("w1"), AccountId("mina"), "INV-2025-000001", destination, Money(CENT)
    )
    return Sheet(batch, 1, (payment,))


def test_it_is_asked_for_by_its_own_terms_and_no_others(method: PayoutMethod) -> None:
    payouts = Payouts.in_memory()
    payouts.business.set(IN_THE_WINDOW)
    payouts.add_creator()
    payouts.earn("500.00")
    payouts.payment_details.register(MINA, method.form(FILLED[method.name]))

    withdrawal = payouts.ask(method=method.name)

    terms = method.terms(payouts.settings.withdrawal, payouts.settings.fees)
    assert withdrawal.terms.method == terms
    assert withdrawal.usd.fee == terms.fee(Money.of("500.00"))
    assert payouts.findings() == []


def test_each_method_costs_its_own_fee(method: PayoutMethod) -> None:
    fee = method.terms(settings.Withdrawal(), settings.Fees()).fee(Money.of("500.00"))
    assert str(fee) == FEES[method.name]


def test_fees_follow_the_settings_that_name_them() -> None:
    fees = settings.Fees(bank_usd=Decimal("25.00"), paypal_rate=Decimal("0.06"))
    for name, fee in (("bank", "25.00"), ("paypal", "6.00")):
        terms = METHODS.named(name, "the test").terms(settings.Withdrawal(), fees)
        assert str(terms.fee(Money.of("100.00"))) == fee


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", METHODS.names)
def test_the_web_ui_has_its_words(name: str, language: Language) -> None:
    method = METHODS.named(name, "the test")
    folder = LOCALES / language.value
    words = json.loads((folder / "withdrawals.json").read_text(encoding="utf-8"))
    dashboard = json.loads((folder / "dashboards.json").read_text(encoding="utf-8"))

    assert words["method"].get(name) == method.title[language]
    assert dashboard["method"].get(name, "").strip(), f"dashboard: method.{name}"
    missing = [field for field in method.fields if not words["form"].get(field, "").strip()]
    assert missing == [], f"form.<field> in {language}"


def test_the_web_ui_names_no_method_that_is_not_there() -> None:
    for folder in LOCALES.iterdir():
        words = json.loads((folder / "withdrawals.json").read_text(encoding="utf-8"))
        assert set(words["method"]) == set(METHODS.names), folder.name


def test_a_third_method_is_gone_after_its_test() -> None:
    assert WALLET.name not in METHODS


def test_nothing_can_be_sent_by_a_method_that_is_gone() -> None:
    wallet = WALLET.form(FILLED["wallet"]).destination(settings.Payment())

    with registered():
        assert is_usable(wallet, Currency.USD, settings.Payment())
    assert not is_usable(wallet, Currency.USD, settings.Payment())


def test_the_ledger_knows_by_these_names_for_good_where_money_went() -> None:
    outside = {
        method.name: str(method.outside) for method in METHODS if method.name in {"bank", "paypal"}
    }
    assert outside == {"bank": "external:bank", "paypal": "external:paypal"}
