"""Posts, banners and pictures in SQL. Pictures are stored in the database, so that backups contain
them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import asdict, frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    LargeBinary,
    Row,
    Table,
    Text,
    and_,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from backbeat.board.model import (
    About,
    Banner,
    BannerId,
    Picture,
    PictureId,
    Post,
    PostId,
    PostKind,
    PostText,
    PublishedSpan,
)
from backbeat.board.ports import Moment, Neighbours, Untold
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.schema import Big, Choice, Day, Flag, Instant, Json, table
from backbeat_adapters.sql.engine.upserts import upsert, without_key

posts = table(
    "posts",
    Column("id", Text, primary_key=True),
    Column("kind", Choice(PostKind), nullable=False),
    Column("texts", Json, nullable=False),
    Column("publish_from", Instant, nullable=False),
    Column("publish_until", Day),
    Column("pinned", Flag, nullable=False),
    Column("about", Choice(About)),
    Column("thumbnail", Text),
    Column("retired_at", Instant),
    Column("told_up_to", Text),
    Column("told_everybody", Flag, nullable=False),
    Index("ix_posts_kind", "kind", "publish_from", "id"),
)

banners = table(
    "banners",
    Column("id", Text, primary_key=True),
    Column("titles", Json, nullable=False),
    Column("picture", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("position", Big, nullable=False),
    Column("publish_from", Instant, nullable=False),
    Column("publish_until", Day),
    Column("retired_at", Instant),
)

pictures = table(
    "board_pictures",
    Column("id", Text, primary_key=True),
    Column("media_type", Text, nullable=False),
    Column("width", Big, nullable=False),
    Column("height", Big, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

_TIME = tuple_(posts.c.publish_from, posts.c.id)
_NEWEST = (posts.c.publish_from.desc(), posts.c.id.desc())
_OLDEST = (posts.c.publish_from, posts.c.id)


@frozen
class SqlPosts:
    connection: Connection

    def put(self, post: Post) -> None:
        row = _row_of_post(post)
        changed = self.connection.execute(update(posts).where(posts.c.id == post.id).values(row))
        if changed.rowcount == 0:
            self.connection.execute(insert(posts).values(row | {"told_everybody": False}))

    def get(self, post: PostId) -> Post | None:
        return self._first(posts.c.id == post)

    def lock(self, post: PostId) -> Post | None:
        wanted = select(posts).where(posts.c.id == post).with_for_update()
        row = self.connection.execute(wanted).first()
        return None if row is None else _post(row)

    def page(self, kind: PostKind, request: PageRequest, at: Moment | None) -> Page[Post]:
        where = and_(posts.c.kind == kind, *_seen(posts, at))
        total = self.connection.execute(
            select(func.count()).select_from(posts).where(where)
        ).scalar_one()
        rows = self.connection.execute(
            select(posts)
            .where(where)
            .order_by(posts.c.pinned.desc(), *_NEWEST)
            .limit(request.size)
            .offset(request.offset)
        )
        return Page([_post(row) for row in rows], request.page, request.size, total)

    def beside(self, post: Post, at: Moment) -> Neighbours:
        its_place = tuple_(post.span.begin, post.id, types=[Instant(), Text()])
        beside = and_(posts.c.kind == post.kind, *_seen(posts, at))
        return Neighbours(
            self._first(and_(beside, its_place < _TIME), *_OLDEST),
            self._first(and_(beside, its_place > _TIME), *_NEWEST),
        )

    def pinned(self, at: Moment) -> Sequence[Post]:
        rows = self.connection.execute(
            select(posts).where(posts.c.pinned.is_(True), *_seen(posts, at)).order_by(*_NEWEST)
        )
        return [_post(row) for row in rows]

    def untold(self, at: Moment) -> Untold | None:
        row = self.connection.execute(
            select(posts)
            .where(posts.c.told_everybody.is_(False), *_seen(posts, at))
            .order_by(*_OLDEST)
            .limit(1)
            .with_for_update()
        ).first()
        return None if row is None else Untold(_post(row), row.told_up_to)

    def told(self, post: PostId, up_to: AccountId | None) -> None:
        how_far: dict[str, object] = (
            {"told_everybody": True} if up_to is None else {"told_up_to": up_to}
        )
        self.connection.execute(update(posts).where(posts.c.id == post).values(how_far))

    def _first(self, where: ColumnElement[bool], *order: ColumnElement[Any]) -> Post | None:
        row = self.connection.execute(select(posts).where(where).order_by(*order).limit(1)).first()
        return None if row is None else _post(row)


@frozen
class SqlBanners:
    connection: Connection

    def put(self, banner: Banner) -> None:
        row = _row_of_banner(banner)
        upsert(self.connection, banners, {"id": banner.id}, without_key(banners, row))

    def get(self, banner: BannerId) -> Banner | None:
        row = self.connection.execute(select(banners).where(banners.c.id == banner)).first()
        return None if row is None else _banner(row)

    def lock(self, banner: BannerId) -> Banner | None:
        wanted = select(banners).where(banners.c.id == banner).with_for_update()
        row = self.connection.execute(wanted).first()
        return None if row is None else _banner(row)

    def all(self, at: Moment | None) -> Sequence[Banner]:
        rows = self.connection.execute(
            select(banners).where(*_seen(banners, at)).order_by(banners.c.position, banners.c.id)
        )
        return [_banner(row) for row in rows]


@frozen
class SqlPictures:
    connection: Connection

    def put(self, picture: Picture) -> None:
        if not self.sizes([picture.id]):
            self.connection.execute(insert(pictures).values(asdict(picture)))

    def get(self, picture: PictureId) -> Picture | None:
        row = self.connection.execute(select(pictures).where(pictures.c.id == picture)).first()
        return None if row is None else Picture(**row._mapping)

    def sizes(self, of: Collection[PictureId]) -> Mapping[PictureId, tuple[int, int]]:
        rows = self.connection.execute(
            select(pictures.c.id, pictures.c.width, pictures.c.height).where(pictures.c.id.in_(of))
        )
        return {PictureId(row.id): (row.width, row.height) for row in rows}


def _seen(of: Table, at: Moment | None) -> tuple[ColumnElement[bool], ...]:
    """What can be seen at a moment; without a moment, everything."""
    if at is None:
        return ()
    return (
        of.c.retired_at.is_(None),
        of.c.publish_from <= at.now,
        or_(of.c.publish_until.is_(None), of.c.publish_until >= at.today),
    )


def _row_of_post(post: Post) -> dict[str, Any]:
    return {
        "id": post.id,
        "kind": post.kind,
        "texts": {language.value: asdict(text) for language, text in post.texts.items()},
        "publish_from": post.span.begin,
        "publish_until": post.span.until,
        "pinned": post.pinned,
        "about": post.about,
        "thumbnail": post.thumbnail,
        "retired_at": post.retired_at,
    }


def _post(row: Row[Any]) -> Post:
    return Post(
        id=PostId(row.id),
        kind=row.kind,
        texts={Language(language): PostText(**text) for language, text in row.texts.items()},
        span=PublishedSpan(row.publish_from, row.publish_until),
        pinned=row.pinned,
        about=row.about,
        thumbnail=row.thumbnail,
        retired_at=row.retired_at,
    )


def _row_of_banner(banner: Banner) -> dict[str, Any]:
    return {
        "id": banner.id,
        "titles": {language.value: title for language, title in banner.titles.items()},
        "picture": banner.picture,
        "link": banner.link,
        "position": banner.order,
        "publish_from": banner.span.begin,
        "publish_until": banner.span.until,
        "retired_at": banner.retired_at,
    }


def _banner(row: Row[Any]) -> Banner:
    return Banner(
        id=BannerId(row.id),
        titles={Language(language): title for language, title in row.titles.items()},
        picture=PictureId(row.picture),
        link=row.link,
        order=row.position,
        span=PublishedSpan(row.publish_from, row.publish_until),
        retired_at=row.retired_at,
    )
