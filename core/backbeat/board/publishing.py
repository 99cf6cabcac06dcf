"""What operators do: publish, change and retire posts and banners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from attrs import evolve, field, frozen

from backbeat.audit.model import AuditEntry
from backbeat.board import rules
from backbeat.board.model import (
    About,
    Banner,
    BannerId,
    Picture,
    Post,
    PostId,
    PostKind,
    PostText,
    PublishedSpan,
)
from backbeat.board.ports import Books, PictureMaker
from backbeat.board.rich_text import Markdown, require_safe, summary
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions


@frozen
class Draft:
    """A text as it was written: its title and its Markdown, with pictures referred to as
    `picture:ID`.
    """

    title: str
    body: str


@frozen
class PostDraft:
    """Everything of a post except its id; `pictures` are those that its texts and its thumbnail
    show.
    """

    kind: PostKind
    texts: Mapping[Language, Draft]
    span: PublishedSpan
    pinned: bool = False
    about: About | None = None
    thumbnail: Picture | None = None
    pictures: Sequence[Picture] = ()


@frozen
class PostChange:
    """What is to be different; None leaves a thing as it is."""

    texts: Mapping[Language, Draft] = field(factory=dict)
    span: PublishedSpan | None = None
    pinned: bool | None = None
    thumbnail: Picture | None = None
    pictures: Sequence[Picture] = ()


@frozen
class BannerDraft:
    titles: Mapping[Language, str]
    picture: Picture
    link: str
    order: int
    span: PublishedSpan


@frozen
class BannerChange:
    """What is to be different; None leaves a thing as it is."""

    titles: Mapping[Language, str] = field(factory=dict)
    picture: Picture | None = None
    link: str | None = None
    order: int | None = None
    span: PublishedSpan | None = None


@frozen
class Publishing:
    """The operator's side of the board. `clock` is the business clock, `zone` its zone."""

    transactions: Transactions[Books]
    clock: Clock
    new_id: NewId
    zone: ZoneInfo
    markdown: Markdown
    picture_maker: PictureMaker

    def picture(self, content: bytes) -> Picture:
        """A picture ready to be published; refuses one that is too large (5), and anything that is
        not a picture.
        """
        rules.require_size(content)
        return self.picture_maker.make(content)

    def text(self, draft: Draft, pictures: Sequence[Picture]) -> PostText:
        """A draft as it is stored; refuses what may not be published, naming its line."""
        rules.require_title(draft.title)
        rules.require_body(draft.body)
        content = self.markdown.read(draft.body)
        require_safe(content, (picture.id for picture in pictures))
        return PostText(draft.title.strip(), draft.body, summary(content))

    def add(self, draft: PostDraft, actor: Actor, *, dry_run: bool = False) -> Post:
        rules.require_languages(draft.texts)
        rules.require_span(draft.span, self.zone)
        post = Post(
            id=PostId(self.new_id()),
            kind=draft.kind,
            texts=self._texts(draft.texts, draft.pictures),
            span=draft.span,
            pinned=draft.pinned,
            about=draft.about,
            thumbnail=draft.thumbnail.id if draft.thumbnail else None,
        )
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            _keep(books, draft.pictures, draft.thumbnail)
            books.posts.put(post)
            self._record(books, actor, f"{post.kind}.added", f"post:{post.id}", _facts(post))
        return post

    def edit(
        self, kind: PostKind, which: str, change: PostChange, actor: Actor, *, dry_run: bool = False
    ) -> Post:
        """Change a post. Languages that are not named keep their text; nobody is notified again."""
        texts = self._texts(change.texts, change.pictures)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.posts.lock, kind, which)
            post = evolve(
                before,
                texts={**before.texts, **texts},
                span=change.span or before.span,
                pinned=before.pinned if change.pinned is None else change.pinned,
                thumbnail=change.thumbnail.id if change.thumbnail else before.thumbnail,
            )
            rules.require_span(post.span, self.zone)
            _keep(books, change.pictures, change.thumbnail)
            books.posts.put(post)
            self._record(books, actor, f"{kind}.edited", f"post:{post.id}", _facts(post))
        return post

    def retire(self, kind: PostKind, which: str, actor: Actor, *, dry_run: bool = False) -> Post:
        """Take a post off the board for good; retiring it again changes nothing."""
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.posts.lock, kind, which)
            if before.retired_at is not None:
                return before
            post = before.retired(self.clock.now())
            books.posts.put(post)
            self._record(books, actor, f"{kind}.retired", f"post:{post.id}", {})
        return post

    def find(self, kind: PostKind, which: str) -> Post:
        with self.transactions.look() as books:
            return _found(books.posts.get, kind, which)

    def list(self, kind: PostKind, page: PageRequest) -> Page[Post]:
        """Every post of a kind, including future and retired ones."""
        with self.transactions.look() as books:
            return books.posts.page(kind, page, None)

    def add_banner(self, draft: BannerDraft, actor: Actor, *, dry_run: bool = False) -> Banner:
        banner = Banner(
            id=BannerId(self.new_id()),
            titles=dict(draft.titles),
            picture=draft.picture.id,
            link=draft.link,
            order=draft.order,
            span=draft.span,
        )
        self._require_banner(banner)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            _keep(books, [draft.picture])
            books.banners.put(banner)
            self._record(books, actor, "banner.added", f"banner:{banner.id}", _banner_facts(banner))
        return banner

    def edit_banner(
        self, which: str, change: BannerChange, actor: Actor, *, dry_run: bool = False
    ) -> Banner:
        """Change a banner; languages that are not named keep their words."""
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _banner(books.banners.lock, which)
            banner = evolve(
                before,
                titles={**before.titles, **change.titles},
                picture=change.picture.id if change.picture else before.picture,
                link=before.link if change.link is None else change.link,
                order=before.order if change.order is None else change.order,
                span=change.span or before.span,
            )
            self._require_banner(banner)
            _keep(books, [change.picture] if change.picture else [])
            books.banners.put(banner)
            self._record(
                books, actor, "banner.edited", f"banner:{banner.id}", _banner_facts(banner)
            )
        return banner

    def retire_banner(self, which: str, actor: Actor, *, dry_run: bool = False) -> Banner:
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _banner(books.banners.lock, which)
            if before.retired_at is not None:
                return before
            banner = before.retired(self.clock.now())
            books.banners.put(banner)
            self._record(books, actor, "banner.retired", f"banner:{banner.id}", {})
        return banner

    def find_banner(self, which: str) -> Banner:
        with self.transactions.look() as books:
            return _banner(books.banners.get, which)

    def banners(self) -> Sequence[Banner]:
        """Every banner, including future and retired ones."""
        with self.transactions.look() as books:
            return books.banners.all(None)

    def _texts(
        self, drafts: Mapping[Language, Draft], pictures: Sequence[Picture]
    ) -> dict[Language, PostText]:
        return {language: self.text(draft, pictures) for language, draft in drafts.items()}

    def _require_banner(self, banner: Banner) -> None:
        rules.require_languages(banner.titles)
        for title in banner.titles.values():
            rules.require_title(title)
        rules.require_target(banner.link)
        rules.require_order(banner.order)
        rules.require_span(banner.span, self.zone)

    def _record(
        self, books: Books, actor: Actor, action: str, target: str, after: Mapping[str, Any]
    ) -> None:
        books.audit.record(AuditEntry(self.clock.now(), actor, action, target, after=after))


def _keep(books: Books, pictures: Sequence[Picture], thumbnail: Picture | None = None) -> None:
    for picture in (*pictures, *([thumbnail] if thumbnail else [])):
        books.pictures.put(picture)


def _found(read: Callable[[PostId], Post | None], kind: PostKind, which: str) -> Post:
    """The post with that id; refuses with `NotFound`, also for a post of the other kind."""
    post = read(PostId(which))
    if post is None or post.kind is not kind:
        raise NotFound()
    return post


def _banner(read: Callable[[BannerId], Banner | None], which: str) -> Banner:
    banner = read(BannerId(which))
    if banner is None:
        raise NotFound()
    return banner


def _facts(post: Post) -> dict[str, Any]:
    return {
        "languages": sorted(post.texts),
        "from": post.span.begin,
        "until": post.span.until,
        "pinned": post.pinned,
    }


def _banner_facts(banner: Banner) -> dict[str, Any]:
    return {
        "link": banner.link,
        "order": banner.order,
        "from": banner.span.begin,
        "until": banner.span.until,
    }
