"""The programs of `docs/examples`, as processes of their own beside a served portal."""

from __future__ import annotations

import http.client
import json
import os
import shlex
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from attrs import frozen
from tests.cli.installed import PROGRAM, environment, run_in, start_in
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE, wait_until

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


# --- a storage of one's own -----------------------------------------------------------------------


def service(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """One run of the service over the file in the folder."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / "own_storage.py"), str(folder / "service.db"), *words],
        capture_output=True,
        text=True,
        env=environment({}),
        check=False,
    )


def test_a_service_finds_in_its_own_file_what_an_earlier_process_did(tmp_path: Path) -> None:
    opened = service(tmp_path, "sign-up", "mina@example.org", "mina")
    assert opened.returncode == 0, opened.stderr
    shown = json.loads(service(tmp_path, "show", "mina@example.org").stdout)
    assert (shown["name"], shown["waiting"]) == ("mina", 0)

    again = service(tmp_path, "sign-up", "mina@example.org", "other")
    assert (again.returncode, json.loads(again.stdout)) == (1, {"code": 10009})
    nobody = service(tmp_path, "show", "other@example.org")
    assert (nobody.returncode, json.loads(nobody.stdout)) == (1, {"code": 10001})


def test_its_one_time_log_in_opens_once_in_another_process(tmp_path: Path) -> None:
    service(tmp_path, "sign-up", "mina@example.org", "mina")
    issued = json.loads(service(tmp_path, "link", "mina@example.org").stdout)
    assert issued["expires_in"] == 300
    used = json.loads(service(tmp_path, "use", "mina@example.org", issued["t"]).stdout)
    assert used == {
        "account": json.loads(service(tmp_path, "show", "mina@example.org").stdout)["id"]
    }
    spent = service(tmp_path, "use", "mina@example.org", issued["t"])
    assert (spent.returncode, json.loads(spent.stdout)) == (1, {"code": 10017})
    unknown = service(tmp_path, "use", "mina@example.org", "x" * 43)
    assert json.loads(unknown.stdout) == {"code": 2}


# --- a shop beside the portal ---------------------------------------------------------------------


@frozen
class Beside:
    """A portal that is served, and the shop beside it."""

    portal: str
    shop: str
    folder: Path
    webhook: str

    def backbeat(self, *words: str) -> Any:
        ran = run_in(self.folder, *words, "--json", BACKBEAT_WEBHOOK_ALLOW_PRIVATE="true")
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    def events(self) -> list[Any]:
        with urllib.request.urlopen(f"{self.shop}/events", timeout=PATIENCE) as answer:
            return list(json.load(answer))

    def to_portal(self) -> str:
        """Where the shop sends its creator."""
        connection = http.client.HTTPConnection(urlsplit(self.shop).netloc, timeout=PATIENCE)
        connection.request("POST", "/earnings", "", {"Content-Length": "0"})
        answer = connection.getresponse()
        connection.close()
        assert answer.status == 303
        return str(answer.headers["Location"])

    def log_in(self, t: str) -> Any:
        """What the portal's page asks with the value of its address, and no header of ours."""
        asked = urllib.request.Request(
            f"{self.portal}/api/member/create.onetime.auth?code={t}", b"{}", method="POST"
        )
        asked.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)


@contextmanager
def stopped(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


@pytest.fixture
def beside(installation: Path) -> Iterator[Beside]:
    """The portal of an installation, served, and a shop that its webhook leads to."""
    at, shop_at = free_port(), free_port()
    portal, shop = f"http://127.0.0.1:{at}", f"http://127.0.0.1:{shop_at}"
    made = Beside(portal, shop, installation, "")
    made.backbeat("account", "create", "mina@example.org", "mina", "--verified")
    hook = made.backbeat("webhook", "add", f"{shop}/webhooks")
    program = f"{shlex.join(PROGRAM)} --config {installation / 'backbeat.toml'}"
    words = ("--port", str(shop_at), "--creator", "mina@example.org", "--secret", hook["secret"])
    with ExitStack() as stack:
        stack.enter_context(
            stopped(start_in(installation, "serve", "--bind", f"127.0.0.1:{at}", "--workers", "1"))
        )
        stack.enter_context(
            stopped(
                subprocess.Popen(
                    [sys.executable, str(EXAMPLES / "shop.py"), *words, "--backbeat", program],
                    cwd=installation,
                    env=environment({"HOME": os.environ.get("HOME", "")}),
                    stdout=subprocess.DEVNULL,
                )
            )
        )
        wait_until(lambda: is_there(f"{portal}/readyz") and is_there(shop))
        yield Beside(portal, shop, installation, hook["id"])


def is_there(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_a_shop_logs_its_creator_in_and_hears_what_happens(beside: Beside) -> None:
    link = urlsplit(beside.to_portal())
    assert link.path.endswith("/auth/external")
    [t] = parse_qs(link.query)["t"]
    assert beside.log_in(t)["token"].startswith("bb1_")
    assert beside.log_in(t)["code"] == 10017
    assert beside.log_in("x" * 43)["code"] == 2

    assert beside.backbeat("webhook", "test", beside.webhook)["status"] == 204
    channel = beside.backbeat(
        *("channel", "register", "own:mina-radio", "--name", "Mina", "--category", "beauty"),
        *("--account", "mina@example.org", "--reason", "we know her"),
    )
    beside.backbeat("channel", "approve", channel["id"])
    assert (
        run_in(beside.folder, "worker", "--once", BACKBEAT_WEBHOOK_ALLOW_PRIVATE="true").returncode
        == 0
    )
    ping, approved = beside.events()
    assert (ping["kind"], approved["kind"]) == ("ping", "channel.approved")
    assert approved["data"]["channel"] == channel["id"]

    [row] = beside.backbeat("webhook", "deliveries", beside.webhook)["items"]
    assert (row["event"], row["state"]) == (approved["id"], "sent")
    assert beside.backbeat("webhook", "resend", beside.webhook, row["event"])["resent"] == 1
    run_in(beside.folder, "worker", "--once", BACKBEAT_WEBHOOK_ALLOW_PRIVATE="true")
    assert beside.events() == [ping, approved]

    beside.backbeat("webhook", "rotate", beside.webhook)
    assert beside.backbeat("webhook", "test", beside.webhook)["status"] == 204, "the former signs"
    events = beside.events()
    beside.backbeat("webhook", "rotate", beside.webhook)
    foreign = run_in(
        beside.folder, "webhook", "test", beside.webhook, BACKBEAT_WEBHOOK_ALLOW_PRIVATE="true"
    )
    assert foreign.returncode == 1
    assert foreign.stderr.endswith("did not take it: answered 400\n")
    assert beside.events() == events
