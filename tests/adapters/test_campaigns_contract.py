"""Campaigns: every keeper of them alike, and of two acts at once exactly one is taken."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import ANN, Office, office
from tests.fakes.campaigns import FERN, KAI, MINA, SONG, Stage, clip
from tests.fakes.held_up import start_behind
from tests.fakes.waiting import PATIENCE

from backbeat.campaigns.errors import AlreadyApplied, CampaignClosed, OtherVideoEntered
from backbeat.campaigns.model import (
    Application,
    Bonus,
    Campaign,
    CampaignEntry,
    CampaignFile,
    CampaignId,
    EntryState,
    ListView,
)
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.media.model import FileKey
from backbeat.settlement.rewarding import PAY_CAMPAIGNS

__all__ = ["office"]

NOON = datetime(2025, 10, 1, 12, tzinfo=UTC)
TODAY = date(2025, 10, 10)
OCTOBER = Month(2025, 10)
PAGE = PageRequest()
FILE = CampaignFile(FileKey(f"{SONG}-{'0' * 16}.zip"), "Cover.zip", "application/zip", 7)


def a_campaign(name: str, hours: int = 0, **more: Any) -> Campaign:
    return Campaign(
        id=CampaignId(name),
        title="Letter",
        text="Sing.\nLoudly.",
        track=SONG,
        rate=Money.of("2.00"),
        budget=Money.of("500.00"),
        created_at=NOON + timedelta(hours=hours),
        **{"until": date(2025, 12, 31), **more},
    )


def an_entry(video: str, channel: str = "channel-1", **more: Any) -> CampaignEntry:
    return CampaignEntry(
        campaign=CampaignId("c1"),
        video=VideoId(video),
        channel=ChannelId(channel),
        account=MINA,
        title="A short",
        thumbnail="https://i.ytimg.com/1.jpg",
        counts_from=TODAY,
        **{"entered_at": NOON, "state": EntryState.CHECKING, **more},
    )


def test_a_campaign_comes_back_as_it_was_kept(transactions: Any) -> None:
    whole = a_campaign(
        "c1",
        view_target=1_000,
        min_seconds=20,
        files=(FILE, evolve(FILE, name="Words.pdf")),
        opened_on=TODAY,
        ended_on=TODAY,
        target_reached_on=TODAY,
        goal_reached_on=TODAY,
        views=12,
        week_views=5,
        counted_until=TODAY,
        is_settled=True,
    )
    with transactions.begin() as books:
        books.campaigns.add(whole)
        books.campaigns.add(a_campaign("c2"))
    with transactions.begin() as books:
        assert books.campaigns.lock(CampaignId("c1")) == whole
        assert books.campaigns.lock(CampaignId("c3")) is None
        books.campaigns.save(evolve(whole, views=13, is_settled=False, title="Another"))
    with transactions.look() as books:
        assert books.campaigns.get(CampaignId("c1")) == evolve(
            whole, views=13, is_settled=False, title="Another"
        )
        assert books.campaigns.get(CampaignId("c2")) == a_campaign("c2")
        assert books.campaigns.get(CampaignId("c3")) is None
        assert list(books.campaigns.files()) == [FILE.key, FILE.key]
        assert books.campaigns.running() == ["c1"]


def test_lists_show_what_is_open_over_and_ones_own_the_newest_first(transactions: Any) -> None:
    past = TODAY - timedelta(1)
    kept = (
        a_campaign("open", 1, opened_on=past),
        a_campaign("draft", 2),
        a_campaign("last-day", 3, opened_on=past, until=TODAY),
        a_campaign("over", 4, opened_on=past, until=past),
        a_campaign("ended", 5, opened_on=past, ended_on=past),
        a_campaign("reached", 6, opened_on=past, goal_reached_on=past),
    )
    with transactions.begin() as books:
        for each in kept:
            books.campaigns.add(each)
        for name in ("open", "reached"):
            books.campaigns.apply(
                Application(CampaignId(name), ChannelId("channel-1"), MINA, past, NOON)
            )

    def shown(view: ListView, who: Any = MINA, page: PageRequest = PAGE) -> list[str]:
        with transactions.look() as books:
            return [each.id for each in books.campaigns.shown(view, who, TODAY, page).items]

    assert shown(ListView.OPEN) == ["last-day", "open"]
    assert shown(ListView.OVER) == ["reached", "ended", "over"]
    assert shown(ListView.MINE) == ["reached", "open"]
    assert shown(ListView.MINE, KAI) == []
    assert shown(ListView.OVER, page=PageRequest(1, 2)) == ["over"]
    with transactions.look() as books:
        counts = {ListView.OPEN: 2, ListView.MINE: 2, ListView.OVER: 3}
        assert books.campaigns.counts(MINA, TODAY) == counts
        assert books.campaigns.counts(KAI, TODAY) == {**counts, ListView.MINE: 0}
        assert [each.id for each in books.campaigns.all(PAGE).items] == [
            "reached",
            "ended",
            "over",
            "last-day",
            "draft",
            "open",
        ]
        assert "draft" not in books.campaigns.running()


def test_applications_and_entries_are_found_by_channel_and_by_account(transactions: Any) -> None:
    which = CampaignId("c1")
    first = Application(which, ChannelId("channel-2"), MINA, TODAY, NOON)
    second = evolve(first, channel=ChannelId("channel-1"), applied_at=NOON + timedelta(seconds=1))
    refused = an_entry("B", state=EntryState.REFUSED, refused_code=60010, refused_reason="why")
    paid = an_entry("a", entered_at=NOON + timedelta(seconds=1))
    with transactions.begin() as books:
        books.campaigns.add(a_campaign("c1"))
        for application in (second, first):
            books.campaigns.apply(application)
        for entry in (paid, refused):
            books.campaigns.enter(entry)
        paid = paid.accepted().counted(9).paid(7, Money.of("0.014"), TODAY)
        books.campaigns.keep(paid)
    with transactions.look() as books:
        assert books.campaigns.application(which, first.channel) == first
        assert books.campaigns.application(which, ChannelId("channel-3")) is None
        assert books.campaigns.applications_of(MINA, [which]) == [first, second]
        assert books.campaigns.applications_of(KAI, [which]) == []
        assert books.campaigns.entries(which) == [refused, paid]
        assert books.campaigns.entry(which, VideoId("a")) == paid
        assert books.campaigns.entry(which, VideoId("A")) is None
        assert books.campaigns.entry_of_channel(which, ChannelId("channel-1")) == paid
        assert books.campaigns.entry_of_channel(which, ChannelId("channel-2")) is None
        assert books.campaigns.entries_of(MINA, [which]) == [refused, paid]
        assert books.campaigns.entries_of(MINA, []) == []


def test_what_was_posted_stays_as_it_is(transactions: Any) -> None:
    def bonus(month: int, video: str) -> Bonus:
        return Bonus(
            CampaignId("c1"),
            VideoId(video),
            Month(2025, month),
            MINA,
            7,
            Money.of("2.00"),
            Money.of("0.014"),
            TODAY,
            EntryId(f"e{month}{video}"),
        )

    with transactions.begin() as books:
        books.campaigns.add(a_campaign("c1"))
        books.campaigns.add_bonuses([bonus(11, "a"), bonus(10, "b")])
        books.campaigns.add_bonuses([bonus(10, "B")])
        books.campaigns.add_bonuses([])
    with transactions.look() as books:
        found = books.campaigns.bonuses(CampaignId("c1"))
        assert found == [bonus(10, "B"), bonus(10, "b"), bonus(11, "a")]
        assert books.campaigns.bonuses(CampaignId("c2")) == []


def test_bonuses_are_found_by_who_entered_the_short(transactions: Any) -> None:
    def entry(which: str, video: str, who: AccountId) -> CampaignEntry:
        return CampaignEntry(
            CampaignId(which),
            VideoId(video),
            ChannelId(f"channel-{who}"),
            who,
            "A short",
            None,
            TODAY,
            NOON,
            EntryState.ACCEPTED,
        )

    def bonus(which: str, video: str, to: AccountId, month: int = 10) -> Bonus:
        return Bonus(
            CampaignId(which),
            VideoId(video),
            Month(2025, month),
            to,
            7,
            Money.of("2.00"),
            Money.of("0.014"),
            TODAY,
            EntryId(f"{which}{video}{to}{month}"),
        )

    both = [CampaignId("c1"), CampaignId("c2")]
    mine = [
        bonus("c1", "a", KAI),
        bonus("c1", "a", MINA),
        bonus("c1", "c", MINA),
        bonus("c1", "a", MINA, month=11),
        bonus("c2", "a", MINA),
    ]
    with transactions.begin() as books:
        for which in both:
            books.campaigns.add(a_campaign(which))
        for each in (
            ("c1", "a", MINA),
            ("c1", "b", KAI),
            ("c1", "c", MINA),
            ("c2", "a", MINA),
        ):
            books.campaigns.enter(entry(*each))
        books.campaigns.add_bonuses([bonus("c1", "b", KAI), *reversed(mine)])
    with transactions.look() as books:
        assert books.campaigns.bonuses_of(MINA, both) == mine
        assert books.campaigns.bonuses_of(MINA, both[1:]) == mine[-1:]
        assert books.campaigns.bonuses_of(MINA, []) == []


def at_once(*acts: Callable[[], object]) -> list[type[Exception] | None]:
    """Do them at the same moment; how each ended."""
    barrier = Barrier(len(acts))

    def act(do: Callable[[], object]) -> type[Exception] | None:
        barrier.wait()
        try:
            do()
        except Refusal as refused:
            return type(refused)
        return None

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


def test_of_two_applications_at_once_one_is_taken(office: Office) -> None:
    stage = Stage(office)
    campaign = stage.open()
    ended = at_once(*(lambda: stage.apply(MINA, campaign) for _ in range(2)))
    assert sorted(map(str, ended)) == sorted(map(str, [None, AlreadyApplied]))
    assert len(stage.campaigns.show(MINA, campaign).applications) == 1


def test_of_two_shorts_of_a_channel_at_once_one_is_taken(office: Office) -> None:
    stage = Stage(office)
    campaign = stage.open()
    stage.apply(MINA, campaign)
    for number in (1, 2):
        stage.upload(clip(number), MINA)
    ended = at_once(lambda: stage.enter(MINA, campaign, 1), lambda: stage.enter(MINA, campaign, 2))
    assert sorted(map(str, ended)) == sorted(map(str, [None, OtherVideoEntered]))
    assert len(stage.campaigns.show(MINA, campaign).entries) == 1


def test_two_counts_at_once_and_a_refusal_leave_one_goal(office: Office) -> None:
    office.clock.set(date(2025, 10, 2))
    stage = Stage(office)
    campaign = stage.open(budget=Money.of("2.00"))
    for who, number in ((MINA, 1), (KAI, 2)):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)
    stage.report(date(2025, 10, 3), {(MINA, 1): 700, (KAI, 2): 700}, SONG)
    ended = at_once(
        stage.count,
        stage.count,
        lambda: stage.desk.refuse(campaign, clip(2), ANN, "not the song"),
    )
    assert ended == [None, None, None]
    stage.count()
    assert stage.entry(campaign, 2).views == 0
    assert stage.campaign(campaign).views == stage.entry(campaign, 1).views <= 1_000


def test_a_goal_that_two_pass_at_once_is_given_to_the_last_view_and_paid_once(
    office: Office,
) -> None:
    """1,000 views are left of a day with 700 and 701: 499 and 500, and one for the larger
    remainder. Whoever counts and pays beside others changes nothing of it."""
    office.clock.set(date(2025, 10, 2))
    stage = Stage(office)
    campaign = stage.open(budget=Money.of("2.00"))
    for who, number in ((MINA, 1), (KAI, 2)):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)
    stage.report(date(2025, 10, 3), {(MINA, 1): 700, (KAI, 2): 701}, SONG)
    assert at_once(stage.count, stage.count) == [None, None]
    assert [stage.entry(campaign, number).views for number in (1, 2)] == [500, 500]
    counted = stage.campaign(campaign)
    assert (counted.views, counted.goal_reached_on) == (1_000, date(2025, 10, 3))
    with pytest.raises(CampaignClosed):
        stage.enter(FERN, campaign, 3)

    office.monthly(OCTOBER, (1, clip(1), "1.00"))
    office.close(OCTOBER, date(2025, 11, 20))
    with office.transactions.begin() as books:
        books.jobs.enqueue(PAY_CAMPAIGNS, {"month": "2025-10"})
    assert at_once(stage.work, stage.work, stage.count) == [None, None, None]
    stage.work()
    for who in (MINA, KAI):
        assert [amount for amount, *_ in stage.bonuses(who)] == ["1.00"]


def test_a_count_waits_for_whoever_has_the_campaign(office: Office) -> None:
    """A refusal that is not committed yet is not undone by a count that began before."""
    office.clock.set(date(2025, 10, 2))
    stage = Stage(office)
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(date(2025, 10, 3), {(MINA, 1): 700}, SONG)
    through: list[bool] = []

    def count() -> None:
        stage.count()
        through.append(True)

    other = Thread(target=count)
    with office.transactions.begin() as books:
        books.campaigns.lock(campaign)
        start_behind(office.transactions, other)
        assert other.is_alive(), "it waits"
        entry = books.campaigns.entry(campaign, VideoId(clip(1)))
        assert entry is not None
        books.campaigns.keep(entry.refused(None, "not the song"))
    other.join(PATIENCE)
    assert through, "neither waits for the other"
    assert (stage.entry(campaign, 1).state, stage.entry(campaign, 1).views) == (
        EntryState.REFUSED,
        0,
    )


def test_who_is_paid_is_locked_in_the_order_of_all_who_lock(office: Office) -> None:
    """Else a bonus for two and another posting for the same two would wait for each other."""
    office.clock.set(date(2025, 10, 2))
    stage = Stage(office)
    campaign = stage.open()
    for who, number in ((MINA, 1), (KAI, 2)):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)
        office.clock.move(seconds=1)
    stage.report(date(2025, 10, 3), {(MINA, 1): 700, (KAI, 2): 500}, SONG)
    office.monthly(OCTOBER, (1, clip(1), "1.00"))
    office.close(OCTOBER, date(2025, 11, 20))
    other = Thread(target=stage.work)
    with office.transactions.begin() as books:
        books.ledger.lock(KAI)
        start_behind(office.transactions, other)
        books.ledger.lock(KAI, MINA)
    other.join(PATIENCE)
    assert [stage.bonuses(who) for who in (MINA, KAI)] == [
        [("1.40", "2025-10", "2025-11-20")],
        [("1.00", "2025-10", "2025-11-20")],
    ]
