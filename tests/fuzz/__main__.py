"""Throws generated requests at a running server, as two people who must not see each other's things.

Fails on any 5xx, any answer that the document does not name, any call that ignores its log-in, any
foreign object reached, and any secret in the log. `--database both` runs it on both databases.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.fakes.postgres import Postgres
from tests.fakes.waiting import PATIENCE, wait_until
from tests.fuzz.seed import LINKS, PEERS, Seeded, platform, seed

from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import make_container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.sql.migrations import upgrade
from backbeat_http.openapi import text
from backbeat_http.server import CONFIGURATION

ENDING = "/member/logout"
"""The call that ends the session it is made with: it comes last, by itself."""

PARTS = (
    ("--exclude-path", ENDING),
    ("--include-path", ENDING, "--phases", "coverage,fuzzing"),
)

CONFIG = """
[auth.wfc]
path = "{auth}"
peers = {peers}

[dictionaries.ids]
values = {ids}

[dictionaries.links]
values = {links}

[parameters]
"query.id" = {{ dictionary = "ids", probability = 0.5 }}
"body.id" = {{ dictionary = "ids", probability = 0.5 }}
"query.subaccount" = {{ dictionary = "ids", probability = 0.3 }}
"query.channel" = {{ dictionary = "ids", probability = 0.3 }}
"body.link" = {{ dictionary = "links", probability = 0.5 }}

[checks.not_a_server_error]
# Code 30002 and its like: the video platform failed, not this server.
expected-statuses = ["2xx", "3xx", "4xx", 502]

[checks.positive_data_acceptance]
# Many refusals of the catalogue are 400: a well-formed request may still come on the wrong day.
expected-statuses = ["2xx", 400, 401, 403, 404, 409, 413, 415, 422, 429, 502]

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 502]
"""


def main() -> int:
    """Run what the arguments ask for; the exit code says whether all was well."""
    parser = argparse.ArgumentParser(prog="tests.fuzz", description=__doc__)
    parser.add_argument("-n", "--examples", type=int, default=20, help="cases for each operation")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="sqlite")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("rest", nargs="*", help="more for schemathesis, after --")
    wanted = parser.parse_args()
    chosen = wanted.seed if wanted.seed is not None else random.randrange(2**31)
    kinds = ("sqlite", "postgresql") if wanted.database == "both" else (wanted.database,)
    codes = [fuzz(kind, wanted.examples, chosen, wanted.rest) for kind in kinds]
    print(f"seed {chosen}: {'all well' if not any(codes) else 'FAILED'}")
    return max(codes)


def fuzz(kind: str, examples: int, chosen: int, rest: list[str]) -> int:
    """Fuzz a fresh server over one kind of database; 0 when nothing was found."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="backbeat-fuzz-")))
        url = stack.enter_context(_database(kind, folder))
        seeded = _seeded(url, folder)
        address = stack.enter_context(_serving(url, folder))
        config = _configured(folder, seeded)
        code = 0
        for part in PARTS:
            command = [
                *("schemathesis", "--config-file", str(config), "run", "openapi.json"),
                *("--url", f"{address}/api", "--checks", "all", "-w", "1"),
                *("-n", str(examples), "--seed", str(chosen), "--continue-on-failure"),
                # A paper takes a second of work, which on a busy machine may be many by the clock.
                *("--request-timeout", str(PATIENCE), "--max-response-time", str(PATIENCE)),
                *part,
                *rest,
            ]
            print(f"{kind}: {' '.join(command)}", flush=True)
            code = max(code, subprocess.run(command, cwd=folder, check=False).returncode)
        return max(code, _judge_log((folder / "log").read_text(errors="replace"), seeded))


def _configured(folder: Path, seeded: Seeded) -> Path:
    """The document, the two people's tokens and the configuration, as files."""
    (folder / "openapi.json").write_text(text(), encoding="utf-8")
    (folder / "platform.json").write_text(json.dumps(platform()), encoding="utf-8")
    people = [
        {
            "name": peer,
            "fixedHeaders": [{"name": "Zs-Authentification", "value": seeded.tokens[peer]}],
        }
        for peer in PEERS
    ]
    auth = folder / "auth.json"
    auth.write_text(json.dumps({"auth": people}), encoding="utf-8")
    config = folder / "schemathesis.toml"
    ids = [thing for things in seeded.ids.values() for thing in things]
    config.write_text(
        CONFIG.format(
            auth=auth, peers=json.dumps(PEERS), ids=json.dumps(ids), links=json.dumps(LINKS)
        ),
        encoding="utf-8",
    )
    return config


def _judge_log(log: str, seeded: Seeded) -> int:
    """Refuse a log that holds a secret, and show what went wrong inside the server."""
    leaked = [secret for secret in seeded.secrets if secret in log]
    failed = [line for line in log.splitlines() if " failed request=" in line]
    for line in failed[:20]:
        print(f"in the log: {line}")
    if leaked:
        print(f"{len(leaked)} secrets stand in the log")
    return 1 if leaked or failed else 0


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'fuzz.sqlite3'}"
        return
    with Postgres.running() as server:
        yield server.create_database("fuzz")


def _seeded(url: str, folder: Path) -> Seeded:
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    container = make_container(settings, Deployment(database_url=url, files=folder))
    upgrade(container.engine())
    seeded = seed(container)
    container.engine().dispose()
    container.counters_engine().dispose()
    return seeded


@contextmanager
def _serving(url: str, folder: Path) -> Iterator[str]:
    """The real server on a free port, its log in `folder`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        bind = f"127.0.0.1:{probe.getsockname()[1]}"
    environment = {
        "BACKBEAT_DATABASE_URL": url,
        "BACKBEAT_LIMITS_PROFILE": "wide",
        "BACKBEAT_FILES": str(folder),
        "BACKBEAT_PLATFORM_FILE": str(folder / "platform.json"),
        "HOME": str(folder),
    }
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "-c", str(CONFIGURATION)),
                *("-b", bind, "-w", "1", "backbeat_http.wsgi:application"),
            ],
            env=os.environ | environment,
            stdout=log,
            stderr=log,
        )
        try:
            _wait_for(f"http://{bind}/readyz")
            yield f"http://{bind}"
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(PATIENCE)


def _wait_for(address: str) -> None:
    def answers() -> bool:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE):
                return True
        except OSError:
            return False

    wait_until(answers, f"an answer from {address}")


if __name__ == "__main__":
    sys.exit(main())
