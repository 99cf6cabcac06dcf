"""`backbeat demo`: the product with sample data, in one go; `backbeat demo advance`: one month
more.
"""

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
from types import ModuleType
from typing import Annotated
from wsgiref.types import WSGIApplication

import typer

from backbeat_adapters.demo import sms, sound_process, tax_process, worker_process
from backbeat_adapters.demo.pages import PATH
from backbeat_adapters.demo.paths import DemoPaths
from backbeat_adapters.demo.runtime import DemoRuntime, MonthPassing
from backbeat_adapters.demo.sample_data import PASSWORD, PEOPLE
from backbeat_adapters.private_folders import make_private
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
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete an earlier demo first.")] = False,
    folder: Folder = DEFAULT_FOLDER,
) -> None:
    """Run the product with sample data: server, worker and a simulated video platform."""
    if ctx.invoked_subcommand is not None:
        return
    paths = DemoPaths(folder.absolute())
    if fresh or not paths.ready.exists():
        shutil.rmtree(paths.folder, ignore_errors=True)
    make_private(paths.folder)
    _require_free(port)
    platform_port = paths.platform_port(_free_port, _is_free)
    tax_port = paths.tax_port(_free_port, _is_free)
    sms_port = _free_port()
    paths.write_config(port, platform_port, tax_port, sms_port)
    runtime = DemoRuntime(paths)
    if paths.ready.exists():
        runtime.upgrade()
    else:
        note("making the sample data; this takes less than a minute")
        runtime.make_sample_data(platform_port, note)
    with (
        _beside(worker_process, paths.folder, platform_port),
        _beside(tax_process, paths.folder, tax_port),
        _beside(sound_process, paths.folder),
        _beside(sms, paths.texts.folder, sms_port),
    ):
        _greet(runtime, port, platform_port, tax_port)
        Server(lambda: demo_site(runtime, platform_port), bind=f"127.0.0.1:{port}", workers=1).run()


@app.command()
def advance(folder: Folder = DEFAULT_FOLDER) -> None:
    """Let a month pass in the running demo: its reports, its close, the next payout window."""
    paths = DemoPaths(folder.absolute())
    if not paths.ready.exists():
        raise Refused(f"no demo in {paths.folder}: start one with backbeat demo")
    try:
        DemoRuntime(paths).advance(say)
    except MonthPassing as passing:
        raise Refused(str(passing)) from None


def demo_site(runtime: DemoRuntime, platform_port: int) -> WSGIApplication:
    """The product with the demo's own start page in front of it."""
    return runtime.site(create_app, platform_port, _commands(runtime.paths))


@contextmanager
def _beside(module: ModuleType, folder: Path, *more: int) -> Iterator[None]:
    """A process that belongs to the demo and ends when this one ends."""
    told = (folder, *more, os.getpid())
    command = [sys.executable, "-m", module.__name__, *map(str, told)]
    process = subprocess.Popen(command)  # noqa: S603 - our own module
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _greet(runtime: DemoRuntime, port: int, platform_port: int, tax_port: int) -> None:
    folder = shlex.quote(str(runtime.paths.folder))
    advance = f"{shlex.join(_program())} demo advance --folder {folder}"
    say(f"Backbeat:      http://127.0.0.1:{port}/")
    say(f"Demo's page:   http://127.0.0.1:{port}{PATH} (mails, text messages, time)")
    say(f"Platform:      http://127.0.0.1:{platform_port}/ (descriptions, views)")
    say(f"Tax office:    http://127.0.0.1:{tax_port}/ (business numbers to try)")
    say("Log-ins:")
    for person in PEOPLE:
        say(f"  {person.email:<20} {PASSWORD}   {person.who}")
    say("As operator, in another terminal:")
    for what, line in (*_commands(runtime.paths), ("Let a month pass", advance)):
        say(f"  # {what}")
        say(f"  {line}")
    say(
        "Ctrl+C ends the demo; started again it continues, with --fresh it starts from the beginning."
    )
    sys.stdout.flush()


def _commands(paths: DemoPaths) -> Sequence[tuple[str, str]]:
    """The operator's commands for a first tour, ready to be pasted."""
    backbeat = f"{shlex.join(_program())} --config {shlex.quote(str(paths.config))}"
    return (
        ("Who waits for approval?", f"{backbeat} channel list --status pending"),
        ("Approve them", f"{backbeat} channel approve --all --yes"),
        ("Who asked for money?", f"{backbeat} withdrawal list --status pending"),
        ("Pay them all", f"{backbeat} withdrawal pay --due-by 2099-12-31 --yes"),
        ("Check the ledger", f"{backbeat} ledger check"),
    )


def _program() -> Sequence[str]:
    """What to type, from any folder, to run this very program."""
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return (sys.executable, "-m", "backbeat_cli")
    found = shutil.which(started.name)
    return (str(Path(found or started).absolute()),)


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
