"""Posts, banners and pictures in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from attrs import define, field

from backbeat.board.model import Banner, BannerId, Picture, PictureId, Post, PostId, PostKind
from backbeat.board.ports import Moment, Neighbours, Untold
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks

POST, BANNER = "post", "banner"


@define(eq=False)
class MemoryPosts:
    _locks: Locks
    kept: dict[PostId, Post] = field(factory=dict)
    reached: dict[PostId, AccountId] = field(factory=dict)
    everybody: set[PostId] = field(factory=set)

    def put(self, post: Post) -> None:
        self._locks.write(POST, post.id, is_new=post.id not in self.kept)
        self.kept[post.id] = post

    def get(self, post: PostId) -> Post | None:
        return self.kept.get(post)

    def lock(self, post: PostId) -> Post | None:
        self._locks.take(POST, post)
        return self.kept.get(post)

    def page(self, kind: PostKind, request: PageRequest, at: Moment | None) -> Page[Post]:
        found = [post for post in self._newest_first(at) if post.kind is kind]
        return request.of(sorted(found, key=lambda post: not post.pinned))

    def beside(self, post: Post, at: Moment) -> Neighbours:
        found = [each for each in self._newest_first(at) if each.kind is post.kind]
        newer = [each for each in found if _age(each) > _age(post)]
        older = [each for each in found if _age(each) < _age(post)]
        return Neighbours(newer[-1] if newer else None, older[0] if older else None)

    def pinned(self, at: Moment) -> Sequence[Post]:
        return [post for post in self._newest_first(at) if post.pinned]

    def untold(self, at: Moment) -> Untold | None:
        for post in reversed(self._newest_first(at)):
            if post.id not in self.everybody:
                return Untold(post, self.reached.get(post.id))
        return None

    def told(self, post: PostId, up_to: AccountId | None) -> None:
        if up_to is None:
            self.everybody.add(post)
        else:
            self.reached[post] = up_to

    def _newest_first(self, at: Moment | None) -> list[Post]:
        seen = (post for post in self.kept.values() if at is None or _is_seen(post, at))
        return sorted(seen, key=_age, reverse=True)


@define(eq=False)
class MemoryBanners:
    _locks: Locks
    kept: dict[BannerId, Banner] = field(factory=dict)

    def put(self, banner: Banner) -> None:
        self._locks.write(BANNER, banner.id, is_new=banner.id not in self.kept)
        self.kept[banner.id] = banner

    def get(self, banner: BannerId) -> Banner | None:
        return self.kept.get(banner)

    def lock(self, banner: BannerId) -> Banner | None:
        self._locks.take(BANNER, banner)
        return self.kept.get(banner)

    def all(self, at: Moment | None) -> Sequence[Banner]:
        seen = (each for each in self.kept.values() if at is None or _is_seen(each, at))
        return sorted(seen, key=lambda banner: (banner.order, banner.id))


@define(eq=False)
class MemoryPictures:
    kept: dict[PictureId, Picture] = field(factory=dict)

    def put(self, picture: Picture) -> None:
        self.kept.setdefault(picture.id, picture)

    def get(self, picture: PictureId) -> Picture | None:
        return self.kept.get(picture)

    def sizes(self, pictures: Collection[PictureId]) -> Mapping[PictureId, tuple[int, int]]:
        found = (self.kept[each] for each in pictures if each in self.kept)
        return {each.id: (each.width, each.height) for each in found}


def _age(post: Post) -> tuple[datetime, str]:
    return post.span.begin, post.id


def _is_seen(thing: Post | Banner, at: Moment) -> bool:
    return thing.retired_at is None and thing.span.holds(at.now, at.today)
