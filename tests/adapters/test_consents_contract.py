"""Consents and reviews of videos: every keeper of them alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from backbeat.consents.model import Consent, ConsentId, ConsentText
from backbeat.kernel.ids import AccountId, ChannelId, VideoId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.video_reviews.errors import VideoUnderReview
from backbeat.video_reviews.model import ReviewState, VideoReview, VideoReviewId

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
