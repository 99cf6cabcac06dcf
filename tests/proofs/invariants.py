"""Everything that moves money, in any order: every invariant after every step (INTEG-22).

    nox -s invariants
    nox -s invariants -- --seed 7 --only memory --histories 20000

In memory first; then the same machine over memory and SQL side by side, which have to answer alike;
then with faults planted into the rules, each of which has to be caught.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import Engine, event, make_url
from tests.fakes.postgres import empty
from tests.fakes.searches import search_unhurried
from tests.fakes.standins import FixedClock, counting_ids
from tests.proofs.faults import FAULTS, planted
from tests.proofs.house import KINDS, Databases
from tests.proofs.machine import START, Memory, MoneyMachine, Portal
from tests.proofs.telling import Table, replayed

from backbeat.settings import Settings
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions

STEPS = 50

search_unhurried()


def run(
    make: Callable[[], Sequence[Portal]],
    histories: int,
    seed: int,
    *,
    steps: int = STEPS,
    shrink: bool = True,
) -> str:
    """Search that many histories; what a step must not do is raised. The figure."""

    class Machine(MoneyMachine):
        def __init__(self) -> None:
            super().__init__(make)

    hypothesis.seed(seed)(Machine)
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run_state_machine_as_test(
        Machine,
        settings=hypothesis.settings(
            max_examples=histories,
            stateful_step_count=steps,
            database=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return f"{Machine.histories} histories, {Machine.steps} acts, 0 findings"


def memory_alone(folder: Path) -> Callable[[], Sequence[Portal]]:
    """One portal in memory."""
    return lambda: [Memory(folder)()]


def beside(
    folder: Path, engine: Engine, clear: Callable[[], object]
) -> Callable[[], Sequence[Portal]]:
    """A portal in memory and one over an engine, which `clear` empties for each history."""

    def make() -> Sequence[Portal]:
        clear()
        clock = FixedClock(START)
        portal = Portal(
            SqlTransactions(engine, clock, counting_ids()),
            Settings(),
            business=FixedClock(START),
            security=clock,
            new_id=counting_ids(),
            folder=folder,
        )
        return [Memory(folder)(), portal]

    return make


def fast_sqlite(url: str) -> tuple[Engine, Callable[[], None]]:
    """An engine that does not wait for the disk, and what empties its file."""
    file = Path(str(make_url(url).database))
    template = file.with_suffix(".empty")
    shutil.copyfile(file, template)
    engine = make_engine(url)

    def careless(driver: object, _: object) -> None:
        driver.execute("PRAGMA synchronous=OFF")  # type: ignore[attr-defined]

    event.listen(engine, "connect", careless)

    def clear() -> None:
        engine.dispose()
        for ending in ("-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
        shutil.copyfile(template, file)

    return engine, clear


def caught(name: str, folder: Path, seed: int, histories: int = 300) -> bool:
    """Whether the machine notices a fault."""
    with planted(name), contextlib.redirect_stdout(io.StringIO()):
        try:
            run(memory_alone(folder), histories, seed, shrink=False)
        except Exception:
            return True
    return False


def main() -> int:
    """Run what the arguments ask for; the exit code says whether all of it held."""
    parser = argparse.ArgumentParser(prog="nox -s invariants --", description=__doc__)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", choices=("memory", *KINDS, "faults"), default=None)
    parser.add_argument("--histories", type=int, help="instead of 1,000 in memory, 300, 30")
    given = parser.parse_args()
    seed = random.randrange(2**31) if given.seed is None else given.seed
    words = ["--seed", str(seed)]
    words += ["--only", given.only] if given.only else []
    words += ["--histories", str(given.histories)] if given.histories else []
    table = Table("Invariants", replayed("invariants", words))
    print(f"seed {seed}")
    with Databases.open() as databases:
        folder = databases.folder
        if given.only in (None, "memory"):
            count = given.histories or 1000
            figure = partial(run, memory_alone(folder), count, seed)
            table.tell(f"memory: {count} x {STEPS}", figure)
        if given.only in (None, "sqlite"):
            count = given.histories or 300
            engine, clear = fast_sqlite(databases.new("sqlite"))
            figure = partial(run, beside(folder, engine, clear), count, seed)
            table.tell(f"memory against SQLite: {count} x {STEPS}", figure)
            engine.dispose()
        if given.only in (None, "postgresql"):
            count = given.histories or 30
            engine = make_engine(databases.new("postgresql"))
            figure = partial(run, beside(folder, engine, partial(empty, engine)), count, seed)
            table.tell(f"memory against PostgreSQL: {count} x {STEPS}", figure)
            engine.dispose()
        if given.only in (None, "faults"):
            table.tell("planted faults", partial(_all_caught, folder, seed))
    return table.close()


def _all_caught(folder: Path, seed: int) -> str:
    missed = []
    for name in FAULTS:
        noticed = caught(name, folder, seed)
        print(f"    {'caught' if noticed else 'MISSED'}: {name}", flush=True)
        if not noticed:
            missed.append(name)
    assert not missed, f"{len(FAULTS) - len(missed)} of {len(FAULTS)} caught; missed {missed}"
    return f"{len(FAULTS)} of {len(FAULTS)} caught"


if __name__ == "__main__":
    sys.exit(main())
