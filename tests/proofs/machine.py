"""A Hypothesis machine over everything that moves money: any acts in any order, all rules after each.

It drives the use cases of one portal or of several side by side; several have to answer alike. What
a creator may expect (nobody is paid twice, a rejection gives back all of it or nothing, points last
their time, a refusal changes nothing) is said again here in the fewest words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from attrs import define, evolve, field, frozen
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id
from tests.fakes.payouts import PayoutOffice
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import ANN, BANK_FORM, BOB, BY_BANK, BY_PAYPAL, PAYPAL_FORM
from tests.fakes.zones import ZONES

from backbeat.accounts.model import FeeRate, Placement
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Holding, Verification
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, ChannelId, TransactionId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month, months_after
from backbeat.ledger.integrity.rules import check
from backbeat.ledger.model import REWARDS, EntryType, Kind, LedgerAccount, OpenEntry
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.payout_methods.model import MethodName
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.policies.service import Policies
from backbeat.report_files.model import Answers
from backbeat.report_files.service import Ingestion
from backbeat.settings import Settings
from backbeat.settlement.model import SettledLine, Treatment
from backbeat.settlement.service import Settlements
from backbeat.settlement.summary_lines import SummaryLines
from backbeat.withdrawals.model import Withdrawal, WithdrawalStatus
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

START = datetime(2025, 10, 10, 9, tzinfo=UTC)
LONG_AGO = date(2025, 1, 1)
PEOPLE: Mapping[str, str | None] = {"mina": None, "studio": None, "kai": "studio", "hao": None}
NUMBERS = {name: number for number, name in enumerate(PEOPLE)}
UNKNOWN_CHANNEL = 9
DISPUTE = "Ads Revenue: Dispute Resolution"

names = st.sampled_from([AccountId(name) for name in PEOPLE])
months = st.sampled_from([Month(2025, 8), Month(2025, 9), Month(2025, 10), Month(2025, 11)])
channels = st.sampled_from([*NUMBERS.values(), UNKNOWN_CHANNEL])
revenues = st.one_of(  # nano-USD
    st.sampled_from([0, 1, 999_999_999, 150_000_000_000, 333_333_333_333, 1_430_000_000_007]),
    st.integers(0, 400_000_000_000),
)
amounts = st.integers(-90_000_000, 90_000_000).filter(bool)
operators = st.sampled_from([ANN, BOB])
methods = st.sampled_from([BY_PAYPAL, BY_PAYPAL, BY_BANK])
days_of_months = st.integers(1, 28)
rates = st.sampled_from(["0", "0.0001", "0.05", "0.125", "0.3333", "1"])
values = st.sampled_from(
    [
        ("settlement.operator_rate", "0.1"),
        ("settlement.operator_rate", "0.3333"),
        ("settlement.operator_rate", "0"),
        ("settlement.member_payout", "through_main"),
        ("settlement.member_payout", "separate"),
        ("settlement.fee_change", "immediate"),
        ("settlement.fee_change", "next_month"),
        ("withdrawal.minimum", "50.00"),
        ("fees.paypal_rate", "0.1"),
        ("points.valid_months", "1"),
    ]
)
currencies = st.sampled_from([Currency.USD, Currency.USD, Currency.CNY])
picks = st.integers(0, 40)

Shown = tuple[Any, ...]


@define
class Portal(PayoutOffice):
    """Every use case that moves money, over books of any kind."""

    folder: Path = field(default=Path())

    @property
    def settlements(self) -> Settlements:
        """The service."""
        return Settlements(self.transactions, self.business, self.security, self.settings)

    @property
    def summary_lines(self) -> SummaryLines:
        """The service."""
        return SummaryLines(self.settlements)

    @property
    def account_ledger(self) -> AccountLedger:
        """The service."""
        return AccountLedger(
            self.transactions, self.business, self.security, self.new_id, self.settings.points
        )

    @property
    def policies(self) -> Policies:
        """The service."""
        return Policies(self.transactions, self.business, self.security, self.settings)

    @property
    def ingestion(self) -> Ingestion:
        """The service."""
        staging: Any = (
            MemoryStaging(self.transactions)
            if isinstance(self.transactions, MemoryTransactions)
            else SqlStaging(self.transactions)
        )
        return Ingestion(self.transactions, staging, DiskReports(), self.business)

    def people(self) -> None:
        """Four people, a channel each, one of them below another at five percent."""
        with self.transactions.begin() as books:
            for name, manager in PEOPLE.items():
                books.accounts.add(
                    an_account(
                        id=AccountId(name),
                        name=name,
                        email=f"{name}@example.org",
                        referral_code=f"CODE{NUMBERS[name]:04}",
                        manager=AccountId(manager) if manager else None,
                    )
                )
                channel = an_earning_channel(
                    NUMBERS[name], [(name, LONG_AGO)], owner=manager or name
                )
                proof = Verification(f"BB-{NUMBERS[name]:08}", verified_at=START)
                books.channels.add(
                    evolve(channel, verification=proof, status=ChannelStatus.APPROVED)
                )
            books.fee_rates.put(FeeRate(AccountId("kai"), Decimal("0.05"), LONG_AGO))
        for name in PEOPLE:
            form = BANK_FORM if name == "hao" else PAYPAL_FORM
            self.payment_details.register(AccountId(name), form)
        self.add_rate("7.1234", LONG_AGO)

    @property
    def shown(self) -> Shown:
        """What has to be the same in every world: balances, what is open, payouts, the chain."""
        with self.transactions.look() as books:
            return _shown(books)


@frozen
class Memory:
    """Makes a portal in memory."""

    folder: Path

    def __call__(self) -> Portal:
        """An empty one."""
        security = FixedClock(START)
        transactions = MemoryTransactions.empty(security, counting_ids())
        return Portal(
            transactions,
            Settings(),
            business=FixedClock(START),
            security=security,
            # Apart from the books' own: PostgreSQL numbers jobs by itself.
            new_id=counting_ids(),
            folder=self.folder,
        )


class MoneyMachine(RuleBasedStateMachine):
    """Acts on every portal at once. `make` builds them, empty, for each history."""

    steps = 0
    """Over all histories."""
    histories = 0

    def __init__(self, make: Callable[[], Sequence[Portal]]) -> None:
        super().__init__()
        self.make = make

    @initialize(zone=st.sampled_from(ZONES))
    def begin(self, zone: ZoneInfo) -> None:
        type(self).histories += 1
        self.portals = self.make()
        for portal in self.portals:
            portal.settings = evolve(portal.settings, business_tz=zone.key)
            portal.business.zone = zone
            portal.people()
        self.number = 0
        self.asked: list[Withdrawal] = []
        self.decided: dict[WithdrawalId, WithdrawalStatus] = {}
        self.last_days: dict[WithdrawalId, dict[str, date]] = {}
        self.posted: list[str] = []
        self.reversed: set[str] = set()
        self.given_back: set[AccountId] = set()

    # -- the platform's reports and the months

    @rule(month=months, channel=channels, nanos=revenues, more=revenues)
    def a_report_comes(self, month: Month, channel: int, nanos: int, more: int) -> None:
        """Of a month for the first time, or once more with other figures."""
        lines = [
            {
                "month": str(month),
                "channel_id": platform_id(number),
                "video_id": f"V{number}",
                "views": 1000,
                "revenue_usd": f"{value // 10**9}.{value % 10**9:09}",
            }
            for number, value in ((channel, nanos), ((channel + 1) % len(PEOPLE), more))
        ]
        path = fake.own_monthly(self.portals[0].folder / "report.csv", *lines)
        self._all(lambda portal: portal.ingestion.ingest(path, ANN))

    @rule(month=months, nanos=revenues, more=revenues)
    def a_usual_month_goes_by(self, month: Month, nanos: int, more: int) -> None:
        """Reported, over and closed on the 20th: then somebody has money."""
        self.a_report_comes(month, NUMBERS["mina"], nanos, more)
        self.a_report_comes(month.next, NUMBERS["kai"], more, nanos)
        if self.portals[0].business.today() < month.next.day(20):
            self._each(lambda portal: portal.business.set(month.next.day(20)))
        self.a_month_is_closed(month, ANN)

    @rule(month=months, by=operators)
    def a_month_is_closed(self, month: Month, by: Actor) -> None:
        answer = self._all(lambda portal: portal.settlements.close(month, by))
        if not isinstance(answer, Refusal):
            self._require_shared(month)

    @rule(month=months, by=operators)
    def a_month_is_adjusted(self, month: Month, by: Actor) -> None:
        answer = self._all(lambda portal: portal.settlements.adjust(month, by))
        if not isinstance(answer, Refusal):
            self._require_shared(month)

    # -- lines of the payment summary without a file

    @rule(month=months, micros=amounts)
    def a_payment_summary_comes(self, month: Month, micros: int) -> None:
        """With one line that no file tells of."""
        days = f"{month.first:%Y%m%d}_{month.last:%Y%m%d}"
        amount = f"{Money(micros).amount:f}"
        path = fake.payment_summary(self.portals[0].folder, (DISPUTE, amount), days=days)
        self._all(lambda portal: portal.ingestion.ingest(path, ANN, answers=Answers(complete=True)))

    @rule(month=months, treatment=st.sampled_from(Treatment), by=operators)
    def a_line_is_settled(self, month: Month, treatment: Treatment, by: Actor) -> None:
        def settle(portal: Portal) -> object:
            lines = portal.summary_lines
            return lines.settle(lines.rehearse(month, DISPUTE, treatment, by))

        before = self._of_lines(month)
        answer = self._all(settle)
        if not isinstance(answer, Refusal):
            assert not answer.is_taken_back
            shared, kept = self._posted_for(answer)
            assert shared + kept == answer.amount.micros
            assert treatment is Treatment.SHARED or shared == 0
            assert self._of_lines(month) == before + shared

    @rule(month=months, by=operators)
    def a_line_is_taken_back(self, month: Month, by: Actor) -> None:
        answer = self._all(lambda portal: portal.summary_lines.reverse(month, DISPUTE, by))
        if not isinstance(answer, Refusal):
            assert self._of_lines(month) == 0

    @rule(month=months, micros=amounts, nanos=revenues)
    def a_usual_line_is_settled(self, month: Month, micros: int, nanos: int) -> None:
        """Of a month that was closed as usual, and adjusted thereafter."""
        self.a_usual_month_goes_by(month, nanos, nanos)
        self.a_payment_summary_comes(month, micros)
        self.a_line_is_settled(month, Treatment.SHARED, ANN)
        self.a_month_is_adjusted(month, BOB)

    # -- operators' postings

    @rule(account=names, type_=st.sampled_from(EntryType), micros=amounts, dry_run=st.booleans())
    def something_is_posted(
        self, account: AccountId, type_: EntryType, micros: int, dry_run: bool
    ) -> None:
        """Of any type and sign, allowed or not."""
        wanted = Correction(account, type_, Money(micros), "a note")
        answer = self._all(
            lambda portal: portal.account_ledger.post(wanted, ANN, "agreed", dry_run=dry_run),
            changes=not dry_run,
        )
        if isinstance(answer, Refusal):
            return
        if type_ in REWARDS and micros > 0:
            # POINT-2, by the rule of the day: the last day is so many months ahead.
            rules = self.portals[0].policies.on().points
            today = self.portals[0].business.today()
            assert answer.entry.expires_on == months_after(today, rules.valid_months)
        if not dry_run:
            self.posted.append(answer.entry.id)

    @rule(
        account=names,
        type_=st.sampled_from([EntryType.REFERRAL_2MONTH, EntryType.REFERRAL_3MONTH]),
        micros=st.integers(1, 30_000_000),
        days=st.integers(0, 60),
    )
    def a_reward_is_granted(
        self, account: AccountId, type_: EntryType, micros: int, days: int
    ) -> None:
        source = f"reward:{self.number}"

        def grant(portal: Portal) -> object:
            today = portal.business.today()
            with portal.transactions.begin() as books:
                return books.ledger.post(
                    account,
                    type_,
                    Money(micros),
                    ActContext(ANN, today, portal.security.now()),
                    source=source,
                    kind=Kind.GRANT,
                    expires_on=today + timedelta(days),
                )

        self._all(grant)

    @rule(pick=picks)
    def something_is_reversed(self, pick: int) -> None:
        which = [*self.posted, "unknown"][pick % (len(self.posted) + 1)]
        answer = self._all(lambda portal: portal.account_ledger.reverse(which, BOB, "a mistake"))
        # Anything posted by hand can be taken back, once.
        wanted = which != "unknown" and which not in self.reversed
        assert isinstance(answer, Refusal) != wanted, answer
        self.reversed.add(which)

    @rule(pick=picks)
    def anything_is_reversed(self, pick: int) -> None:
        """Closes, requests and payouts too, which is refused."""
        with self.portals[0].transactions.look() as books:
            known = [
                (each.transaction.id, each.transaction.kind)
                for each in books.ledger.store.whole.chain()
            ]
        if not known:
            return
        which, kind = known[pick % len(known)]
        answer = self._all(lambda portal: _reverse(portal, which))
        if kind not in (Kind.POSTING, Kind.GRANT, Kind.FORFEITURE, Kind.EXPIRY):
            assert isinstance(answer, Refusal)
        elif not isinstance(answer, Refusal):
            self.reversed.add(answer.entries[0].id)
            self.reversed.update(self._entries_of(which))

    @rule(account=names, micros=st.integers(1, 30_000_000), days=st.sampled_from([1, 15]))
    def lots_lapse(self, account: AccountId, micros: int, days: int) -> None:
        """Those whose last day is over, wholly; the others not at all."""
        for lasts in (0, 20):
            self.a_reward_is_granted(account, EntryType.REFERRAL_2MONTH, micros, lasts)
        self._each(lambda portal: portal.business.move(days=days))
        today = self.portals[0].business.today()
        before, netted = self._lots()
        self._all(lambda portal: portal.account_ledger.expire_lots(Actor.system("points")))
        after, _ = self._lots()
        # Debits eat up lots: of an account that has some, the rest of a lot tells nothing.
        for entry, (owner, left, last_day) in before.items():
            if owner not in netted:
                wanted = left if last_day >= today else None
                kept = after[entry][1] if entry in after else None
                assert kept == wanted, f"{entry} until {last_day} on {today}: {kept}, not {wanted}"

    @rule(account=names, channel=st.sampled_from([NUMBERS["studio"], NUMBERS["hao"]]))
    def a_channel_is_deleted(self, account: AccountId, channel: int) -> None:
        """As far as the ledger sees it; the figures stay."""
        self._all(
            lambda portal: _in_the_ledger(
                portal,
                lambda ledger, act: ledger.expiry.forfeit_channel(
                    account, ChannelId(f"channel-{channel}"), act
                ),
            )
        )

    @rule(account=st.sampled_from([AccountId("studio"), AccountId("hao")]))
    def somebody_leaves(self, account: AccountId) -> None:
        self._all(
            lambda portal: _in_the_ledger(
                portal, lambda ledger, act: ledger.expiry.expire_balance(account, act)
            )
        )
        assert not self._balance(account)[0]

    # -- payouts

    @rule(account=names, method=methods, currency=currencies, off=st.sampled_from([0, 0, 0, 1]))
    def a_payout_is_asked_for(
        self, account: AccountId, method: MethodName, currency: Currency, off: int
    ) -> None:
        """By what the quote says, or a cent beside it; on any day and by any method."""
        first = self.portals[0]
        available, in_flight = self._balance(account)
        least, most = self._over(account)
        last_days = {entry: day for entry, (_, _, day) in self._lots()[0].items()}
        quote = first.requests.quote(account, method, currency)
        total = quote.paid.total + Money(off * 10_000, quote.paid.total.currency)
        answer = self._all(lambda portal: portal.requests.request(account, method, currency, total))
        if isinstance(answer, Refusal):
            return
        self.asked.append(answer)
        self.last_days[answer.id] = last_days
        # In the window, once at a time, all of it in cents, and never more than there was. Points
        # whose last day is over have expired by it.
        assert first.business.today().day >= 25
        assert not in_flight
        assert not off
        taken = answer.usd.total
        left, held = self._balance(account)
        assert held == taken
        assert least <= available - left - taken <= most
        assert taken == (left + taken).floored_to_cents()

    @rule(pick=picks, currency=currencies, micros=st.integers(100_000_000, 300_000_000))
    def a_payout_is_asked_for_as_usual(self, pick: int, currency: Currency, micros: int) -> None:
        """In the window, by the way that is registered, by somebody who has money."""
        account = self._somebody_with_money(pick, micros)
        today = self.portals[0].business.today()
        if today.day < 25:
            self._each(lambda portal: portal.business.set(Month.of(today).day(26)))
        self._asked_for_as_registered(account, currency)

    @rule(pick=picks, currency=currencies, days=st.integers(1, 27))
    def a_payout_is_asked_for_some_day(self, pick: int, currency: Currency, days: int) -> None:
        """Likewise, but whatever day it is by then."""
        account = self._somebody_with_money(pick, 200_000_000)
        self._each(lambda portal: portal.business.move(days=days))
        self._asked_for_as_registered(account, currency)

    @rule(
        pick=picks,
        currency=currencies,
        micros=st.integers(100_000_000, 300_000_000),
        end=st.sampled_from(["paid", "given back", "kept"]),
    )
    def a_payout_runs_its_course(
        self, pick: int, currency: Currency, micros: int, end: str
    ) -> None:
        """Asked for as usual and decided, so that histories are long enough to have some of each."""
        self.a_payout_is_asked_for_as_usual(pick, currency, micros)
        newest = max(len(self.asked) - 1, 0)
        if end == "paid":
            self.one_is_approved(newest, BOB)
            self.one_is_paid(newest, ANN, dry_run=False)
        else:
            self.one_is_rejected(newest, recover=end == "given back", dry_run=False)

    @rule(pick=picks, by=operators)
    def one_is_approved(self, pick: int, by: Actor) -> None:
        self._decide(pick, lambda portal, which: portal.decisions.approve(which, by), None)

    @rule(pick=picks, by=operators, dry_run=st.booleans())
    def one_is_paid(self, pick: int, by: Actor, dry_run: bool) -> None:
        found = self._decide(
            pick,
            lambda portal, which: portal.decisions.pay(which, by, dry_run=dry_run),
            None if dry_run else WithdrawalStatus.SUCCESS,
        )
        if found is not None:
            withdrawal, before, after = found
            today = self.portals[0].business.today()
            assert withdrawal.held_until is None or withdrawal.held_until <= today
            paid = Money.zero() if dry_run else withdrawal.usd.total
            assert after == (before[0], before[1] - paid)
            if not dry_run:
                assert self._fee_of(withdrawal) == withdrawal.usd.fee.micros

    @rule(pick=picks, recover=st.booleans(), dry_run=st.booleans())
    def one_is_rejected(self, pick: int, recover: bool, dry_run: bool) -> None:
        debt, rests = self._debts(), self._rests()
        status = (
            WithdrawalStatus.REJECTED if recover else WithdrawalStatus.REJECTED_WITHOUT_RECOVERY
        )
        found = self._decide(
            pick,
            lambda portal, which: portal.decisions.reject(
                which, BOB, "why", recover=recover, dry_run=dry_run
            ),
            None if dry_run else status,
        )
        if found is not None and not dry_run:
            withdrawal, before, after = found
            owed = debt.get(withdrawal.account, Money.zero())
            back = max(withdrawal.usd.total - owed, Money.zero()) if recover else Money.zero()
            assert after == (before[0] + back, before[1] - withdrawal.usd.total)
            if recover:
                self.given_back.add(withdrawal.account)
            if recover and not owed:
                # LEDGER-11: the same entries are open again, lots among them.
                again = self._rests()
                for use in withdrawal.uses:
                    rest = rests.get(use.entry, 0) + use.amount.micros
                    assert again.get(use.entry, 0) == rest, f"{use.entry} is not as before"
                self._require_time_to_use(withdrawal)

    def _require_time_to_use(self, withdrawal: Withdrawal) -> None:
        """LEDGER-11: lots that came back last as long as before, and thirty days at least."""
        lots, _ = self._lots()
        soonest = self.portals[0].business.today() + timedelta(30)
        before = self.last_days[withdrawal.id]
        for use in withdrawal.uses:
            if use.entry in before and use.entry in lots:
                wanted = max(before[use.entry], soonest)
                assert lots[use.entry][2] == wanted, f"{use.entry} lasts until {lots[use.entry][2]}"

    @rule(account=names, number=st.integers(0, 3))
    def the_destination_changes(self, account: AccountId, number: int) -> None:
        form = PayPalForm("Mina Kim", f"other{number}@example.org")
        self._all(lambda portal: portal.payment_details.update(account, form))

    # -- rules, rates, the tree and who holds what

    @rule(rule=values, months_ahead=st.integers(0, 2))
    def a_rule_changes(self, rule: tuple[str, str], months_ahead: int) -> None:
        """From the first of this month or of a later one, where that is still allowed."""
        key, value = rule
        today = self.portals[0].business.today()
        first = Month.of(today).plus(months_ahead).first
        self._all(lambda portal: portal.policies.set(key, value, first, ANN, reason="agreed"))

    @rule(month=months, day=days_of_months, rate=rates)
    def a_rate_changes(self, month: Month, day: int, rate: str) -> None:
        """What studio keeps of kai, from any day on, also of months that are over."""
        since = FeeRate(AccountId("kai"), Decimal(rate), month.day(day))
        self._each(lambda portal: _write(portal, lambda books: books.fee_rates.put(since)))

    @rule(manager=st.sampled_from([AccountId("studio"), AccountId("mina")]))
    def kai_is_moved(self, manager: AccountId) -> None:
        """Below somebody else, from today on."""

        def move(portal: Any) -> None:
            today = portal.business.today()
            kai = Placement(AccountId("kai"), manager, today)
            _write(portal, lambda books: books.accounts.place(kai))

        self._each(move)

    @rule(channel=st.sampled_from(sorted(NUMBERS.values())), holder=names, day=days_of_months)
    def a_channel_changes_hands(self, channel: int, holder: AccountId, day: int) -> None:
        """From a day of this month on."""
        today = self.portals[0].business.today()

        def hand_over(books: Any) -> None:
            held = books.channels.lock(ChannelId(f"channel-{channel}"))
            assert held is not None
            since = Month.of(today).day(day)
            before = [each for each in held.timeline.holdings if each.from_day < since]
            holdings = (*before, Holding(holder, since))
            timeline = evolve(held.timeline, holdings=holdings)
            books.channels.save(evolve(held, timeline=timeline))

        self._each(lambda portal: _write(portal, hand_over))

    # -- time

    @rule(days=st.sampled_from([-2, 1, 3, 10, 31, 400]), hours=st.sampled_from([0, 5, 14]))
    def time_passes(self, days: int, hours: int) -> None:
        """Sometimes backwards, as clocks of machines do; often it is another day in UTC."""
        if self.portals[0].business.today() < date(2030, 1, 1):
            passed = timedelta(days=days, hours=hours)
            self._each(lambda portal: portal.business.move(passed))

    @rule(more=st.integers(0, 1))
    def the_window_opens(self, more: int) -> None:
        today = self.portals[0].business.today()
        month = Month.of(today).next if more else Month.of(today)
        self._each(lambda portal: portal.business.set(month.day(26)))

    # -- what always holds

    @invariant()
    def the_books_are_sound(self) -> None:
        for portal in getattr(self, "portals", ())[:1]:
            found = _memory(portal)
            assert not found, found

    @invariant()
    def all_portals_are_alike(self) -> None:
        portals = getattr(self, "portals", ())
        if len(portals) > 1:
            first, *others = (portal.shown for portal in portals)
            assert all(other == first for other in others)

    def teardown(self) -> None:
        for portal in getattr(self, "portals", ())[1:]:
            found = portal.findings()
            assert not found, found

    # -- parts

    def _all(self, act: Callable[[Portal], Any], *, changes: bool = True) -> Any:
        """Do it everywhere; the first answer. A refusal and a dry run leave everything as it was."""
        self.number += 1
        type(self).steps += 1
        for portal in self.portals:
            portal.security.move(seconds=self.number % 2)  # several acts may share a moment
        before = self._first_shown()
        answers = [_answer(portal, act) for portal in self.portals]
        spoken = [_spoken(answer) for answer in answers]
        assert all(each == spoken[0] for each in spoken), spoken
        if isinstance(answers[0], Refusal) or not changes:
            assert self._first_shown() == before, "what was refused has left something"
        return answers[0]

    def _each(self, act: Callable[[Portal], object]) -> None:
        self.number += 1
        type(self).steps += 1
        for portal in self.portals:
            act(portal)

    def _decide(
        self,
        pick: int,
        decide: Callable[[Portal, WithdrawalId], object],
        ends_as: WithdrawalStatus | None,
    ) -> tuple[Withdrawal, tuple[Money, Money], tuple[Money, Money]] | None:
        """Decide on one; it, and the owner's balance before and after; None where refused."""
        if not self.asked:
            return None
        withdrawal = self.asked[pick % len(self.asked)]
        before = self._balance(withdrawal.account)
        answer = self._all(
            lambda portal: decide(portal, withdrawal.id), changes=ends_as is not None
        )
        if withdrawal.id in self.decided:
            assert isinstance(answer, Refusal), "decided twice"
            assert answer.reason == "already_decided", answer
        if isinstance(answer, Refusal):
            return None
        if ends_as is not None:
            self.decided[withdrawal.id] = ends_as
        return withdrawal, before, self._balance(withdrawal.account)

    def _require_shared(self, month: Month) -> None:
        """I7 in the fewest words: what the month gave away is what its reports say, whoever got it."""
        portal = self.portals[0]
        with portal.transactions.look() as books:
            shares = books.ledger.statements.profits_of(month)
            sums = [each.sums for each in books.settlements.of(month)]
            nanos = sum(total.nanos for total in books.confirmed.totals(month))
        house = sum(each.operator.micros + each.kept.micros for each in sums)
        given = sum(amount.micros for amount in shares.values()) + house
        lost = nanos - given * 1000
        # What each channel brought a chain of holders is rounded down once, to less than a micro.
        assert 0 <= lost < 1000 * (len(shares) + len(PEOPLE) + 1), (
            f"{month}: {nanos} nanos in the reports, {given} micros given"
        )

    def _of_lines(self, month: Month) -> int:
        """What creators have of the month's lines without a file."""
        with self.portals[0].transactions.look() as books:
            shared = books.ledger.statements.line_shares_of(month)
        return sum(amount.micros for amount in shared.values())

    def _posted_for(self, line: SettledLine) -> tuple[int, int]:
        """What was posted for a line: to creators, and to the house, whose rate may be above zero."""
        with self.portals[0].transactions.look() as books:
            posted = books.ledger.store.whole.of_source(f"{line.source}:")
        legs = [leg for each in posted for leg in each.postings]
        return (
            sum(entry.amount.micros for each in posted for entry in each.entries),
            sum(leg.amount.micros for leg in legs if leg.house is LedgerAccount.KEPT),
        )

    def _balance(self, account: AccountId) -> tuple[Money, Money]:
        with self.portals[0].transactions.look() as books:
            balance = books.ledger.balance(account)
        return balance.available, balance.in_flight

    def _debts(self) -> dict[AccountId, Money]:
        with self.portals[0].transactions.look() as books:
            return {
                name: each.debt for name, each in books.ledger.store.whole.all_balances().items()
            }

    def _fee_of(self, withdrawal: Withdrawal) -> int:
        with self.portals[0].transactions.look() as books:
            ending = books.ledger.reservations.ending_of(withdrawal.account, withdrawal.id)
        assert ending is not None
        return sum(leg.amount.micros for leg in ending.postings if leg.house is LedgerAccount.FEES)

    def _rests(self) -> dict[str, int]:
        with self.portals[0].transactions.look() as books:
            return {
                each.entry.id: each.remaining.micros for each in books.ledger.store.whole.all_open()
            }

    def _lots(self) -> tuple[dict[str, tuple[str, int, date]], set[str]]:
        """What is left of lots, by entry, and who has debits that wait to be netted."""
        with self.portals[0].transactions.look() as books:
            found = list(books.ledger.store.whole.all_open())
        lots = {
            each.entry.id: (each.entry.account, each.remaining.micros, each.expires_on)
            for each in found
            if each.expires_on is not None
        }
        return lots, {each.entry.account for each in found if each.remaining.micros < 0}

    def _somebody_with_money(self, pick: int, micros: int) -> AccountId:
        rich = [name for name in PEOPLE if self._balance(AccountId(name))[0] > Money.of(100)]
        account = AccountId((rich or list(PEOPLE))[pick % len(rich or PEOPLE)])
        if not rich:
            wanted = Correction(account, EntryType.PORTAL_PROFIT, Money(micros), "a note")
            posted = self._all(lambda portal: portal.account_ledger.post(wanted, ANN, "agreed"))
            self.posted.append(posted.entry.id)
        return account

    def _asked_for_as_registered(self, account: AccountId, currency: Currency) -> None:
        with self.portals[0].transactions.look() as books:
            details = books.payment_details.get(account)
        assert details is not None
        self.a_payout_is_asked_for(account, details.destination.method, currency, 0)

    def _over(self, account: AccountId) -> tuple[Money, Money]:
        """What is left of points whose last day is over: at least, at most.

        A debit is paid by what was there when it came, points that end first before the rest, and
        what it lacks by whatever comes next. What a withdrawal gave back was not there meanwhile,
        which the order of posting does not tell.
        """
        today = self.portals[0].business.today()
        with self.portals[0].transactions.look() as books:
            every = books.ledger.store.whole.all_open()
            found = [each for each in every if each.entry.account == account]
        ended = rest = owed = 0
        for each in sorted(found, key=lambda each: each.order):
            micros, has_ended = each.remaining.micros, _ended(each, today)
            if micros < 0:
                of_ended = min(-micros, ended)
                of_rest = min(-micros - of_ended, rest)
                ended, rest, owed = ended - of_ended, rest - of_rest, owed - micros
                owed -= of_ended + of_rest
                continue
            paid = min(micros, owed)
            owed -= paid
            if has_ended:
                ended += micros - paid
            else:
                rest += micros - paid
        debits = sum(-each.remaining.micros for each in found if each.remaining.micros < 0)
        if not debits or account not in self.given_back:
            return Money(ended), Money(ended)
        lots = sum(each.remaining.micros for each in found if _ended(each, today))
        return Money(max(lots - debits, 0)), Money(lots)

    def _entries_of(self, transaction: TransactionId) -> list[str]:
        with self.portals[0].transactions.look() as books:
            account = books.ledger.store.account_of(transaction)
            found = books.ledger.transaction(account or "", transaction)
        return [entry.id for entry in found.entries] if found else []

    def _first_shown(self) -> Shown:
        portal = self.portals[0]
        if isinstance(portal.transactions, MemoryTransactions):
            # Nobody else is about: reading needs no copy of the books.
            return _shown(portal.transactions.books)
        return portal.shown


def _ended(lot: OpenEntry, today: date) -> bool:
    return lot.expires_on is not None and lot.expires_on < today


def _shown(books: Any) -> Shown:
    store = books.ledger.store
    balances = sorted(
        (name, balance.available.micros, balance.in_flight.micros, balance.debt.micros)
        for name, balance in store.whole.all_balances().items()
        if balance.available or balance.in_flight or balance.debt
    )
    lots = sorted(
        (each.entry.id, each.remaining.micros, str(each.expires_on))
        for each in store.whole.all_open()
    )
    return balances, lots, [sealed.hash for sealed in store.whole.chain()]


def _memory(portal: Portal) -> Sequence[object]:
    """What the invariants find; in memory without copying the books first."""
    if isinstance(portal.transactions, MemoryTransactions):
        return check(portal.transactions.books.integrity).findings
    return portal.findings()


def _write(portal: Portal, change: Callable[[Any], object]) -> None:
    with portal.transactions.begin() as books:
        change(books)


def _reverse(portal: Portal, which: TransactionId) -> Any:
    return portal.account_ledger.reverse(which, BOB, "a mistake")


def _in_the_ledger(portal: Portal, act: Callable[[Any, ActContext], object]) -> object:
    today = portal.business.today()
    with portal.transactions.begin() as books:
        return act(books.ledger, ActContext(ANN, today, portal.security.now()))


def _answer(portal: Portal, act: Callable[[Portal], Any]) -> Any:
    try:
        return act(portal)
    except Refusal as refusal:
        return refusal


def _spoken(answer: Any) -> Any:
    """What has to be the same of an answer everywhere: why it was refused, else nothing."""
    return (
        (answer.code, answer.reason, type(answer).__name__) if isinstance(answer, Refusal) else ""
    )
