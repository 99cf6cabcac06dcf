"""A server of this machine for the demo's stand-ins: a thread for each who asks."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from attrs import define, field

_STOP_WITHIN = 0.05
"""Seconds within which it notices that it is to stop."""
_SLOW_SECONDS = 30.0


class Quiet:
    """Leaves the terminal to what the demo itself has to say. For a `BaseHTTPRequestHandler`."""

    sys_version = ""

    def log_message(self, format: str, *args: object) -> None: ...


@define
class LocalServer(ABC):
    """Serves until it is stopped; a context manager does both."""

    port: int = field(default=0, kw_only=True)
    slow_seconds: float = field(default=_SLOW_SECONDS, kw_only=True)
    _stopping: threading.Event = field(factory=threading.Event, init=False, repr=False)
    _server: ThreadingHTTPServer = field(init=False, repr=False)
    _thread: threading.Thread = field(init=False, repr=False)

    @abstractmethod
    def handler(self) -> type[BaseHTTPRequestHandler]:
        """What answers each request."""

    def start(self) -> None:
        """Listen, on a free port where none was given."""
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), self.handler())
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_STOP_WITHIN,), daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def keep_silent(self) -> None:
        """Wait as a service that hangs does, but not beyond its end."""
        self._stopping.wait(self.slow_seconds)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
