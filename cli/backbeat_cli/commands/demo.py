"""`backbeat demo`: the product with a sample world, in one go; `backbeat demo advance`: a month."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from backbeat_adapters.demo.world import PASSWORD, PEOPLE
from backbeat_cli.demo import companion
from backbeat_cli.demo.home import DemoHome
from backbeat_cli.demo.pages import PATH
from backbeat_cli.demo.stage import Stage
from backbeat_cli.failures import Refused
from backbeat_cli.groups import single
from backbeat_cli.output import note, say
from backbeat_http.server import Server

app = single()

DEFAULT_FOLDER = Path(tempfile.gettempdir()) / f"backbeat-demo-{os.getuid()}"

Folder = Annotated[Path, typer.Option(help="Where the demo keeps its files.")]


@app.callback(invoke_without_command=True)
def demo(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Where to listen.")] = 8000,
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete an earlier demo first.")] = False,
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
    platform_port = home.platform_port(_free_port, _is_free)
    home.write_config(port, platform_port)
    stage = Stage(home)
    if not home.ready.exists():
        note("making the sample world, less than a minute")
        stage.make_world(platform_port, note)
    with _companion(home, platform_port):
        _greet(stage, port, platform_port)
        Server(lambda: stage.site(platform_port), bind=f"127.0.0.1:{port}", workers=1).run()


@app.command()
def advance(folder: Folder = DEFAULT_FOLDER) -> None:
    """Let a month pass in the running demo: reports, their close, the next payout window."""
    home = DemoHome(folder.absolute())
    if not home.ready.exists():
        raise Refused(f"no demo in {home.folder}: start one with backbeat demo")
    Stage(home).advance(say)


@contextmanager
def _companion(home: DemoHome, platform_port: int) -> Iterator[None]:
    told = (home.folder, platform_port, os.getpid())
    command = [sys.executable, "-m", companion.__name__, *map(str, told)]
    process = subprocess.Popen(command)  # noqa: S603 - our own module
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _greet(stage: Stage, port: int, platform_port: int) -> None:
    say(f"Backbeat:      http://127.0.0.1:{port}/")
    say(f"Demo's page:   http://127.0.0.1:{port}{PATH} (mails, time)")
    say(f"Platform:      http://127.0.0.1:{platform_port}/ (descriptions, views)")
    say("Log-ins:")
    for person in PEOPLE:
        say(f"  {person.email:<20} {PASSWORD}   {person.who}")
    say("As operator, in another terminal:")
    for what, line in (*stage.commands(), ("Let a month pass", stage.advance_line())):
        say(f"  # {what}")
        say(f"  {line}")
    say(
        "Ctrl+C ends the demo; started again it continues, with --fresh it starts from the beginning."
    )
    sys.stdout.flush()


def _require_free(port: int) -> None:
    if not _is_free(port):
        raise Refused(f"port {port} is in use: choose another with --port")


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
