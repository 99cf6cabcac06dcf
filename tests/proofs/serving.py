"""The real server in a process of its own, and a person's calls to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import field, frozen
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat_http.server import CONFIGURATION


@frozen
class Reply:
    """What came back: the status, the decoded body and the headers in lower case."""

    status: int
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(factory=dict)

    @property
    def reason(self) -> str | None:
        """The reason of a refusal with code 2 or 1."""
        return (self.body.get("details") or {}).get("reason")


@frozen
class Server:
    """A running gunicorn. Its log is `folder/log`."""

    port: int
    process: subprocess.Popen[bytes]

    def call(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        timeout: float = PATIENCE,
    ) -> Reply:
        """One call on a connection of its own. Raises OSError when no whole answer comes."""
        headers = {"Accept": "application/json"}
        if token:
            headers["Zs-Authentification"] = token
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(
                method, path, json.dumps(body) if body is not None else None, headers
            )
            answer = connection.getresponse()
            text = answer.read()
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from error
        finally:
            connection.close()
        kept = {name.lower(): value for name, value in answer.getheaders()}
        is_json = kept.get("content-type", "").startswith("application/json")
        return Reply(answer.status, json.loads(text) if is_json and text else {}, kept)

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [int(word) for word in children.read_text().split()]


@contextmanager
def serving(url: str, folder: Path, *, workers: int = 2, **settings: str) -> Iterator[Server]:
    """The real server over a database; payouts may be asked for on every day."""
    port = free_port()
    environment = {
        "BACKBEAT_DATABASE_URL": url,
        "BACKBEAT_LIMITS_PROFILE": "wide",
        "BACKBEAT_WITHDRAWAL_WINDOWS": "[[1, -1]]",
        "BACKBEAT_FILES": str(folder),
        "HOME": str(folder),
    }
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "-c", str(CONFIGURATION)),
                *("-b", f"127.0.0.1:{port}", "-w", str(workers), "backbeat_http.wsgi:application"),
            ],
            env=os.environ | environment | settings,
            stdout=log,
            stderr=log,
        )
    try:
        server = Server(port, process)
        _wait_until_ready(server, folder)
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _wait_until_ready(server: Server, folder: Path) -> None:
    def is_ready() -> bool:
        assert server.process.poll() is None, (folder / "log").read_text()[-2000:]
        try:
            return server.call("GET", "/readyz").status == 200
        except OSError:
            return False

    wait_until(is_ready, "the server's answer")
