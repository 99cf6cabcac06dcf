"""What the checks of the core say of books that no act could leave behind."""

from __future__ import annotations

from backbeat.kernel.money import Money
from backbeat.ledger import checks
from backbeat.ledger.checks import State, Tally
from backbeat.ledger.model import Head, Siblings

NOTHING_BESIDE = State({}, {}, {})


def test_a_head_without_a_chain_is_found() -> None:
    checked = checks.check([], {}, [], {"mina": Head("mina", 3, "f" * 64)})

    assert [(each.invariant, each.what) for each in checked.findings] == [
        ("I18", "the chain of mina does not end where its head says")
    ]


def test_siblings_are_neither_fewer_nor_more_than_they_say() -> None:
    for said, there in ((2, 1), (1, 2)):
        told = (Siblings("channel", said, Money(there)), 1)
        tally = Tally(siblings={"channel": [told] * there})

        (found,) = checks.siblings_sum_to_what_they_share(tally, NOTHING_BESIDE)

        assert found.what == f"channel: {there} transactions, {said} said"
