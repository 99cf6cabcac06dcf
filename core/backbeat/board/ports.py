"""Where posts, banners and pictures are kept, and who is notified of them."""

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
    """A post of which not everybody has been notified yet; `up_to` is the last account that has."""

    post: Post
    up_to: AccountId | None


class Posts(Protocol):
    """Posts. Those visible at a moment are published, not over and not retired."""

    def put(self, post: Post) -> None:
        """Store a post; it replaces one with the same id."""

    def get(self, post: PostId) -> Post | None: ...

    def lock(self, post: PostId) -> Post | None:
        """The post; nobody else changes it until the transaction ends."""

    def page(self, kind: PostKind, request: PageRequest, at: Moment | None) -> Page[Post]:
        """Posts of a kind, pinned ones first, then the newest; with a moment, only those visible
        then.
        """

    def beside(self, post: Post, at: Moment) -> Neighbours:
        """The posts before and after it by time, among the visible ones of its kind."""

    def pinned(self, at: Moment) -> Sequence[Post]:
        """The visible pinned posts of both kinds, the newest first."""

    def untold(self, at: Moment) -> Untold | None:
        """The oldest visible post of which not everybody has been notified, locked: nobody else
        notifies of it until the transaction ends.
        """

    def told(self, post: PostId, up_to: AccountId | None) -> None:
        """Record that everybody up to that account has been notified; with None, everybody."""


class Banners(Protocol):
    def put(self, banner: Banner) -> None:
        """Store a banner; it replaces one with the same id."""

    def get(self, banner: BannerId) -> Banner | None: ...

    def lock(self, banner: BannerId) -> Banner | None:
        """The banner; nobody else changes it until the transaction ends."""

    def all(self, at: Moment | None) -> Sequence[Banner]:
        """Banners in their order; with a moment, only those visible then."""


class Pictures(Protocol):
    def put(self, picture: Picture) -> None:
        """Store a picture; one that is already stored stays."""

    def get(self, picture: PictureId) -> Picture | None: ...

    def sizes(self, pictures: Collection[PictureId]) -> Mapping[PictureId, tuple[int, int]]:
        """Width and height of pictures, without reading them."""


class Readers(Protocol):
    """Who can be notified of a post."""

    def active_after(self, account: AccountId | None, most: int) -> Sequence[AccountId]:
        """Active accounts in the order of their ids, those after a given one."""


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
        """Read a picture and encode it again: only its pixels are kept.

        Raises `Unpublishable` for bytes that are not PNG, JPEG or WebP, and for more pixels than a
        page can use.
        """
