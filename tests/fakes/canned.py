"""A web server on this machine that gives the answers a test wrote down."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from attrs import define, field, frozen


@frozen
class Canned:
    """One answer. `drip` sends it byte by byte with that pause in seconds."""

    body: bytes = b""
    status: int = 200
    location: str | None = None
    drip: float = 0.0
    silence: float = 0.0

    @classmethod
    def json(cls, value: object, status: int = 200) -> Canned:
        """An answer in JSON."""
        return cls(json.dumps(value).encode(), status)


@define
class CannedServer:
    """What was asked, and what comes next: the last answer is given for ever."""

    url: str
    answers: list[Canned | Callable[[str], Canned]]
    asked: list[str] = field(factory=list)
    headers: list[dict[str, str]] = field(factory=list)

    def next(self, path: str) -> Canned:
        """The answer to a request for `path`."""
        self.asked.append(path)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer if isinstance(answer, Canned) else answer(path)


@contextmanager
def serving(*answers: Canned | Callable[[str], Canned]) -> Iterator[CannedServer]:
    """A server that gives these answers in turn."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            canned.headers.append(dict(self.headers))
            answer = canned.next(self.path)
            time.sleep(answer.silence)
            self.send_response(answer.status)
            if answer.location:
                self.send_header("Location", answer.location)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            try:
                if not answer.drip:
                    self.wfile.write(answer.body)
                    return
                for byte in answer.body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(answer.drip)
            except OSError:
                pass

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    canned = CannedServer(f"http://127.0.0.1:{server.server_address[1]}", list(answers))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield canned
    finally:
        server.shutdown()
        server.server_close()
