"""The application: routes, the table of errors, and what every request passes through."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from time import perf_counter
from typing import Any
from wsgiref.types import WSGIApplication

import falcon
from attrs import frozen
from falcon import App, Request, Response

from backbeat.codes.words import message
from backbeat.kernel.errors import NotRegistered, Refusal, TooManyRequests
from backbeat.media.errors import FilesUnavailable
from backbeat.site.rules import TOKEN_PATH
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import WrongSchema
from backbeat_http import log, security, wire
from backbeat_http.caller import language_of
from backbeat_http.covers import COVER_ROUTE, Covers
from backbeat_http.crawlers import ROBOTS, SITEMAP, Robots, Sitemap
from backbeat_http.csp_reports import CspReports
from backbeat_http.developers import DEVELOPERS, DOCUMENT, Developers, OpenApi
from backbeat_http.errors import (
    CROWDED,
    BadRequest,
    MethodRefused,
    PathNotFound,
    ServerFault,
    Unavailable,
    status_of,
)
from backbeat_http.headers import API_POLICY, COMMON, HSTS, POLICY_REPORTS
from backbeat_http.operation import Edge
from backbeat_http.partners import SiteToken
from backbeat_http.pictures import ROUTE, Pictures
from backbeat_http.readiness import Readiness
from backbeat_http.routes import BASE, PATHS, READINESS, Path, operations
from backbeat_http.security_text import SECURITY_TEXT, SecurityText
from backbeat_http.static import Pages, add_pages, with_files
from backbeat_http.unnamed_proxies import UnnamedProxies


@frozen
class Setup:
    """The parts that an application is made of, ready to use."""

    edge: Edge
    resources: Iterable[object]
    pages: Pages
    pictures: Pictures
    covers: Covers
    readiness: Readiness
    security_text: SecurityText
    site_token: SiteToken
    is_https: bool
    note: security.Note = security.nowhere
    """Receives the events that belong in the security log."""


def make_app(setup: Setup, paths: Iterable[Path] = PATHS) -> WSGIApplication:
    """The whole site: files of the web UI, calls of the API, and pages for all other addresses.

    Every error is answered in the shape of HTTP-1.
    """
    proxies = UnnamedProxies(setup.edge.trusted_proxies, setup.note)
    app = App(middleware=[_Passage(setup, proxies)])
    app.req_options.strip_url_path_trailing_slash = False
    _add_error_handlers(app, setup.note)
    by_kind = {type(resource): resource for resource in setup.resources}
    for path in paths:
        resource = by_kind[path.resource]
        for _, operation in operations(path.resource, path.suffix):
            _ = operation.parameters  # a responder without annotations must fail at start
        app.add_route(f"{BASE}/{path.template}", resource, suffix=path.suffix)
    app.add_route(DOCUMENT, OpenApi())
    app.add_route(DEVELOPERS, Developers())
    app.add_route(POLICY_REPORTS, CspReports())
    app.add_route("/healthz", _Health())
    app.add_route(READINESS, _Readiness(setup.readiness))
    app.add_route(SECURITY_TEXT, setup.security_text)
    app.add_route(TOKEN_PATH, setup.site_token)
    app.add_route(ROUTE, setup.pictures)
    app.add_route(COVER_ROUTE, setup.covers)
    if setup.pages.faces is not None:
        app.add_route(ROBOTS, Robots(setup.pages.faces))
        app.add_route(SITEMAP, Sitemap(setup.pages.faces))
    add_pages(app, setup.pages)
    return with_files(app, setup.pages.folder, is_https=setup.is_https)


@frozen
class _Passage:
    """The steps that every request passes through on its way in and out."""

    setup: Setup
    proxies: UnnamedProxies

    def process_request(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """Give the request its id and the services that responders rely on."""
        req.context.edge = self.setup.edge
        req.context.request_id = secrets.token_hex(8)
        req.context.started = perf_counter()
        self.proxies.look(req)
        if CROWDED in req.env:
            raise Unavailable(retry_after=1)
        if _is_call(req):
            self.setup.readiness.require_our_schema()

    def process_response(
        self,
        req: Request,
        resp: Response,
        resource: object,  # noqa: ARG002
        req_succeeded: bool,
    ) -> None:
        """Set the headers of every response and write the log line."""
        for name, value in COMMON.items():
            resp.set_header(name, value)
        if self.setup.is_https:
            resp.set_header("Strict-Transport-Security", HSTS)
        if _is_call(req):
            if not (req_succeeded and resp.get_header("Cache-Control")):
                resp.set_header("Cache-Control", "no-store")
            resp.set_header("Content-Security-Policy", API_POLICY)
        resp.set_header("X-Request-Id", req.context.request_id)
        security.answered(req, resp.status_code, self.setup.note)
        took = int((perf_counter() - req.context.started) * 1000)
        target = log.masked(req.path, req.query_string)
        log.request_done(req.method, target, resp.status_code, took, req.context.request_id)


def _is_call(req: Request) -> bool:
    return f"{req.path}/".startswith(f"{BASE}/")


def _add_error_handlers(app: App[Request, Response], note: security.Note) -> None:
    def refuse(req: Request, resp: Response, refusal: Refusal) -> None:
        security.refused(req, refusal, note)
        language = language_of(req)
        details = refusal.details
        words = message(refusal.code, language, details)
        resp.status = status_of(type(refusal))
        resp.data = wire.encode_refusal(refusal.code, words, details)
        resp.content_type = "application/json"
        resp.set_header("Content-Language", language)
        if isinstance(refusal, TooManyRequests | Unavailable):
            resp.set_header("Retry-After", str(refusal.retry_after))

    def refused(req: Request, resp: Response, error: Refusal, _params: Any) -> None:
        refuse(req, resp, error)

    def unreadable(req: Request, resp: Response, error: falcon.HTTPError, _params: Any) -> None:
        refuse(req, resp, _from_falcon(error))
        for name, value in dict(error.headers or {}).items():
            resp.set_header(name, value)

    def unavailable(req: Request, resp: Response, error: Exception, _params: Any) -> None:
        log.request_unavailable(
            req.method, log.masked(req.path, req.query_string), req.context.request_id, error
        )
        refuse(req, resp, Unavailable())

    def unforeseen(req: Request, resp: Response, error: Exception, _params: Any) -> None:
        log.request_failed(
            req.method, log.masked(req.path, req.query_string), req.context.request_id, error
        )
        refuse(req, resp, ServerFault(request_id=req.context.request_id))

    app.add_error_handler(Exception, unforeseen)
    app.add_error_handler(DatabaseUnavailable, unavailable)
    app.add_error_handler(WrongSchema, unavailable)
    app.add_error_handler(NotRegistered, unavailable)
    app.add_error_handler(FilesUnavailable, unavailable)
    app.add_error_handler(falcon.HTTPError, unreadable)
    app.add_error_handler(Refusal, refused)


def _from_falcon(error: falcon.HTTPError) -> Refusal:
    """The framework's own errors also get the envelope of HTTP-1."""
    match error.status_code:
        case 404:
            return PathNotFound()
        case 405:
            return MethodRefused()
    return BadRequest()


@frozen
class _Health:
    """Whether the process is alive."""

    def on_get(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """Always `ok`."""
        resp.text, resp.content_type = "ok\n", falcon.MEDIA_TEXT

    on_head = on_get


@frozen
class _Readiness:
    """Whether the process can serve: its database answers and has this program's version."""

    readiness: Readiness

    def on_get(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """`ready`, or 503 and why."""
        fault = self.readiness.fault()
        resp.text = f"not ready: {fault}\n" if fault else "ready\n"
        resp.content_type = falcon.MEDIA_TEXT
        resp.status = falcon.HTTP_503 if fault else falcon.HTTP_200
        if fault:
            resp.set_header("Retry-After", "5")

    on_head = on_get
