"""What a settlement would change, for whom, and what it would be by other rules; nothing is posted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from attrs import evolve

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import FeeRate
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger import rules as ledger_rules
from backbeat.platforms.kinds import Kind
from backbeat.policies import rules as policy_rules
from backbeat.policies.errors import UnknownPolicy
from backbeat.policies.model import Basis
from backbeat.settings import FeeChange, MemberPayout, Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement.calculation import calculate, members_in, sharing_among, terms_of
from backbeat.settlement.model import (
    Assumptions,
    Computed,
    Effect,
    Preview,
    SettlementTerms,
    WhatIf,
)
from backbeat.settlement.month_shares import Rates, Sharing
from backbeat.settlement.ports import Books, Progress

NOTHING = Money.zero()


def effects(books: Books, preview: Preview) -> list[Effect]:
    """Every change of a preview, with what its account has when all of them are posted."""
    balances = dict(books.ledger.balances(sorted({owed.account for owed in preview.changes})))
    for owed, amount in sorted(preview.changes.items()):
        balances[owed.account] = ledger_rules.after(owed.account, amount, balances[owed.account])
    return [
        Effect(
            owed,
            preview.posted.get(owed, NOTHING),
            preview.posted.get(owed, NOTHING) + amount,
            balances[owed.account],
        )
        for owed, amount in sorted(preview.changes.items())
    ]


def what_if(
    books: Books,
    month: Month,
    kinds: Sequence[Kind],
    *,
    own: SettlementTerms,
    supposed: Assumptions,
    progress: Progress,
) -> WhatIf:
    """The month by its own rules and by the supposed ones."""
    named = {account for account in supposed.rates if account is not None}
    if not named <= set(members_in(books.accounts.upwards(named))):
        raise AccountNotFound()
    other = _terms(own, supposed.policies)

    def supposedly(holders: Collection[AccountId]) -> Sharing:
        found = sharing_among(books, month, other, holders)
        return evolve(found, rates={**found.rates, **_rates(supposed, found)})

    before = calculate(books, month, kinds, own, progress=progress)
    after = calculate(books, month, kinds, other, sharing=supposedly, progress=progress)
    shares = (_by_account(before), _by_account(after))
    return WhatIf(
        month,
        bool(books.settlements.of(month)),
        own,
        other,
        {
            account: (shares[0].get(account, NOTHING), shares[1].get(account, NOTHING))
            for account in sorted({*shares[0], *shares[1]})
        },
        (before.confirmed - before.shared, after.confirmed - after.shared),
    )


def _terms(own: SettlementTerms, policies: Mapping[str, str]) -> SettlementTerms:
    """A month's rules with some replaced, read and checked as policies are."""
    values = {}
    for path, text in policies.items():
        key = policy_rules.key_of(path)
        if Basis.MONTH not in key.bases or not path.startswith("settlement."):
            raise UnknownPolicy(key=path)
        values[path] = policy_rules.read(path, text)
    as_settings = Settings(
        settlement=SettlementSettings(
            operator_rate=own.operator_rate,
            member_payout=MemberPayout.THROUGH_MAIN if own.through_main else MemberPayout.SEPARATE,
            fee_change=FeeChange.IMMEDIATE if own.daily else FeeChange.NEXT_MONTH,
        )
    )
    return terms_of(policy_rules.with_values(as_settings, values))


def _rates(supposed: Assumptions, found: Sharing) -> Rates:
    """The supposed rates of those who share, from the first day on."""
    everybodys = supposed.rates.get(None)
    rates = {each: supposed.rates.get(each, everybodys) for each in members_in(found.tree)}
    return {
        account: (FeeRate(account, rate, found.month.first),)
        for account, rate in rates.items()
        if rate is not None
    }


def _by_account(computed: Computed) -> Mapping[AccountId, Money]:
    each = groupby(computed.shares.micros(), key=itemgetter(0))
    return {account: Money(sum(micros for _, micros in own)) for account, own in each}
