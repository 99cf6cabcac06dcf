"""Revenue is split from the top down, and nothing is made or lost on the way."""

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from backbeat.accounts.model import FeeRate, Placement
from backbeat.accounts.network.shares import Chain, Link, chain_on, changes
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.kernel.ids import AccountId

NET, CORA, SAM = AccountId("net"), AccountId("cora"), AccountId("sam")
TREE = AccountTree.of([Place(NET, None, True), Place(CORA, NET, True), Place(SAM, CORA, False)])
RATES = {
    CORA: [FeeRate(CORA, Decimal("0.20"), date(2025, 1, 1))],
    SAM: [
        FeeRate(SAM, Decimal("0.10"), date(2025, 1, 1)),
        FeeRate(SAM, Decimal("0.50"), date(2025, 10, 1)),
    ],
}


def test_a_network_of_three_ranks_shares_from_the_top() -> None:
    chain = chain_on(TREE, RATES, SAM, date(2025, 9, 30))

    assert chain.split(1_000_000_000) == {NET: 200_000_000, CORA: 80_000_000, SAM: 720_000_000}
    assert chain.split(33_333_333) == {NET: 6_666_667, CORA: 2_666_667, SAM: 23_999_999}


def test_a_rate_counts_from_its_day_on() -> None:
    assert chain_on(TREE, RATES, SAM, date(2025, 10, 1)).split(1_000)[SAM] == 400


def test_another_share_begins_with_each_rate_and_each_move_of_the_holder_or_above() -> None:
    moved = [Placement(SAM, NET, date(2025, 3, 1)), Placement(SAM, CORA, date(2025, 8, 15))]
    tree = AccountTree.of(
        [Place(NET, None, True), Place(CORA, NET, True), Place(SAM, CORA, False, tuple(moved))]
    )
    assert set(changes(tree, RATES, SAM)) == {
        date(2025, 1, 1),
        date(2025, 8, 15),
        date(2025, 10, 1),
    }
    before, after = date(2025, 8, 14), date(2025, 8, 15)
    assert chain_on(tree, RATES, SAM, date(2025, 1, 5)).accounts == (NET, SAM), "as on its day"
    assert chain_on(tree, RATES, SAM, before).accounts == (NET, SAM)
    assert chain_on(tree, RATES, SAM, after).accounts == (NET, CORA, SAM)


def test_an_account_above_which_nobody_stands_keeps_all() -> None:
    assert chain_on(TREE, RATES, NET, date(2025, 9, 1)).split(99) == {NET: 99}


@given(st.integers(-(10**15), 10**15), st.lists(st.integers(0, 10_000), max_size=3))
def test_the_parts_make_the_whole_and_corrections_mirror_them(
    amount: int, keeps: list[int]
) -> None:
    links = [Link(AccountId("top")), *(Link(AccountId(str(n)), k) for n, k in enumerate(keeps))]
    chain = Chain(tuple(links))

    assert sum(chain.split(amount).values()) == amount
    assert chain.split(-amount) == {who: -part for who, part in chain.split(amount).items()}
