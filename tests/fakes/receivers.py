"""Another system that receives what is posted to it, and verifies it as `docs/webhooks.md` says."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from attrs import define, field


@define
class Receiver:
    """What came in, and what to answer."""

    url: str = ""
    status: int = 204
    secret: str = ""
    bodies: list[Any] = field(factory=list)
    """Those whose signature fits the secret."""
    forged: int = 0

    def take(self, headers: Any, body: bytes) -> None:
        seconds, *told = headers["Backbeat-Signature"].removeprefix("t=").split(",v1=")
        text = f"{headers['Backbeat-Id']}.{seconds}.".encode() + body
        made = hmac.new(self.secret.encode(), text, hashlib.sha256).hexdigest()
        if made in told:
            self.bodies.append(json.loads(body))
        else:
            self.forged += 1


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver at an address of this machine, until the block ends."""
    known = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            known.take(self.headers, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(known.status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known.url = f"http://127.0.0.1:{server.server_port}/in"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
