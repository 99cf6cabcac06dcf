"""A small portal with a bit of everything that moves money, over a database of either kind."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

from attrs import evolve
from sqlalchemy import Engine
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id
from tests.fakes.payouts import WITH_DEBTOR, PayoutOffice
from tests.fakes.settlement import an_earning_channel
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import ANN, BANK_FORM, BOB, BY_BANK, BY_PAYPAL, PAYPAL_FORM

from backbeat.accounts.model import FeeRate
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.payout_methods.bank import SHEET, BankForm
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.report_files.service import Ingestion
from backbeat.settings import Points, Settings
from backbeat.settlement.service import Settlements
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging

SEPTEMBER, OCTOBER = Month(2025, 9), Month(2025, 10)
LONG_AGO = date(2025, 1, 1)
PEOPLE = {"mina": None, "studio": None, "kai": "studio", "hao": None, "fern": None, "rio": None}
AMOUNTS = {"mina": "150.00", "kai": "412.345678", "hao": "333.33", "fern": "220.10", "rio": "90.00"}


def a_copied_portal_with_money(engine: Engine, snapshots: Snapshots) -> None:
    """The portal below, made once for all tests."""
    files = snapshots.folder / "money"
    files.mkdir(exist_ok=True)
    snapshots.fill("money", engine, files, lambda: a_portal_with_money(engine, files))


def a_portal_with_money(engine: Engine, folder: Path) -> None:
    """Two months closed, one of them adjusted; withdrawals with every outcome; postings by hand.

    Everything goes through the use cases, so the ledger, the invoices and the audit are whole.
    """
    clock, ids = FixedClock(datetime(2025, 10, 10, 9, tzinfo=UTC)), counting_ids()
    transactions = SqlTransactions(engine, clock, ids)
    _people(transactions, clock)
    settlements = Settlements(transactions, clock, clock, Settings())
    ingestion = Ingestion(transactions, SqlStaging(transactions), DiskReports(), clock)
    _ingest(ingestion, folder / "september.csv", SEPTEMBER, AMOUNTS)
    _at(clock, 2025, 10, 20)
    settlements.close(SEPTEMBER, ANN)
    _ingest(ingestion, folder / "october.csv", OCTOBER, AMOUNTS)
    _ingest(ingestion, folder / "again.csv", SEPTEMBER, {"mina": "149.50", "hao": "340.00"})
    _at(clock, 2025, 11, 20)
    settlements.close(OCTOBER, ANN)
    settlements.adjust(SEPTEMBER, ANN, reason="the platform corrected two channels")
    _postings(transactions, clock, ids)
    _at(clock, 2025, 11, 25)
    _payouts(transactions, clock, ids)


def _people(transactions: SqlTransactions, clock: FixedClock) -> None:
    with transactions.begin() as books:
        for number, (name, manager) in enumerate(PEOPLE.items()):
            books.accounts.add(
                an_account(
                    id=AccountId(name),
                    name=name,
                    email=f"{name}@example.org",
                    referral_code=f"CODE{number:04d}",
                    manager=AccountId(manager) if manager else None,
                )
            )
            channel = an_earning_channel(number, [(name, LONG_AGO)], owner=manager or name)
            proof = Verification(f"BB-{number:08d}", verified_at=clock.now())
            books.channels.add(evolve(channel, verification=proof, status=ChannelStatus.APPROVED))
        books.fee_rates.put(FeeRate(AccountId("kai"), Decimal("0.05"), LONG_AGO))


def _ingest(ingestion: Ingestion, path: Path, month: Month, amounts: dict[str, str]) -> None:
    numbers = {name: number for number, name in enumerate(PEOPLE)}
    lines = [
        {
            "month": str(month),
            "channel_id": platform_id(numbers[name]),
            "video_id": f"V{numbers[name]}",
            "views": 1000,
            "revenue_usd": amount,
        }
        for name, amount in amounts.items()
    ]
    ingestion.ingest(fake.own_monthly(path, *lines), ANN)


def _postings(transactions: SqlTransactions, clock: FixedClock, ids: object) -> None:
    earnings = AccountLedger(transactions, clock, clock, ids, Points())  # type: ignore[arg-type]

    def post(name: str, type_: EntryType, amount: str) -> str:
        wanted = Correction(AccountId(name), type_, Money.of(amount))
        return earnings.post(wanted, ANN, "agreed").entry.id

    post("mina", EntryType.BONUS_POINT, "5.00")
    post("rio", EntryType.BONUS_POINT, "12.50")
    post("studio", EntryType.BONUS_POINT, "2.00")
    post("hao", EntryType.PREPAID, "-40.00")
    wrong = post("fern", EntryType.PORTAL_PROFIT, "7.77")
    earnings.reverse(wrong, ANN, "typed twice")
    with transactions.begin() as books:
        books.ledger.post(
            AccountId("rio"),
            EntryType.CPV_BONUS,
            Money.of("3.00"),
            _act(clock),
            source="old lot",
            expires_on=date(2025, 11, 1),
        )
    earnings.expire_lots(ANN)


def _payouts(transactions: SqlTransactions, clock: FixedClock, ids: object) -> None:
    payouts = PayoutOffice(
        transactions,
        WITH_DEBTOR,
        business=clock,
        security=clock,
        new_id=ids,  # type: ignore[arg-type]
    )
    payouts.add_rate("7.1234", date(2025, 11, 1))
    bank, paypal = BY_BANK, BY_PAYPAL
    forms: dict[str, BankForm | PayPalForm] = {
        "mina": PAYPAL_FORM,
        "kai": BANK_FORM,
        "hao": BANK_FORM,
        "fern": PAYPAL_FORM,
        "rio": PAYPAL_FORM,
    }
    for name, form in forms.items():
        payouts.payment_details.register(AccountId(name), form)
    paid = payouts.ask(AccountId("mina"), paypal)
    payouts.export()
    payouts.decisions.pay(paid.id, BOB)
    in_yuan = payouts.ask(AccountId("kai"), bank, Currency.CNY)
    payouts.decisions.pay(in_yuan.id, BOB)
    refused = payouts.ask(AccountId("fern"), paypal)
    payouts.decisions.reject(refused.id, BOB, "ask once more", recover=True)
    payouts.ask(AccountId("fern"), paypal)
    kept = payouts.ask(AccountId("rio"), paypal)
    payouts.decisions.reject(kept.id, BOB, "against the rules", recover=False)
    payouts.ask(AccountId("hao"), bank)
    payouts.export()
    payouts.export(method=SHEET)


def _act(clock: FixedClock) -> ActContext:
    return ActContext(ANN, clock.today(), clock.now(), "agreed")


def _at(clock: FixedClock, year: int, month: int, day: int) -> None:
    clock.set(datetime(year, month, day, 9, tzinfo=UTC))
