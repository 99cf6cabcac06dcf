"""Reviews of videos in SQL; an index judges where two ask for one video at once."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen
from sqlalchemy import Column, Connection, Index, Row, Select, Text, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from backbeat.kernel.ids import AccountId, ChannelId, VideoId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.video_reviews.errors import VideoUnderReview
from backbeat.video_reviews.model import ReviewState, VideoReview, VideoReviewId
from backbeat_adapters.sql.engine.keys import is_any
from backbeat_adapters.sql.engine.schema import CODE, Choice, Instant, table
from backbeat_adapters.sql.engine.upserts import without_key

reviews = table(
    "video_reviews",
    Column("id", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("video", CODE, nullable=False),
    Column("channel", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("asked_at", Instant, nullable=False),
    Column("state", Choice(ReviewState), nullable=False),
    Column("note", Text),
    Column("decided_at", Instant),
    Index("ix_video_reviews_account", "account", "asked_at", "id"),
    Index("ix_video_reviews_asked_at", "asked_at", "id"),
)
_waiting = reviews.c.decided_at.is_(None)
Index(
    "uq_video_reviews_waiting",
    reviews.c.video,
    unique=True,
    sqlite_where=_waiting,
    postgresql_where=_waiting,
)
_WHEN = (reviews.c.asked_at, reviews.c.id)
_NEWEST = tuple(each.desc() for each in _WHEN)


@frozen
class SqlVideoReviews:
    """Fulfils `VideoReviewRepository`."""

    connection: Connection

    def add(self, review: VideoReview) -> None:
        try:
            self.connection.execute(insert(reviews).values(asdict(review)))
        except IntegrityError:
            raise VideoUnderReview() from None

    def get(self, review: VideoReviewId) -> VideoReview | None:
        return self._one(select(reviews).where(reviews.c.id == review))

    def lock(self, review: VideoReviewId) -> VideoReview | None:
        return self._one(select(reviews).where(reviews.c.id == review).with_for_update())

    def save(self, review: VideoReview) -> None:
        changes = without_key(reviews, asdict(review))
        self.connection.execute(update(reviews).where(reviews.c.id == review.id).values(changes))

    def of(self, account: AccountId, video: VideoId | None, page: PageRequest) -> Page[VideoReview]:
        wanted = select(reviews).where(reviews.c.account == account)
        if video is not None:
            wanted = wanted.where(reviews.c.video == video)
        return self._page(wanted, page, *_NEWEST)

    def queue(self, page: PageRequest, *, with_decided: bool) -> Page[VideoReview]:
        if with_decided:
            return self._page(select(reviews), page, *_NEWEST)
        # Of any video, by which the index of those begins: by their time alone SQLite would read all
        # that were decided before.
        waiting = select(reviews).where(_waiting, is_any(reviews.c.video))
        return self._page(waiting, page, *_WHEN)

    def _one(self, wanted: Select[Any]) -> VideoReview | None:
        row = self.connection.execute(wanted).first()
        return None if row is None else _from_row(row)

    def _page(self, wanted: Select[Any], page: PageRequest, *order: Any) -> Page[VideoReview]:
        counted = wanted.with_only_columns(func.count(), maintain_column_froms=True)
        total = self.connection.execute(counted).scalar_one()
        rows = self.connection.execute(wanted.order_by(*order).limit(page.size).offset(page.offset))
        return Page([_from_row(row) for row in rows], page.page, page.size, total)


def _from_row(row: Row[Any]) -> VideoReview:
    return VideoReview(
        id=VideoReviewId(row.id),
        account=AccountId(row.account),
        video=VideoId(row.video),
        channel=ChannelId(row.channel),
        title=row.title,
        url=row.url,
        asked_at=row.asked_at,
        state=row.state,
        note=row.note,
        decided_at=row.decided_at,
    )
