"""Taking part in campaigns: who and what is taken, what is counted, judged and paid, in memory."""

from __future__ import annotations

from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import ANN, Office, add_people
from tests.fakes.campaigns import (
    CHANNELS,
    FERN,
    KAI,
    MINA,
    OTHER,
    SONG,
    Stage,
    clip,
)
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.audit.model import AuditEntry
from backbeat.campaigns.counting import Counting
from backbeat.campaigns.errors import (
    AlreadyApplied,
    AlreadyEntered,
    CampaignClosed,
    CampaignRefused,
    ForeignVideo,
    MadeBefore,
    NoShort,
    NotApplied,
    NotJoined,
    OtherSong,
    OtherVideoEntered,
    TargetReached,
    ThirdPartyMusic,
    TooEarly,
    TooShort,
)
from backbeat.campaigns.model import CampaignId, CampaignState, Closing, EntryState, ListView
from backbeat.campaigns.operations import CampaignDraft
from backbeat.channels.errors import BadVideoAddress, VideoNotFetched
from backbeat.channels.model import ChannelStatus
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId, ChannelId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.media.errors import AddressOver
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Campaign as CampaignSettings
from backbeat.settings import Features, Settings
from backbeat.withdrawals.errors import ChannelNotApproved

OCTOBER, NOVEMBER = Month(2025, 10), Month(2025, 11)
PAGE = PageRequest()
START = date(2025, 10, 2)


@pytest.fixture
def stage(clock: FixedClock, tmp_path: Path) -> Stage:
    clock.set(START)
    transactions = MemoryTransactions.empty(clock, counting_ids())
    add_people(transactions, clock)
    return Stage(Office(transactions, clock, tmp_path, Settings()))


def day(number: int) -> date:
    return date(2025, 10, number)


def on(stage: Stage, number: int) -> None:
    stage.office.clock.set(day(number))


def told(stage: Stage, who: AccountId) -> list[str]:
    """The subjects of somebody's notifications."""
    with stage.office.transactions.look() as books:
        kept = books.notifications.page(who, None, PAGE).items
    return [each.notification.subject.value for each in kept]


def leave(stage: Stage, who: AccountId) -> None:
    with stage.office.transactions.begin() as books:
        account = books.accounts.get(who)
        assert account is not None
        books.accounts.lock(account.id)
        books.accounts.save(account.deleted("left", stage.office.clock.now()))


def acts(stage: Stage, campaign: CampaignId) -> list[tuple[str, str, str | None]]:
    """Action, kind of actor and reason of what was written down of a campaign, the oldest first."""
    return [(each.action, str(each.actor.kind), each.reason) for each in written(stage, campaign)]


def written(stage: Stage, campaign: CampaignId) -> list[AuditEntry]:
    """What was written down of a campaign, the oldest first."""
    with stage.office.transactions.look() as books:
        return [row.entry for row in reversed(books.audit.about(f"campaign:{campaign}", 100))]


# -- applying


def test_a_second_application_with_one_channel_is_refused(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    with pytest.raises(AlreadyApplied) as refused:
        stage.apply(MINA, campaign)
    assert refused.value.code == 60001
    assert len(stage.campaigns.show(MINA, campaign).applications) == 1


def test_who_applied_and_entered_with_what_is_in_the_audit_and_no_refused_try(
    stage: Stage,
) -> None:
    """AUDIT-1."""
    campaign = stage.open()
    for number in (1, 2):
        with pytest.raises(NotApplied):
            stage.enter(MINA, campaign, number)
    stage.apply(MINA, campaign)
    with pytest.raises(AlreadyApplied):
        stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    with pytest.raises(OtherVideoEntered):
        stage.enter(MINA, campaign, 2)
    applied, entered = written(stage, campaign)[2:]
    channel = f"channel-{CHANNELS[MINA]}"
    assert (applied.action, applied.after) == ("campaign.applied", {"channel": channel})
    assert (entered.action, entered.after) == (
        "campaign.entered",
        {"channel": channel, "video": clip(1)},
    )
    assert {each.actor for each in (applied, entered)} == {Actor.account(MINA)}
    assert {each.at for each in (applied, entered)} == {stage.office.clock.now()}


def test_the_view_target_closes_to_new_channels_and_not_to_shorts(stage: Stage) -> None:
    campaign = stage.open(view_target=1_000)
    stage.apply(MINA, campaign)
    stage.apply(KAI, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(3), {(MINA, 1): 999})
    stage.count()
    assert not stage.campaign(campaign).is_full
    assert stage.campaigns.show(KAI, campaign).state is CampaignState.OPEN

    stage.report(day(4), {(MINA, 1): 1})
    stage.count()
    with pytest.raises(TargetReached) as refused:
        stage.apply(FERN, campaign)
    assert refused.value.code == 60000
    assert stage.campaigns.show(FERN, campaign).state is CampaignState.FULL
    [listed] = stage.campaigns.list(FERN, ListView.OPEN, PAGE).page.items
    assert (listed.state, listed.closing) == (CampaignState.FULL, None)
    stage.enter(KAI, campaign, 2)
    stage.desk.close(campaign, ANN, "the label asked")
    assert stage.campaigns.show(FERN, campaign).state is CampaignState.CLOSED


def test_a_spent_budget_and_an_early_end_close_to_everything(stage: Stage) -> None:
    spent, ended, over = (stage.open(budget=Money.of("2.00")) for _ in range(3))
    for campaign in (spent, ended, over):
        stage.apply(MINA, campaign)
        stage.apply(KAI, campaign)
    stage.enter(MINA, spent, 1)
    stage.report(day(3), {(MINA, 1): 1_000})
    stage.count()
    stage.desk.close(ended, ANN, "the label asked")
    assert stage.campaigns.show(MINA, spent).closing is Closing.GOAL
    assert stage.campaigns.show(MINA, ended).closing is Closing.ENDED
    for campaign in (spent, ended):
        with pytest.raises(CampaignClosed) as refused:
            stage.enter(KAI, campaign, 2)
        assert refused.value.code == 60011
        with pytest.raises(CampaignClosed):
            stage.apply(FERN, campaign)
    stage.office.clock.set(date(2026, 1, 1))
    assert stage.campaigns.show(MINA, over).closing is Closing.OVER
    with pytest.raises(CampaignClosed):
        stage.enter(KAI, over, 2)


def test_what_was_reached_once_stays_reached_when_figures_shrink(stage: Stage) -> None:
    campaign = stage.open(budget=Money.of("2.00"), view_target=500)
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(3), {(MINA, 1): 1_500})
    stage.count()
    stage.report(day(3), {(MINA, 1): 400})
    stage.report(day(4), {(MINA, 1): 400})
    stage.count()
    now = stage.campaign(campaign)
    assert (now.goal_reached_on, now.target_reached_on) == (day(3), day(3))
    assert now.views == 400


def test_only_an_approved_channel_that_one_holds_applies(stage: Stage) -> None:
    campaign = stage.open()
    with pytest.raises(NotFound):
        stage.campaigns.apply(MINA, campaign, ChannelId("channel-2"))
    with pytest.raises(NotFound):
        stage.campaigns.apply(MINA, campaign, ChannelId("nobody's"))
    with stage.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(evolve(channel, status=ChannelStatus.PENDING))
    with pytest.raises(ChannelNotApproved):
        stage.apply(MINA, campaign)
    stage.office.delete_minas_channel()
    with pytest.raises(NotFound):
        stage.apply(MINA, campaign)


def test_a_campaign_that_was_not_opened_is_nobodys_business(stage: Stage) -> None:

    hidden = stage.desk.create(
        CampaignDraft("Soon", SONG, Money.of(2), Money.of(500), date(2025, 12, 31)), ANN
    ).id
    for act in (
        lambda: stage.apply(MINA, hidden),
        lambda: stage.campaigns.show(MINA, hidden),
        lambda: stage.enter(MINA, hidden, 1),
        lambda: stage.campaigns.resources(MINA, hidden),
        lambda: stage.campaigns.show(MINA, CampaignId("nothing")),
    ):
        with pytest.raises(NotFound):
            act()
    assert stage.campaigns.list(MINA, ListView.OPEN, PAGE).page.items == []
    assert stage.desk.list(PAGE).items[0].id == hidden


def test_off_every_call_is_refused(stage: Stage) -> None:
    campaign = stage.open()
    stage.features = Features()
    for act in (
        lambda: stage.campaigns.list(MINA, ListView.OPEN, PAGE),
        lambda: stage.campaigns.show(MINA, campaign),
        lambda: stage.apply(MINA, campaign),
        lambda: stage.enter(MINA, campaign, 1),
        lambda: stage.campaigns.resources(MINA, campaign),
        lambda: stage.campaigns.file(campaign, "key", 0, ""),  # type: ignore[arg-type]
        stage.open,
    ):
        with pytest.raises(FeatureOff) as refused:
            act()
        assert (refused.value.code, refused.value.reason) == (2, "feature_off")


# -- entering


def test_a_short_is_entered_once_and_one_for_each_channel(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    address = stage.upload(clip(1), MINA)
    stage.campaigns.enter(MINA, campaign, address)
    with pytest.raises(AlreadyEntered) as twice:
        stage.campaigns.enter(MINA, campaign, f"https://youtu.be/{clip(1)}")
    assert twice.value.code == 60002
    with pytest.raises(OtherVideoEntered) as other:
        stage.enter(MINA, campaign, 2)
    assert other.value.code == 60003
    (entry,) = stage.campaigns.show(MINA, campaign).entries
    assert (entry.video, entry.title) == (clip(1), f"Short {clip(1)}")


def test_a_channel_whose_entry_was_refused_may_enter_another_short(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.desk.refuse(campaign, clip(1), ANN, "not the song")
    with pytest.raises(AlreadyEntered):
        stage.enter(MINA, campaign, 1)
    assert len(stage.enter(MINA, campaign, 2).entries) == 2


def test_a_foreign_video_and_one_without_an_application_are_refused(stage: Stage) -> None:
    campaign = stage.open()
    with pytest.raises(NotApplied) as applied:
        stage.enter(MINA, campaign, 1)
    assert applied.value.code == 60005
    stage.apply(MINA, campaign)
    foreign = stage.upload(clip(2), KAI)
    with pytest.raises(ForeignVideo) as own:
        stage.campaigns.enter(MINA, campaign, foreign)
    assert own.value.code == 60004
    with stage.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(evolve(channel, status=ChannelStatus.PENDING))
    with pytest.raises(ForeignVideo):
        stage.enter(MINA, campaign, 1)


def test_a_long_video_an_old_one_and_a_short_one_are_refused_and_not_kept(stage: Stage) -> None:
    campaign = stage.open(min_seconds=20)
    before = stage.office.clock.now() - timedelta(seconds=1)
    stage.apply(MINA, campaign)
    stage.platform.long.add(VideoId(clip(1)))
    with pytest.raises(NoShort) as long:
        stage.enter(MINA, campaign, 1)
    assert long.value.code == 60006
    with pytest.raises(MadeBefore) as old:
        stage.enter(MINA, campaign, 2, at=before)
    assert old.value.code == 60007
    with pytest.raises(TooShort) as brief:
        stage.enter(MINA, campaign, 3, seconds=19)
    assert (brief.value.code, brief.value.seconds) == (60013, 20)
    with pytest.raises(TooShort):
        stage.enter(MINA, campaign, 3, seconds=None)
    assert stage.campaigns.show(MINA, campaign).entries == []
    stage.enter(MINA, campaign, 4, seconds=20)


def test_a_campaign_that_closes_while_the_platform_is_asked_takes_no_short(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)

    def meanwhile(*_: object) -> bool:
        stage.desk.close(campaign, ANN, "the label asked")
        return True

    monkeypatch.setattr(FakePlatform, "is_short", meanwhile)
    with pytest.raises(CampaignClosed):
        stage.enter(MINA, campaign, 1)
    assert stage.campaigns.show(MINA, campaign).entries == []


def test_an_address_that_leads_to_no_video_or_to_none_that_can_be_read(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    for text in ("hello", "https://www.youtube.com/@mina", "https://example.org/watch?v=1"):
        with pytest.raises(BadVideoAddress) as bad:
            stage.campaigns.enter(MINA, campaign, text)
        assert bad.value.code == 70001
    address = stage.upload(clip(1), MINA)
    with pytest.raises(VideoNotFetched) as unknown:
        stage.campaigns.enter(MINA, campaign, f"https://youtu.be/{clip(9)}")
    assert unknown.value.code == 70000
    stage.platform.down = True
    with pytest.raises(VideoNotFetched):
        stage.campaigns.enter(MINA, campaign, address)


@pytest.mark.parametrize(
    ("isrc", "refusal", "code"),
    [("USXX12500001", ThirdPartyMusic, 60010), (OTHER, OtherSong, 60012)],
)
def test_known_music_is_judged_at_once(
    stage: Stage, isrc: str, refusal: type[Exception], code: int
) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.report(START, {(MINA, 1): 10}, isrc)
    with pytest.raises(refusal) as refused:
        stage.enter(MINA, campaign, 1)
    assert refused.value.code == code  # type: ignore[attr-defined]
    assert stage.campaigns.show(MINA, campaign).entries == []


def test_a_short_with_the_song_is_taken_at_once_where_that_is_known(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.report(START, {(MINA, 1): 10}, SONG)
    (entry,) = stage.enter(MINA, campaign, 1).entries
    assert entry.state is EntryState.ACCEPTED


@pytest.mark.parametrize(("isrc", "code"), [("USXX12500001", 60010), (OTHER, 60012)])
def test_music_that_becomes_known_later_refuses_with_a_notice(
    stage: Stage, isrc: str, code: int
) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(3), {(MINA, 1): 10})
    stage.count()
    assert stage.entry(campaign, 1).state is EntryState.CHECKING
    assert stage.campaign(campaign).views == 10

    stage.report(day(3), {(MINA, 1): 10}, isrc)
    stage.count()
    entry = stage.entry(campaign, 1)
    assert (entry.state, entry.refused_code, entry.views) == (EntryState.REFUSED, code, 0)
    assert stage.campaign(campaign).views == 0
    with stage.office.transactions.look() as books:
        (kept,) = books.notifications.page(MINA, None, PAGE).items
    told = kept.notification
    assert told.subject.value == "campaign_entry_refused"
    assert told.facts["campaign"] == "Summer letter"
    assert told.target is not None
    assert told.target.facts == {"id": campaign}
    assert acts(stage, campaign)[-1] == ("campaign.entry_refused", "system", str(code))
    assert written(stage, campaign)[-1].after == {"video": clip(1)}
    stage.count()
    with stage.office.transactions.look() as books:
        assert books.notifications.page(MINA, None, PAGE).total == 1


def test_music_of_every_month_since_the_application_is_judged(stage: Stage) -> None:
    campaign = stage.open()
    for who in (MINA, KAI):
        stage.apply(who, campaign)
    stage.enter(MINA, campaign, 1)
    kais = stage.upload(clip(2), KAI)
    stage.report(day(9), {(MINA, 1): 10, (KAI, 2): 10}, "USXX12500001")
    stage.office.clock.set(date(2025, 11, 3))
    stage.report(date(2025, 11, 2), {(MINA, 1): 10, (KAI, 2): 10}, SONG)
    stage.count()
    assert stage.entry(campaign, 1).refused_code == 60010
    with pytest.raises(ThirdPartyMusic):
        stage.campaigns.enter(KAI, campaign, kais)


# -- files


def test_files_open_sixty_seconds_after_the_first_channel_joined(stage: Stage) -> None:
    assert CampaignSettings().download_wait_seconds == 60
    campaign = stage.open(files=[("Cover.zip", b"PK")])
    with pytest.raises(NotJoined) as outside:
        stage.campaigns.resources(MINA, campaign)
    assert outside.value.code == 60008
    joined = stage.apply(MINA, campaign)
    assert stage.campaigns.opens_in(joined) == 60
    stage.office.clock.move(seconds=59)
    with pytest.raises(TooEarly) as early:
        stage.campaigns.resources(MINA, campaign)
    assert (early.value.code, early.value.seconds) == (60009, 1)
    stage.office.clock.move(seconds=1)
    (found,) = stage.campaigns.resources(MINA, campaign)
    file, content = stage.campaigns.file(campaign, found.file.key, found.expires, found.signature)
    assert (file.name, file.media_type, content) == ("Cover.zip", "application/zip", b"PK")


def test_who_joined_another_campaign_gets_no_files_of_this_one(stage: Stage) -> None:
    stage.wait = 0
    joined, other = (stage.open(files=[("Cover.zip", b"PK")]) for _ in range(2))
    stage.apply(MINA, joined)
    assert stage.campaigns.resources(MINA, joined)
    with pytest.raises(NotJoined):
        stage.campaigns.resources(MINA, other)


def test_an_address_of_a_file_ends_by_the_security_clock(stage: Stage) -> None:
    stage.wait = 0
    campaign = stage.open(files=[("Cover.zip", b"PK")])
    stage.apply(MINA, campaign)
    clock = FixedClock(stage.office.clock.now())
    service = evolve(stage.campaigns, security=clock)
    (found,) = service.resources(MINA, campaign)
    asked = (campaign, found.file.key, found.expires, found.signature)
    stage.office.clock.move(days=90)
    assert service.file(*asked)[1] == b"PK"
    clock.set(found.expires_at)
    with pytest.raises(AddressOver):
        service.file(*asked)


def test_the_wait_is_the_settings(stage: Stage) -> None:
    stage.wait = 5
    campaign = stage.open(files=[("Cover.zip", b"PK")])
    stage.apply(MINA, campaign)
    stage.office.clock.move(seconds=4)
    with pytest.raises(TooEarly):
        stage.campaigns.resources(MINA, campaign)
    stage.office.clock.move(seconds=1)
    assert stage.campaigns.resources(MINA, campaign)


def test_an_address_of_a_file_is_of_that_file_and_for_a_while(stage: Stage) -> None:
    stage.wait = 0
    campaign = stage.open(files=[("Cover.zip", b"PK"), ("Words.pdf", b"%PDF")])
    stage.apply(MINA, campaign)
    one, other = stage.campaigns.resources(MINA, campaign)
    for wrong in (
        (campaign, other.file.key, one.expires, one.signature),
        (campaign, one.file.key, one.expires + 1, one.signature),
        (CampaignId("else"), one.file.key, one.expires, one.signature),
    ):
        with pytest.raises(AddressOver):
            stage.campaigns.file(*wrong)
    stage.office.clock.set(one.expires_at)
    with pytest.raises(AddressOver):
        stage.campaigns.file(campaign, one.file.key, one.expires, one.signature)
    stage.files.put(one.file.key, BytesIO(b""))
    with stage.office.transactions.look() as books:
        assert set(books.campaigns.files()) == set(stage.files.keys())


# -- counting and paying


def test_views_count_from_the_day_of_applying(stage: Stage) -> None:
    on(stage, 1)
    campaign = stage.open()
    on(stage, 4)
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(3), {(MINA, 1): 100})
    stage.report(day(4), {(MINA, 1): 20})
    stage.report(day(5), {(MINA, 1): 3})
    stage.count()
    assert stage.entry(campaign, 1).views == 23
    now = stage.campaign(campaign)
    assert (now.views, now.counted_until) == (23, day(5))


def test_the_newest_week_tells_when_the_goal_is_reached_also_after_a_close(stage: Stage) -> None:
    campaign = stage.open(budget=Money.of("20.00"))
    assert stage.campaign(campaign).expected_on is None
    for who, number in ((MINA, 1), (KAI, 2)):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)
    stage.report(date(2025, 10, 24), {(MINA, 1): 5_000}, SONG)
    stage.report(date(2025, 10, 25), {(MINA, 1): 300, (KAI, 2): 50})
    stage.report(date(2025, 10, 31), {(MINA, 1): 300, (KAI, 2): 50}, SONG)
    stage.count()
    now = stage.campaign(campaign)
    assert (now.goal, now.views, now.week_views) == (10_000, 5_700, 700)
    assert now.expected_on == date(2025, 12, 13)  # 4,300 views are left, 100 come on a day

    stage.office.monthly(OCTOBER, (1, clip(1), "10.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.campaign(campaign).week_views == 700
    stage.report(date(2025, 11, 1), {(MINA, 1): 350})
    stage.count()
    now = stage.campaign(campaign)
    assert (now.views, now.week_views) == (6_050, 700)
    assert now.expected_on == date(2025, 12, 11)
    stage.desk.refuse(campaign, clip(1), ANN, "it was bought")
    stage.count()
    assert stage.campaign(campaign).week_views == 50


def test_a_goal_that_is_not_reached_before_the_end_is_not_expected(stage: Stage) -> None:
    campaign = stage.open(budget=Money.of("20.00"), until=day(9))
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(3), {(MINA, 1): 700})
    stage.count()
    assert stage.campaign(campaign).expected_on is None


def test_views_count_up_to_the_last_day_or_the_early_end(stage: Stage) -> None:
    over, ended = stage.open(until=day(4)), stage.open()
    for campaign in (over, ended):
        stage.apply(MINA, campaign)
    stage.enter(MINA, over, 1)
    stage.enter(MINA, ended, 2)
    on(stage, 5)
    stage.desk.close(ended, ANN, "the label asked")
    for number in (4, 5, 6):
        stage.report(day(number), {(MINA, 1): 10, (MINA, 2): 10})
    stage.count()
    assert stage.entry(over, 1).views == 10
    assert stage.entry(ended, 2).views == 20


def test_each_days_bonus_goes_to_its_holder_alone(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    with stage.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(FERN, day(10)))
    stage.report(day(9), {(MINA, 1): 1_000}, SONG)
    stage.report(day(10), {(MINA, 1): 500}, SONG)
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == [("2.00", "2025-10", "2025-11-20")]
    assert stage.bonuses(FERN) == [("1.00", "2025-10", "2025-11-20")]
    assert str(stage.entry(campaign, 1).posted) == "3.00"
    assert "points_granted" in told(stage, MINA)
    assert "points_granted" in told(stage, FERN)


def test_who_left_before_the_close_gets_nothing_and_nobody_gets_it_instead(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    with stage.office.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(FERN, day(10)))
    leave(stage, FERN)
    stage.report(day(9), {(MINA, 1): 1_000}, SONG)
    stage.report(day(10), {(MINA, 1): 500}, SONG)
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == [("2.00", "2025-10", "2025-11-20")]
    assert stage.bonuses(FERN) == []
    assert "points_granted" not in told(stage, FERN)


def test_days_on_which_nobody_holds_the_channel_spend_no_budget(stage: Stage) -> None:
    campaign = stage.open(budget=Money.of("3.00"))
    for who, number in ((MINA, 1), (KAI, 2)):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)
    on(stage, 20)
    stage.office.delete_minas_channel(lost_from=day(10))
    stage.report(day(9), {(MINA, 1): 1_000}, SONG)
    stage.report(day(10), {(MINA, 1): 9_000}, SONG)
    stage.report(day(11), {(KAI, 2): 400}, SONG)
    stage.count()
    assert (stage.entry(campaign, 1).views, stage.entry(campaign, 2).views) == (1_000, 400)
    assert (stage.campaign(campaign).views, stage.campaign(campaign).closing(day(20))) == (
        1_400,
        None,
    )


def test_a_campaign_that_ends_with_a_month_is_settled_by_its_close(stage: Stage) -> None:
    campaign = stage.open(until=day(31))
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(31), {(MINA, 1): 1_000}, SONG)
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == [("2.00", "2025-10", "2025-11-20")]
    assert stage.campaign(campaign).is_settled


def test_a_deleted_channel_loses_what_is_not_posted(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(9), {(MINA, 1): 1_000}, SONG)
    stage.office.delete_minas_channel()
    stage.office.monthly(OCTOBER, (2, clip(2), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == []


def test_a_refused_entry_keeps_what_is_posted_and_loses_the_rest(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(31), {(MINA, 1): 1_000}, SONG)
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    stage.report(date(2025, 11, 3), {(MINA, 1): 700}, SONG)
    stage.count()
    assert str(stage.entry(campaign, 1).bonus(Money.of(2))) == "3.40"

    stage.desk.refuse(campaign, clip(1), ANN, "views were bought")
    stage.office.monthly(NOVEMBER, (1, clip(1), "1.00"))
    stage.close(NOVEMBER, date(2025, 12, 20))
    assert stage.bonuses(MINA) == [("2.00", "2025-10", "2025-11-20")]
    entry = stage.entry(campaign, 1)
    assert (entry.views, str(entry.bonus(Money.of(2)))) == (1_000, "2.00")
    assert stage.campaign(campaign).views == 1_000


def test_who_is_checking_at_a_close_is_paid_at_the_next_one(stage: Stage) -> None:
    campaign = stage.open(until=day(31))
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(9), {(MINA, 1): 1_000})
    stage.office.monthly(OCTOBER, (2, clip(2), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == []
    assert not stage.campaign(campaign).is_settled

    stage.report(day(9), {(MINA, 1): 0}, SONG)
    stage.count()
    stage.office.monthly(OCTOBER, (2, clip(2), "5.00"))
    stage.office.settlements.adjust(OCTOBER, ANN)
    stage.work()
    assert stage.bonuses(MINA) == []
    stage.office.monthly(NOVEMBER, (2, clip(2), "1.00"))
    stage.close(NOVEMBER, date(2025, 12, 20))
    assert stage.bonuses(MINA) == [("2.00", "2025-11", "2025-12-20")]
    assert stage.campaign(campaign).is_settled


def test_what_a_close_would_pay_is_told_by_campaign_and_kept_nowhere(stage: Stage) -> None:
    """CAMPAIGN-7: no entry that is checking or refused, nobody who left, no later month."""
    paid, idle = stage.open(), stage.open(title="Honey", track=OTHER)
    for who, number in ((MINA, 1), (KAI, 2), (FERN, 3)):
        stage.apply(who, paid)
        stage.enter(who, paid, number)
    stage.apply(MINA, idle)
    views = {(MINA, 1): 1_000, (KAI, 2): 500}
    stage.report(date(2025, 10, 5), views, SONG)
    stage.report(date(2025, 10, 6), {(FERN, 3): 4_000})
    stage.office.clock.set(date(2025, 11, 20))
    stage.report(date(2025, 11, 2), {(MINA, 1): 9_000})

    [due] = looking_only(stage).due(OCTOBER)
    assert (due.campaign, due.title, str(due.amount)) == (paid, "Summer letter", "3.00")
    assert stage.campaign(paid).views == 0
    assert stage.entry(paid, 1).state is EntryState.CHECKING

    leave(stage, KAI)
    assert [str(each.amount) for each in stage.counting.due(OCTOBER)] == ["2.00"]
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    assert stage.bonuses(MINA) == [("2.00", "2025-10", "2025-11-20")]
    assert stage.counting.due(OCTOBER) == []
    assert [str(each.amount) for each in stage.counting.due(OCTOBER.next)] == ["18.00"]


def looking_only(stage: Stage) -> Counting:
    """A count that nobody has to wait for: it cannot open the books for writing."""
    looks: Any = SimpleNamespace(look=stage.office.transactions.look)
    return evolve(stage.counting, transactions=looks)


def test_nothing_but_a_close_pays_and_the_job_done_again_pays_nothing_more(stage: Stage) -> None:
    first, second = stage.open(), stage.open()
    for campaign, number in ((first, 1), (second, 2)):
        stage.apply(MINA, campaign)
        stage.enter(MINA, campaign, number)
    stage.report(day(9), {(MINA, 1): 1_000, (MINA, 2): 500}, SONG)
    stage.count()
    assert stage.bonuses(MINA) == []
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    paid = [("2.00", "2025-10", "2025-11-20"), ("1.00", "2025-10", "2025-11-20")]
    assert stage.bonuses(MINA) == paid
    with stage.office.transactions.begin() as books:
        books.jobs.enqueue("campaigns.pay", {"month": str(OCTOBER)})
    stage.work()
    stage.office.monthly(OCTOBER, (1, clip(1), "5.00"))
    stage.office.settlements.adjust(OCTOBER, ANN)
    stage.work()
    assert stage.bonuses(MINA) == paid
    with stage.office.transactions.look() as books:
        told = books.notifications.page(MINA, None, PAGE).items
    assert sum(each.notification.subject.value == "points_granted" for each in told) == 2


def test_a_bonus_says_on_the_statement_how_it_came_about(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.report(day(9), {(MINA, 1): 1_000}, SONG)
    stage.office.monthly(OCTOBER, (1, clip(1), "1.00"))
    stage.close(OCTOBER, date(2025, 11, 20))
    with stage.office.transactions.look() as books:
        (bonus,) = books.campaigns.bonuses(campaign)
        (entry,) = [
            each
            for each in books.ledger.statements.entries_of_month(MINA, OCTOBER)
            if each.id == bonus.entry
        ]
        told = [each.notification for each in books.notifications.page(MINA, None, PAGE).items]
    (granted,) = [each for each in told if each.subject.value == "points_granted"]
    assert granted.facts == {
        "points": 2000,
        "expires_on": str(entry.expires_on),
        "campaign": "Summer letter",
    }
    assert granted.target is not None
    assert granted.target.facts["entry"] == str(entry.id)
    assert entry.note == "Summer letter: 1000 × 2.00 / 1000"
    assert (entry.channel, bonus.views) == ("channel-1", 1_000)
    trail = stage.office.tracing.of_entry(entry.id, PAGE)
    assert trail.entry.note == entry.note


@pytest.mark.parametrize("seed", range(12))
def test_over_random_histories_what_is_posted_never_passes_the_budget(
    stage: Stage, seed: int
) -> None:
    chance = Random(seed)
    campaign = stage.open(budget=Money.of("3.00"), rate=Money.of("0.7001"))
    for number, who in enumerate(CHANNELS, start=1):
        stage.apply(who, campaign)
        stage.enter(who, campaign, number)
    for month, on_day in ((OCTOBER, date(2025, 11, 20)), (NOVEMBER, date(2025, 12, 20))):
        for _ in range(chance.randint(1, 5)):
            views = {
                (who, number): chance.randint(0, 900)
                for number, who in enumerate(CHANNELS, start=1)
                if chance.random() < 0.8
            }
            if views:
                isrc = SONG if chance.random() < 0.7 else ""
                stage.report(month.day(chance.randint(2, 28)), views, isrc)
            if chance.random() < 0.3:
                stage.count()
        if chance.random() < 0.3 and stage.entry(campaign, 1).takes_part:
            stage.desk.refuse(campaign, clip(1), ANN, "by chance")
        stage.office.monthly(month, (3, "S1", "1.00"))
        stage.close(month, on_day)
    now = stage.campaign(campaign)
    with stage.office.transactions.look() as books:
        posted = books.campaigns.bonuses(campaign)
    paid = total(each.amount for each in posted)
    assert paid <= now.budget
    assert sum(each.views for each in posted) <= now.goal == 4_285
    assert stage.office.findings() == []


# -- the operator


def test_an_act_that_does_not_fit_the_campaign_is_refused(stage: Stage) -> None:
    campaign = stage.open()
    with pytest.raises(CampaignRefused):
        stage.desk.open(campaign, ANN)
    with pytest.raises(FieldsMissing):
        stage.desk.close(campaign, ANN, " ")
    with pytest.raises(FieldsMissing):
        stage.desk.refuse(campaign, clip(1), ANN, None)
    with pytest.raises(NotFound):
        stage.desk.refuse(campaign, clip(1), ANN, "why")
    stage.desk.close(campaign, ANN, "the label asked", dry_run=True)
    assert stage.campaign(campaign).ended_on is None
    stage.desk.close(campaign, ANN, "the label asked")
    with pytest.raises(CampaignRefused):
        stage.desk.close(campaign, ANN, "again")


def test_what_the_operator_does_is_written_down_and_a_refusal_told(stage: Stage) -> None:
    campaign = stage.open()
    stage.apply(MINA, campaign)
    stage.enter(MINA, campaign, 1)
    stage.desk.refuse(campaign, clip(1), ANN, "tried", dry_run=True)
    assert told(stage, MINA) == []
    stage.desk.refuse(campaign, clip(1), ANN, "views were bought")
    stage.desk.close(campaign, ANN, "the label asked")
    assert told(stage, MINA) == ["campaign_entry_refused"]
    assert stage.entry(campaign, 1).refused_reason == "views were bought"
    assert acts(stage, campaign) == [
        ("campaign.created", "operator", None),
        ("campaign.opened", "operator", None),
        ("campaign.applied", "account", None),
        ("campaign.entered", "account", None),
        ("campaign.entry_refused", "operator", "views were bought"),
        ("campaign.closed", "operator", "the label asked"),
    ]
    assert written(stage, campaign)[-2].after == {"video": clip(1)}


def test_a_campaign_whose_last_day_has_passed_is_not_opened(stage: Stage) -> None:
    made = stage.desk.create(CampaignDraft("Soon", SONG, Money.of(2), Money.of(500), day(5)), ANN)
    on(stage, 6)
    with pytest.raises(CampaignRefused):
        stage.desk.open(made.id, ANN)


def test_fields_that_cannot_be_are_named(stage: Stage) -> None:
    def wrong(**changes: Any) -> dict[str, str]:
        with pytest.raises(BadValues) as refused:
            stage.open(**changes)
        return dict(refused.value.fields)

    assert wrong(track="nothing") == {"track": "bad_value"}
    assert wrong(track="QZBB12599999") == {"track": "bad_value"}
    assert wrong(rate=Money.of(0)) == {"rate": "too_small", "budget": "too_small"}
    assert wrong(budget=Money.of("0.001999")) == {"budget": "too_small"}
    assert wrong(until=day(1)) == {"until": "date"}
    assert wrong(view_target=0, min_seconds=-1) == {
        "view_target": "too_small",
        "min_seconds": "too_small",
    }
    assert wrong(title="x" * 201) == {"title": "too_long"}
    assert wrong(files=[("virus.exe", b"MZ")]) == {"files": "file_type"}
    with pytest.raises(FieldsMissing):
        stage.open(title=" ")
    assert stage.desk.list(PAGE).total == 0
    assert list(stage.files.keys()) == []
