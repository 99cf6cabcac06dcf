"""Speed as ratios to the least that the work can cost on this machine: nox -s bench -- --quick.

Prints one table (docs/performance.md says what each row measures). Nothing of it is a test.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from attrs import define
from tests.bench.measuring import Goal, Measure, Result, measure


@define
class Bench:
    """What the rows need: a folder, how thorough to be, and PostgreSQL once one is wanted."""

    folder: Path
    quick: bool

    def chosen(self, quick: int, full: int) -> int:
        """A size or a number of rounds."""
        return quick if self.quick else full


Rows = Callable[[Bench], Iterator[Measure]]


def p1(bench: Bench) -> Iterator[Measure]:
    """A month on SQLite."""
    from tests.bench.month import Close, WorkOut, make_month
    from tests.bench.month_peers import GroupBy, Orm

    rows, creators = bench.chosen(20_000, 1_000_000), bench.chosen(500, 10_000)
    url = f"sqlite:///{bench.folder / 'month.sqlite3'}"
    make_month(url, rows, creators)
    size = f"{rows:,} rows, {creators:,} creators, SQLite"
    rounds, limit = bench.chosen(2, 5), GroupBy(url)
    yield Measure(
        "P1",
        f"work a month out: {size}",
        WorkOut(url, bench.folder),
        limit,
        {"ORM": Orm(url)},
        Goal(limit=1.15, peak=100),
        rounds,
    )
    for checked in (False, True):
        checks = "with the ledger's checks" if checked else "without checks"
        ours = Close(url, bench.folder, checked)
        yield Measure("P1", f"close it, {checks}: {size}", ours, limit, rounds=rounds)


def portal(bench: Bench) -> Iterator[Measure]:
    """What people wait for."""
    from tests.bench import portal as of

    account = of.make_portal(bench.folder)
    over = (bench.folder, account)
    yield Measure(
        "P8",
        f"list page of {of.VIDEOS:,} videos",
        of.VideoPage(*over),
        of.ByKey(*over),
        {"raw GROUP BY": of.Grouped(*over)},
        Goal(limit=5),
        bench.chosen(15, 60),
        bench.chosen(15, 60),
    )
    yield Measure(
        "P10",
        "50 video rows encoded, 50 times",
        of.Encoded(*over),
        of.PlainDicts(*over),
        goal=Goal(limit=1.3),
        rounds=bench.chosen(30, 200),
    )
    yield Measure(
        "P12",
        "log-in",
        of.LogIn(*over),
        of.OneHash(),
        goal=Goal(limit=1.1),
        rounds=bench.chosen(20, 100),
    )
    yield Measure(
        "P15",
        "backbeat --help",
        of.Python(["-m", "backbeat_cli", "--help"]),
        of.Python(["-c", "import typer"]),
        goal=Goal(limit=1.5),
        rounds=bench.chosen(7, 25),
    )


ALL: dict[str, Rows] = {"P1": p1, "portal": portal}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="nox -s bench --", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: within two minutes")
    parser.add_argument("--only", choices=ALL, nargs="+", default=list(ALL))
    words = parser.parse_args()
    results = []
    for name in words.only:
        with _bench(quick=words.quick) as bench:
            for each in ALL[name](bench):
                results.append(measure(each))
                print(_line(results[-1]), file=sys.stderr, flush=True)
    _print(results)


@contextmanager
def _bench(*, quick: bool) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="backbeat-bench-") as folder:
        yield Bench(Path(folder), quick)


def _print(results: Sequence[Result]) -> None:
    print("| # | work | ours | limit | ours / limit | peer / ours | MB | goal | met |")
    print("|---|---|---|---|---|---|---|---|---|")
    for result in results:
        print(_line(result))
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\n{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}", end="")
    print(f", {os.cpu_count()} cores, load {load}. CPU seconds; medians (lowest to highest).")
    print("MB: the most memory of the work itself, and with the loaded product (in brackets).")


def _line(result: Result) -> str:
    what = result.measure
    peers = ", ".join(f"{name} {result.to_peer(name)}" for name in result.peers)
    limit = result.seconds / result.to_limit.middle
    cells = [what.name, what.work, _time(result.seconds), _time(limit), str(result.to_limit), peers]
    cells += [f"{result.own:.0f} ({result.peak:.0f})", str(what.goal), result.met]
    return f"| {' | '.join(cells)} |"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


if __name__ == "__main__":
    main()
