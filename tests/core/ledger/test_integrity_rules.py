"""The checks of the ledger by number, name and words, and what a check without its subject says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from backbeat.ledger.integrity.model import MOST, Status
from backbeat.ledger.integrity.rules import CHECKS, check

NAMES = [
    *("append_only", "balanced", "balances", "not_negative", "in_flight", "posted_once"),
    *("shared_out", "mirrored", "converted", "lots", "fees", "invoices", "referrals", "chained"),
    *("zero_sum", "siblings", "transfers", "heads", "checkpoints"),
]


def queries(**found: list[str]) -> Any:
    """What each check is told; those that are not named find nothing."""

    def asked(*_: object) -> SimpleNamespace:
        answers = {name: lambda name=name: iter(found.get(name, ())) for name in NAMES}
        extra = {"size": lambda: (3, 4), "unsealed": lambda: 2, "has_referrals": lambda: False}
        return SimpleNamespace(**answers, **extra)

    return SimpleNamespace(chains=asked(), postings=asked(), payouts=asked())


def test_every_check_has_its_number_its_name_and_its_words() -> None:
    assert [(each.invariant, each.name) for each in CHECKS] == [
        (f"I{number}", name) for number, name in enumerate(NAMES, 1)
    ]
    outcomes = check(queries()).outcomes
    told = [(each.invariant, each.name, each.title) for each in outcomes]
    assert told == [(each.invariant, each.name, each.title) for each in CHECKS]
    statuses = {each.invariant: each.status for each in outcomes}
    assert statuses.pop("I13") is Status.NOT_APPLICABLE
    assert set(statuses.values()) == {Status.HOLDS}


def test_each_check_asks_for_what_it_is_named_for() -> None:
    for each in CHECKS:
        if each.name == "referrals":
            continue
        report = check(queries(**{each.name: ["is wrong"]}))
        assert [(found.invariant, found.what) for found in report.findings] == [
            (each.invariant, "is wrong")
        ]
        assert {o.name for o in report.outcomes if o.status is Status.BROKEN} == {each.name}


def test_a_report_says_how_much_was_looked_at_and_ends_at_so_many_findings() -> None:
    report = check(queries(balanced=["x"] * (MOST + 1)))
    assert (report.transactions, report.entries, report.unsealed) == (3, 4, 2)
    assert len(report.findings) == MOST
