"""Measuring side by side: each thing in a process of its own, taken in turns.

Times are CPU seconds, those of the process, of its children and of the PostgreSQL server that works
for it, so that waiting for a busy machine does not count; what many do at once is measured by the
clock on the wall. A ratio is taken within a round and given as the median over the rounds, with the
lowest and the highest. Peak memory is that of the process alone, from the start of the round.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from attrs import Factory, define, field, frozen


class Subject(ABC):
    """Work to be measured. It is made in one process and done in another."""

    server: int | None = None
    """The PostgreSQL server whose CPU time counts too."""
    on_the_wall: bool = False
    """Whether the clock on the wall counts instead of CPU time."""
    told: float | None = None
    """The seconds that count, where they are not those of the work: how long somebody waited."""

    def before(self) -> None:
        """Get ready for a round; this is not measured."""
        return

    @abstractmethod
    def run(self) -> None:
        """The work."""

    def after(self) -> None:
        """Clear up after a round; this is not measured."""
        return


@frozen
class Cost:
    """What a round took: seconds, and the most memory that the process had, in bytes.

    `own` is how much more that was than at the start of the round: the work's own.
    """

    seconds: float
    peak: int
    own: int


@frozen
class Goal:
    """What a measure has to come to. Ratios: at most of the limit, at least by which a peer is slower.

    `beyond` are seconds that it may take beside that, for what does not grow with the rows.
    """

    limit: float | None = None
    beyond: float = 0.0
    peers: Mapping[str, float] = Factory(dict)
    peak: float | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        more = f" + {self.beyond * 1e3:g} ms" if self.beyond else ""
        parts = [] if self.limit is None else [f"≤ {self.limit:g} × limit{more}"]
        parts += [f"≥ {ratio:g} × faster than {name}" for name, ratio in self.peers.items()]
        parts += [] if self.peak is None else [f"≤ {self.peak:g} MB"]
        parts += [] if self.seconds is None else [f"≤ {self.seconds:g} s"]
        return ", ".join(parts)


@frozen
class Measure:
    """Work of ours beside its limit and its peers."""

    name: str
    work: str
    ours: Subject
    limit: Subject
    peers: Mapping[str, Subject] = Factory(dict)
    goal: Goal = Goal()
    rounds: int = 5
    peer_rounds: int = 1
    """Peers are slow: they join in the first rounds only."""
    rows: int = 0
    """How much there is to work on, for measures of different sizes."""


@frozen
class Ratio:
    """Ratios of the rounds."""

    of: Sequence[float]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.of)

    def __str__(self) -> str:
        if len(self.of) == 1:
            return f"{self.middle:.3g}"
        return f"{self.middle:.3g} ({min(self.of):.3g} to {max(self.of):.3g})"


@frozen
class Result:
    """What a measure came to."""

    measure: Measure
    ours: Sequence[Cost]
    limit: Sequence[Cost]
    peers: Mapping[str, Sequence[Cost]]

    @property
    def seconds(self) -> float:
        """Ours."""
        return median(cost.seconds for cost in self.ours)

    @property
    def peak(self) -> float:
        """Our most memory in a round, in MB, the loaded product included."""
        return max(cost.peak for cost in self.ours) / 1e6

    @property
    def own(self) -> float:
        """The part of it that the work itself took."""
        return max(cost.own for cost in self.ours) / 1e6

    @property
    def to_limit(self) -> Ratio:
        """How many times the limit ours takes."""
        pairs = zip(self.ours, self.limit, strict=True)
        return Ratio([ours.seconds / limit.seconds for ours, limit in pairs])

    def _beside_limit(self, goal: Goal) -> float:
        pairs = zip(self.ours, self.limit, strict=True)
        return median((ours.seconds - goal.beyond) / limit.seconds for ours, limit in pairs)

    def to_peer(self, name: str) -> Ratio:
        """How many times ours the peer takes."""
        pairs = zip(self.ours, self.peers[name], strict=False)
        return Ratio([peer.seconds / ours.seconds for ours, peer in pairs])

    @property
    def met(self) -> str:
        """Whether the goal is met."""
        goal = self.measure.goal
        if not str(goal):
            return ""
        kept = [goal.limit is None or self._beside_limit(goal) <= goal.limit]
        kept += [
            self.to_peer(name).middle >= ratio
            for name, ratio in goal.peers.items()
            if name in self.peers
        ]
        kept.append(goal.peak is None or self.own <= goal.peak)
        kept.append(goal.seconds is None or self.seconds <= goal.seconds)
        return "yes" if all(kept) else "**no**"


def measure(what: Measure) -> Result:
    """Take the measure: ours, the limit and the peers in turns, each in a process of its own."""
    with ExitStack() as stack:
        runners = {
            name: stack.enter_context(_Runner(subject))
            for name, subject in {"ours": what.ours, "limit": what.limit, **what.peers}.items()
        }
        costs: dict[str, list[Cost]] = {name: [] for name in runners}
        for number in range(what.rounds):
            for name, runner in runners.items():
                if name not in what.peers or number < what.peer_rounds:
                    costs[name].append(runner.round())
    ours, limit = costs.pop("ours"), costs.pop("limit")
    return Result(what, ours, limit, costs)


@define
class _Runner:
    """A process that does one thing as often as it is told to."""

    subject: Subject
    _pipe: Connection = field(init=False)
    _process: Any = field(init=False)

    def __enter__(self) -> _Runner:
        # Spawned, not forked: nothing of this process's memory counts there.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self.subject, theirs))
        self._process.start()
        theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._pipe.send(False)
        self._process.join()

    def round(self) -> Cost:
        """One round."""
        self._pipe.send(True)
        try:
            cost: Cost = self._pipe.recv()
        except EOFError:
            raise RuntimeError(f"{self.subject} failed, see above") from None
        return cost


def _serve(subject: Subject, pipe: Connection) -> None:
    while pipe.recv():
        subject.before()
        _forget_peak()
        loaded, started = _peak(), _now(subject)
        subject.run()
        took, peak = _now(subject) - started, _peak()
        seconds = took if subject.told is None else subject.told
        subject.after()
        pipe.send(Cost(seconds, peak, peak - loaded))


def _now(subject: Subject) -> float:
    return time.perf_counter() if subject.on_the_wall else cpu_seconds(subject)


def cpu_seconds(subject: Subject) -> float:
    """Those of this process, of its children, and of the server that works for it."""
    own = sum(
        use.ru_utime + use.ru_stime
        for use in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
    return own + (0.0 if subject.server is None else server_seconds(subject.server))


def server_seconds(pid: int) -> float:
    """CPU seconds of a server: its processes, and those that it has seen end."""
    before, now = _ticks(pid), _ticks(pid)
    # One that ends while they are read is in none of the sums, with all its time.
    while now.keys() != before.keys():
        before, now = now, _ticks(pid)
    return sum(now.values()) / os.sysconf("SC_CLK_TCK")


def _ticks(server: int) -> dict[str, int]:
    """The time of the server, with that of the processes that it has seen end, and of each that lives."""
    ticks = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            pid, parent = stat.parent.name, fields[1]
            if pid == str(server):
                ticks[pid] = sum(map(int, fields[11:15]))
            elif parent == str(server):
                ticks[pid] = sum(map(int, fields[11:13]))
    return ticks


def _forget_peak() -> None:
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak() -> int:
    """The most memory this process had; since `_forget_peak` where the system can tell."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
