"""Gunicorn as we start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from gunicorn.arbiter import Arbiter
from tests.conftest import Database
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat_http.server import CONFIGURATION, Server

PROGRAM = """
import sys
from pathlib import Path
from backbeat_http.server import Server
from backbeat_http.serving.served import Served
def make():
    def app(environ, start):
        start("200 OK", [("Content-Type", "text/plain")])
        return [b"served"]
    return Served(app, at_end=lambda: Path("ended").write_text("in order"))
Server(make, bind=sys.argv[1], workers=1).run()
"""


def test_the_server_is_hardened() -> None:
    settings = Server(lambda: lambda *_: [], bind="127.0.0.1:0").cfg

    assert settings.worker_class_str == "backbeat_http.serving.worker.PatientWorker"
    assert settings.control_socket_disable is True
    assert (settings.umask, settings.timeout, settings.limit_request_fields) == (0o077, 30, 50)
    assert settings.accesslog is None
    assert settings.preload_app is False


def test_the_product_is_loaded_before_workers_are_forked_and_left_out_of_collections() -> None:
    code = (
        "import gc, runpy, sys\n"
        f"runpy.run_path({str(CONFIGURATION)!r})\n"
        "assert 'backbeat_http.assembly' in sys.modules\n"
        "assert gc.isenabled() and gc.get_freeze_count() > 10_000, gc.get_freeze_count()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_server_serves_and_stops_when_told(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, f"127.0.0.1:{port}"],
        cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path)},
        stderr=subprocess.DEVNULL,
    )
    try:
        assert _answer(port) == b"served"
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert list(tmp_path.rglob("*.ctl")) == []
    assert (tmp_path / "ended").read_text() == "in order"


def test_gunicorn_serves_the_application_as_configured(
    sqlite_database: Database, tmp_path: Path
) -> None:
    port = free_port()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "-c", str(CONFIGURATION)),
            *("-b", f"127.0.0.1:{port}", "-w", "1", "backbeat_http.wsgi:application"),
        ],
        cwd=tmp_path,
        env=os.environ | {"BACKBEAT_DATABASE_URL": sqlite_database.url, "HOME": str(tmp_path)},
        stderr=(tmp_path / "log").open("w"),
    )
    try:
        assert _answer(port, "/readyz") == b"ready\n"
        assert b'"success":true' in _answer(port, "/api/site/settings?")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert "GET /api/site/settings 200" in (tmp_path / "log").read_text()


BROKEN_CHUNKS = (
    b"zz\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}XX0\r\n\r\n",
    b"-2\r\n{}\r\n0\r\n\r\n",
)


def test_broken_bodies_and_clients_that_leave_are_no_faults(
    sqlite_database: Database, tmp_path: Path
) -> None:
    port = free_port()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "-c", str(CONFIGURATION)),
            *("-b", f"127.0.0.1:{port}", "-w", "1", "backbeat_http.wsgi:application"),
        ],
        cwd=tmp_path,
        env=os.environ | {"BACKBEAT_DATABASE_URL": sqlite_database.url, "HOME": str(tmp_path)},
        stderr=(tmp_path / "log").open("w"),
    )
    head = (
        b"POST /api/member/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Connection: close\r\n"
    )
    try:
        _answer(port, "/readyz")
        for chunk in BROKEN_CHUNKS:
            answer = _spoken(port, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk)
            assert answer.startswith(b"HTTP/1.1 400 "), (chunk, answer)
        for left in (b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", b"Content-Length: 9\r\n\r\n{"):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
                client.sendall(head + left)
        _answer(port, "/readyz")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def _spoken(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(request)
        return b"".join(iter(lambda: client.recv(65_536), b""))


def test_gunicorn_ends_on_a_database_of_another_version(tmp_path: Path) -> None:
    process = subprocess.run(
        [
            *(sys.executable, "-m", "gunicorn", "-c", str(CONFIGURATION)),
            *("-b", f"127.0.0.1:{free_port()}", "-w", "1", "backbeat_http.wsgi:application"),
        ],
        cwd=tmp_path,
        env=os.environ
        | {"BACKBEAT_DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert process.returncode == Arbiter.APP_LOAD_ERROR
    assert f"there is no database {tmp_path}/new.sqlite3: " in process.stderr
    assert "Traceback" not in process.stderr


def _answer(port: int, path: str = "/") -> bytes:
    answers: list[bytes] = []

    def answered() -> bool:
        try:
            address = f"http://127.0.0.1:{port}{path}"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                answers.append(bytes(answer.read()))
        except OSError:
            return False
        return True

    wait_until(answered, "an answer")
    return answers[0]
