"""The board: every keeper of posts, banners and pictures alike."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from attrs import evolve

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
from backbeat.kernel.pages import PageRequest

NOON = datetime(2026, 5, 10, 3, tzinfo=UTC)
AT = Moment(NOON, date(2026, 5, 10))
PAGE = PageRequest()
TEXTS = {
    Language.ENGLISH: PostText("Paid on 10 June", "Everyone who asked.", "Everyone who asked."),
    Language.KOREAN: PostText("6월 10일 지급", "요청한 모든 분.", "요청한 모든 분."),
}
PICTURE = Picture(PictureId("a" * 32), "image/webp", 640, 240, b"\x00pixels\xff")


def post(name: str, begin: timedelta = timedelta(0), **more: Any) -> Post:
    until = more.pop("until", None)
    kind = more.pop("kind", PostKind.NOTICE)
    return Post(PostId(name), kind, TEXTS, PublishedSpan(NOON + begin, until), **more)


def banner(name: str, order: int, until: date | None = None) -> Banner:
    titles = {Language.ENGLISH: "Autumn light"}
    return Banner(BannerId(name), titles, PICTURE.id, "/events", order, PublishedSpan(NOON, until))


def keep(transactions: Any, *posts: Post) -> None:
    with transactions.begin() as books:
        for each in posts:
            books.posts.lock(each.id)
            books.posts.put(each)


def ids(posts: Any) -> list[str]:
    return [each.id for each in posts]


def test_a_post_comes_back_as_it_was_kept(transactions: Any) -> None:
    whole = post(
        "p1",
        until=date(2026, 5, 31),
        pinned=True,
        about=About.PAYOUT,
        thumbnail=PICTURE.id,
        retired_at=NOON,
    )
    keep(transactions, post("p1"), whole)

    with transactions.look() as books:
        assert books.posts.get(PostId("p1")) == whole
        assert books.posts.get(PostId("p2")) is None


def test_a_list_shows_what_can_be_seen_pinned_ones_first_then_the_newest(transactions: Any) -> None:
    keep(
        transactions,
        post("old", -timedelta(days=9)),
        post("pinned", -timedelta(days=5), pinned=True),
        post("new"),
        post("to come", timedelta(seconds=1)),
        post("last day", -timedelta(days=1), until=AT.today),
        post("over", -timedelta(days=1), until=AT.today - timedelta(days=1)),
        post("retired", retired_at=NOON),
        post("event", kind=PostKind.EVENT),
    )

    with transactions.look() as books:
        seen = books.posts.page(PostKind.NOTICE, PAGE, AT)
        second = books.posts.page(PostKind.NOTICE, PageRequest(1, 3), AT)
        every = books.posts.page(PostKind.NOTICE, PAGE, None)

    assert ids(seen.items) == ["pinned", "new", "last day", "old"]
    assert (ids(second.items), second.total) == (["old"], 4)
    assert every.total == 7


def test_a_post_knows_what_stands_beside_it_in_time(transactions: Any) -> None:
    first, second, third = (post(f"p{n}", timedelta(days=n - 4)) for n in (1, 2, 3))
    twin = post("p2b", timedelta(days=-2))
    keep(transactions, first, second, twin, third, post("event", kind=PostKind.EVENT))

    with transactions.look() as books:
        assert books.posts.beside(second, AT) == Neighbours(newer=twin, older=first)
        assert books.posts.beside(third, AT) == Neighbours(newer=None, older=twin)


def test_the_header_has_pinned_posts_of_both_kinds(transactions: Any) -> None:
    keep(
        transactions,
        post("plain"),
        post("notice", -timedelta(days=2), pinned=True),
        post("event", -timedelta(days=1), pinned=True, kind=PostKind.EVENT),
        post("later", timedelta(days=1), pinned=True),
    )

    with transactions.look() as books:
        assert ids(books.posts.pinned(AT)) == ["event", "notice"]


def test_how_far_a_post_was_told_is_kept_however_it_changes(transactions: Any) -> None:
    older, newer = post("older", -timedelta(days=1)), post("newer")
    keep(transactions, newer, older, post("later", timedelta(days=1)))
    with transactions.begin() as books:
        assert books.posts.untold(AT) == Untold(older, None)
        books.posts.told(older.id, AccountId("mina"))
    keep(transactions, pinned := evolve(older, pinned=True))

    with transactions.begin() as books:
        assert books.posts.untold(AT) == Untold(pinned, AccountId("mina"))
        books.posts.told(older.id, None)
        assert books.posts.untold(AT) == Untold(newer, None)
        books.posts.told(newer.id, None)
        assert books.posts.untold(AT) is None


def test_banners_come_in_their_order_while_they_can_be_seen(transactions: Any) -> None:
    with transactions.begin() as books:
        for each in (
            banner("second", 2),
            banner("first", 1, AT.today),
            banner("over", 0, AT.today - timedelta(days=1)),
            banner("gone", 0).retired(NOON),
        ):
            books.banners.put(each)
        books.banners.lock(BannerId("second"))
        books.banners.put(banner("second", 3))

    with transactions.look() as books:
        assert ids(books.banners.all(AT)) == ["first", "second"]
        assert ids(books.banners.all(None)) == ["gone", "over", "first", "second"]
        assert books.banners.get(BannerId("second")) == banner("second", 3)


def test_a_picture_is_kept_once(transactions: Any) -> None:
    with transactions.begin() as books:
        books.pictures.put(PICTURE)
        books.pictures.put(PICTURE)

    with transactions.look() as books:
        assert books.pictures.get(PICTURE.id) == PICTURE
        assert books.pictures.get(PictureId("b" * 32)) is None
        assert books.pictures.sizes([PICTURE.id, PictureId("b")]) == {PICTURE.id: (640, 240)}
