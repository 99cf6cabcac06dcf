"""What a page says about itself to machines: to search engines and to previews of links (WEB-26).

A page that anybody may read has a title, a description, a picture and an address of its own. Every
other address, private or unknown, carries the portal's general description and asks not to be
listed. Absolute addresses come from the settings and from partners' proved domains, never from what
a request calls its host.
"""

from __future__ import annotations

import json
import re
import threading
import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from functools import cache
from html import escape
from importlib.resources import files
from zoneinfo import ZoneInfo

from attrs import asdict, define, evolve, field, frozen

from backbeat.board.model import Post, PostKind
from backbeat.kernel.clock import Clock
from backbeat.kernel.hosts import origin_of
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.settings import Site
from backbeat.site.model import LandingWords, PartnerSite, Terms, TermsKind
from backbeat.site.page_addresses import PageAddresses
from backbeat_adapters.addresses import addresses
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_http.partners import PublicSites
from backbeat_http.pictures import path_of_picture
from backbeat_http.resources.site import PartnerView

IMAGE = "/social.png"
LOOK = "site"
"""The name under which a page carries its partner's look, so that it has this look from the first
thing drawn.
"""
REMEMBERED = timedelta(seconds=60)
"""How long the posts on the board are remembered before the database is asked again."""

_LONGEST_DESCRIPTION = 200
_MARK = re.compile(r"<!-- face -->.*?<!-- /face -->", re.DOTALL)
_SHOWN_BY_PREVIEWS = (".png", ".jpg", ".jpeg", ".webp")
_ROOT = re.compile(r'<html lang="[^"]*"')
_MARKDOWN = re.compile(r"[#*_`>\[\]]|\(https?:[^)]*\)")

ListPosts = Callable[[PostKind, PageRequest], Page[Post]]
GetTerms = Callable[[TermsKind, Language], Terms]


@frozen
class Face:
    """One page in one language. `path` is its own address; None for a page that must not be listed."""

    title: str
    description: str
    image: str = IMAGE
    path: str | None = None
    is_article: bool = False


@frozen
class Owner:
    """Whose pages they are: the portal's, or a partner's with its look (SITE-2)."""

    name: str
    origin: str
    image: str = IMAGE
    words: Mapping[Language, LandingWords] = field(factory=dict)
    look: PartnerView | None = None

    def face(
        self, title: str, description: str, *, path: str | None = None, is_article: bool = False
    ) -> Face:
        return Face(f"{title} · {self.name}", description, self.image, path, is_article)


@frozen
class Entry:
    path: str
    changed: date | None = None


@define
class PublicPosts:
    """The posts that can be seen now, newest first, read only once in a while.

    However many addresses are requested, the database is asked no more often; while it does not
    answer, the posts last read are used.
    """

    list_posts: ListPosts
    clock: Clock
    _known: Mapping[tuple[PostKind, str], Post] = field(factory=dict, init=False)
    _asked_at: datetime | None = field(default=None, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def get(self, kind: PostKind, id: str) -> Post | None:
        return self._current().get((kind, id))

    def all(self) -> Iterable[Post]:
        return self._current().values()

    def _current(self) -> Mapping[tuple[PostKind, str], Post]:
        now = self.clock.now()
        with self._lock:
            if self._asked_at is None or not timedelta() <= now - self._asked_at < REMEMBERED:
                self._asked_at = now
                self._known = self._asked()
            return self._known

    def _asked(self) -> Mapping[tuple[PostKind, str], Post]:
        newest = PageRequest(0, LARGEST_PAGE)
        try:
            return {
                (kind, post.id): post
                for kind in PostKind
                for post in self.list_posts(kind, newest).items
            }
        except DatabaseUnavailable:
            return self._known


@frozen
class Faces:
    """Finds the face of an address, and writes it into a page."""

    site: Site
    get_terms: GetTerms
    posts: PublicPosts
    addresses: PageAddresses = field(factory=PageAddresses)
    partners: PublicSites | None = None
    """The partners that the portal appears as; None if it appears as itself everywhere."""
    zone: ZoneInfo = field(factory=lambda: ZoneInfo("UTC"))
    """The portal's, which decides on which day a post was published."""

    @property
    def origin(self) -> str:
        return self.site.url.rstrip("/")

    def of(self, path: str, language: Language, owner: Owner) -> Face:
        """The face of an address in a language; the general one for a page that is not public."""
        name = _PAGES.get(path)
        if name in _TERMS:
            return _of_terms(path, self.get_terms(_TERMS[name], language), owner)
        if name is not None:
            words = _words(language)[name]
            told = owner.words.get(language) if name == "landing" else None
            if told:
                return owner.face(told.title, told.lead, path=path)
            return owner.face(words["title"], words["description"], path=path)
        if post := self._post(path):
            return _of_post(path, post, language, owner)
        return evolve(owner.face("", _words(language)["general"]["description"]), title=owner.name)

    def entries(self) -> Iterable[Entry]:
        """The pages that search engines may list."""
        yield from (Entry(path) for path in _PAGES)
        for post in self.posts.all():
            yield Entry(_path_of_post(post), post.span.begin.astimezone(self.zone).date())

    def into(
        self, index: str, path: str, asked: str | None, otherwise: Language, host: str = ""
    ) -> str:
        """The page with its face in place of the one it was built with.

        The face is in the language that the address names by its path or by `asked`, otherwise in
        the fallback language. At a partner's host it is the partner's, and the page carries the
        partner's look.
        """
        path, named = self.addresses.read(path, asked)
        language, is_asked = named or otherwise, named is not None
        owner = self._owner(host)
        face = self.of(path, language, owner)
        head = "\n    ".join(self._head(face, language, owner, is_asked=is_asked))
        page = _ROOT.sub(f'<html lang="{language.value}"', index, count=1)
        return _MARK.sub(lambda _: head, page, count=1)

    def address(self, path: str, language: Language | None = None) -> str:
        """A page's absolute address, in one language or in the reader's own."""
        return self._address(self.origin, path, language)

    def _address(self, origin: str, path: str, language: Language | None = None) -> str:
        return origin + (self.addresses.of(path, language) if language else path)

    def is_of_partner(self, host: str) -> bool:
        """Whether pages at this host are a partner's, and not the portal's."""
        return self._partner(host) is not None

    def _partner(self, host: str) -> PartnerSite | None:
        return self.partners.of(host) if self.partners else None

    def _owner(self, host: str) -> Owner:
        """The owner of the page. A partner's origin is the proven one, not what a request says."""
        partner = self._partner(host)
        if partner is None:
            return Owner(self.site.name, self.origin)
        return Owner(
            name=partner.name,
            origin=origin_of(partner.domain, self.site.url),
            image=_image_of(partner.exclusive_logo),
            words=partner.words,
            look=PartnerView.of(partner),
        )

    def _head(
        self, face: Face, language: Language, owner: Owner, *, is_asked: bool
    ) -> Iterable[str]:
        image = face.image if face.image.startswith("https:") else f"{owner.origin}{face.image}"
        yield f"<title>{escape(face.title)}</title>"
        yield _named("description", face.description)
        if owner.look is not None:
            yield _named(LOOK, json.dumps(asdict(owner.look), ensure_ascii=False))
        yield _property("og:site_name", owner.name)
        yield _property("og:title", face.title)
        yield _property("og:description", face.description)
        yield _property("og:image", image)
        yield _property("og:type", "article" if face.is_article else "website")
        yield _property("og:locale", _LOCALES[language])
        yield _named("twitter:card", "summary_large_image")
        if face.path is None:
            yield _named("robots", "noindex")
            return
        own = self._address(owner.origin, face.path, language if is_asked else None)
        yield _property("og:url", own)
        yield _link("canonical", own)
        for each in Language:
            yield _link("alternate", self._address(owner.origin, face.path, each), each.value)
        yield _link("alternate", self._address(owner.origin, face.path), "x-default")

    def _post(self, path: str) -> Post | None:
        kind, id = _kind_and_id(path)
        return None if kind is None else self.posts.get(kind, id)


_LOCALES: Mapping[Language, str] = {
    Language.ENGLISH: "en_US",
    Language.KOREAN: "ko_KR",
    Language.SIMPLIFIED_CHINESE: "zh_CN",
    Language.TRADITIONAL_CHINESE: "zh_TW",
}
_AT = addresses()
_TERMS: Mapping[str | None, TermsKind] = {
    "terms": TermsKind.TERMS,
    "terms_policy": TermsKind.POLICY,
    "terms_ofl": TermsKind.OFL,
    "terms_osl": TermsKind.OSL,
}
_PUBLIC = ("landing", "notices", "events", *filter(None, _TERMS))
_PAGES: Mapping[str, str] = {_AT[name]: name for name in _PUBLIC if name in _AT}
"""The pages that anybody may read, by their addresses."""
_POSTS: Mapping[str, PostKind] = {
    _AT["notice"].removesuffix(":id"): PostKind.NOTICE,
    _AT["event"].removesuffix(":id"): PostKind.EVENT,
}


def _of_terms(path: str, terms: Terms, owner: Owner) -> Face:
    first = next((line for line in terms.body.splitlines() if line and line[0] != "#"), "")
    return owner.face(terms.title, _short(_MARKDOWN.sub("", first)), path=path)


def _of_post(path: str, post: Post, language: Language, owner: Owner) -> Face:
    text = post.text(language)
    face = owner.face(text.title, _short(text.summary), path=path, is_article=True)
    return face if post.thumbnail is None else evolve(face, image=path_of_picture(post.thumbnail))


def _image_of(logo: str | None) -> str:
    """A logo that previews can show, because they do not draw SVG."""
    return logo if logo and logo.lower().endswith(_SHOWN_BY_PREVIEWS) else IMAGE


def _kind_and_id(path: str) -> tuple[PostKind | None, str]:
    for begin, kind in _POSTS.items():
        if path.startswith(begin):
            return kind, path.removeprefix(begin)
    return None, ""


def _path_of_post(post: Post) -> str:
    return _AT[post.kind.value].replace(":id", post.id)


def _short(text: str) -> str:
    """A text cut to the length that a preview shows, between words."""
    plain = " ".join(text.split())
    if len(plain) <= _LONGEST_DESCRIPTION:
        return plain
    cut = plain[: _LONGEST_DESCRIPTION - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


def _named(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}" />'


def _property(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{escape(content)}" />'


def _link(rel: str, address: str, language: str | None = None) -> str:
    tongue = f' hreflang="{language}"' if language else ""
    return f'<link rel="{rel}"{tongue} href="{escape(address)}" />'


@cache
def _words(language: Language) -> Mapping[str, Mapping[str, str]]:
    found = files(__package__).joinpath("face_words", f"{language.value}.toml")
    words: dict[str, dict[str, str]] = tomllib.loads(found.read_text(encoding="utf-8"))
    return words
