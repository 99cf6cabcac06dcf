"""What every keeper of channels promises: in memory, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta
from typing import Any, Protocol, cast

import pytest
from attrs import evolve
from tests.adapters.test_settlement_contract import a_settlement
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.channels import REGISTERED, a_channel, platform_id
from tests.fakes.held_up import start_behind
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE

from backbeat.accounts.ports import AccountRepository
from backbeat.channels.errors import AlreadyRegistered
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import (
    ChangeContext,
    Channel,
    ChannelSpan,
    LastCheck,
    Span,
    ViewReading,
)
from backbeat.channels.ports import ChannelFilter, ChannelRepository, RegistrationRules, Scope
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.service import Channels
from backbeat.channels.visibility import ChannelPresenter
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.settings import Settings
from backbeat_adapters.sql.engine.transactions import SqlTransactions

OWNER, KAI, LEE = AccountId("owner"), AccountId("kai"), AccountId("lee")
NOW = datetime(2025, 9, 3, 10, 30, 15, 250000, tzinfo=UTC)
STAMP = ChangeContext(NOW, Actor.operator("ann"), "looks right")
FIRST = PageRequest()


class Books(Protocol):
    @property
    def accounts(self) -> AccountRepository: ...
    @property
    def channels(self) -> ChannelRepository: ...
    @property
    def registration_rules(self) -> RegistrationRules: ...


class Transactions(Protocol):
    def begin(self) -> AbstractContextManager[Books]: ...
    def look(self) -> AbstractContextManager[Books]: ...


@pytest.fixture(autouse=True)
def people(request: pytest.FixtureRequest) -> None:
    if "transactions" in request.fixturenames:
        add_people(request.getfixturevalue("transactions"))


def add_people(transactions: Transactions) -> None:
    with transactions.begin() as books:
        for id_ in (OWNER, KAI, LEE):
            books.accounts.add(an_account(id=id_, name=str(id_), referral_code=str(id_)))


def keep(transactions: Transactions, *channels: Channel) -> None:
    with transactions.begin() as books:
        for channel in channels:
            books.channels.add(channel)


def save(transactions: Transactions, channel: Channel) -> None:
    with transactions.begin() as books:
        books.channels.lock(channel.id)
        books.channels.save(channel)


def verified(channel: Channel, views: int = 200_000) -> Channel:
    seen = evolve(channel, total_views=views)
    return seen.verified(STAMP, seen=NOW, needed_views=100_000)


def test_a_channel_comes_back_as_it_was_kept(transactions: Transactions) -> None:
    channel = verified(a_channel(name="미나 🎵", holder="kai").verifying(NOW))
    channel = channel.approved(STAMP, earning_from=date(2025, 9, 3))
    channel = channel.given_to(OWNER, date(2025, 9, 10)).given_to(KAI, date(2025, 9, 12))
    channel = channel.denied(STAMP, on=date(2025, 9, 20)).reopened(STAMP).held(STAMP)
    channel = evolve(channel, thumbnail="https://img.example/x", exclusive_logo="/logo.svg")
    read = (ViewReading(NOW, 70_000), ViewReading(NOW + timedelta(days=1), 76_000))
    channel = evolve(channel.reviewed(STAMP), readings=read)
    keep(transactions, channel)

    with transactions.begin() as books:
        assert books.channels.get(channel.id) == channel
        assert books.channels.lock(channel.id) == channel
        assert books.channels.get(ChannelId("nothing")) is None
        assert books.channels.lock(ChannelId("nothing")) is None


def test_a_change_takes_the_place_of_what_was_kept(transactions: Transactions) -> None:
    keep(transactions, a_channel())
    changed = a_channel().verifying(NOW).checked(NOW, LastCheck.UNREACHABLE)

    with transactions.begin() as books:
        books.channels.lock(changed.id)
        books.channels.save(changed)

    with transactions.look() as books:
        assert books.channels.get(changed.id) == changed


def test_many_may_claim_a_channel_and_one_may_verify_it(transactions: Transactions) -> None:
    mine = a_channel(1, platform=platform_id(9))
    theirs = a_channel(2, owner="kai", platform=platform_id(9))
    keep(transactions, mine, theirs)

    with transactions.begin() as books:
        books.channels.lock(mine.id)
        books.channels.save(verified(mine))

    with pytest.raises(AlreadyRegistered):
        save(transactions, verified(theirs))
    with transactions.look() as books:
        assert [each.is_verified for each in books.channels.claims(platform_id(9))] == [True, False]


def test_an_account_claims_a_channel_once(transactions: Transactions) -> None:
    keep(transactions, a_channel(1, platform=platform_id(9)))

    with pytest.raises(AlreadyRegistered):
        keep(transactions, a_channel(2, platform=platform_id(9)))


def test_a_deleted_channel_makes_room_and_is_remembered(transactions: Transactions) -> None:
    first = verified(a_channel(1, platform=platform_id(9)))
    first = first.approved(STAMP, earning_from=date(2025, 9, 3))
    gone = first.deleted(NOW, on=date(2025, 9, 20), lost_from=date(2025, 9, 1))
    second = verified(a_channel(2, platform=platform_id(9), registered_at=NOW))
    keep(transactions, first)
    with transactions.begin() as books:
        books.channels.lock(gone.id)
        books.channels.save(gone)
        books.channels.add(second)

    with transactions.look() as books:
        assert books.channels.claims(platform_id(9)) == [second]
        assert books.channels.past(platform_id(9)) == [gone]
        assert books.channels.get(gone.id) == gone
        assert books.channels.of_platform([platform_id(9)]) == {platform_id(9): [gone, second]}
        assert books.channels.page(ChannelFilter(), FIRST).items == [second]
        assert list(books.channels.starting_with("channel-", 5)) == [second]


def test_case_tells_platform_ids_apart(transactions: Transactions) -> None:
    upper, lower = (
        PlatformChannelId("UCA" + "x" * 20 + "A"),
        PlatformChannelId("UCa" + "x" * 20 + "A"),
    )
    keep(
        transactions, verified(a_channel(1, platform=upper)), verified(a_channel(2, platform=lower))
    )

    with transactions.look() as books:
        assert [each.id for each in books.channels.claims(upper)] == ["channel-1"]
        assert set(books.channels.of_platform([upper, lower, platform_id(7)])) == {upper, lower}


def test_unverified_claims_are_no_part_of_a_platform_channels_history(
    transactions: Transactions,
) -> None:
    keep(transactions, a_channel(1, platform=platform_id(9)))

    with transactions.look() as books:
        assert books.channels.of_platform([platform_id(9)]) == {}


@pytest.fixture
def five(transactions: Transactions) -> Transactions:
    """Four channels of the owner, two of them held by kai, and one of lee's."""
    approved = verified(a_channel(3, name="Straße 100%")).approved(
        STAMP, earning_from=date(2025, 9, 3)
    )
    keep(
        transactions,
        a_channel(1, name="Alpha", registered_at=REGISTERED),
        verified(a_channel(2, name="beta_b", holder="kai", registered_at=REGISTERED)),
        approved,
        a_channel(4, holder="kai", registered_at=REGISTERED + timedelta(days=1)),
        a_channel(5, owner="lee"),
    )
    return transactions


@pytest.mark.parametrize(
    ("which", "numbers"),
    [
        (ChannelFilter(), [4, 5, 3, 2, 1]),
        (ChannelFilter(Scope(owners=frozenset({OWNER}))), [4, 3, 2, 1]),
        (ChannelFilter(Scope(holders=frozenset({KAI}))), [4, 2]),
        (ChannelFilter(Scope(frozenset({LEE}), frozenset({KAI}))), [4, 5, 2]),
        (ChannelFilter(Scope()), []),
        (ChannelFilter(status=ChannelStatus.NEED_APPROVED), [4, 5, 1]),
        (ChannelFilter(status=ChannelStatus.APPROVED), [3]),
        (ChannelFilter(holder=KAI, status=ChannelStatus.PENDING), [2]),
        (ChannelFilter(search="ALPHA"), [1]),
        (ChannelFilter(search="strasse 100%"), [3]),
        (ChannelFilter(search="a_b"), [2]),
        (ChannelFilter(search="%"), [3]),
        (ChannelFilter(search=platform_id(5)), [5]),
        (ChannelFilter(search="@mina4"), [4]),
    ],
)
def test_lists_show_what_is_wanted_the_newest_first(
    five: Transactions, which: ChannelFilter, numbers: list[int]
) -> None:
    with five.look() as books:
        page = books.channels.page(which, FIRST)

    assert [channel.id for channel in page.items] == [f"channel-{number}" for number in numbers]
    assert page.total == len(numbers)


def test_a_list_can_be_of_one_platform_alone(five: Transactions) -> None:
    keep(five, a_channel(6, platform=TIKTOK.channel_key("6959123456789012345")))

    with five.look() as books:
        listed = {
            platform.name: [
                channel.id
                for channel in books.channels.page(ChannelFilter(platform=platform), FIRST).items
            ]
            for platform in (YOUTUBE, TIKTOK)
        }

    assert listed == {
        "youtube": [f"channel-{number}" for number in (4, 5, 3, 2, 1)],
        "tiktok": ["channel-6"],
    }


def test_lists_come_in_pages(five: Transactions) -> None:
    with five.look() as books:
        second = books.channels.page(ChannelFilter(), PageRequest(1, 2))
        beyond = books.channels.page(ChannelFilter(), PageRequest(9, 2))

    assert [channel.id for channel in second.items] == ["channel-3", "channel-2"]
    assert (second.total, beyond.total, list(beyond.items)) == (5, 5, [])


def test_it_finds_what_an_account_holds(five: Transactions) -> None:
    with five.look() as books:
        assert [channel.id for channel in books.channels.assigned_to(KAI)] == [
            "channel-2",
            "channel-4",
        ]
        assert books.channels.assigned_to(OWNER) == []
        assert books.channels.has_approved(Scope(holders=frozenset({OWNER})))
        assert not books.channels.has_approved(Scope(frozenset({LEE}), frozenset({KAI})))


def test_channels_not_read_for_long_are_found_the_oldest_first(transactions: Transactions) -> None:
    def read(number: int, hours: int) -> Channel:
        return evolve(verified(a_channel(number)), read_at=NOW + timedelta(hours=hours))

    gone = read(4, 0).deleted(NOW, on=NOW.date(), lost_from=None)
    just_in_time = read(6, 3)
    keep(transactions, read(1, 2), read(2, 1), read(3, 9), just_in_time, a_channel(5))
    with transactions.begin() as books:
        books.channels.add(gone)
        found = books.channels.not_read_since(NOW + timedelta(hours=3), 10, YOUTUBE)
        elsewhere = books.channels.not_read_since(NOW + timedelta(hours=3), 10, TIKTOK)
        first = books.channels.not_read_since(NOW + timedelta(hours=3), 1, YOUTUBE)

        on_hold = ChannelStatus.DENIED_PENDING
        books.channels.add(evolve(read(7, 2), status=on_hold))
        books.channels.add(evolve(read(8, 9), status=on_hold))
        held = books.channels.not_read_since(NOW + timedelta(hours=3), 10, YOUTUBE, on_hold)

    assert not elsewhere
    assert [channel.id for channel in found] == ["channel-2", "channel-1"]
    assert [channel.id for channel in held] == ["channel-7"]
    assert [channel.id for channel in first] == ["channel-2"]


def test_what_the_operator_laid_down_is_kept(transactions: Transactions) -> None:
    with transactions.begin() as books:
        books.registration_rules.block(platform_id(1), "stolen videos", NOW)
        books.registration_rules.block(platform_id(1), "stolen videos, twice", NOW)
        books.registration_rules.reserve(platform_id(2), "a@example.org", NOW)
        books.registration_rules.reserve(platform_id(2), "b@example.org", NOW)

    with transactions.look() as books:
        assert books.registration_rules.is_blocked(platform_id(1))
        assert not books.registration_rules.is_blocked(platform_id(2))
        assert books.registration_rules.reserved_for(platform_id(2)) == "b@example.org"
        assert books.registration_rules.reserved_for(platform_id(1)) is None


def test_the_spans_kept_for_joins_are_those_of_the_channel(
    database: Database, clock: FixedClock
) -> None:
    from backbeat_adapters.sql.channels import channel_spans
    from backbeat_adapters.sql.engine.transactions import SqlTransactions

    transactions = SqlTransactions(database.engine, clock, counting_ids())
    add_people(transactions)
    channel = verified(a_channel()).approved(STAMP, earning_from=date(2025, 9, 3))
    keep(transactions, channel)
    changed = channel.given_to(KAI, date(2025, 9, 10)).denied(STAMP, on=date(2025, 9, 20))
    with transactions.begin() as books:
        books.channels.save(changed)

    with database.engine.connect() as connection:
        rows = connection.execute(channel_spans.select().order_by(channel_spans.c.from_day)).all()

    assert [(row.owner, row.holder, row.from_day, row.until) for row in rows] == [
        (span.owner, span.holder, span.from_day, span.until) for span in changed.timeline.spans()
    ]
    assert len(rows) == 2


def test_spans_are_told_for_some_days_and_cut_to_them(transactions: Transactions) -> None:
    first = verified(a_channel(1)).approved(STAMP, earning_from=date(2025, 8, 20))
    first = first.given_to(KAI, date(2025, 9, 10))
    second = verified(a_channel(2)).approved(STAMP, earning_from=date(2025, 8, 1))
    keep(transactions, first, second.denied(STAMP, on=date(2025, 9, 1)), a_channel(3))

    with transactions.look() as books:
        found = dict(books.channels.spans_between(date(2025, 9, 1), date(2025, 9, 30)))

    assert {channel: list(spans) for channel, spans in found.items()} == {
        first.platform_id: [
            ChannelSpan(first.id, Span(OWNER, OWNER, date(2025, 9, 1), date(2025, 9, 10))),
            ChannelSpan(first.id, Span(OWNER, KAI, date(2025, 9, 10), date(2025, 10, 1))),
        ]
    }


def test_many_channels_are_added_at_once_with_their_spans(transactions: Transactions) -> None:
    approved = verified(a_channel(1)).approved(STAMP, earning_from=date(2025, 9, 3))
    fresh = a_channel(2, owner="kai")
    with transactions.begin() as books:
        books.channels.add_all([])
        books.channels.add_all([approved, fresh])

    with transactions.look() as books:
        assert [books.channels.get(each.id) for each in (approved, fresh)] == [approved, fresh]
        spans = dict(books.channels.spans_between(date(2025, 9, 1), date(2025, 9, 30)))
    assert list(spans) == [approved.platform_id]


@pytest.mark.parametrize(
    "second",
    [
        a_channel(2, platform=platform_id(1)),
        verified(a_channel(2, owner="kai", platform=platform_id(1))),
    ],
    ids=["its owner has it", "somebody verified it"],
)
def test_many_channels_are_refused_for_one_that_is_taken(
    transactions: Transactions, second: Channel
) -> None:
    keep(transactions, verified(a_channel(1)))

    with pytest.raises(AlreadyRegistered), transactions.begin() as books:
        books.channels.add_all([second])


def test_every_registration_of_many_channels_is_found(transactions: Transactions) -> None:
    """Verified or not, deleted ones too, the oldest first."""
    old = a_channel(1).deleted(NOW, on=date(2025, 9, 2), lost_from=None)
    late = a_channel(
        2, platform=platform_id(1), registered_at=REGISTERED + timedelta(1), owner="kai"
    )
    other = verified(a_channel(3))
    keep(transactions, late, old, other, a_channel(4))
    many = [platform_id(number) for number in range(100, 1_300)]

    with transactions.look() as books:
        found = books.channels.registrations([*many, platform_id(1), platform_id(3)])
        assert {key: list(each) for key, each in found.items()} == {
            platform_id(1): [old, late],
            platform_id(3): [other],
        }
        assert books.channels.registrations([]) == {}


def test_rules_of_many_channels_are_read_at_once(transactions: Transactions) -> None:
    many = [platform_id(number) for number in range(1_200)]
    with transactions.begin() as books:
        books.registration_rules.block(platform_id(7), "spam", NOW)
        books.registration_rules.block(platform_id(2_000), "spam", NOW)
        books.registration_rules.reserve(platform_id(8), "ana@example.org", NOW)
        books.registration_rules.reserve(platform_id(2_001), "bea@example.org", NOW)

    with transactions.look() as books:
        assert books.registration_rules.blocked_among(many) == {platform_id(7)}
        assert dict(books.registration_rules.reserved_among(many)) == {
            platform_id(8): "ana@example.org"
        }
        assert books.registration_rules.blocked_among([]) == frozenset()


def test_of_two_that_hold_the_spans_one_waits_for_the_other(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    """A close and an import: what one decides by them the other has to see."""
    done: list[str] = []

    def hold() -> None:
        with transactions.begin() as books:
            books.channels.hold_spans()
            done.append("second")

    with transactions.begin() as books:
        books.channels.hold_spans()
        other = threading.Thread(target=hold)
        start_behind(transactions, other)
        done.append("first")
    other.join(PATIENCE)

    assert done == ["first", "second"]


def test_held_spans_change_only_when_the_holder_is_done(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    channel = verified(a_channel()).approved(STAMP, earning_from=date(2025, 9, 3))
    keep(transactions, channel)
    done: list[str] = []

    def deny() -> None:
        with transactions.begin() as books:
            books.channels.lock(channel.id)
            books.channels.save(channel.denied(STAMP, on=date(2025, 9, 20)))
        done.append("denied")

    with transactions.begin() as books:
        books.channels.hold_spans()
        before = list(books.channels.spans_between(date(2025, 9, 1), date(2025, 9, 30)))
        other = threading.Thread(target=deny)
        start_behind(transactions, other)
        assert list(books.channels.spans_between(date(2025, 9, 1), date(2025, 9, 30))) == before
        done.append("closed")
    other.join(PATIENCE)

    assert done == ["closed", "denied"]


def test_of_two_that_verify_at_once_one_wins(transactions: Transactions) -> None:
    claims = [
        a_channel(number, owner=owner, platform=platform_id(9))
        for number, owner in enumerate(("owner", "kai", "lee"))
    ]
    keep(transactions, *claims)
    start = threading.Barrier(len(claims))
    outcomes: list[str] = []

    def verify(claim: Channel) -> Callable[[], None]:
        def run() -> None:
            start.wait()
            try:
                with transactions.begin() as books:
                    found = books.channels.lock(claim.id)
                    assert found is not None
                    books.channels.save(verified(found))
                outcomes.append("won")
            except AlreadyRegistered:
                outcomes.append("lost")

        return run

    threads = [threading.Thread(target=verify(claim)) for claim in claims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert sorted(outcomes) == ["lost", "lost", "won"]


Act = Callable[[Any, Any], int]
PRESENTER = ChannelPresenter(FixedClock(NOW), FixedClock(NOW), Settings().channels, UTC)


def _removals(transactions: Any) -> ChannelRemovals:
    return ChannelRemovals(transactions, PRESENTER, cast(Any, None))


def _hand_up(transactions: Any, books: Any) -> int:
    return _removals(transactions).hand_up(books, KAI, LEE, STAMP)


def _follow(transactions: Any, books: Any) -> int:
    return _removals(transactions).follow(books, {OWNER}, LEE, STAMP)


def _delete_all(transactions: Any, books: Any) -> int:
    return _removals(transactions).delete_all_of(books, KAI, date(2025, 9, 20))


def _delete_all_held(transactions: Any, books: Any) -> int:
    return _removals(transactions).delete_all_of(books, OWNER, date(2025, 9, 20))


def _release(transactions: Any, books: Any) -> int:
    channels = Channels(transactions, cast(Any, None), PRESENTER, cast(Any, None))
    return channels.release(books, OWNER, STAMP)


def changed_while(
    transactions: MemoryTransactions | SqlTransactions,
    act: Act,
    change: Callable[[Channel], Channel],
) -> tuple[int, Channel, Channel]:
    """What `act` says it did to a channel of kai's that owner holds and that is changed just then;
    the channel as it was changed, and as it is afterwards.
    """
    waiting = verified(a_channel(owner="kai", holder="owner"))
    keep(transactions, waiting)
    done: list[int] = []

    def run() -> None:
        with transactions.begin() as books:
            done.append(act(transactions, books))

    with transactions.begin() as books:
        locked = books.channels.lock(waiting.id)
        assert locked is not None
        other = threading.Thread(target=run)
        start_behind(transactions, other)
        books.channels.save(changed := change(locked))
    other.join(PATIENCE)
    with transactions.look() as books:
        after = books.channels.get(waiting.id)
    assert after is not None
    [count] = done
    return count, changed, after


ACTS = [_hand_up, _follow, _delete_all, _delete_all_held, _release]


@pytest.mark.parametrize("act", ACTS)
def test_what_is_decided_of_a_channel_meanwhile_is_not_lost_when_its_owner_changes(
    transactions: MemoryTransactions | SqlTransactions, act: Act
) -> None:
    """Its members go or move while an operator approves it: both count."""
    count, _, after = changed_while(
        transactions, act, lambda it: it.approved(STAMP, earning_from=date(2025, 9, 3))
    )
    assert count == 1
    assert [each.from_day for each in after.timeline.earnings] == [date(2025, 9, 3)]


@pytest.mark.parametrize("act", ACTS)
def test_a_channel_that_is_deleted_meanwhile_stays_deleted(
    transactions: MemoryTransactions | SqlTransactions, act: Act
) -> None:
    count, changed, after = changed_while(
        transactions, act, lambda it: it.deleted(NOW, on=date(2025, 9, 19), lost_from=None)
    )
    assert (count, after) == (0, changed)


@pytest.mark.parametrize(
    ("act", "to"),
    [(_hand_up, LEE), (_delete_all, LEE), (_follow, KAI), (_delete_all_held, KAI), (_release, KAI)],
)
def test_a_channel_that_goes_elsewhere_meanwhile_is_left_alone(
    transactions: MemoryTransactions | SqlTransactions, act: Act, to: AccountId
) -> None:
    """Given to another owner, or taken back by its own."""

    def gone(it: Channel) -> Channel:
        day = date(2025, 9, 19)
        return (it if to == KAI else it.transferred(to, day)).given_to(to, day)

    count, changed, after = changed_while(transactions, act, gone)
    assert (count, after) == (0, changed)


@pytest.mark.parametrize("act", ACTS)
def test_each_channel_that_changed_its_owner_is_counted(
    transactions: MemoryTransactions | SqlTransactions, act: Act
) -> None:
    keep(transactions, *(verified(a_channel(each, owner="kai", holder="owner")) for each in (1, 2)))

    with transactions.begin() as books:
        assert act(transactions, books) == 2


def test_what_a_close_has_settled_is_not_lost_to_who_leaves_at_the_same_moment(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    """What earns for nobody begins after the month that is closed."""
    earning = verified(a_channel(owner="kai", holder="kai"))
    earning = earning.approved(STAMP, earning_from=date(2025, 9, 3))
    keep(transactions, earning)
    removals = _removals(transactions)

    def leave() -> None:
        with transactions.begin() as books:
            removals.delete_all_of(cast(Any, books), KAI, date(2025, 10, 20))

    other = threading.Thread(target=leave)
    with transactions.begin() as books:
        books.settlements.add(a_settlement(), [])
        books.ledger.lock(KAI)
        start_behind(transactions, other)
    other.join(PATIENCE)

    with transactions.look() as books:
        after = books.channels.get(earning.id)
    assert after is not None
    assert after.timeline.lost_from == date(2025, 10, 1)
