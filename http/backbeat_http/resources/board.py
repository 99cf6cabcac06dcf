"""Notices, events, banners: `board/*` (BOARD-1). Texts come as a tree of safe parts (BOARD-5)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Annotated, Self
from zoneinfo import ZoneInfo

import msgspec
from attrs import frozen
from msgspec import Meta

from backbeat.board.model import (
    IMAGE_ADDRESS,
    About,
    Banner,
    PictureId,
    Post,
    PostId,
    PostKind,
)
from backbeat.board.rich_text import Node, Part
from backbeat.board.service import Board, ReadPost, Rolling, Sizes
from backbeat.events.model import BoardEvent
from backbeat.events.service import Events
from backbeat.kernel.errors import NotFound
from backbeat.kernel.languages import Language
from backbeat.programs.model import Program
from backbeat.programs.service import Programs
from backbeat_http.caller import Caller, Visitor
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.pictures import path_of_picture
from backbeat_http.wire import Count, Instant


@frozen
class BoardQuery(PageQuery):
    kind: PostKind = PostKind.NOTICE


@frozen
class PostQuery:
    kind: PostKind
    id: Annotated[str, Meta(min_length=1, max_length=40)]


@frozen
class PostCardView:
    """A post in a list, in the reader's language; `thumbnail` is a path of the portal."""

    id: str
    kind: PostKind
    title: str
    summary: str
    thumbnail: str | None
    published_at: Instant
    ends_on: date | None
    pinned: bool

    @classmethod
    def of(cls, post: Post, language: Language) -> PostCardView:
        text = post.text(language)
        return cls(
            id=post.id,
            kind=post.kind,
            title=text.title,
            summary=text.summary,
            thumbnail=None if post.thumbnail is None else path_of_picture(post.thumbnail),
            published_at=post.span.begin,
            ends_on=post.span.until,
            pinned=post.pinned,
        )


@frozen
class PartView:
    """A part of a text. `text` is present in words, in code and beside images; `address` is the
    target of a link or the place of an image; an image's size is known before it is loaded.
    """

    part: Part
    text: str
    address: str | None
    width: Count | None
    height: Count | None
    children: list[PartView]

    @classmethod
    def of(cls, node: Node, sizes: Sizes) -> PartView:
        picture = _picture(node)
        width, height = sizes.get(picture, (None, None)) if picture else (None, None)
        return cls(
            part=node.part,
            text=node.text,
            address=path_of_picture(picture) if picture else node.address,
            width=width,
            height=height,
            children=[cls.of(child, sizes) for child in node.children],
        )


@frozen
class NeighbourView:
    """The post before or after another."""

    id: str
    title: str

    @classmethod
    def of(cls, post: Post | None, language: Language) -> NeighbourView | None:
        return None if post is None else cls(post.id, post.text(language).title)


class ParticipationKind(StrEnum):
    """How people take part in what an event's post is about."""

    EVENT = "event"
    """Once for each account: `event/*`."""
    PROGRAM = "program"
    """By channel and term: `program/*`."""


@frozen
class ParticipationView:
    """Says that people can take part, and between which days; the reader's own part is answered
    elsewhere.
    """

    kind: ParticipationKind
    apply_from: date
    apply_until: date

    @classmethod
    def of(cls, event: BoardEvent | None, program: Program | None) -> ParticipationView | None:
        if event is not None:
            return cls(ParticipationKind.EVENT, event.apply_from, event.apply_until)
        if program is not None:
            return cls(ParticipationKind.PROGRAM, program.apply_from, program.apply_until)
        return None


@frozen
class PostView(PostCardView):
    """A post: `body` as it was written, in Markdown, and `content` as a page shows it. If there is
    `about` or `participation`, the page adds the reader's own data. `prev` is the next newer post,
    `next` the next older.
    """

    body: str
    content: list[PartView]
    about: About | None
    participation: ParticipationView | None
    prev: NeighbourView | None
    next: NeighbourView | None

    @classmethod
    def of_read(cls, read: ReadPost, participation: ParticipationView | None) -> PostView:
        post, language = read.post, read.language
        card = PostCardView.of(post, language)
        return cls(
            id=card.id,
            kind=card.kind,
            title=card.title,
            summary=card.summary,
            thumbnail=card.thumbnail,
            published_at=card.published_at,
            ends_on=card.ends_on,
            pinned=card.pinned,
            body=_with_paths(post.text(language).body, read.sizes),
            content=[PartView.of(node, read.sizes) for node in read.content],
            about=post.about,
            participation=participation,
            prev=NeighbourView.of(read.beside.newer, language),
            next=NeighbourView.of(read.beside.older, language),
        )


@frozen
class HeaderNoticeView:
    """A pinned post: one line at the top of every page."""

    id: str
    kind: PostKind
    title: str

    @classmethod
    def of(cls, post: Post, language: Language) -> HeaderNoticeView:
        return cls(post.id, post.kind, post.text(language).title)


@frozen
class HeaderView:
    """The pinned posts, the newest first."""

    items: list[HeaderNoticeView]


class BannerView(msgspec.Struct, frozen=True, rename={"begin": "from"}):
    """A banner; `image` is a path of the portal, `link` is such a path or an https address. Days
    are the portal's, `until` the last one.
    """

    id: str
    title: str
    image: str
    link: str
    order: Count
    begin: date
    until: date | None

    @classmethod
    def of(cls, banner: Banner, language: Language, zone: ZoneInfo) -> Self:
        return cls(
            id=banner.id,
            title=banner.title(language),
            image=path_of_picture(banner.picture),
            link=banner.link,
            order=banner.order,
            begin=banner.span.begin.astimezone(zone).date(),
            until=banner.span.until,
        )


@frozen
class BannersView:
    """The banners in their order. `today` is the portal's day, for which a reader may hide them."""

    items: list[BannerView]
    today: date

    @classmethod
    def of(cls, rolling: Rolling, language: Language, zone: ZoneInfo) -> BannersView:
        views = [BannerView.of(banner, language, zone) for banner in rolling.banners]
        return cls(views, rolling.today)


@frozen
class BoardResource:
    """Answers `board/*`."""

    board: Board
    zone: ZoneInfo
    events: Events
    programs: Programs

    @operation("listPosts")
    def on_get_list(self, visitor: Visitor, query: BoardQuery) -> PageView[PostCardView]:
        """Notices or events: pinned ones first, then the newest."""
        page = self.board.list(query.kind, query.page_request)
        return PageView[PostCardView].of(page, lambda post: PostCardView.of(post, visitor.language))

    @operation("getPost", refuses=(NotFound,))
    def on_get_detail(self, visitor: Visitor, query: PostQuery) -> PostView:
        """One notice or event with its text, in the reader's language or else in English."""
        read = self.board.read(query.kind, PostId(query.id), visitor.language)
        return PostView.of_read(read, self._participation(read.post))

    @operation("listHeaderNotices")
    def on_get_header(self, visitor: Visitor) -> HeaderView:
        """The pinned posts, for the top of every page."""
        return self.header(visitor)

    def header(self, visitor: Visitor) -> HeaderView:
        """The pinned posts in the visitor's language."""
        posts = self.board.pinned()
        return HeaderView([HeaderNoticeView.of(post, visitor.language) for post in posts])

    @operation("listBanners", unverified=True)
    def on_get_banner_list(self, caller: Caller) -> BannersView:
        """The rolling banners of today."""
        return BannersView.of(self.board.banners(), caller.language, self.zone)

    def _participation(self, post: Post) -> ParticipationView | None:
        if post.kind is not PostKind.EVENT:
            return None
        event = self.events.period(post.id)
        return ParticipationView.of(event, None if event else self.programs.period(post.id))


def _picture(node: Node) -> PictureId | None:
    if node.part is not Part.IMAGE:
        return None
    return PictureId((node.address or "").removeprefix(IMAGE_ADDRESS))


def _with_paths(body: str, pictures: Iterable[PictureId]) -> str:
    """The Markdown with the pictures' addresses in place of their names."""
    for picture in pictures:
        body = body.replace(f"{IMAGE_ADDRESS}{picture}", path_of_picture(picture))
    return body
