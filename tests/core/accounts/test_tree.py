"""Who stands below whom, and who may see what."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.kernel.ids import AccountId

NET, CORA, SAM, FLAGLESS, KAI, STUDIO, LONE = (
    AccountId(name) for name in ("net", "cora", "sam", "flagless", "kai", "studio", "lone")
)
TREE = AccountTree.of(
    [
        Place(NET, None, can_manage=True),
        Place(CORA, NET, can_manage=True),
        Place(SAM, CORA, can_manage=False),
        Place(FLAGLESS, NET, can_manage=False),
        Place(STUDIO, None, can_manage=True),
        Place(KAI, STUDIO, can_manage=False),
        Place(LONE, None, can_manage=False),
    ]
)


def test_a_network_sees_its_whole_tree() -> None:
    assert TREE.visible(NET) == {NET, CORA, SAM, FLAGLESS}


def test_a_creator_sees_its_branch_and_a_member_itself() -> None:
    assert TREE.visible(CORA) == {CORA, SAM}
    assert TREE.visible(SAM) == {SAM}
    assert TREE.visible(FLAGLESS) == {FLAGLESS}
    assert TREE.visible(KAI) == {KAI}


def test_nobody_sees_into_another_branch() -> None:
    assert not TREE.manages(CORA, FLAGLESS)
    assert not TREE.manages(STUDIO, SAM)
    assert not TREE.manages(SAM, CORA)
    assert not TREE.manages(NET, NET)
    assert TREE.manages(NET, SAM)


def test_what_somebody_registers_belongs_to_the_nearest_manager_upwards() -> None:
    assert TREE.owner_for(SAM) == CORA
    assert TREE.owner_for(CORA) == CORA
    assert TREE.owner_for(FLAGLESS) == NET
    assert TREE.owner_for(KAI) == STUDIO
    assert TREE.owner_for(LONE) == LONE


def test_the_way_up_ends_at_the_top() -> None:
    assert list(TREE.upwards(SAM)) == [SAM, CORA, NET]
    assert list(TREE.upwards(AccountId("nobody"))) == []
    assert TREE.owner_for(AccountId("nobody")) == "nobody"


@st.composite
def trees(draw: st.DrawFn) -> AccountTree:
    """Trees in which every account stands below an earlier one or on its own."""
    size = draw(st.integers(1, 12))
    places = []
    for number in range(size):
        above = draw(st.none() | st.integers(0, number - 1)) if number else None
        places.append(
            Place(
                AccountId(f"a{number}"),
                None if above is None else AccountId(f"a{above}"),
                draw(st.booleans()),
            )
        )
    return AccountTree.of(places)


@given(trees())
def test_one_account_sees_another_exactly_when_it_manages_and_stands_above(
    tree: AccountTree,
) -> None:
    for viewer in tree.places:
        for other in tree.places:
            above = viewer in list(tree.upwards(other))[1:]
            assert tree.manages(viewer, other) == (above and tree.places[viewer].can_manage)


@given(trees())
def test_an_owner_stands_upwards_and_sees_whom_it_owns_for(tree: AccountTree) -> None:
    for account in tree.places:
        owner = tree.owner_for(account)
        assert owner in list(tree.upwards(account))
        if tree.places[owner].can_manage:
            assert account in tree.visible(owner)
