"""Deleting or moving a member while its manager hands it a channel, over both databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from threading import Barrier

from tests.fakes.accounts import an_account
from tests.fakes.standins import FixedClock
from tests.http.world import CREATOR, MAIN, NETWORK, PASSWORD, STRANGER, World

from backbeat.accounts.errors import AccountNotFound, HasMembers
from backbeat.accounts.model import Account, Permission, Role
from backbeat.channels.model import Channel
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.members.moves import Move
from backbeat_adapters.sql.engine.outages import retrying

ROUNDS = 8
ANN = Actor.operator("ann")


def both(*acts: Callable[[], object]) -> list[Refusal | None]:
    """Run the acts at one moment, and tell what each was refused with; conflicts are tried again,
    as every caller does."""
    start = Barrier(len(acts))

    def run(act: Callable[[], object]) -> Refusal | None:
        start.wait()
        try:
            retrying(act)
        except Refusal as refusal:
            return refusal
        return None

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def a_member(world: World, number: int, manager: str = MAIN, **more: object) -> AccountId:
    name = f"racer{number}"
    below = {"manager": AccountId(manager), "role": Role.MEMBER, "permission_flag": False, **more}
    with world.container.transactions().begin() as books:
        books.accounts.add(an_account(id=name, name=name, referral_code=name, **below))
    return AccountId(name)


def channel(world: World, owner: str) -> Channel:
    with world.container.transactions().look() as books:
        found = books.channels.get(ChannelId(world.things["channel", owner]))
    assert found is not None
    return found


def account(world: World, name: str) -> Account:
    with world.container.transactions().look() as books:
        found = books.accounts.get(AccountId(name))
    assert found is not None
    return found


def kinds(refusals: Sequence[Refusal | None]) -> list[type[Refusal] | None]:
    return [type(each) if each else None for each in refusals]


def test_a_channel_never_stays_with_a_member_that_is_deleted_meanwhile(world: World) -> None:
    portal = world.container.portal()
    wanted = ChannelId(world.things["channel", MAIN])
    for number in range(ROUNDS):
        member = a_member(world, number)

        deleted, assigned = both(
            partial(portal.member_removals.delete, AccountId(MAIN), member, PASSWORD),
            partial(portal.channels.assign, AccountId(MAIN), wanted, member),
        )

        assert deleted is None
        assert kinds([assigned]) in ([None], [AccountNotFound])
        assert account(world, member).is_deleted
        held = channel(world, MAIN)
        assert (held.owner, held.holder, held.is_deleted) == (MAIN, MAIN, False)


def test_a_channel_that_is_handed_to_a_moving_member_goes_along_or_stays(
    world: World, business_clock: FixedClock
) -> None:
    portal = world.container.portal()
    business_clock.set(date(2025, 10, 20))
    wanted = ChannelId(world.things["channel", MAIN])
    for number in range(ROUNDS):
        member = a_member(world, number)
        before = channel(world, MAIN)
        move = Move(member, AccountId(STRANGER))
        back = AccountId(before.owner)

        moved, assigned = both(
            partial(portal.member_moves.move, move, ANN, "agreed"),
            partial(portal.channels.assign, AccountId(MAIN), wanted, member),
        )

        assert moved is None
        assert kinds([assigned]) in ([None], [AccountNotFound])
        after = channel(world, MAIN)
        # Whoever holds it stands below its owner.
        with world.container.transactions().look() as books:
            family = books.accounts.family(after.holder)
        assert after.owner in [*family.upwards(after.holder)]
        assert account(world, member).manager == STRANGER
        if after.owner != back:
            given_back(world, after, back)


def given_back(world: World, channel: Channel, to: AccountId) -> None:
    with world.container.transactions().begin() as books:
        books.channels.save(channel.transferred(to, date(2025, 10, 20)))


def test_nobody_is_moved_below_an_account_that_is_deleted_meanwhile(
    world: World, business_clock: FixedClock
) -> None:
    portal = world.container.portal()
    business_clock.set(date(2025, 10, 20))
    sub = {"permission": Permission.MCN_CREATOR_SUB}
    for number in range(ROUNDS):
        may = {"permission": Permission.MCN_CREATOR, "permission_flag": True}
        creator = a_member(world, number, NETWORK, **may)
        member = a_member(world, 100 + number, CREATOR, **sub)
        move = Move(member, creator)

        deleted, moved = both(
            partial(portal.member_removals.delete, AccountId(NETWORK), creator, PASSWORD),
            partial(portal.member_moves.move, move, ANN, "agreed"),
        )

        assert kinds([deleted, moved]) in ([None, AccountNotFound], [HasMembers, None])
        below = account(world, account(world, member).manager or "")
        assert not below.is_deleted
