"""Consents and reviews of videos: every keeper of them alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from tests.adapters.test_campaigns_contract import at_once
from tests.fakes.accounts import an_account
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock

from backbeat.consents.errors import AlreadySigned
from backbeat.consents.model import Consent, ConsentId, ConsentText
from backbeat.consents.service import Consents, Signature
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, VideoId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Features, Settings
from backbeat.video_reviews.errors import AlreadyReviewed, VideoUnderReview
from backbeat.video_reviews.model import ReviewState, VideoReview, VideoReviewId
from backbeat.video_reviews.service import VideoReviews

NOON = datetime(2025, 10, 1, 12, tzinfo=UTC)
MINA, KAI = AccountId("mina"), AccountId("kai")
PAGE = PageRequest()


def a_consent(name: str, hours: int, account: AccountId = MINA) -> Consent:
    text = ConsentText("2", Language.KOREAN, "독점 동의서", "한 줄\n\n- 둘")
    at = NOON + timedelta(hours=hours)
    return Consent(ConsentId(name), account, text, "민아", at, "203.0.113.77")


def test_consents_come_back_as_they_were_signed_the_oldest_first(transactions: Any) -> None:
    first, second, other = a_consent("b", 0), a_consent("a", 1), a_consent("c", 0, KAI)
    with transactions.begin() as books:
        for each in (second, other, first):
            books.consents.add(each)
    with transactions.begin() as books:
        assert list(books.consents.all_of(MINA)) == [first, second]
        books.consents.remove_all_of(MINA)
    with transactions.look() as books:
        assert list(books.consents.all_of(MINA)) == []
        assert list(books.consents.all_of(KAI)) == [other]


def a_review(name: str, hours: int, video: str = "clip1", account: AccountId = MINA) -> VideoReview:
    return VideoReview(
        id=VideoReviewId(name),
        account=account,
        video=VideoId(video),
        channel=ChannelId("channel-1"),
        title="My letter",
        url="https://www.youtube.com/shorts/x",
        asked_at=NOON + timedelta(hours=hours),
    )


def test_of_one_video_a_single_review_waits(transactions: Any) -> None:
    first, again = a_review("r1", 0), a_review("r2", 1, account=KAI)
    with transactions.begin() as books:
        books.video_reviews.add(first)
    with pytest.raises(VideoUnderReview), transactions.begin() as books:
        books.video_reviews.add(again)
    decided = first.decided(ReviewState.DECLINED, "Another song.", NOON + timedelta(hours=2))
    with transactions.begin() as books:
        assert books.video_reviews.lock(first.id) == first
        books.video_reviews.save(decided)
        books.video_reviews.add(again)
    with transactions.look() as books:
        assert books.video_reviews.get(first.id) == decided
        assert books.video_reviews.get(again.id) == again
        assert books.video_reviews.get(VideoReviewId("r3")) is None


def test_reviews_are_listed_by_account_video_and_state(transactions: Any) -> None:
    old, new, other = a_review("r1", 0), a_review("r2", 1, "clip2"), a_review("r3", 2, "c3", KAI)
    done = old.decided(ReviewState.ACCEPTED, None, NOON)
    with transactions.begin() as books:
        for each in (old, new, other):
            books.video_reviews.add(each)
        books.video_reviews.save(done)
    with transactions.look() as books:
        reviews = books.video_reviews
        assert list(reviews.of(MINA, None, PAGE).items) == [new, done]
        assert list(reviews.of(MINA, VideoId("clip1"), PAGE).items) == [done]
        assert list(reviews.of(KAI, VideoId("clip1"), PAGE).items) == []
        assert list(reviews.queue(PAGE, with_decided=False).items) == [new, other]
        assert list(reviews.queue(PAGE, with_decided=True).items) == [other, new, done]
        second = reviews.of(MINA, None, PageRequest(1, 1))
        assert (list(second.items), second.total) == ([done], 2)


@pytest.fixture
def people(transactions: Any) -> Any:
    """Mina has to sign."""
    with transactions.begin() as books:
        books.accounts.add(an_account(id=MINA, name="mina", consent_required=True))
    return transactions


def test_of_two_signatures_at_once_one_is_taken(people: Any) -> None:
    clock = FixedClock(NOON)
    settings = Settings(features=Features(consent=True))
    consents = Consents(people, clock, clock, lambda: uuid4().hex, settings)
    signature = Signature("Mina Kim", agree=True, language=Language.ENGLISH, address="203.0.113.7")
    done = at_once(*(lambda: consents.sign(MINA, signature) for _ in range(2)))
    assert sorted(map(str, done)) == sorted(map(str, (None, AlreadySigned)))
    assert len(consents.signed(MINA)) == 1


def test_of_two_answers_at_once_one_is_taken_and_told(people: Any) -> None:
    clock, review = FixedClock(NOON), a_review("r1", 0)
    reviews = VideoReviews(people, clock, lambda: uuid4().hex, FakePlatform(), Features())
    with people.begin() as books:
        books.video_reviews.add(review)
    ann = Actor.operator("ann")
    done = at_once(
        lambda: reviews.accept(review.id, ann), lambda: reviews.decline(review.id, ann, "No.")
    )
    assert sorted(map(str, done)) == sorted(map(str, (None, AlreadyReviewed)))
    with people.look() as books:
        assert books.notifications.page(MINA, None, PAGE).total == 1
