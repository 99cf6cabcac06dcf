"""Everything around the books fails, in turn: nothing acknowledged is lost (INTEG-24).

    nox -s chaos
    nox -s chaos -- --only "platform" --seed 7

Where writing cannot be done people are told 503 and when to come back; reading goes on; and what was
acknowledged is there afterwards, once.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial

from tests.proofs import outages, surroundings
from tests.proofs.house import KINDS, Databases
from tests.proofs.telling import Table, replayed

Scenario = tuple[str, Callable[[], str]]


def scenarios(databases: Databases, seed: int) -> Iterator[Scenario]:
    """Every scenario by its name, on each database where it can happen."""
    folder = databases.folder

    def on(kind: str, prove: Callable[..., str]) -> Callable[[], str]:
        return lambda: prove(databases.new(kind), folder)

    yield "sqlite: disk full", on("sqlite", outages.disk_full)
    for kind in KINDS:
        yield f"{kind}: read-only", on(kind, outages.read_only)
        yield f"{kind}: locked", on(kind, outages.locked)
        yield f"{kind}: server processes killed under load", on(kind, outages.worker_killed)
        yield f"{kind}: worker killed in a mail job", on(kind, surroundings.killed_in_a_mail)
        yield f"{kind}: worker killed in an Excel job", on(kind, surroundings.killed_in_a_report)
        yield f"{kind}: mail server down, slow, dropping", on(kind, surroundings.mail_server_ill)
    yield "postgresql: restarted under load", partial(outages.restarted, databases)
    yield "sqlite: the platform lies and fails", on("sqlite", surroundings.platform_ill)
    jumping = partial(surroundings.clock_jumps, seed=seed)
    yield "sqlite: the clock jumps", on("sqlite", jumping)


def main() -> int:
    """Run what the arguments ask for; the exit code says whether nothing was lost."""
    parser = argparse.ArgumentParser(prog="nox -s chaos --", description=__doc__)
    parser.add_argument("--only", default="", help="scenarios with this in their name")
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    seed = random.randrange(2**31) if given.seed is None else given.seed
    words = ["--seed", str(seed), *(["--only", given.only] if given.only else [])]
    # The server tells of every failed call, as it should; here there are too many of them.
    logging.disable(logging.CRITICAL)
    table = Table("Chaos", replayed("chaos", words))
    with Databases.open() as databases:
        for name, prove in scenarios(databases, seed):
            if given.only in name:
                table.tell(name, prove)
    return table.close()


if __name__ == "__main__":
    sys.exit(main())
