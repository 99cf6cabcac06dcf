"""From a whole request to the application and back: threads never wait for a client (OPS-7).

Gunicorn's ASGI worker reads and writes for all connections in one loop. Here a request's body is
taken in whole (a large one into a temporary file), the application works in a thread of the call's lane, and what it answers is sent by
the loop again, a large file piece by piece.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, BinaryIO, cast
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from attrs import define, field, frozen

from backbeat_http.errors import CROWDED
from backbeat_http.lanes import Lane
from backbeat_http.serving.pools import LaneFull, Pool
from backbeat_http.wire import LARGEST_BODY

Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]
LaneOf = Callable[[str, str], Lane]
RoomOf = Callable[[str, str], int]
"""Says how many bytes the body of a request may have."""

PIECE = 64 * 1024
HEALTH = "/healthz"
_FIRST = 4 * PIECE
"""How much of an answer a thread produces before the loop begins to send it; most answers are
complete by then.
"""


UPLOADS = 4
"""How many large bodies one process receives at a time; whoever sends another is asked to wait."""
TIMES_FOR_UPLOADS = 4
"""A large body has this many times as long as others."""


def _usual(_method: str, _path: str) -> int:
    return LARGEST_BODY


class ClientLeft(Exception):
    pass


class TooManyUploads(Exception):
    """As many large bodies as there is room for are being received already."""


@frozen
class Answer:
    """Status and headers, the beginning of the content, and the rest if there is more."""

    status: int
    headers: list[tuple[bytes, bytes]]
    first: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], object]


@define
class Bridge:
    """An ASGI application made from a WSGI one."""

    application: WSGIApplication
    pools: Mapping[Lane, Pool]
    lane_of: LaneOf
    body_seconds: float
    room_of: RoomOf = _usual
    _uploads: int = field(default=0, init=False)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        try:
            body = await self._body(scope, receive)
        except TimeoutError:
            await _send_plain(send, 408, b"the request took too long\n")
            return
        except ClientLeft:
            return
        except TooManyUploads:
            environ = environ_of(scope, io.BytesIO()) | {CROWDED: "uploads"}
            await self._send(send, self._answer(environ), None)
            return
        environ = environ_of(scope, body)
        if environ["PATH_INFO"] == HEALTH:
            # Answered here, so that neither a crowd nor a hanging call can delay it.
            await self._send(send, self._answer(environ), None)
            return
        pool = self.pools[self.lane_of(scope["method"], environ["PATH_INFO"])]
        try:
            answer = await pool.run(lambda: self._answer(environ))
        except LaneFull:
            answer = self._answer(environ | {CROWDED: pool.lane.value})
        await self._send(send, answer, pool)

    async def _body(self, scope: Mapping[str, Any], receive: Receive) -> BinaryIO:
        """The body, if it arrives within its time; a large one only while few others are being
        received.
        """
        room = self.room_of(scope["method"], _path_of(scope))
        if room <= LARGEST_BODY:
            async with asyncio.timeout(self.body_seconds) as limit:
                return await _whole_body(scope, receive, room, limit)
        if self._uploads >= UPLOADS:
            raise TooManyUploads
        self._uploads += 1
        try:
            async with asyncio.timeout(self.body_seconds * TIMES_FOR_UPLOADS) as limit:
                return await _whole_body(scope, receive, room, limit)
        finally:
            self._uploads -= 1

    def _answer(self, environ: WSGIEnvironment) -> Answer:
        with closing(environ["wsgi.input"]):
            return self._made(environ)

    def _made(self, environ: WSGIEnvironment) -> Answer:
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


async def _whole_body(
    scope: Mapping[str, Any], receive: Receive, room: int, limit: asyncio.Timeout
) -> BinaryIO:
    """The body, or only its beginning if it is larger than the application reads.

    Anything larger than usual goes to disk, so that nobody can fill the memory.
    """
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if int(declared) > room:
        return io.BytesIO()
    body = tempfile.SpooledTemporaryFile(max_size=LARGEST_BODY)  # noqa: SIM115 - its reader closes it
    try:
        while body.tell() <= room:
            message = await _received(receive, limit)
            body.write(message.get("body", b""))
            if not message.get("more_body", False):
                break
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return cast("BinaryIO", body)


async def _received(receive: Receive, limit: asyncio.Timeout) -> Mapping[str, Any]:
    message: Mapping[str, Any] = await receive()
    if limit.expired():
        # A timeout is reported only once, and is lost if the wait ends in the same moment.
        raise TimeoutError
    if message["type"] == "http.disconnect":
        raise ClientLeft
    return message


async def _send_plain(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _path_of(scope: Mapping[str, Any]) -> str:
    return unquote_to_bytes(scope["raw_path"].partition(b"?")[0]).decode("latin-1")


def environ_of(scope: Mapping[str, Any], body: BinaryIO) -> WSGIEnvironment:
    """The request as a WSGI environment (PEP 3333)."""
    server = scope.get("server") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": _path_of(scope),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str((scope.get("client") or ("",))[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
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
