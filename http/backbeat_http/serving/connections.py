"""One connection, with a time limit for everything that its client does."""

from __future__ import annotations

import fcntl
import logging
import socket
import struct
import sys
import termios
from collections import deque
from collections.abc import Collection, Iterable
from time import monotonic
from typing import Any

from attrs import define, field
from gunicorn.asgi.protocol import ASGIProtocol

from backbeat.accounts.rules import limit_key_of, plain_address
from backbeat_adapters.deployment import Serving

log = logging.getLogger("backbeat.http")

_LOOKS = 60
"""How many checks are remembered for a connection whose client is behind."""


class Connection(ASGIProtocol):  # type: ignore[misc]
    """Gunicorn's connection, closed when a head or an answer takes too long, and counted."""

    def __init__(self, worker: Any, connections: Connections) -> None:
        super().__init__(worker)
        self.connections = connections
        self.address = ""
        self.opened = monotonic()
        self.metered: Metered | None = None

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        self.address = plain_address(str(peer[0])) if isinstance(peer, tuple) else ""
        if not self.connections.admit(self):
            transport.abort()
            return
        self.metered = Metered(transport)
        super().connection_made(self.metered)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.metered is not None:
            self.connections.forget(self)
            super().connection_lost(exc)

    @property
    def waits_for_head(self) -> bool:
        """Whether its first request has not fully arrived; later ones have the time limit of
        keep-alive.
        """
        return self.req_count <= 1 and self._current_request is None

    def refuse_head(self) -> None:
        self._send_error_response(408, "the request took too long\n")
        self._keepalive_timeout()


class Metered:
    """A transport that knows how much was handed to it, and how much of it the client took lately."""

    def __init__(self, transport: Any) -> None:
        self.transport = transport
        self.given = 0
        self.looks: deque[tuple[float, int]] = deque()
        """The times of checks while something waited, and how much had been taken by then."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        self.given += len(data)
        self.transport.write(data)

    def writelines(self, parts: Iterable[bytes]) -> None:
        taken = list(parts)
        self.given += sum(map(len, taken))
        self.transport.writelines(taken)

    def drop(self) -> None:
        """Close at once and drop what waits, also in the system's own buffers."""
        self.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
        self.transport.abort()

    def is_too_slow(self, now: float, seconds: float, rate: float) -> bool:
        """Whether something has waited for `seconds` while less than `rate` bytes a second were taken.

        What was taken earlier does not count: a client that takes megabytes at once and then
        nothing more is also too slow. The time starts again whenever the client has taken
        everything.
        """
        if not self.given:
            return False
        waiting = self.transport.get_write_buffer_size() + self._unacknowledged()
        if not waiting:
            self.looks.clear()
            self.given = 0
            return False
        taken = self.given - waiting
        if not self.looks or now - self.looks[-1][0] >= seconds / _LOOKS:
            self.looks.append((now, taken))
        while len(self.looks) > 1 and now - self.looks[1][0] > seconds:
            self.looks.popleft()
        then, before = self.looks[0]
        return now - then > seconds and taken - before < (now - then) * rate

    def _unacknowledged(self) -> int:
        """The bytes that the system holds and the client has not received; sometimes several
        megabytes.
        """
        try:
            told = fcntl.ioctl(self.transport.get_extra_info("socket"), termios.TIOCOUTQ, b"\0" * 4)
        except OSError:
            return 0
        return int.from_bytes(told, sys.byteorder)


@define
class Connections:
    """The open connections of one process; those of a network of IPv6 count as one address's."""

    serving: Serving
    most: int
    proxies: Collection[str]
    _open: set[Connection] = field(factory=set, init=False)
    _of_address: dict[str, int] = field(factory=dict, init=False)
    _refused: dict[str, int] = field(factory=dict, init=False)

    def admit(self, connection: Connection) -> bool:
        """Count a connection in, unless there are too many from its address or in all."""
        address = limit_key_of(connection.address)
        known = self._of_address.get(address, 0)
        is_proxy = connection.address in self.proxies
        is_crowd = known >= self.serving.connections_per_address and not is_proxy
        if is_crowd or len(self._open) >= self.most:
            self._refused[address] = self._refused.get(address, 0) + 1
            return False
        self._open.add(connection)
        self._of_address[address] = known + 1
        return True

    def forget(self, connection: Connection) -> None:
        self._open.discard(connection)
        address = limit_key_of(connection.address)
        left = self._of_address.get(address, 1) - 1
        if left:
            self._of_address[address] = left
        else:
            self._of_address.pop(address, None)

    def judge(self, now: float) -> None:
        """Close connections that take too long; one log line for each address, however many there
        were.
        """
        slow = dict.fromkeys(self._of_address, 0)
        serving = self.serving
        for each in tuple(self._open):
            if each.waits_for_head and now - each.opened > serving.header_seconds:
                each.refuse_head()
            elif each.metered is not None and each.metered.is_too_slow(
                now, serving.answer_seconds, serving.answer_bytes_per_second
            ):
                each.metered.drop()
            else:
                continue
            slow[limit_key_of(each.address)] += 1
        for address, count in slow.items():
            if count:
                log.warning("closed %d slow connections from=%s", count, address)
        refused, self._refused = self._refused, {}
        for address, count in refused.items():
            log.warning("refused %d connections from=%s: too many", count, address)
