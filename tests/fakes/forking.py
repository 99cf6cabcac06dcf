"""The program in a process of its own, without its long start.

One process imports the program; each run is a fork of it, in its own folder, with its own
environment and exit code. What a run does is what `python -m backbeat_cli` does, but for the import.
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
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from attrs import frozen
from tests.fakes.folders import short_folder
from tests.fakes.waiting import PATIENCE, wait_until

MODULE = "backbeat_cli"


@frozen
class Forking:
    """Runs commands of the program in forks of one process, as many at once as are asked for."""

    _process: subprocess.Popen[bytes]
    _address: str

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Forking]:
        """Import the program in a process that ends with the block, or with the one that asks."""
        with tempfile.TemporaryDirectory(prefix="backbeat-fork-", dir=short_folder()) as folder:
            address = f"{folder}/asked"
            process = subprocess.Popen(
                [sys.executable, "-m", __name__, address],
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
        """Run a command to its end; it reads nothing."""
        with (
            tempfile.TemporaryDirectory(prefix="backbeat-run-") as said,
            socket.socket(socket.AF_UNIX) as asked,
        ):
            out, err = Path(said, "out"), Path(said, "err")
            asked.connect(self._address)
            command = [str(folder), list(words), dict(environment), str(out), str(err)]
            with asked.makefile("rw") as line:
                line.write(json.dumps(command) + "\n")
                line.flush()
                code = int(line.readline())
            return subprocess.CompletedProcess(
                [MODULE, *words], code, out.read_text(), err.read_text()
            )


def _serve(address: str) -> None:
    """Import the program, then fork for whoever asks, until standard input ends."""
    commands = import_module(f"{MODULE}.commands")
    for each in iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{each.name}")
    import_module("backbeat_adapters.container")
    import_module("backbeat_adapters.sql.migrations")
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
    """Run what is asked for in a fork, and answer with its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with asked, asked.makefile("rw") as line:
        folder, words, environment, out, err = json.loads(line.readline())
        child = os.fork()
        if not child:
            _become(folder, words, environment, out, err)
        _, status = os.waitpid(child, 0)
        line.write(f"{os.waitstatus_to_exitcode(status)}\n")


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
    sys.argv = [MODULE, *words]
    code: object = 0
    try:
        runpy.run_module(MODULE, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    _serve(sys.argv[1])
