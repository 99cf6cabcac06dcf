"""A second look at a video: who may ask for which, what operators answer, who is told (VIDEO-6)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from attrs import evolve
from tests.fakes.channels import a_channel
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock

from backbeat import Actor, Device, MemoryMailTransport, PageRequest, Portal, Settings, SignUp
from backbeat.audit.ports import AuditFilter
from backbeat.channels.errors import BadVideoAddress, VideoNotFetched
from backbeat.channels.platform import PlatformVideo
from backbeat.dashboards.errors import VideoForbidden
from backbeat.figures.model import Video
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId, VideoId
from backbeat.notifications.model import Notification, Subject
from backbeat.settings import Features
from backbeat.video_reviews.errors import AlreadyReviewed, DeletedVideo, VideoUnderReview
from backbeat.video_reviews.model import ReviewState

ANN = Actor.operator("ann")
PAGE = PageRequest()
CLIP, OTHER = VideoId("abcdefghijE"), VideoId("abcdefghijI")
LINK = f"https://youtu.be/{CLIP}"
NOON = datetime(2025, 10, 25, 12, tzinfo=UTC)


@pytest.fixture
def platform() -> FakePlatform:
    return FakePlatform()


@pytest.fixture
def portal(platform: FakePlatform) -> Portal:
    return portal_with(platform, Features(video_review=True))


def portal_with(platform: FakePlatform, features: Features) -> Portal:
    clock = FixedClock()
    clock.set(NOON)
    return Portal(Settings(features=features), clock, platform, MemoryMailTransport())


def signed_up(portal: Portal, name: str) -> AccountId:
    return portal.accounts.sign_up(
        SignUp(f"{name}@example.org", "correct horse", name), Device()
    ).account.id


def with_channel(
    portal: Portal, platform: FakePlatform, account: AccountId, *, proven: bool = True
) -> None:
    """The account has a channel with two clips."""
    channel = a_channel(owner=account)
    if proven:
        channel = evolve(channel, verification=channel.verification.passed(NOON))
    with portal.storage.transactions.begin() as books:
        books.channels.add(channel)
    for clip in (CLIP, OTHER):
        platform.clips[clip] = PlatformVideo(clip, channel.platform_id, "My letter", None, NOON, 40)


@pytest.fixture
def mina(portal: Portal, platform: FakePlatform) -> AccountId:
    account = signed_up(portal, "mina")
    with_channel(portal, platform, account)
    return account


def told(portal: Portal, account: AccountId) -> list[Notification]:
    with portal.storage.transactions.look() as books:
        kept = books.notifications.page(account, None, PAGE).items
    return [
        each.notification
        for each in kept
        if each.notification.subject.value.startswith("video_review")
    ]


def waiting(portal: Portal) -> list[VideoId]:
    return [each.video for each in portal.video_reviews.queue(PAGE).items]


def test_a_video_that_is_asked_for_stands_in_the_queue(portal: Portal, mina: AccountId) -> None:
    review = portal.video_reviews.ask(mina, f"  {LINK} ")
    assert (review.account, review.video, review.title) == (mina, CLIP, "My letter")
    assert review.url == f"https://www.youtube.com/shorts/{CLIP}"
    assert (review.state, review.asked_at) == (ReviewState.WAITING, NOON)
    assert (review.note, review.decided_at) == (None, None)
    assert portal.video_reviews.queue(PAGE).items == [review]
    assert portal.video_reviews.list(mina, None, PAGE).items == [review]
    assert portal.video_reviews.find(review.id) == review
    assert told(portal, mina) == []


def test_a_video_under_review_is_not_taken_twice_whatever_its_address(
    portal: Portal, mina: AccountId
) -> None:
    portal.video_reviews.ask(mina, LINK)
    with pytest.raises(VideoUnderReview) as refusal:
        portal.video_reviews.ask(mina, f"https://www.youtube.com/shorts/{CLIP}")
    assert refusal.value.code == 40004
    assert waiting(portal) == [CLIP]
    portal.video_reviews.ask(mina, f"https://youtu.be/{OTHER}")
    assert waiting(portal) == [CLIP, OTHER]


def test_a_video_that_is_gone_is_not_looked_at(
    portal: Portal, platform: FakePlatform, mina: AccountId
) -> None:
    del platform.clips[CLIP]
    with pytest.raises(DeletedVideo) as refusal:
        portal.video_reviews.ask(mina, LINK)
    assert refusal.value.code == 40006
    assert waiting(portal) == []


def test_a_foreign_video_is_refused_also_when_it_is_gone(
    portal: Portal, platform: FakePlatform, mina: AccountId
) -> None:
    stranger = signed_up(portal, "stranger")
    with pytest.raises(VideoForbidden) as refusal:
        portal.video_reviews.ask(stranger, LINK)
    assert refusal.value.code == 40005
    known = Video(CLIP, platform.clips[CLIP].channel, "My letter", date(2025, 10, 1))
    with portal.storage.transactions.begin() as books:
        books.videos.described([known])
    del platform.clips[CLIP]
    asked = platform.questions
    with pytest.raises(VideoForbidden):
        portal.video_reviews.ask(stranger, LINK)
    assert platform.questions == asked
    with pytest.raises(DeletedVideo):
        portal.video_reviews.ask(mina, LINK)
    assert waiting(portal) == []


def test_a_channel_that_nobody_proved_gives_no_right(
    portal: Portal, platform: FakePlatform
) -> None:
    kai = signed_up(portal, "kai")
    with_channel(portal, platform, kai, proven=False)
    with pytest.raises(VideoForbidden):
        portal.video_reviews.ask(kai, LINK)


def test_whoever_stands_above_the_holder_asks_too_and_who_stands_below_does_not(
    portal: Portal, platform: FakePlatform
) -> None:
    top, holder, below = (signed_up(portal, name) for name in ("studio", "maker", "helper"))
    with portal.storage.transactions.begin() as books:
        for member, manager in ((holder, top), (below, holder)):
            account = books.accounts.get(member)
            assert account is not None
            books.accounts.lock(account.id)
            books.accounts.save(evolve(account, manager=manager))
    with_channel(portal, platform, holder)
    with pytest.raises(VideoForbidden):
        portal.video_reviews.ask(below, LINK)
    review = portal.video_reviews.ask(top, LINK)
    assert portal.video_reviews.list(holder, None, PAGE).items == []
    portal.video_reviews.accept(review.id, ANN)
    assert (len(told(portal, top)), told(portal, holder)) == (1, [])


def test_a_platform_that_is_away_is_told_apart(
    portal: Portal, platform: FakePlatform, mina: AccountId
) -> None:
    platform.down = True
    with pytest.raises(VideoNotFetched) as refusal:
        portal.video_reviews.ask(mina, LINK)
    assert refusal.value.code == 70000
    assert waiting(portal) == []


@pytest.mark.parametrize("address", ["hello", "", "https://www.youtube.com/@mina1"])
def test_what_is_no_address_of_a_video_is_refused(
    portal: Portal, mina: AccountId, address: str
) -> None:
    with pytest.raises(BadVideoAddress) as refusal:
        portal.video_reviews.ask(mina, address)
    assert refusal.value.code == 70001


def test_an_accepted_video_is_told_to_who_asked(portal: Portal, mina: AccountId) -> None:
    review = portal.video_reviews.ask(mina, LINK)
    done = portal.video_reviews.accept(review.id, ANN, " It was sped up. ")
    assert (done.state, done.note, done.decided_at) == (
        ReviewState.ACCEPTED,
        "It was sped up.",
        NOON,
    )
    assert portal.video_reviews.list(mina, CLIP, PAGE).items == [done]
    assert waiting(portal) == []
    (message,) = told(portal, mina)
    assert (message.subject, message.facts) == (
        Subject.VIDEO_REVIEW_ACCEPTED,
        {"video": "My letter", "note": "It was sped up."},
    )
    entry = portal.audit.list(AuditFilter(), PAGE).items[0].entry
    assert (entry.actor, entry.action, entry.target) == (
        ANN,
        "video_review.accepted",
        f"video_review:{review.id}",
    )


def test_a_declined_video_is_told_with_its_reason_and_may_be_asked_for_anew(
    portal: Portal, mina: AccountId
) -> None:
    review = portal.video_reviews.ask(mina, LINK)
    asked = portal.audit.list(AuditFilter(), PAGE).items[0].entry
    assert (asked.action, asked.actor) == ("video_review.asked", Actor.account(mina))
    assert asked.target == f"video_review:{review.id}"
    assert asked.after == {"video": CLIP, "channel": review.channel}
    portal.video_reviews.decline(review.id, ANN, "Another song.")
    entry = portal.audit.list(AuditFilter(), PAGE).items[0].entry
    assert (entry.action, entry.reason) == ("video_review.declined", "Another song.")
    (message,) = told(portal, mina)
    assert (message.subject, message.facts["note"]) == (
        Subject.VIDEO_REVIEW_DECLINED,
        "Another song.",
    )
    anew = portal.video_reviews.ask(mina, LINK)
    assert anew.id != review.id
    assert len(portal.video_reviews.list(mina, CLIP, PAGE).items) == 2
    assert len(portal.video_reviews.queue(PAGE, with_decided=True).items) == 2
    assert waiting(portal) == [CLIP]


def test_an_answer_is_the_only_one(portal: Portal, mina: AccountId) -> None:
    review = portal.video_reviews.ask(mina, LINK)
    portal.video_reviews.accept(review.id, ANN)
    with pytest.raises(AlreadyReviewed):
        portal.video_reviews.decline(review.id, ANN, "Another song.")
    assert len(told(portal, mina)) == 1
    assert portal.video_reviews.find(review.id).state is ReviewState.ACCEPTED


def test_a_trial_answers_and_changes_nothing(portal: Portal, mina: AccountId) -> None:
    review = portal.video_reviews.ask(mina, LINK)
    trial = portal.video_reviews.decline(review.id, ANN, "Another song.", dry_run=True)
    assert trial.state is ReviewState.DECLINED
    assert portal.video_reviews.find(review.id) == review
    assert told(portal, mina) == []


def test_what_cannot_be_answered_is_refused(portal: Portal, mina: AccountId) -> None:
    review = portal.video_reviews.ask(mina, LINK)
    with pytest.raises(FieldsMissing):
        portal.video_reviews.decline(review.id, ANN, " ")
    with pytest.raises(BadValues):
        portal.video_reviews.accept(review.id, ANN, "x" * 501)
    assert portal.video_reviews.accept(review.id, ANN, "x" * 500, dry_run=True).note == "x" * 500
    with pytest.raises(NotFound):
        portal.video_reviews.accept("nothing", ANN)
    with pytest.raises(NotFound):
        portal.video_reviews.find("nothing")
    assert waiting(portal) == [CLIP]


def test_lists_are_of_who_asked_alone(portal: Portal, mina: AccountId) -> None:
    portal.video_reviews.ask(mina, LINK)
    stranger = signed_up(portal, "stranger")
    assert portal.video_reviews.list(stranger, None, PAGE).items == []
    assert portal.video_reviews.list(stranger, CLIP, PAGE).items == []
    assert portal.video_reviews.list(mina, OTHER, PAGE).items == []


def test_off_nobody_asks_and_operators_still_answer(platform: FakePlatform) -> None:
    portal = portal_with(platform, Features())
    account = signed_up(portal, "mina")
    with pytest.raises(FeatureOff):
        portal.video_reviews.ask(account, LINK)
    with pytest.raises(FeatureOff):
        portal.video_reviews.list(account, None, PAGE)
    assert waiting(portal) == []
