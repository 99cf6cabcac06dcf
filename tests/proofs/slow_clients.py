"""Clients that are slow on purpose, each on a connection of its own, and what becomes of them."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Thread

from attrs import define, field, frozen

HALF_A_HEAD = b"GET /api/site/settings HTTP/1.1\r\nHost: portal\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/member/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n"
    b'Content-Length: 60000\r\n\r\n{"id": "'
)
SMALL_WINDOW = 4096
ESTABLISHED = 1
"""The system's number for a connection that neither side has ended."""


@frozen
class Held:
    """A connection that has ended: what it was, how long it was held, what was answered."""

    kind: str
    seconds: float
    answer: bytes


@define
class SlowClients:
    """Connections that send a piece every second, or read a little of it, until they are closed.

    `address` names where the next connection comes from, one of this machine's own.
    """

    port: int
    address: Callable[[], str]
    ended: list[Held] = field(factory=list)
    _open: dict[socket.socket, tuple[str, float, bytearray]] = field(factory=dict)
    _selector: DefaultSelector = field(factory=DefaultSelector)
    _stop: Event = field(factory=Event)
    _thread: Thread | None = None

    def half_heads(self, count: int) -> None:
        self._connect("head", count, HALF_A_HEAD)

    def half_bodies(self, count: int) -> None:
        self._connect("body", count, HALF_A_BODY)

    def slow_readers(self, count: int, target: str, times: int = 1) -> None:
        """They ask for something large, many times over, and read next to nothing."""
        asked = f"GET {target} HTTP/1.1\r\nHost: portal\r\nAccept: */*\r\n\r\n".encode()
        self._connect("answer", count, asked * times)

    @property
    def open(self) -> int:
        return len(self._open)

    def start(self) -> None:
        self._thread = Thread(target=self._keep_going, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        for connection in self._open:
            connection.close()

    def longest(self, kind: str) -> float:
        """The longest time that a connection of that kind was held."""
        return max((held.seconds for held in self.ended if held.kind == kind), default=0.0)

    def _connect(self, kind: str, count: int, first: bytes) -> None:
        for _ in range(count):
            connection = socket.socket()
            if kind == "answer":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_WINDOW)
                # Else this machine's own segments of 64 KiB would let the system take much at once.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
            connection.bind((self.address(), 0))
            connection.connect(("127.0.0.1", self.port))
            connection.sendall(first)
            connection.setblocking(False)
            self._open[connection] = (kind, time.monotonic(), bytearray())
            if kind != "answer":
                self._selector.register(connection, EVENT_READ)

    def _keep_going(self) -> None:
        beat = time.monotonic()
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.1):
                assert isinstance(key.fileobj, socket.socket)
                self._read(key.fileobj, SMALL_WINDOW)
            if time.monotonic() - beat >= 1:
                beat = time.monotonic()
                for connection in tuple(self._open):
                    self._trickle(connection)

    def _trickle(self, connection: socket.socket) -> None:
        kind = self._open[connection][0]
        if kind == "answer":
            # What the system holds for a slow reader stays readable after the end.
            if _has_ended(connection):
                self._close(connection)
            else:
                self._read(connection, 100)
            return
        try:
            connection.send(b"x")
        except OSError:
            self._close(connection)

    def _read(self, connection: socket.socket, size: int) -> None:
        if connection not in self._open:
            return
        try:
            piece = connection.recv(size)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        self._open[connection][2].extend(piece)
        if not piece:
            self._close(connection)

    def _close(self, connection: socket.socket) -> None:
        kind, since, answer = self._open.pop(connection)
        if kind != "answer":
            self._selector.unregister(connection)
        connection.close()
        self.ended.append(Held(kind, time.monotonic() - since, bytes(answer)))


def _has_ended(connection: socket.socket) -> bool:
    state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return bool(state != ESTABLISHED)


def one_address(name: str = "127.0.0.2") -> Callable[[], str]:
    return lambda: name


def many_addresses(count: int) -> Callable[[], str]:
    """Each connection from another address of this machine, in turn."""
    names: Sequence[str] = [f"127.0.{1 + at // 250}.{2 + at % 250}" for at in range(count)]
    turn = iter(range(1_000_000))
    return lambda: names[next(turn) % count]
