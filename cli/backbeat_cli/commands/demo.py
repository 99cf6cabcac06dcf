"""`backbeat demo`: the product with a sample world, in one go; `backbeat demo advance`: a month."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from wsgiref.types import WSGIApplication

import typer

from backbeat_adapters.container import Container, make_container
from backbeat_adapters.demo.clock import MovedClock
from backbeat_adapters.demo.world import PASSWORD, PEOPLE, DemoWorld
from backbeat_adapters.platform.simulated import SimulatedPlatform
from backbeat_adapters.platform.simulator import Simulator
from backbeat_adapters.settings import load
from backbeat_adapters.sql import migrations
from backbeat_cli.demo import companion
from backbeat_cli.demo.home import DemoHome
from backbeat_cli.demo.pages import DemoPages, LogIn
from backbeat_cli.failures import Refused
from backbeat_cli.groups import single
from backbeat_cli.output import note, say
from backbeat_http.assembly import create_app
from backbeat_http.server import Server

app = single()

DEFAULT_FOLDER = Path(tempfile.gettempdir()) / f"backbeat-demo-{os.getuid()}"

Folder = Annotated[Path, typer.Option(help="Where the demo keeps its files.")]


@app.callback(invoke_without_command=True)
def demo(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Where to listen.")] = 8000,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw an earlier demo away.")] = False,
    folder: Folder = DEFAULT_FOLDER,
) -> None:
    """Run the product with sample data: server, worker and a simulated video platform."""
    if ctx.invoked_subcommand is not None:
        return
    home = DemoHome(folder.absolute())
    if fresh or not home.ready.exists():
        shutil.rmtree(home.folder, ignore_errors=True)
    home.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _require_free(port)
    platform_port = _free_port()
    home.write_config(port, platform_port)
    if not home.ready.exists():
        _make_world(home, platform_port)
    with _companion(home, platform_port):
        _greet(home, port, platform_port)
        Server(lambda: _site(home, platform_port), bind=f"127.0.0.1:{port}", workers=1).run()


@app.command()
def advance(folder: Folder = DEFAULT_FOLDER) -> None:
    """Let a month pass in the running demo: reports, their close, the next payout window."""
    home = DemoHome(folder.absolute())
    if not home.ready.exists():
        raise Refused(f"no demo in {home.folder}: start one with backbeat demo")
    _world(home).advance(say)


def _make_world(home: DemoHome, platform_port: int) -> None:
    note("making the sample world, about half a minute")
    migrations.upgrade(_box(home).engine())
    with Simulator(SimulatedPlatform(home.platform), platform_port, invent=True):
        _world(home).make(note)
        _box(home).worker().run_once()
    home.ready.touch()


def _world(home: DemoHome) -> DemoWorld:
    box = _box(home)
    clock = MovedClock(home.clock, box.zone())
    return DemoWorld(box, clock, SimulatedPlatform(home.platform), home.reports)


def _box(home: DemoHome) -> Container:
    configuration = load({}, home.config)
    return make_container(configuration.settings, configuration.deployment)


def _site(home: DemoHome, platform_port: int) -> WSGIApplication:
    """The application with the demo's own page in front; made in the process that serves."""
    box = _box(home)
    return DemoPages(
        create_app(box),
        home.mails,
        [LogIn(person.email, PASSWORD, person.who) for person in PEOPLE],
        _commands(home),
        f"http://127.0.0.1:{platform_port}/",
        box.business_clock().today,
        lambda: _advanced(home),
    )


def _advanced(home: DemoHome) -> str:
    told: list[str] = []
    _world(home).advance(told.append)
    return told[-1]


@contextmanager
def _companion(home: DemoHome, platform_port: int) -> Iterator[None]:
    command = [sys.executable, "-m", companion.__name__, str(home.folder), str(platform_port)]
    process = subprocess.Popen(command)  # noqa: S603 - our own module
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _commands(home: DemoHome) -> Sequence[tuple[str, str]]:
    """The operator's acts of a first walk, ready to be pasted."""
    backbeat = f"{shlex.quote(sys.argv[0])} --config {shlex.quote(str(home.config))}"
    return (
        ("Who waits for approval?", f"{backbeat} channel list --status pending"),
        ("Approve them", f"{backbeat} channel approve --all"),
        ("Who asked for money?", f"{backbeat} withdrawal list --status pending"),
        ("Pay them all", f"{backbeat} withdrawal pay --due-by 2099-12-31 --yes"),
        ("Check the ledger", f"{backbeat} ledger check"),
    )


def _greet(home: DemoHome, port: int, platform_port: int) -> None:
    say(f"Backbeat:      http://127.0.0.1:{port}/")
    say(f"Demo's page:   http://127.0.0.1:{port}/demo (mails, time)")
    say(f"Platform:      http://127.0.0.1:{platform_port}/ (descriptions, views)")
    say("Log-ins:")
    for person in PEOPLE:
        say(f"  {person.email:<20} {PASSWORD}   {person.who}")
    say("As operator, in another terminal:")
    for what, line in _commands(home):
        say(f"  {what}\n    {line}")
    say("Ctrl+C ends the demo; started again it goes on, with --fresh it starts anew.")
    sys.stdout.flush()


def _require_free(port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            raise Refused(f"port {port} is in use: choose another with --port") from None


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
