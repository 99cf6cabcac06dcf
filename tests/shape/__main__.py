"""The shape of the code in figures, beside those it had and those it should have: nox -s shape.

It fails where an aim that is a rule is missed; `--all` names everything that breaks one, not the first of each only.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen
from tests.shape import rules
from tests.shape.components import components
from tests.shape.source import PACKAGES, Classes, Module, length, read
from tests.shape.stories import StoryLost, declared, traced

ROOT = Path(__file__).parents[2]
SHOWN = 5
WIRING = "container.py"
THEN = "e380398"


@frozen
class Row:
    """A line of the table; `models` are cosmicpython's, Polar's, oxide console's figures."""

    point: str
    models: str
    then: str
    now: str
    aim: str


FUNCTIONS = {
    "core": ("cosmic 4 / 11 / 31", "3 / 13 / 42", "keep"),
    "adapters": ("Polar 10 / 45", "6 / 17 / 76", "p90 <= 17, max <= 50"),
    "http": ("", "4 / 15 / 40", "keep"),
    "cli": ("Polar 10 / 45", "9 / 25 / 47", "p90 <= 17, max <= 50"),
}
STORIES = {
    "withdrawal": ("cosmic 9-10, Polar about 14", 15, 10, 44),
    "dashboard": ("cosmic 9-10, Polar about 14", 11, 8, 36),
    "close": ("cosmic 9-10, Polar about 14", 17, 12, 51),
}
"""For each: the models, files by reading then and to aim at, files in the trace then."""


def spread(lengths: Iterable[int]) -> str:
    """Median / ninetieth percentile / longest."""
    ordered = sorted(lengths)
    ninetieth = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    return f"{statistics.median(ordered):.0f} / {ninetieth} / {ordered[-1]}"


def length_rows(modules: Sequence[Module]) -> Iterator[Row]:
    for part in PACKAGES:
        lengths = [
            length(each) for module in modules if module.part == part for each in module.functions()
        ]
        models, then, aim = FUNCTIONS[part]
        yield Row(f"functions in {part}, median / p90 / max", models, then, spread(lengths), aim)
    now = spread(lines for _, lines in components(ROOT))
    yield Row(
        "components, median / p90 / max", "oxide 28 / 102 / 527", "19 / 46 / 107", now, "keep"
    )


def story_rows() -> Iterator[Row]:
    stories = declared(ROOT)
    entered = traced(ROOT, [story.test for story in stories])
    for story in stories:
        models, told, aim, trace = STORIES[story.name]
        title = f"files to read for a {story.name}"
        yield Row(title, models, str(told), str(len(story.files)), str(aim))
        now = str(len(entered[story.test]))
        yield Row(f"files in the trace of a {story.name}", "", str(trace), now, str(trace * 2 // 3))


def class_rows(modules: Sequence[Module]) -> Iterator[Row]:
    counts = [count for count, _, _ in rules.methods(modules)]
    many = sum(count > rules.MOST_METHODS for count in counts)
    aim = f"<= {rules.MOST_METHODS}"
    yield Row("methods of a class, the most", "", "45", str(counts[0]), aim)
    yield Row(f"classes of more than {rules.MOST_METHODS} methods", "", "14", str(many), "none")
    names = Counter(node.name for _, node in Classes(modules).protocols())
    now = f"{names.total()}: Books {names['Books']}, Transactions {names['Transactions']}"
    then = "145: Books 21, Transactions 20"
    yield Row("protocols", "", then, now, "one generic Transactions")


def print_classes(modules: Sequence[Module]) -> None:
    """The ten classes with the most methods, the inherited ones of ours counted."""
    print("\nmost methods")
    for count, name, path in rules.methods(modules)[:10]:
        print(f"  {count:>3} {name:<24} {path}")


def wiring_row(modules: Sequence[Module]) -> Row:
    wiring = [module for module in modules if Path(module.path).name == WIRING]
    lines = sum(len((ROOT / module.path).read_text().splitlines()) for module in wiring)
    promises = sum(
        function.name.startswith("promise_")
        for module in modules
        for function in module.functions()
    )
    now = f"{lines} lines, {promises} promise_*"
    return Row("the container", "", "712 lines, 31 promise_*", now, "one typed assembly")


def rule_rows(found: Sequence[rules.Breach]) -> Iterator[Row]:
    counted = Counter(breach.rule for breach in found)
    nothing = "docstrings that say nothing"
    yield Row(nothing, "svcs: none", "949", f"{counted['docstrings']:,}", "none")
    lost = "references to documents that are not here"
    yield Row(lost, "0", "876", f"{counted['references']:,}", "0")


def print_table(rows: Sequence[Row]) -> None:
    head = Row("point", "models", THEN, "now", "aim")
    for row in (head, *rows):
        print(f"{row.point:<44} {row.models:<28} {row.then:<32} {row.now:<32} {row.aim}")


def print_breaches(found: Sequence[rules.Breach], *, everything: bool) -> None:
    for rule, count in Counter(breach.rule for breach in found).items():
        of_rule = [breach.shown for breach in found if breach.rule == rule]
        print(f"\n{rule}: {count} to mend")
        for line in of_rule if everything else of_rule[:SHOWN]:
            print(f"  {line}")
        if count > SHOWN and not everything:
            print(f"  and {count - SHOWN} more: nox -s shape -- --all")


def main() -> int:
    parser = argparse.ArgumentParser(prog="nox -s shape --", description=__doc__)
    parser.add_argument("--all", action="store_true", help="name everything that breaks a rule")
    wanted = parser.parse_args()
    modules = read(ROOT)
    found = rules.breaches(modules, ROOT)
    try:
        stories = list(story_rows())
    except StoryLost as lost:
        print(lost, file=sys.stderr)
        return 2
    print_table(
        [
            *length_rows(modules),
            *stories,
            *class_rows(modules),
            wiring_row(modules),
            *rule_rows(found),
        ]
    )
    print_classes(modules)
    still = rules.open_breaches(found)
    print_breaches(still, everything=wanted.all)
    return 1 if still else 0


if __name__ == "__main__":
    sys.exit(main())
