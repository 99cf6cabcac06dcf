"""The program in a process of its own, without its long start.

One process imports the program; each run is a fork of it, in its own folder, with its own
environment and exit code. What a run does is what `python -m backbeat_cli` does, but for the import;
or what `python -c` does with a text.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from struct import Struct

from attrs import define, field, frozen
from tests.fakes.folders import short_folder
from tests.fakes.waiting import PATIENCE, wait_until

MODULE = "backbeat_cli"
TEXT = "-c"
_NUMBER = Struct("i")


@define
class Running:
    """A command that runs, or ran."""

    pid: int
    _said: Path
    _told: socket.socket
    _ends: ExitStack
    _ended: subprocess.CompletedProcess[str] | None = field(default=None, init=False)

    @property
    def has_ended(self) -> bool:
        """Whether it is over."""
        return self._ended is not None or bool(select.select([self._told], [], [], 0)[0])

    def send_signal(self, number: int) -> None:
        """As to any process."""
        os.kill(self.pid, number)

    def wait(self) -> subprocess.CompletedProcess[str]:
        """How it ended, and what it said."""
        if self._ended is None:
            code = _number(self._told)
            out, err = (self._said.joinpath(name).read_text() for name in ("out", "err"))
            self._ended = subprocess.CompletedProcess([], code, out, err)
            self._ends.close()
        return self._ended


@frozen
class Forking:
    """Runs commands of the program in forks of one process, as many at once as are asked for."""

    _process: subprocess.Popen[bytes]
    _address: str

    @classmethod
    @contextmanager
    def running(cls, *modules: str) -> Iterator[Forking]:
        """Import these, or the whole program, in a process that ends with the block or the caller."""
        with tempfile.TemporaryDirectory(prefix="backbeat-fork-", dir=short_folder()) as folder:
            address = f"{folder}/asked"
            process = subprocess.Popen(
                [sys.executable, "-m", __name__, address, *modules],
                stdin=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            wait_until(lambda: Path(address).exists(), "the program that forks")
            yield cls(process, address)
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE)

    def run(
        self, folder: Path, words: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a command, or `-c` and a text, to its end; it reads nothing."""
        return self.start(folder, words, environment).wait()

    def start(self, folder: Path, words: Sequence[str], environment: Mapping[str, str]) -> Running:
        """Start a command, or `-c` and a text; it reads nothing."""
        with ExitStack() as ends:
            said = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="backbeat-run-")))
            asked = ends.enter_context(socket.socket(socket.AF_UNIX))
            asked.connect(self._address)
            command = [str(folder), list(words), dict(environment), *map(str, _outputs(said))]
            asked.sendall(json.dumps(command).encode() + b"\n")
            return Running(_number(asked), said, asked, ends.pop_all())


def _number(told: socket.socket) -> int:
    (number,) = _NUMBER.unpack(told.recv(_NUMBER.size, socket.MSG_WAITALL))
    return int(number)


def _outputs(said: Path) -> tuple[Path, Path]:
    return said / "out", said / "err"


@cache
def forking(*modules: str) -> Forking:
    """The one of this process that imported these, or the whole program; it ends with it."""
    running = Forking.running(*modules)
    atexit.register(running.__exit__, None, None, None)
    return running.__enter__()


def _import_program() -> None:
    commands = import_module(f"{MODULE}.commands")
    for each in iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{each.name}")
    import_module("backbeat_adapters.container")
    import_module("backbeat_adapters.sql.migrations")


def _serve(address: str, *modules: str) -> None:
    """Import what is asked for, then fork for whoever asks, until standard input ends."""
    for each in modules:
        import_module(each)
    if not modules:
        _import_program()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    with socket.socket(socket.AF_UNIX) as ready:
        ready.bind(f"{address}.new")
        ready.listen()
        os.rename(f"{address}.new", address)
        while True:
            heard, _, _ = select.select([ready, sys.stdin], [], [])
            if sys.stdin in heard:
                return
            asked, _ = ready.accept()
            if not os.fork():
                ready.close()
                _answer(asked)
                os._exit(0)
            asked.close()


def _answer(asked: socket.socket) -> None:
    """Run what is asked for in a fork, and answer with its number and then its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with asked, asked.makefile("r") as line:
        folder, words, environment, out, err = json.loads(line.readline())
        child = os.fork()
        if not child:
            _become(folder, words, environment, out, err)
        asked.sendall(_NUMBER.pack(child))
        _, status = os.waitpid(child, 0)
        asked.sendall(_NUMBER.pack(os.waitstatus_to_exitcode(status)))


def _become(
    folder: str, words: Sequence[str], environment: Mapping[str, str], out: str, err: str
) -> None:
    """Be the command in this process, and end as it ends."""
    for name, mode, number in ((os.devnull, "r", 0), (out, "w", 1), (err, "w", 2)):
        with open(name, mode) as file:
            os.dup2(file.fileno(), number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    code: object = 0
    try:
        _run(words)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _run(words: Sequence[str]) -> None:
    if words[:1] == [TEXT]:
        sys.argv = [TEXT, *words[2:]]
        exec(words[1], {"__name__": "__main__"})
    else:
        sys.argv = [MODULE, *words]
        runpy.run_module(MODULE, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
