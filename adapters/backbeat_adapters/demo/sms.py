"""A stand-in for the gateway of text messages, as a process of its own: it speaks Twilio's API.

    python -m backbeat_adapters.demo.sms FOLDER PORT PARENT

For the demo and for tests: the real adapter is pointed at it. It listens on the loopback address
only, keeps what it was given in `messages.json` of the folder, and behaves as the file `mode` there
says. It ends with the process that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs

from attrs import define, field, frozen

from backbeat_adapters.demo.local_server import LocalServer, Quiet
from backbeat_adapters.sms import API

ACCOUNT = "AC00000000000000000000000000000000"
TOKEN = "demo"  # noqa: S105 - of the demo
SENDER = "+15005550006"

_LARGEST_FORM = 64 * 1024
_LOOK_SECONDS = 0.5
_UNREACHED = "00"
"""Numbers that end so are none for the gateway."""


class SmsMode(StrEnum):
    """How the gateway behaves; everything but `NORMAL` is a fault to try."""

    NORMAL = "normal"
    DOWN = "down"
    """500 to every message."""
    NONSENSE = "nonsense"
    """201 with something that is no JSON."""
    OTHER = "other"
    """201 with JSON that says nothing of a message."""
    HALF = "half"
    """The head and half of the body, then nothing more."""
    SLOW = "slow"
    """Silence."""


@frozen
class TextMessage:
    to: str
    body: str


@frozen
class SmsFolder:
    """What the gateway was given, and how it behaves; other processes read and set it."""

    folder: Path

    @property
    def mode(self) -> SmsMode:
        file = self.folder / "mode"
        return SmsMode(file.read_text()) if file.is_file() else SmsMode.NORMAL

    def behave(self, mode: SmsMode) -> None:
        self._put("mode", mode.value)

    def messages(self) -> Sequence[TextMessage]:
        """Every message that was taken, the oldest first."""
        file = self.folder / "messages.json"
        if not file.is_file():
            return ()
        return [TextMessage(**each) for each in json.loads(file.read_text(encoding="utf-8"))]

    def keep(self, message: TextMessage) -> None:
        told = [{"to": each.to, "body": each.body} for each in (*self.messages(), message)]
        self._put("messages.json", json.dumps(told, ensure_ascii=False))

    def _put(self, name: str, text: str) -> None:
        """Write a file at once, whole."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self.folder / f".{name}.{threading.get_ident()}"
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.folder / name)


@define
class SmsSimulator(LocalServer):
    """Serves a folder until it is stopped."""

    kept: SmsFolder
    keeping: threading.Lock = field(factory=threading.Lock, init=False, repr=False)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        return type("Handler", (_Handler,), {"simulator": self})


class _Handler(Quiet, BaseHTTPRequestHandler):
    simulator: ClassVar[SmsSimulator]
    server_version = "BackbeatSmsSimulator"

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        if not 0 <= size <= _LARGEST_FORM:
            self._fail(HTTPStatus.BAD_REQUEST, 21617, "The message body is too long")
            return
        form = parse_qs(self.rfile.read(size).decode("utf-8", "replace"))
        if self.headers.get("Authorization") != _credentials():
            self._fail(HTTPStatus.UNAUTHORIZED, 20003, "Authenticate")
        elif self.path != API.format(account=ACCOUNT):
            self._fail(HTTPStatus.NOT_FOUND, 20404, "The requested resource was not found")
        elif not all(form.get(name) for name in ("To", "From", "Body")):
            self._fail(HTTPStatus.BAD_REQUEST, 21604, "A required parameter is missing")
        elif form["To"][0].endswith(_UNREACHED):
            self._fail(HTTPStatus.BAD_REQUEST, 21614, "'To' number is not a valid mobile number")
        else:
            self._answer(TextMessage(form["To"][0], form["Body"][0]))

    def _answer(self, message: TextMessage) -> None:
        match self.simulator.kept.mode:
            case SmsMode.DOWN:
                self._fail(HTTPStatus.INTERNAL_SERVER_ERROR, 20500, "Internal Server Error")
            case SmsMode.NONSENSE:
                self._send(HTTPStatus.CREATED, b"<html>Sorry...</html>")
            case SmsMode.OTHER:
                self._send(HTTPStatus.CREATED, b'["hello"]')
            case SmsMode.HALF:
                whole = _taken(message)
                self._head(HTTPStatus.CREATED, len(whole))
                self.wfile.write(whole[: len(whole) // 2])
                self.close_connection = True
            case SmsMode.SLOW:
                self.simulator.keep_silent()
            case SmsMode.NORMAL:
                with self.simulator.keeping:
                    self.simulator.kept.keep(message)
                self._send(HTTPStatus.CREATED, _taken(message))

    def _fail(self, status: HTTPStatus, code: int, words: str) -> None:
        told: dict[str, Any] = {"code": code, "message": words, "status": status.value}
        told["more_info"] = f"https://www.twilio.com/docs/errors/{code}"
        self._send(status, json.dumps(told).encode())

    def _send(self, status: HTTPStatus, body: bytes) -> None:
        self._head(status, len(body))
        with suppress(BrokenPipeError):
            self.wfile.write(body)

    def _head(self, status: HTTPStatus, size: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(size))
        self.end_headers()


def _credentials() -> str:
    return f"Basic {b64encode(f'{ACCOUNT}:{TOKEN}'.encode()).decode()}"


def _taken(message: TextMessage) -> bytes:
    """How the gateway says that a message waits to be sent."""
    told = {
        "account_sid": ACCOUNT,
        "api_version": "2010-04-01",
        "body": message.body,
        "direction": "outbound-api",
        "error_code": None,
        "error_message": None,
        "from": SENDER,
        "num_segments": "1",
        "sid": "SM00000000000000000000000000000000",
        "status": "queued",
        "to": message.to,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def main(folder: Path, port: int, parent: int) -> None:
    """Serve until the parent is gone; the port stands in the folder's file `port`."""
    simulator = SmsSimulator(SmsFolder(folder), port=port)
    folder.mkdir(parents=True, exist_ok=True)
    simulator.start()
    (folder / "port.part").write_text(str(simulator.port))
    (folder / "port.part").replace(folder / "port")
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    simulator.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
