"""The built web UI: files through WhiteNoise, and `index.html` for every page of the browser's router.

Files below /assets/ carry a digest in their names and never change; /builds/*.json tell the client
of a newer build and are not kept. `index.html` is generated for each answer, with its own nonce.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers
from wsgiref.types import WSGIApplication

import falcon
from attrs import field, frozen
from falcon import App, Request, Response
from whitenoise import WhiteNoise

from backbeat.kernel.languages import Language, negotiate
from backbeat.settings import UrlStrategy
from backbeat.site.page_addresses import LANGUAGE, PageAddresses
from backbeat_http.errors import PathNotFound
from backbeat_http.faces import Faces
from backbeat_http.first_views import CHANGED_BY, FIRST_VIEWS, FirstViews
from backbeat_http.headers import COMMON, EMBEDDED, HSTS, page_policy
from backbeat_http.page_files import LANGUAGE_COOKIE, PAGES, PageFiles, reader_language
from backbeat_http.partners import host_of

STATIC = Path(__file__).parent / "static"
"""Where the build puts the web UI; empty in a checkout without a build."""

INDEX = "index.html"
NONCE = "__CSP_NONCE__"
ADDRESSES = "__ADDRESSES__"
IMMUTABLE = "/assets/"
BUILDS = "/builds/"

_NEVER_A_PAGE = ("/api/", "/assets/", "/builds/", "/.well-known/")
_UNSERVED = (INDEX, PAGES, FIRST_VIEWS, ".map", ".built-from")
_END_OF_HEAD = "</head>"


@frozen
class Pages:
    """Answers every address of the web UI with `index.html`.

    `image_hosts` may serve pictures; `framed_by` are the origins that may frame the embedded pages.
    `addresses` says which of them begin with a language (LANG-4).
    """

    folder: Path
    image_hosts: Iterable[str] = ()
    framed_by: Iterable[str] = ()
    addresses: UrlStrategy = UrlStrategy.NO_PREFIX
    faces: Faces | None = None
    """Describes each page to machines; None leaves the pages as they were built."""
    keeps_korean: bool = False
    """Whether a saved Korean counts the next time (LANG-2)."""
    _index: str = field(init=False)
    _files: PageFiles = field(init=False)
    _first_views: FirstViews = field(init=False)

    @_first_views.default
    def _read_first_views(self) -> FirstViews:
        return FirstViews.read(self.folder, PageAddresses(self.addresses))

    @_files.default
    def _read_files(self) -> PageFiles:
        return PageFiles.read(self.folder)

    @_index.default
    def _read_index(self) -> str:
        path = self.folder / INDEX
        page = path.read_text(encoding="utf-8") if path.is_file() else ""
        return page.replace(ADDRESSES, self.addresses.value)

    def serve(self, req: Request, resp: Response) -> None:
        """Answer with the page if a browser asks for one; anything else is not found."""
        if not (self._index and _asks_for_page(req)):
            raise PathNotFound
        nonce = secrets.token_urlsafe(18)
        framed_by = self.framed_by if req.path.startswith(EMBEDDED) else ()
        resp.content_type = falcon.MEDIA_HTML
        path, asked = PageAddresses(self.addresses).read(req.path, req.get_param(LANGUAGE))
        language = self._language(req, asked)
        links = self._files.links(path, language)
        page = self._faced(req).replace(_END_OF_HEAD, links + _END_OF_HEAD, 1)
        shown = path if self._is_plain(req) else None
        page = self._first_views.into(page, shown, language, is_asked=asked is not None)
        resp.text = page.replace(NONCE, nonce)
        resp.set_header("Cache-Control", "no-store")
        resp.set_header("Content-Security-Policy", page_policy(nonce, self.image_hosts, framed_by))
        if not framed_by:
            resp.set_header("X-Frame-Options", "DENY")

    def _language(self, req: Request, asked: Language | None) -> Language:
        """The language in which the web UI will start."""
        return reader_language(
            asked,
            req.cookies.get(LANGUAGE_COOKIE),
            req.get_header("Accept-Language"),
            keeps_korean=self.keeps_korean,
        )

    def _is_plain(self, req: Request) -> bool:
        """Whether the page is the portal's own, and says what it says to everybody."""
        is_changed = any(req.has_param(name) for name in CHANGED_BY)
        is_partners = self.faces is not None and self.faces.is_of_partner(host_of(req))
        return not is_changed and not is_partners

    def _faced(self, req: Request) -> str:
        if self.faces is None:
            return self._index
        negotiated = negotiate(req.get_header("Accept-Language"))
        return self.faces.into(
            self._index, req.path, req.get_param(LANGUAGE), negotiated, host_of(req)
        )


def add_pages(app: App[Request, Response], pages: Pages) -> None:
    """Answer all addresses without a route; API addresses among them are not found."""

    def serve(req: Request, resp: Response, **_: Any) -> None:
        pages.serve(req, resp)

    app.add_sink(serve, r"/")


def with_files(app: WSGIApplication, folder: Path, *, is_https: bool = False) -> WSGIApplication:
    """The application with the built files in front of it; without a build, the application."""
    if not (folder / INDEX).is_file():
        return app
    files = _Files(
        app,
        max_age=3600,
        allow_all_origins=False,
        immutable_file_test=_is_immutable,
        add_headers_function=_add_hsts if is_https else _add_headers,
    )
    files.add_files(str(folder))
    served: WSGIApplication = files
    return served


class _Files(WhiteNoise):  # type: ignore[misc]
    """WhiteNoise without the files that nobody may fetch: the raw index, source maps, stamps."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Add a file unless it is one of those."""
        bare = url.removesuffix(".gz").removesuffix(".br")
        if not bare.endswith(_UNSERVED):
            super().add_file_to_dictionary(url, path, stat_cache=stat_cache)


def _is_immutable(path: str, url: str) -> bool:  # noqa: ARG001
    return url.startswith(IMMUTABLE)


def _add_headers(headers: Headers, path: str, url: str) -> None:  # noqa: ARG001
    for name, value in COMMON.items():
        headers[name] = value
    if url.startswith(BUILDS):
        headers["Cache-Control"] = "no-store"


def _add_hsts(headers: Headers, path: str, url: str) -> None:
    _add_headers(headers, path, url)
    headers["Strict-Transport-Security"] = HSTS


def _asks_for_page(req: Request) -> bool:
    """Whether a page is requested:

    HTML is acceptable, and the address names no file. Link checkers and previews name no type, or
    accept any (`*/*`).
    """
    last = req.path.rpartition("/")[2]
    return (
        req.method in {"GET", "HEAD"}
        and req.client_accepts("text/html")
        and "." not in last
        and not f"{req.path}/".startswith(_NEVER_A_PAGE)
    )
