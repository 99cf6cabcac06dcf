"""Plants faults and counts those that the tests see (docs/proofs.md): nox -s mutants -- --seed HEAD.

Three parts: a sample of the core and its SQL, a sample of the web UI's rules, and the patches of faults
that no test saw once. A fault that no test sees is printed; `--at FILE:LINE` plants those of its line again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen
from tests.mutants import covering, drawing, judging, patches, web
from tests.mutants.judging import Found, Judged
from tests.mutants.planting import Fault
from tests.tools.coverage_sample import full_hash

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".nox" / "mutants"
TESTS = (
    "tests/core",
    "tests/adapters",
    "tests/architecture/test_incomplete_payout_methods.py",
    "tests/http",
    "tests/cli",
)
PYTHON, WEB, PATCHES = "python", "web", "patches"
EQUIVALENT_SHARE = 5
"""Percent of what is drawn that may be known to change nothing."""


@frozen
class Part:
    """What is planted where, and the percentage of it that has to be seen."""

    name: str
    what: str
    count: int
    share: int
    found: Callable[[], Sequence[Fault]]
    judge: Callable[[Sequence[Fault]], list[Judged]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts asked for and print the table."""
    asked = _asked(arguments)
    seed = full_hash(asked.seed)
    print(f"seed {seed}{_besides()}", flush=True)
    known = drawing.equivalents()
    parts = _parts(asked)
    bad = [_told(part, seed, known, asked) for part in parts]
    if asked.only in {None, PATCHES} and not asked.at:
        bad.append(_patches(asked.name))
    return int(any(bad))


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", default="HEAD", metavar="COMMIT", help="a commit (HEAD)")
    parser.add_argument("--only", choices=(PYTHON, WEB, PATCHES), help="one part alone")
    parser.add_argument("--count", type=int, default=300, help="faults in core and SQL (300)")
    parser.add_argument("--web-count", type=int, default=100, help="faults in the web UI (100)")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first drawn")
    parser.add_argument("--at", default="", metavar="FILE:LINE", help="the faults of one line")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--map", type=Path, help="a folder that says which test executes what")
    parser.add_argument("--name", default="", help="patches whose name has this in it")
    return parser.parse_args(arguments)


def _besides() -> str:
    """What the seed does not say: changes that are in no commit."""
    command = ["git", "status", "--porcelain", "--untracked-files=no"]
    changed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return f", and {len(changed.splitlines())} changed files" if changed else ""


def _parts(asked: argparse.Namespace) -> list[Part]:
    def judge(found: Sequence[Fault]) -> list[Judged]:
        return judging.judged(found, _map(asked), TESTS, asked.processes)

    both = [
        Part(PYTHON, "core and SQL", asked.count, 95, drawing.python_faults, judge),
        Part(WEB, "web UI", asked.web_count, 90, web.faults, web.judged),
    ]
    return [part for part in both if asked.only in {None, part.name}]


def _told(
    part: Part, seed: str, known: Sequence[drawing.Equivalent], asked: argparse.Namespace
) -> bool:
    """Whether too little was seen, after the part's lines are printed."""
    found = [each for each in part.found() if each.told.startswith(asked.at and f"{asked.at} ")]
    most = drawing.drawn(found, seed, asked.skip + part.count + len(known))[asked.skip :]
    if not most:
        return False
    chosen, same = drawing.split(most, known)
    chosen = chosen[: part.count]
    same = [each for each in same if most.index(each) < most.index(chosen[-1])]
    judged = part.judge(chosen)
    return _table(part, len(found), judged, same)


def _table(part: Part, planted: int, judged: Sequence[Judged], same: Sequence[object]) -> bool:
    print(f"\n{part.what}: {len(judged)} of {planted} faults planted, each operator in turn")
    for operator in sorted({each.fault.operator for each in judged}):
        own = [each for each in judged if each.fault.operator == operator]
        seen = sum(each.found is not Found.NOTHING for each in own)
        print(f"  {operator:<20} {seen:>4} of {len(own)}")
    survivors = [each for each in judged if each.found is Found.NOTHING]
    for each in survivors:
        print(f"  SURVIVED {each.fault.told}  [{each.why}]")
    seen = len(judged) - len(survivors)
    share = 100 * seen / len(judged)
    good = share >= part.share
    few = 100 * len(same) <= EQUIVALENT_SHARE * (len(judged) + len(same))
    by_time = sum(each.found is Found.TIME for each in judged)
    print(
        f"{'ok  ' if good and few else 'FAIL'} {part.what}: {seen} of {len(judged)} seen, {share:.1f} % "
        f"(at least {part.share} %), {by_time} of them by their time; "
        f"{len(same)} more drawn that change nothing",
        flush=True,
    )
    return not (good and few)


def _patches(name: str) -> bool:
    """Whether one of the patches is not seen by the test that it names."""
    kept = [each for each in patches.patches() if name in each.name]
    of_web = [each for each in kept if each.file.startswith("webui/")]
    of_python = [each for each in kept if each not in of_web]
    seen = [*zip(of_web, web.seen(of_web) if of_web else (), strict=True)]
    seen += [(each, judging.sees(each)) for each in of_python]
    survivors = [each for each, is_seen in seen if not is_seen]
    for each in survivors:
        print(f"  SURVIVED {each.name}: {each.what} ({each.test})")
    mark = "FAIL" if survivors else "ok  "
    print(f"{mark} patches: {len(kept) - len(survivors)} of {len(kept)} seen by the test they name")
    return bool(survivors)


def _map(asked: argparse.Namespace) -> covering.Map:
    """Which test executes what: made once for each state of sources and tests."""
    folder: Path = asked.map or KEPT / _state()
    if not folder.is_dir():
        covering.make(folder, TESTS, asked.processes)
    made = covering.read(folder)
    for test in sorted(made.failed):
        print(f"  left out, as it does not pass: {test}")
    return made


def _state() -> str:
    digest = hashlib.sha256()
    for place in (*covering.SOURCES, "tests"):
        for file in sorted((ROOT / place).rglob("*.py")):
            digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
