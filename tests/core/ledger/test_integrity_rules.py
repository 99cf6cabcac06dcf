"""The checks of the ledger by number, name and words, and what a check without its subject says."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import frozen

from backbeat.ledger.checks import Finding
from backbeat.ledger.integrity import rules
from backbeat.ledger.integrity.model import MOST, Seal, Status
from backbeat.ledger.integrity.rules import CHECKS, check
from backbeat.ledger.integrity.service import LedgerIntegrity

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


@frozen
class Remembered:
    """What was seen sealed, beside the ledger that it is of."""

    seal: Seal | None
    place: str = "/srv/anchor"

    def last(self, ledger: str) -> Seal | None:
        return self.seal if ledger == "h1" else None

    def remember(self, ledger: str, seal: Seal) -> None:
        raise AssertionError("nothing is sealed here")


@frozen
class Kept:
    """Checkpoints by number, as far as they are asked for."""

    hashes: tuple[str, ...]

    def hash_of(self, number: int) -> str | None:
        return dict(enumerate(self.hashes, 1)).get(number)

    def last(self) -> Any:
        return SimpleNamespace(number=len(self.hashes)) if self.hashes else None


@pytest.mark.parametrize(
    ("hashes", "seal", "gone"),
    [
        (("h1", "h2"), Seal(2, "h2"), None),
        (("h1", "h2"), None, None),
        ((), Seal(2, "h2"), None),
        (("h1", "other"), Seal(2, "h2"), 2),
        (("h1",), Seal(2, "h2"), 1),
    ],
    ids=["whole", "never seen", "another ledger", "rewritten", "shorter"],
)
def test_what_was_seen_sealed_and_is_gone_breaks_i19(
    hashes: tuple[str, ...], seal: Seal | None, gone: int | None
) -> None:
    checkpoints: Any = Kept(hashes)
    lacking = list(rules.lacking(checkpoints, Remembered(seal)))
    report = rules.with_lacking(check(queries()), iter(lacking))

    if gone is None:
        assert (lacking, report) == ([], check(queries()))
        return
    said = f"checkpoint 2 was sealed and is not there, the last one is {gone}"
    assert rules.sealed_and_gone(checkpoints, Remembered(seal)) == said
    [what] = lacking
    assert what.startswith(said)
    assert what.endswith("remove /srv/anchor")
    assert report.findings == (Finding("I19", what),)
    assert [o.name for o in report.outcomes if o.status is Status.BROKEN] == ["checkpoints"]


def test_what_is_gone_stands_after_what_was_found_already() -> None:
    report = rules.with_lacking(check(queries(checkpoints=["first"])), iter(["second"]))
    assert [each.what for each in report.findings] == ["first", "second"]


def test_an_installation_that_remembers_nothing_outside_lacks_nothing() -> None:
    transactions: Any = SimpleNamespace(
        look=lambda: nullcontext(SimpleNamespace(integrity=queries()))
    )
    clock: Any = None
    integrity = LedgerIntegrity(transactions, clock)
    assert integrity.sealed_and_gone() is None
    assert integrity.check() == check(queries())


def test_of_many_findings_of_one_check_a_hundred_are_named() -> None:
    [*named] = check(queries(checkpoints=[f"finding {n}" for n in range(150)])).findings
    assert [each.what for each in named] == [f"finding {n}" for n in range(100)]
