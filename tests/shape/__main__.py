"""The shape of the code in figures, beside those it had and those it should have: nox -s shape.

It fails where an aim that is a rule is missed; `--all` names everything that breaks one, not the first of each only.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen
from tests.shape import aims, rules
from tests.shape.aims import Measure
from tests.shape.components import components
from tests.shape.source import PACKAGES, Classes, Module, body_length, length, read
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
    measures: Sequence[Measure] = ()
    """The figures of the line that have an aim."""


FUNCTIONS = {
    "core": ("cosmic 4 / 11 / 31", "3 / 13 / 42", 13, 42),
    "adapters": ("Polar 10 / 45", "6 / 17 / 76", 17, 50),
    "http": ("", "4 / 15 / 40", 15, 40),
    "cli": ("Polar 10 / 45", "9 / 25 / 47", 17, 50),
}
"""For each: the models, then, and the most that the ninetieth percentile and the longest should come to."""
COMPONENTS = ("oxide 28 / 102 / 527", "19 / 46 / 107", 46, 107)
STORIES = {
    "withdrawal": ("cosmic 9-10, Polar about 14", 15, 10, 44),
    "dashboard": ("cosmic 9-10, Polar about 14", 11, 8, 36),
    "close": ("cosmic 9-10, Polar about 14", 17, 12, 47),
}
"""For each: the models, files by reading then and to aim at, files in the trace then."""


def length_row(what: str, lengths: Iterable[int], models: str, then: str, *most: int) -> Row:
    """Median / ninetieth percentile / longest."""
    ordered = sorted(lengths)
    ninetieth = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    now = f"{statistics.median(ordered):.0f} / {ninetieth} / {ordered[-1]}"
    measures = (
        Measure(f"{what}, p90", ninetieth, most[0]),
        Measure(f"{what}, max", ordered[-1], most[1]),
    )
    aim = f"p90 <= {most[0]}, max <= {most[1]}"
    return Row(f"{what}, median / p90 / max", models, then, now, aim, measures)


def length_rows(modules: Sequence[Module]) -> Iterator[Row]:
    for part in PACKAGES:
        lengths = [
            length(each) for module in modules if module.part == part for each in module.functions()
        ]
        yield length_row(f"functions in {part}", lengths, *FUNCTIONS[part])
    bodies = [
        body_length(each)
        for module in modules
        if module.part == "cli"
        for each in module.functions()
    ]
    yield length_row("their bodies in cli", bodies, "", "", *FUNCTIONS["cli"][2:])
    yield length_row("components", [lines for _, lines in components(ROOT)], *COMPONENTS)


def count_row(what: str, models: str, then: int, now: int, aim: int) -> Row:
    return Row(what, models, str(then), str(now), f"<= {aim}", [Measure(what, now, aim)])


def story_rows() -> Iterator[Row]:
    stories = declared(ROOT)
    entered = traced(ROOT, [story.test for story in stories])
    for story in stories:
        models, told, aim, trace = STORIES[story.name]
        yield count_row(f"files to read for a {story.name}", models, told, len(story.files), aim)
        now = len(entered[story.test])
        yield count_row(f"files in the trace of a {story.name}", "", trace, now, trace * 2 // 3)
    calls = (set(entered[story.test]) for story in stories if story.is_a_call)
    yield Row(
        "of the traces, what every call passes", "", "", str(len(set.intersection(*calls))), ""
    )


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


def print_reasons(measures: Sequence[Measure], missed: Mapping[str, aims.Missed]) -> None:
    """The aims that are missed for a reason."""
    if told := aims.reasons(measures, missed):
        print("\nmissed, with the reason")
        for line in told:
            print(f"  {line}")


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
    rows = [
        *length_rows(modules),
        *stories,
        *class_rows(modules),
        wiring_row(modules),
        *rule_rows(found),
    ]
    print_table(rows)
    print_classes(modules)
    measures = [measure for row in rows for measure in row.measures]
    missed = aims.recorded()
    print_reasons(measures, missed)
    still = [*rules.open_breaches(found), *aims.breaches(measures, missed)]
    print_breaches(still, everything=wanted.all)
    return 1 if still else 0


if __name__ == "__main__":
    sys.exit(main())
