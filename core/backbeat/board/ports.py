"""Where posts, banners and pictures are kept, and who is told of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from attrs import frozen

from backbeat.audit import ports as audit
from backbeat.board.model import (
    Banner,
    BannerId,
    Picture,
    PictureId,
    Post,
    PostId,
    PostKind,
)
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.notifications import ports as notifications


@frozen
class Moment:
    """Now, by the business clock: the instant, and the day in the portal's zone."""

    now: datetime
    today: date


@frozen
class Neighbours:
    """The posts beside one in its list."""

    newer: Post | None
    older: Post | None


@frozen
class Untold:
    """A post of which not everybody has been told; `up_to` is the last account that has."""

    post: Post
    up_to: AccountId | None


class Posts(Protocol):
    """Posts. Those that can be seen at a moment are published, not over and not retired."""

    def put(self, post: Post) -> None:
        """Keep a post; it takes the place of one with the same id."""

    def get(self, post: PostId) -> Post | None: ...

    def page(self, kind: PostKind, request: PageRequest, at: Moment | None) -> Page[Post]:
        """Posts of a kind, pinned ones first, then the newest; at a moment only those to be seen."""

    def beside(self, post: Post, at: Moment) -> Neighbours:
        """The posts before and after it by time, among those of its kind to be seen."""

    def pinned(self, at: Moment) -> Sequence[Post]:
        """The pinned ones of both kinds to be seen, the newest first."""

    def untold(self, at: Moment) -> Untold | None:
        """The oldest post to be seen of which not everybody has been told."""

    def told(self, post: PostId, up_to: AccountId | None) -> None:
        """Everybody up to that account has been told; None: everybody."""


class Banners(Protocol):
    def put(self, banner: Banner) -> None:
        """Keep a banner; it takes the place of one with the same id."""

    def get(self, banner: BannerId) -> Banner | None: ...

    def all(self, at: Moment | None) -> Sequence[Banner]:
        """Banners in their order; at a moment only those to be seen."""


class Pictures(Protocol):
    def put(self, picture: Picture) -> None:
        """Keep a picture; one that is kept already stays."""

    def get(self, picture: PictureId) -> Picture | None: ...

    def sizes(self, pictures: Collection[PictureId]) -> Mapping[PictureId, tuple[int, int]]:
        """Width and height of pictures, without reading them."""


class Readers(Protocol):
    """Who can be told of a post."""

    def active_after(self, account: AccountId | None, most: int) -> Sequence[AccountId]:
        """Accounts in use in the order of their ids, those after one of them."""


class Books(notifications.Books, audit.Books, Protocol):
    """What a transaction about the board sees."""

    @property
    def accounts(self) -> Readers: ...

    @property
    def posts(self) -> Posts: ...

    @property
    def banners(self) -> Banners: ...

    @property
    def pictures(self) -> Pictures: ...


class PictureMaker(Protocol):
    def make(self, content: bytes) -> Picture:
        """Read a picture and write it anew: nothing but its pixels is kept.

        Raises `Unpublishable` for bytes that are no PNG, JPEG or WebP, and for more pixels than a
        page can use.
        """
