"""A small web shop beside a portal: it logs its creators in to the portal, and is told what happens there.

    python shop.py --creator mina@example.org --secret SECRET --backbeat "backbeat --config backbeat.toml"

Standard library only. `SECRET` is what `backbeat webhook add http://127.0.0.1:8090/webhooks` showed.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import shlex
import subprocess
import time
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST_EVENT = 100_000
LONGEST_WAY = 300  # seconds between the portal's clock and ours


def is_genuine(secret: str, event_id: str, signature: str, body: bytes) -> bool:
    """Whether a post was signed with our secret within the last minutes (docs/webhooks.md)."""
    parts = [part.partition("=")[::2] for part in signature.split(",")]
    seconds = next((value for name, value in parts if name == "t"), "")
    if not (seconds.isascii() and seconds.isdigit()):
        return False
    if abs(time.time() - int(seconds)) > LONGEST_WAY:
        return False
    signed = f"{event_id}.{seconds}.".encode() + body
    made = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    told = [value for name, value in parts if name == "v1"]
    return any(hmac.compare_digest(made.encode(), each.encode()) for each in told)


class Shop(ThreadingHTTPServer):
    """What the shop knows; a real one keeps it in its database."""

    def __init__(self, port: int, creator: str, secret: str, backbeat: list[str]) -> None:
        super().__init__(("127.0.0.1", port), Page)
        self.creator, self.secret, self.backbeat = creator, secret, backbeat
        self.events: dict[str, dict[str, object]] = {}

    def link(self) -> str:
        """An address that logs our creator in to the portal, once and within five minutes.

        A shop that imports the core asks it directly: docs/examples/own_storage.py.
        """
        asked = [*self.backbeat, "account", "link", self.creator, "--operator", "shop", "--json"]
        answer = subprocess.run(asked, capture_output=True, check=True, text=True)  # noqa: S603
        return str(json.loads(answer.stdout)["url"])


class Page(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        """The shop's page, and the way to the portal."""
        if self.path == "/":
            self.answer(200, _page(self.server.creator, list(self.server.events.values())))
        elif self.path == "/events":
            self.answer(200, json.dumps(list(self.server.events.values())), "application/json")
        else:
            self.answer(404, "not here")

    def do_POST(self) -> None:
        """`/earnings` leads the creator on; the portal posts to `/webhooks`."""
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > LARGEST_EVENT:
            self.answer(413, "too large")
            return
        body = self.rfile.read(int(length))
        if self.path == "/earnings":
            # A POST, so that no other page's picture or link spends log-ins.
            self.answer(303, "", location=self.server.link())
        elif self.path == "/webhooks":
            self.take(body)
        else:
            self.answer(404, "not here")

    def take(self, body: bytes) -> None:
        """Keep a genuine event once, however often it comes."""
        id = self.headers.get("Backbeat-Id", "")
        signature = self.headers.get("Backbeat-Signature", "")
        if not is_genuine(self.server.secret, id, signature, body):
            self.answer(400, "not signed by our portal")
            return
        self.server.events.setdefault(id, json.loads(body))
        self.answer(204, "")

    def answer(
        self, status: int, text: str, kind: str = "text/html; charset=utf-8", location: str = ""
    ) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Referrer-Policy", "no-referrer")
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: addresses may hold log-ins."""


def _page(creator: str, events: list[dict[str, object]]) -> str:
    rows = "".join(
        f"<li>{escape(str(each['kind']))} {escape(str(each['at']))}</li>" for each in events
    )
    return (
        f"<!doctype html><title>Shop</title><h1>Shop</h1><p>Hello {escape(creator)}.</p>"
        '<form method="post" action="/earnings"><button>My earnings</button></form>'
        f"<h2>What happened</h2><ul>{rows}</ul>"
    )


def main() -> None:
    """Serve the shop until it is told to stop; the first line says where."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=8090)
    options.add_argument("--creator", required=True)
    options.add_argument("--secret", required=True)
    options.add_argument("--backbeat", default="backbeat", type=shlex.split)
    told = options.parse_args()
    with Shop(told.port, told.creator, told.secret, told.backbeat) as shop:
        print(f"http://127.0.0.1:{shop.server_port}", flush=True)  # noqa: T201
        shop.serve_forever()


if __name__ == "__main__":
    main()
