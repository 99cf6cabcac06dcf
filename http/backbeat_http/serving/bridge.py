"""From a whole request to the application and back: threads never wait for a client (OPS-7).

Gunicorn's ASGI worker reads and writes for all connections in one loop. Here a request's body is
taken in whole, the application works in a thread of the call's lane, and what it answers is sent by
the loop again, a large file piece by piece.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, cast
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from attrs import frozen

from backbeat_http.errors import CROWDED
from backbeat_http.lanes import Lane
from backbeat_http.serving.pools import LaneFull, Pool
from backbeat_http.wire import LARGEST_BODY

Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]
LaneOf = Callable[[str, str], Lane]

PIECE = 64 * 1024
HEALTH = "/healthz"
_FIRST = 4 * PIECE
"""What a thread makes of an answer before the loop begins to send it; most are whole by then."""


class ClientLeft(Exception):
    pass


@frozen
class Answer:
    """Status and headers, the beginning of the content, and the rest where there is more."""

    status: int
    headers: list[tuple[bytes, bytes]]
    first: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], object]


@frozen
class Bridge:
    """An ASGI application made of a WSGI one."""

    application: WSGIApplication
    pools: Mapping[Lane, Pool]
    lane_of: LaneOf
    body_seconds: float

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        try:
            async with asyncio.timeout(self.body_seconds):
                body = await _whole_body(scope, receive)
        except TimeoutError:
            await _send_plain(send, 408, b"the request took too long\n")
            return
        except ClientLeft:
            return
        environ = environ_of(scope, body)
        if environ["PATH_INFO"] == HEALTH:
            # Answered here, so that no crowd and no hanging call can keep it waiting.
            await self._send(send, self._answer(environ), None)
            return
        pool = self.pools[self.lane_of(scope["method"], environ["PATH_INFO"])]
        try:
            answer = await pool.run(lambda: self._answer(environ))
        except LaneFull:
            answer = self._answer(environ | {CROWDED: pool.lane.value})
        await self._send(send, answer, pool)

    def _answer(self, environ: WSGIEnvironment) -> Answer:
        started: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _: Any = None) -> Any:
            started[:] = [status, headers]

        content = self.application(environ, start)
        pieces = iter(content)
        first, rest = bytearray(), None
        for piece in pieces:
            first += piece
            if len(first) >= _FIRST:
                rest = pieces
                break
        status, headers = started
        sent = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
        close = getattr(content, "close", _nothing)
        if rest is None:
            close()
        return Answer(int(status[:3]), sent, bytes(first), rest, close)

    async def _send(self, send: Send, answer: Answer, pool: Pool | None) -> None:
        await send(
            {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
        )
        rest, more = answer.rest, answer.rest is not None
        await send({"type": "http.response.body", "body": answer.first, "more_body": more})
        if rest is None:
            return
        try:
            while piece := await _next(rest, pool):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            answer.close()


async def _next(rest: Iterator[bytes], pool: Pool | None) -> bytes:
    if pool is None:
        return next(rest, b"")
    return await pool.run(lambda: next(rest, b""), begun=True)


def _nothing() -> None:
    pass


async def _whole_body(scope: Mapping[str, Any], receive: Receive) -> bytes:
    """The body, or its beginning where it is larger than the application reads."""
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if int(declared) > LARGEST_BODY:
        return b""
    body = bytearray()
    while len(body) <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


async def _send_plain(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def environ_of(scope: Mapping[str, Any], body: bytes) -> WSGIEnvironment:
    """The request as WSGI has it (PEP 3333)."""
    server = scope.get("server") or ("", 0)
    path = unquote_to_bytes(scope["raw_path"].partition(b"?")[0]).decode("latin-1")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str((scope.get("client") or ("",))[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": _file_wrapper,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


def _file_wrapper(file: BinaryIO, _: int = 0) -> Iterable[bytes]:
    """Files are read in pieces as large as those that are sent."""
    return cast("Iterable[bytes]", FileWrapper(file, PIECE))
