"""Posts, banners and their pictures."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import NewType, TypeVar

from attrs import evolve, field, frozen

from backbeat.kernel.languages import FALLBACK, Language

PostId = NewType("PostId", str)
BannerId = NewType("BannerId", str)
PictureId = NewType("PictureId", str)
"""Derived from the picture's bytes, so that an address always shows the same picture."""

IMAGE_ADDRESS = "picture:"
"""How a text refers to one of its pictures: this prefix and the picture's id."""

T = TypeVar("T")


class PostKind(StrEnum):
    """The two kinds of posts (BOARD-1)."""

    NOTICE = "notice"
    EVENT = "event"


class About(StrEnum):
    """What a post says about the reader's own data: the screen shows it below the text."""

    PAYOUT = "payout"


@frozen
class PostText:
    """A post in one language; `body` is Markdown, `summary` the plain words of its beginning."""

    title: str
    body: str
    summary: str


@frozen
class PublishedSpan:
    """When something is visible: from an instant until the end of a business day."""

    begin: datetime
    until: date | None = None

    def holds(self, now: datetime, today: date) -> bool:
        return self.begin <= now and (self.until is None or today <= self.until)


@frozen
class Post:
    """A notice or an event. English is among its texts (BOARD-2)."""

    id: PostId
    kind: PostKind
    texts: Mapping[Language, PostText]
    span: PublishedSpan
    pinned: bool = False
    about: About | None = None
    thumbnail: PictureId | None = None
    retired_at: datetime | None = None

    def text(self, language: Language) -> PostText:
        return in_language(self.texts, language)

    def retired(self, at: datetime) -> Post:
        return evolve(self, retired_at=at)


@frozen
class Banner:
    """A picture with a line of text and a link. Lower `order` comes first."""

    id: BannerId
    titles: Mapping[Language, str]
    picture: PictureId
    link: str
    order: int
    span: PublishedSpan
    retired_at: datetime | None = None

    def title(self, language: Language) -> str:
        return in_language(self.titles, language)

    def retired(self, at: datetime) -> Banner:
        return evolve(self, retired_at=at)


@frozen
class Picture:
    id: PictureId
    media_type: str
    width: int
    height: int
    content: bytes = field(repr=False)


def in_language(texts: Mapping[Language, T], language: Language) -> T:
    """The text in the reader's language, otherwise in English (BOARD-2)."""
    return texts[language] if language in texts else texts[FALLBACK]
