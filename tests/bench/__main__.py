"""Speed as ratios to the least that the work can cost on this machine: nox -s bench -- --quick.

Prints one table (docs/performance.md says what each row measures). Nothing of it is a test.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
from attrs import define, evolve
from tests.bench.commands import ColdStart, Python
from tests.bench.measuring import Goal, Measure, Result, Subject, measure

if TYPE_CHECKING:
    from tests.bench.asking import Call
    from tests.bench.over_http import Servers
    from tests.fakes.postgres import Postgres

    from backbeat.kernel.ids import AccountId

LARGEST_FOR_PEERS = 1_000_000
"""Rows; a data frame of ten times as many takes gigabytes."""

LARGEST_TO_CLOSE = 1_000_000
"""Rows; a close writes thirty days of each, and so many take minutes."""


@define
class Bench:
    """What the rows need: a folder, how thorough to be, and databases."""

    folder: Path
    quick: bool
    stack: ExitStack
    _server: Postgres | None = None

    def chosen(self, quick: int, full: int) -> int:
        """A size or a number of rounds."""
        return quick if self.quick else full

    @property
    def postgres(self) -> Postgres:
        """The tests' own PostgreSQL, without the work that it does at times of its own choice."""
        if self._server is None:
            # Each process that measures loads this module: the product only where it is measured.
            from tests.fakes.postgres import Postgres

            self._server = self.stack.enter_context(Postgres.running())
            with psycopg.connect(self._server.url("postgres"), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET autovacuum = off")
                connection.execute("SELECT pg_reload_conf()")
        return self._server

    def database(self, kind: str, name: str) -> tuple[str, int | None]:
        """The URL of an empty database, and the process of its server."""
        if kind == "SQLite":
            return f"sqlite:///{self.folder / name}.sqlite3", None
        return self.postgres.create_database(name), self.postgres.pid


Rows = Callable[[Bench], Iterator[Measure]]


def month(bench: Bench) -> Iterator[Measure]:
    """P1 to P3."""
    small, large = bench.chosen(20_000, 1_000_000), bench.chosen(60_000, 10_000_000)
    few, many = bench.chosen(500, 10_000), bench.chosen(2_000, 100_000)
    yield from _month(bench, "P1", "SQLite", small, few)
    yield from _month(bench, "P1", "SQLite", large, few)
    yield from _month(bench, "P2", "PostgreSQL", small, few)
    if not bench.quick:
        yield from _month(bench, "P2", "PostgreSQL", large, few)
        yield from _month(bench, "P2", "PostgreSQL", large, many)


def _month_goal(kind: str, creators: int) -> Goal:
    """A month costs its GROUP BY, and something for each creator, whatever the number of rows."""
    limit, each = (1.15, 6e-6) if kind == "SQLite" else (1.2, 8e-6)
    return Goal(limit=limit, beyond=each * creators, peak=20 + 0.0003 * creators)


def _month(bench: Bench, number: str, kind: str, rows: int, creators: int) -> Iterator[Measure]:
    from tests.bench import month as of
    from tests.bench import month_peers as peers

    url, server = bench.database(kind, f"month{rows}of{creators}")
    of.make_month(url, rows, creators)
    size = f"{rows:,} rows, {creators:,} creators, {kind}"
    limit = peers.GroupBy(url, server)
    others: dict[str, Subject] = {"ORM": peers.Orm(url, server)}
    if _has_pandas():
        others["pandas"] = peers.Pandas(url, server)
    out = of.WorkOut(url, bench.folder, server)
    rounds = bench.chosen(1, 5)
    yield Measure(
        number,
        f"work a month out: {size}",
        out,
        limit,
        others if rows <= LARGEST_FOR_PEERS else {},
        _month_goal(kind, creators),
        rounds,
        rows=rows,
    )
    if rows <= LARGEST_TO_CLOSE:
        closed = of.Close(url, bench.folder, server)
        yield Measure(number, f"close it: {size}", closed, limit, rounds=1, rows=rows)
    of.divide_some(url, creators)
    work = f"work it out with divided channels: {size}"
    goal = Goal(peak=_month_goal(kind, creators).peak)
    yield Measure(number, work, out, limit, goal=goal, rounds=rounds, rows=rows)
    if server is None:
        for file in bench.folder.glob("*.sqlite3*"):
            file.unlink()


def files(bench: Bench) -> Iterator[Measure]:
    """P4 to P7."""
    from tests.bench import files as of
    from tests.bench import files_peers as peers

    file = of.make_files(bench.folder, bench.chosen(5_000, 1_000_000))
    rounds = bench.chosen(1, 3)
    for kind in ("SQLite", "PostgreSQL"):
        sqlite = kind == "SQLite"
        url, server = bench.database(kind, "portal")
        of.make_portal(url)
        ours, limit = of.TakeIn(url, file, server), peers.KeyedPass(url, file, server)
        rows = sum(1 for _ in file.open()) - 1
        yield Measure(
            "P4" if sqlite else "P5",
            f"take in {rows:,} daily rows, {kind} (limit: one pass, keyed, with roll-ups)",
            ours,
            limit,
            {
                "the raw file as text": (
                    peers.Shell(file) if sqlite else peers.Copy(url, file, server)
                ),
                "ORM": peers.OrmInsert(url, file, server),
                "ORM objects": peers.OrmObjects(url, file, server),
            },
            Goal(limit=1.5, peers={"ORM": 2}),
            rounds,
            rounds,
        )
        yield Measure(
            "P6",
            f"the same file again, {kind} (limit: its hash)",
            of.Known(url, file, server),
            peers.Hashed(file),
            goal=Goal(limit=1.5),
            rounds=rounds,
        )
        yield Measure(
            "P6",
            f"the same rows cut otherwise, {kind} (limit: P4's and P5's)",
            of.ReCut(url, file, server),
            limit,
            goal=Goal(limit=1),
            rounds=rounds,
        )
        yield Measure(
            "P7",
            f"the longest sign-up while {rows:,} daily rows are taken in, {kind} (by the clock)",
            of.SignUpsMeanwhile(url, file),
            of.SignUps(url, file),
            goal=Goal(seconds=2),
            rounds=rounds,
        )


def kinds(bench: Bench) -> Iterator[Measure]:
    """P7: how the cost of every kind of file grows, each beside those before it of the same month.

    The sizes of a kind follow each other, so that they meet the machine in the same state.
    """
    from tests.bench import files as of
    from tests.bench import files_peers as peers
    from tests.bench.books import keep
    from tests.bench.kinds import FILES, make_file

    sizes = bench.chosen(500, 100_000), bench.chosen(5_000, 1_000_000)
    for kind in ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL"):
        months = [(rows, *bench.database(kind, f"kinds{rows}")) for rows in sizes]
        for _, url, _ in months:
            of.make_portal(url)
        for name, (rows, url, server) in product(FILES, months):
            file = make_file(bench.folder / f"{rows}", name, rows)
            yield Measure(
                "P7",
                f"take in {name}: {rows:,} rows, {kind}",
                of.TakeIn(url, file, server),
                peers.Shell(file) if server is None else peers.Copy(url, file, server),
                rounds=bench.chosen(1, 5),
                rows=rows,
            )
            keep(url)
            file.unlink()


def sheets(bench: Bench) -> Iterator[Measure]:
    """P11."""
    from tests.bench import sheets as of
    from tests.bench import sheets_peers as peers

    for rows in [3_000] if bench.quick else [20_000, 100_000]:
        url, _ = bench.database("SQLite", f"videos{rows}")
        of.make_closed_month(url, bench.folder, rows)
        yield Measure(
            "P11",
            f"Excel report of {rows:,} videos",
            of.Report(url, bench.folder),
            peers.Constants(rows, bench.folder),
            {"pandas": peers.Frame(rows, bench.folder)} if _has_pandas() else {},
            Goal(limit=1.1, peak=60),
            bench.chosen(1, 3),
            rows=rows,
        )


def reserving(bench: Bench) -> Iterator[Measure]:
    """P13."""
    from tests.bench import reserving as of
    from tests.bench.files import make_portal

    funded = bench.chosen(25, 250)
    for kind in ("SQLite", "PostgreSQL"):
        url, _ = bench.database(kind, "reserving")
        make_portal(url, funded)
        over = (url, bench.folder, funded)
        yield Measure(
            "P13",
            f"{4 * funded} reservations of one balance, {of.PROCESSES} processes, {kind}"
            " (by the clock)",
            of.Ledger(*over),
            of.Rows(*over),
            {"one UPDATE": of.Update(*over)}
            | ({"SERIALIZABLE": of.Serializable(*over)} if kind == "PostgreSQL" else {}),
            Goal(limit=1.5),
            bench.chosen(1, 5),
            bench.chosen(1, 5),
        )
        yield Measure(
            "P13",
            f"{4 * funded} reservations of {funded} balances, {of.PROCESSES} processes, {kind}"
            " (by the clock; limit: one process)",
            of.Balances(*over),
            of.OneProcess(*over),
            goal=Goal(limit=1.25) if kind == "SQLite" else Goal(),
            rounds=bench.chosen(1, 5),
        )


def portal(bench: Bench) -> Iterator[Measure]:
    """P7, P8, P10 and P12: what people wait for at the screen."""
    from tests.bench import portal as of

    sizes, days = ((10, 100, 1_000), 60) if bench.quick else ((10, 100, 1_000, 10_000), 365)
    url, _ = bench.database("SQLite", "portal")
    of.make_portal(url, bench.folder, sizes, days)
    over = (url, bench.folder)
    usual, most = sizes.index(1_000), len(sizes) - 1
    rounds = bench.chosen(2, 30)
    yield Measure(
        "P7",
        "dashboard of 30 days, 1,000 videos (limit: its days by key)",
        of.Overview(*over, usual, 30),
        of.DaysByKey(*over, usual, 30),
        goal=Goal(limit=10),
        rounds=rounds,
    )
    yield Measure(
        "P7",
        f"dashboard of {days} days, 1,000 videos (limit: of 7 days)",
        of.Overview(*over, usual, days),
        of.Overview(*over, usual, 7),
        goal=Goal(limit=2),
        rounds=rounds,
    )
    for tenth, size in enumerate(sizes[1:]):
        yield Measure(
            "P7",
            f"dashboard of 30 days, {size:,} videos (limit: of a tenth of them)",
            of.Overview(*over, tenth + 1, 30),
            of.Overview(*over, tenth, 30),
            goal=Goal(limit=1.2),
            rounds=rounds,
        )
    for work, page, goal in (
        ("first page by revenue", of.VideoPage(*over, most, 30), 1),
        ("first page by RPM", of.VideoPage(*over, most, days, "rpm_desc"), 1),
        ("tenth page by title", of.VideoPage(*over, most, 30, "title_asc", of.TENTH_PAGE), 2),
        ("a search", of.VideoPage(*over, most, 30, search="video a"), 2),
    ):
        yield Measure(
            "P8",
            f"{work}: {sizes[most]:,} videos, {page.days} days (limit: one GROUP BY)",
            page,
            of.Grouped(*over, most, page.days),
            goal=Goal(limit=goal),
            rounds=bench.chosen(2, 15),
        )
    listed = (*over, usual, 30)
    yield Measure(
        "P10",
        "50 video rows encoded, 50 times",
        of.Encoded(*listed),
        of.PlainDicts(*listed),
        {"cattrs and json": of.Unstructured(*listed)},
        Goal(limit=1.2, peers={"cattrs and json": 8}),
        bench.chosen(4, 200),
        bench.chosen(4, 200),
    )
    yield Measure(
        "P12",
        "log-in",
        of.LogIn(*over),
        of.OneHash(),
        goal=Goal(limit=1.1),
        rounds=bench.chosen(4, 100),
    )


def commands(bench: Bench) -> Iterator[Measure]:
    """P15: how soon the command line and the server are there."""
    from tests.bench.books import migrated

    url, _ = bench.database("SQLite", "empty")
    migrated(url).dispose()
    installed = {"BACKBEAT_DATABASE_URL": url, "BACKBEAT_FILES": str(bench.folder)}
    backbeat, sqlalchemy = ["-m", "backbeat_cli"], Python(["-c", "import sqlalchemy"])
    rounds = bench.chosen(2, 25)
    yield Measure(
        "P15",
        "backbeat --help",
        Python([*backbeat, "--help"]),
        Python(["-c", "import typer"]),
        goal=Goal(limit=1.2),
        rounds=rounds,
    )
    yield Measure(
        "P15",
        "backbeat channel list, of none",
        Python([*backbeat, "channel", "list"], installed),
        sqlalchemy,
        goal=Goal(limit=1.5),
        rounds=rounds,
    )
    yield Measure(
        "P15",
        "the server with one worker, until it is ready (limit: import sqlalchemy)",
        ColdStart(url, bench.folder),
        sqlalchemy,
        goal=Goal(seconds=1.2),
        rounds=bench.chosen(1, 10),
    )


def http(bench: Bench) -> Iterator[Measure]:
    """P9: the CPU of calls over HTTP, ours and its peers, one process and eight threads each."""
    from tests.bench import asking as by

    for kind in ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL"):
        for call, servers in _http(bench, kind):
            over = (call, servers.token, 4, bench.chosen(40, 100), servers.database)
            yield Measure(
                "P9",
                f"{call.name}, {kind}: CPU",
                by.Cost(servers.ours, *over),
                by.Cost(servers.bare, *over),
                {name: by.Cost(each, *over) for name, each in servers.peers.items()},
                _AHEAD,
                bench.chosen(1, 5),
                bench.chosen(1, 5),
            )


def waits(bench: Bench) -> Iterator[Measure]:
    """P9: the same by the clock; it says nothing on a machine that others use."""
    from tests.bench import asking as by

    for kind in ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL"):
        for call, servers in _http(bench, kind):
            for clients in (8, 64):
                over = (call, servers.token, clients, bench.chosen(64, 400))
                yield Measure(
                    "P9",
                    f"{call.name}, {kind}: p99 of {clients} clients (by the clock)",
                    by.Wait(servers.ours, *over),
                    by.Wait(servers.bare, *over),
                    {name: by.Wait(each, *over) for name, each in servers.peers.items()},
                    _AHEAD,
                    bench.chosen(1, 5),
                    bench.chosen(1, 5),
                )


_AHEAD = Goal(peers={"FastAPI": 1.25, "FastAPI async": 1.25})
"""At most 0.8 of what the faster of the two takes."""


def _http(bench: Bench, kind: str) -> Sequence[tuple[Call, Servers]]:
    from tests.bench import over_http as of

    url, database = bench.database(kind, "http")
    servers = of.serve(url, bench.folder, database, bench.stack)
    return [(call, servers) for call in of.CALLS]


def music(bench: Bench) -> Iterator[Measure]:
    """A catalogue of a hundred thousand tracks (MUSIC-14), on both databases."""
    from tests.bench import music as of
    from tests.bench.books import migrated, settled

    rows, rounds = bench.chosen(3_000, 100_000), bench.chosen(1, 3)
    file = of.make_catalogue(bench.folder, rows)
    for kind in ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL"):
        size = f"{rows:,} tracks, {kind}"
        empty, server = bench.database(kind, "empty")
        migrated(empty).dispose()
        settled(empty)
        url, _ = bench.database(kind, "music")
        of.make_portal(url, bench.folder, file)
        over = (url, bench.folder, server)
        yield Measure(
            "music",
            f"search, the slowest hundredth: {size} (by the clock; limit: the index's own query)",
            of.Search(*over),
            of.IndexQuery(*over),
            goal=Goal(limit=2),
            rounds=rounds,
        )
        yield Measure(
            "music",
            f"home, {of.ROUNDS_OF_ASKING} times: {size} (limit: its rows by key)",
            of.Home(*over),
            of.HomeByKey(*over),
            goal=Goal(limit=5),
            rounds=rounds,
        )
        yield Measure(
            "music",
            f"import: {size} (limit: a plain pass)",
            of.Import(empty, bench.folder, file, server),
            of.PlainPass(empty, bench.folder, file, server, known=url),
            goal=Goal(limit=2),
            rounds=rounds,
        )


def network(bench: Bench) -> Iterator[Measure]:
    """Three ranks beside a flat portal of the same size, on both databases."""
    from tests.bench import network as of

    size, rounds = of.QUICK if bench.quick else of.FULL, bench.chosen(3, 7)
    one, other = of.creator(0), of.sub(0, 0)
    for kind in ("SQLite", "PostgreSQL"):
        url, server = bench.database(kind, "network")
        flat, _ = bench.database(kind, "flat")
        of.make_network(url, size, bench.folder)
        of.make_flat(flat, size)
        here = f"{size}, {kind}"
        yield Measure(
            "network",
            f"close it, a posting: {here} (limit: the flat portal)",
            of.ClosePerPosting(url, bench.folder, server),
            of.ClosePerPosting(flat, bench.folder, server),
            goal=Goal(limit=1.2),
            rounds=bench.chosen(1, 3),
        )

        def ask(below: AccountId | None, of_: type[of.Asking] = of.Overview) -> of.Asking:
            return of_(url, bench.folder, of.TOP, below, server)  # noqa: B023

        yield Measure(
            "network",
            f"the top's dashboard: {here} (limit: a sub-creator's)",
            ask(None),
            of.Overview(url, bench.folder, other, None, server),
            goal=Goal(limit=2),
            rounds=rounds,
        )
        yield Measure(
            "network",
            f"the top's dashboard of one creator and below: {here} (limit: of one sub-creator)",
            ask(one),
            ask(other),
            goal=Goal(limit=1 + size.subs),
            rounds=rounds,
        )
        yield Measure(
            "network",
            f"what each member brought: {here} (limit: the dashboard of one creator and below)",
            ask(None, of.OfMembers),
            ask(one),
            goal=Goal(limit=size.creators),
            rounds=rounds,
        )
        yield Measure(
            "network",
            f"a day of every network added up: {here} (limit: what each member brought)",
            ask(None, of.AddUpADay),
            ask(None, of.OfMembers),
            rounds=rounds,
        )
        yield Measure(
            "network",
            f"a page of the tree: {here} (limit: its rows by key)",
            ask(None, of.TreePage),
            ask(None, of.ByKey),
            goal=Goal(limit=2),
            rounds=rounds,
        )


ALL: dict[str, Rows] = {
    "month": month,
    "files": files,
    "kinds": kinds,
    "sheets": sheets,
    "reserving": reserving,
    "portal": portal,
    "commands": commands,
    "http": http,
    "music": music,
    "network": network,
    "waits": waits,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="nox -s bench --", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: about two minutes")
    parser.add_argument("--only", choices=ALL, nargs="+", default=list(ALL))
    parser.add_argument("--rounds", type=int, default=1_000, help="at most so many of each row")
    words = parser.parse_args()
    results, started = [], time.perf_counter()
    for name in words.only:
        with _bench(quick=words.quick) as bench:
            for each in ALL[name](bench):
                results.append(measure(evolve(each, rounds=min(each.rounds, words.rounds))))
                print(_line(results[-1]), file=sys.stderr, flush=True)
    _print(results)
    print(f"It took {time.perf_counter() - started:.0f} s by the clock on the wall.")


@contextmanager
def _bench(*, quick: bool) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="backbeat-bench-") as folder, ExitStack() as stack:
        yield Bench(Path(folder), quick, stack)


def _has_pandas() -> bool:
    return importlib.util.find_spec("pandas") is not None


def _print(results: Sequence[Result]) -> None:
    print("| # | work | ours | limit | ours / limit | peer / ours | MB | goal | met |")
    print("|---|---|---|---|---|---|---|---|---|")
    for result in results:
        print(_line(result))
    print()
    _print_growth(results)
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\n{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}", end="")
    print(f", {os.cpu_count()} cores, load {load}. CPU seconds; medians (lowest to highest).")
    print("MB: the most memory of the work itself, and with the loaded product (in brackets).")


def _print_growth(results: Sequence[Result]) -> None:
    """P3, and P7's kinds: the same work on more of it."""
    before: dict[str, Result] = {}
    for result in results:
        what = result.measure
        name = f"{what.work.partition(':')[0]}, {what.work.rpartition(' ')[2]}"
        former = before.get(name)
        if former and what.rows > former.measure.rows:
            grew = what.rows / former.measure.rows
            print(
                f"growth of {name}: {former.measure.rows:,} to {what.rows:,} rows (x {grew:.3g}):"
                f" time x {result.seconds / former.seconds:.3g},"
                f" memory x {result.peak / former.peak:.2f}"
            )
        if what.rows:
            before[name] = result


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
