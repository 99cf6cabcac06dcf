"""What readers see of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat.board.model import (
    IMAGE_ADDRESS,
    Banner,
    Picture,
    PictureId,
    Post,
    PostId,
    PostKind,
)
from backbeat.board.ports import Books, Moment, Neighbours
from backbeat.board.rich_text import Markdown, Node, Part, every
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions

Sizes = Mapping[PictureId, tuple[int, int]]


@frozen
class ReadPost:
    """One post in a reader's language, with its text as a tree and its neighbours."""

    post: Post
    language: Language
    content: Sequence[Node]
    sizes: Sizes
    beside: Neighbours


@frozen
class Rolling:
    """The banners shown on a business day."""

    today: date
    banners: Sequence[Banner]


@frozen
class Board:
    """The board as readers see it. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    markdown: Markdown

    def list(self, kind: PostKind, page: PageRequest) -> Page[Post]:
        """The posts of a kind that are visible now, pinned ones first, then the newest."""
        with self.transactions.look() as books:
            return books.posts.page(kind, page, self._moment())

    def read(self, kind: PostKind, post: PostId, language: Language) -> ReadPost:
        """One post; refuses with `NotFound` one that is not visible now or is of the other kind."""
        at = self._moment()
        with self.transactions.look() as books:
            found = books.posts.get(post)
            if found is None or found.kind is not kind or not _is_seen(found, at):
                raise NotFound()
            content = self.markdown.read(found.text(language).body)
            return ReadPost(
                post=found,
                language=language,
                content=content,
                sizes=books.pictures.sizes(pictures_in(content)),
                beside=books.posts.beside(found, at),
            )

    def pinned(self) -> Sequence[Post]:
        """The posts that appear in every page's header."""
        with self.transactions.look() as books:
            return books.posts.pinned(self._moment())

    def banners(self) -> Rolling:
        at = self._moment()
        with self.transactions.look() as books:
            return Rolling(at.today, books.banners.all(at))

    def picture(self, picture: PictureId) -> Picture:
        with self.transactions.look() as books:
            found = books.pictures.get(picture)
        if found is None:
            raise NotFound()
        return found

    def _moment(self) -> Moment:
        return Moment(self.clock.now(), self.clock.today())


def pictures_in(content: Sequence[Node]) -> frozenset[PictureId]:
    return frozenset(
        PictureId((node.address or "").removeprefix(IMAGE_ADDRESS))
        for node in every(content)
        if node.part is Part.IMAGE
    )


def _is_seen(post: Post, at: Moment) -> bool:
    return post.retired_at is None and post.span.holds(at.now, at.today)
