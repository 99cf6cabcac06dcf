"""A responder's signature is the source of everything: decoding, encoding, log-in, limits and the
document.

`@operation` turns a typed method of a resource into a Falcon responder. See `resources/__init__.py`
for how to write one.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from enum import Enum, auto
from functools import cached_property, wraps
from types import UnionType
from typing import Any, BinaryIO, Protocol, get_args, get_type_hints, runtime_checkable
from urllib.parse import quote

import attrs
import falcon
import msgspec
from attrs import Factory, frozen
from falcon import Request, Response
from gunicorn.http.errors import ParseException

from backbeat.accounts.errors import (
    EmailUnverified,
    LoginRequired,
    StepUpRequired,
    TotpSetupRequired,
    ViewOnly,
)
from backbeat.idempotency.model import Call
from backbeat.kernel.errors import BadValues, NotFound, Refusal, plain
from backbeat.kernel.ids import AccountId
from backbeat.limits.model import Limit
from backbeat.limits.rules import ANONYMOUS, ANY_TOKEN
from backbeat.limits.service import Limits
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, retrying
from backbeat_http import log, ranges, wire
from backbeat_http.caller import (
    IDEMPOTENCY_HEADER,
    Caller,
    Sessions,
    SignedIn,
    caller_of,
    stranger_of,
    token_of,
    visitor_of,
)
from backbeat_http.errors import BadRequest, BodyTooLarge, MediaTypeRefused, NoSuchRange
from backbeat_http.forms import FormBounds, read_form
from backbeat_http.lanes import Lane

Responder = Callable[..., None]

# A comma is not allowed: that is how a server joins a header that came twice.
_KEY = re.compile(r"[\x21-\x2b\x2d-\x7e]{1,255}")
_READING = frozenset({"GET", "HEAD"})
_JSON_CHARSETS = frozenset({"", "charset=utf-8", 'charset="utf-8"'})


class Login(Enum):
    """Who may make a call, as its `caller` parameter says."""

    NONE = auto()
    """No `caller`: anybody; a token is not even looked at, so a stale one does no harm (HTTP-4)."""
    OPTIONAL = auto()
    """`caller: Caller | None`: anybody; a live session is recognised, a dead one is nobody."""
    REQUIRED = auto()
    """`caller: Caller`: a session, with a verified e-mail address unless the operation waives it.
    """


@frozen
class FileStream:
    """The content of a large file, read while it is sent; the server closes it."""

    stream: BinaryIO
    size: int


@frozen
class FileAnswer:
    """A file as the answer: its content, its media type and the name to save it under."""

    content: bytes | FileStream
    media_type: str
    file_name: str


@frozen
class HeardAnswer:
    """A file that is not saved but shown or played, whole or only the requested part.

    `open` gives a number of bytes from a position on; browsers may cache it for `seconds`.
    """

    open: Callable[[int, int], BinaryIO]
    size: int
    media_type: str
    tag: str
    seconds: int


@frozen
class Empty:
    pass


@runtime_checkable
class JudgesForms(Protocol):
    """A resource whose bodies have formats with codes of their own, checked before the step-up
    (HTTP-12).
    """

    def check_form(self, body: object) -> None:
        """Refuse faults that can be seen in the body's fields alone."""


@frozen
class Edge:
    """The services that every responder relies on; the application puts them into each request's
    context.
    """

    sessions: Sessions
    limits: Limits
    trusted_proxies: Collection[str] = ()
    forms: FormBounds = Factory(FormBounds)
    one_moment: Callable[[], AbstractContextManager[None]] = nullcontext
    """Inside this context everything is read as of one moment, at the cost of one transaction."""


@frozen(slots=False)
class Operation:
    """One call of the API, as its responder declares it."""

    id: str
    responder: Callable[..., object]
    refuses: tuple[type[Refusal], ...]
    unverified: bool
    unenrolled: bool
    step_up: bool
    files: tuple[str, ...]
    limit: Limit | None
    own_lane: Lane
    signed: bool
    is_form: bool = False
    password_is_anothers: bool = False
    writes: bool | None = None
    kept_seconds: int = 0

    def changes(self, method: str) -> bool:
        """Whether the call changes anything; such calls are refused while an operator views the
        account (SESSION-14).
        """
        return method not in _READING if self.writes is None else self.writes

    @property
    def lane(self) -> Lane:
        """The lane in which the call works (OPS-19)."""
        return Lane.DOCUMENTS if self.files and self.own_lane is Lane.COMMON else self.own_lane

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The responder's annotations, resolved; every parameter and the answer must have one."""
        hints = get_type_hints(self.responder, include_extras=True)
        names = list(inspect.signature(self.responder).parameters)[1:]
        if bare := [name for name in (*names, "return") if name not in hints]:
            raise TypeError(f"{self.id}: annotate {', '.join(bare)}")
        return hints

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The responder's parameters and their types, `self` left out."""
        return {name: hint for name, hint in self.hints.items() if name != "return"}

    @property
    def answer(self) -> Any:
        """The class of the answer; NoneType for one without fields.

        For a call that answers either with JSON or with a file, it is the class of the JSON.
        """
        hint = self.hints["return"]
        if isinstance(hint, UnionType):
            (hint,) = (kind for kind in get_args(hint) if kind is not FileAnswer)
        return hint

    @cached_property
    def login(self) -> Login:
        kind = self.parameters.get("caller")
        if kind is None:
            return Login.NONE
        return Login.REQUIRED if kind is Caller else Login.OPTIONAL

    @property
    def query(self) -> type[Any]:
        return self.parameters.get("query", Empty)  # type: ignore[no-any-return]

    @property
    def body(self) -> type[Any]:
        """The class of the JSON body."""
        return self.parameters.get("body", Empty)  # type: ignore[no-any-return]

    @property
    def is_idempotent(self) -> bool:
        """Whether the call may carry an `Idempotency-Key`."""
        return "call" in self.parameters

    @property
    def summary(self) -> str:
        """The first line of the responder's docstring."""
        return (inspect.getdoc(self.responder) or "").partition("\n")[0]

    @property
    def description(self) -> str:
        """The rest of the docstring after its first line."""
        return (inspect.getdoc(self.responder) or "").partition("\n")[2].strip()

    def respond(self, resource: object, req: Request, resp: Response, path: dict[str, str]) -> None:
        """Answer one request, checking in the order of HTTP-11."""
        edge: Edge = req.context.edge
        with edge.one_moment() if self._only_reads(req) else nullcontext():
            answer = self._answer(edge, resource, req, path)
        _send(req, resp, answer)
        if self.kept_seconds:
            kept = f"public, max-age=0, s-maxage={self.kept_seconds}"
            resp.set_header("Cache-Control", kept)
            resp.append_header("Vary", "Accept-Language")

    def _only_reads(self, req: Request) -> bool:
        """Whether log-in and answer share one transaction, because nothing slow is done in between."""
        return req.method in _READING and self.lane is Lane.COMMON

    def _answer(self, edge: Edge, resource: object, req: Request, path: dict[str, str]) -> object:
        signed_in = self._signed_in(edge, req)
        visitor = visitor_of(req, edge.trusted_proxies)
        query = wire.decode(self.query, wire.read_query(req.query_string), from_text=True)
        body = req.context.body = self._body(req, edge.forms)
        if self.step_up and isinstance(resource, JudgesForms) and signed_in is not None:
            resource.check_form(body)
        if self.limit is not None:
            who = stranger_of(req, edge.trusted_proxies) if signed_in is None else signed_in.account
            self._count(edge, (self.limit, who))
        if self.step_up and signed_in is not None:
            own = None if self.password_is_anothers else getattr(body, "password", None)
            _require_proof(edge.sessions, signed_in, own)
        known: dict[str, Any] = {"visitor": visitor, "query": query, "body": body}
        known["caller"] = caller_of(signed_in, visitor) if signed_in else None
        if self.is_idempotent and signed_in is not None:
            known["call"] = _call_of(req, signed_in.account, body)
        known |= {name: _path_value(name, text) for name, text in path.items()}
        asked = {name: known[name] for name in self.parameters}
        try:
            return retrying(lambda: self.responder(resource, **asked))
        except Refusal:
            if self.signed:
                self._count(edge, (ANONYMOUS, stranger_of(req, edge.trusted_proxies)))
            raise

    def _signed_in(self, edge: Edge, req: Request) -> SignedIn | None:
        """The session that the call needs or may have; the general limit is checked first.

        Visitors are counted by network address, signed-in people by account.
        """
        token = None if self.login is Login.NONE else token_of(req)
        found = _resolved(edge.sessions, token)
        if not isinstance(found, Refusal):
            req.context.account = found.account
        if self.signed:
            return None
        if isinstance(found, Refusal):
            self._count(edge, (ANONYMOUS, stranger_of(req, edge.trusted_proxies)))
        else:
            self._count(edge, (ANY_TOKEN, found.account))
        if self.login is Login.REQUIRED:
            if isinstance(found, Refusal):
                raise found
            if not (found.email_verified or self.unverified):
                raise EmailUnverified
            if found.totp_missing and not (self.unverified or self.unenrolled):
                raise TotpSetupRequired
        if not isinstance(found, Refusal) and found.viewing and self.changes(req.method):
            raise ViewOnly
        return None if isinstance(found, Refusal) else found

    def _count(self, edge: Edge, counted: tuple[Limit, str]) -> None:
        """Count the call.

        These limits exist to share the server fairly. If counters cannot be written, calls are let
        through, since otherwise a full disk would keep people from seeing their money. Attempts at
        passwords and codes are counted by the use cases, which refuse in that case.
        """
        try:
            edge.limits.take(counted)
        except DatabaseUnavailable as error:
            log.not_counted(self.id, error)

    def _body(self, req: Request, bounds: FormBounds) -> Any:
        """The body as an object of its class; a GET has none."""
        if req.method in _READING:
            return None
        if self.is_form:
            return wire.decode(self.body, read_form(req, self.body, bounds), from_text=True)
        raw = raw_body(req)
        if raw and not _is_json(req.content_type):
            raise MediaTypeRefused
        return wire.decode(self.body, wire.read_body(raw))


def operation(
    id: str,
    *,
    refuses: tuple[type[Refusal], ...] = (),
    unverified: bool = False,
    unenrolled: bool = False,
    step_up: bool = False,
    files: tuple[str, ...] = (),
    limit: Limit | None = None,
    lane: Lane = Lane.COMMON,
    signed: bool = False,
    form: bool = False,
    password_is_anothers: bool = False,
    writes: bool | None = None,
    kept_seconds: int = 0,
) -> Callable[[Callable[..., object]], Responder]:
    """Make a typed method of a resource the responder of one call.

    `id` names the call in the document and the web client. `refuses` are its own refusals; those of
    reading, log-in, step-up and limits are added. `unverified` lets a caller in whose e-mail
    address is not verified yet, `unenrolled` one who still has to set up a second factor (0114);
    the first implies the second. `step_up` asks for a fresh password (SESSION-8), which may come as
    the body's `password` unless that `password_is_anothers`. `files` are the media types of a call
    that answers with a file. `limit` is counted per account, however many sessions it has, or per
    network address for a call without log-in. `lane` is its lane if it is slow by nature (OPS-19);
    files have a lane of their own. `writes` says whether something is changed, if the HTTP method
    does not tell. A `signed` call is authorised by its address; only refused ones are counted.
    `form` says that the body is a form, which may include a file.
    `kept_seconds` is how long a proxy may keep the answer, which has to be the same for everybody
    who reads the same language; browsers ask again. Without it nobody keeps it (HTTP-22).
    """

    def decorate(responder: Callable[..., object]) -> Responder:
        spec = Operation(
            id,
            responder,
            refuses,
            unverified,
            unenrolled,
            step_up,
            files,
            limit,
            lane,
            signed,
            form,
            password_is_anothers,
            writes,
            kept_seconds,
        )

        @wraps(responder)
        def respond(resource: object, req: Request, resp: Response, **path: str) -> None:
            spec.respond(resource, req, resp, path)

        respond.operation = spec  # type: ignore[attr-defined]
        return respond

    return decorate


def operation_of(responder: object) -> Operation:
    spec = getattr(responder, "operation", None)
    if not isinstance(spec, Operation):
        raise TypeError(f"{responder!r} is no operation")
    return spec


def _resolved(sessions: Sessions, token: str | None) -> SignedIn | Refusal:
    """The session behind a token, or why there is none."""
    if token is None:
        return LoginRequired()
    try:
        return sessions.resolve(token)
    except Refusal as refusal:
        return refusal


def _require_proof(sessions: Sessions, signed_in: SignedIn, password: str | None) -> None:
    """Refuse unless the password is fresh or comes with the call (SESSION-8)."""
    if password is not None:
        sessions.prove(signed_in.account, signed_in.session, password)
    elif not signed_in.proven:
        raise StepUpRequired


def raw_body(req: Request) -> bytes:
    """The body's bytes; refuses more than 64 KiB without reading them, and a body that ends too
    early.
    """
    if (req.content_length or 0) > wire.LARGEST_BODY:
        raise BodyTooLarge(limit=wire.LARGEST_BODY)
    # A chunked body has no length: the server ends the stream where the body ends.
    chunked = req.content_length is None and req.env.get("wsgi.input_terminated", False)
    stream = req.env["wsgi.input"] if chunked else req.bounded_stream
    try:
        raw: bytes = stream.read(wire.LARGEST_BODY + 1)
    except (OSError, ParseException):  # a broken chunk, or a client that has gone
        raise BadRequest from None
    if len(raw) > wire.LARGEST_BODY:
        raise BodyTooLarge(limit=wire.LARGEST_BODY)
    return raw


def _is_json(content_type: str | None) -> bool:
    media_type, _, parameters = (content_type or "").partition(";")
    charset = parameters.strip().lower()
    return media_type.strip().lower() == "application/json" and charset in _JSON_CHARSETS


def _call_of(req: Request, account: AccountId, body: Any) -> Call | None:
    """The call with the key that its sender gave it, or None without an `Idempotency-Key`."""
    key = req.get_header(IDEMPOTENCY_HEADER)
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise BadValues(fields={IDEMPOTENCY_HEADER: wire.BAD_VALUE})
    asked = {name: value for name, value in attrs.asdict(body).items() if name != "password"}
    text = f"{req.method} {req.path} ".encode() + msgspec.json.encode(
        asked, order="sorted", enc_hook=plain
    )
    return Call(account, key, hashlib.sha256(text).hexdigest())


def _path_value(name: str, text: str) -> str:
    """One part of the path; it follows the same rules as any text."""
    values = wire.read_query(f"{name}={quote(text, safe='')}")
    if name not in values:
        raise NotFound
    return str(values[name])


def _send(req: Request, resp: Response, answer: object) -> None:
    if isinstance(answer, HeardAnswer):
        _send_part(req, resp, answer)
        return
    if isinstance(answer, FileAnswer):
        if isinstance(answer.content, FileStream):
            resp.set_stream(answer.content.stream, answer.content.size)
        else:
            resp.data = answer.content
        resp.content_type = answer.media_type
        resp.downloadable_as = answer.file_name
        return
    resp.data = wire.encode(answer)
    resp.content_type = "application/json"


def _send_part(req: Request, resp: Response, answer: HeardAnswer) -> None:
    tag = f'"{answer.tag}"'
    resp.set_header("ETag", tag)
    resp.set_header("Accept-Ranges", "bytes")
    resp.set_header("Cache-Control", f"private, max-age={answer.seconds}, immutable")
    if req.get_header("If-None-Match") == tag:
        resp.status = falcon.HTTP_304
        return
    is_same = req.get_header("If-Range") in {None, tag}
    try:
        span = ranges.asked(req.get_header("Range") if is_same else None, answer.size)
    except ranges.OutOfRange:
        resp.set_header("Content-Range", f"bytes */{answer.size}")
        raise NoSuchRange(size=answer.size) from None
    whole = ranges.Span(0, answer.size - 1)
    if span is not None:
        resp.status = falcon.HTTP_206
        resp.set_header("Content-Range", f"bytes {span.first}-{span.last}/{answer.size}")
    part = span or whole
    resp.content_type = answer.media_type
    if req.method == "HEAD":
        resp.content_length = part.length
        return
    resp.set_stream(answer.open(part.first, part.length), part.length)
