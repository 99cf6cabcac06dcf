"""The aims that are figures: which are met, and which are missed for a reason that is written down."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen
from tests.shape.rules import AIM, EXCEPTIONS, Breach


@frozen
class Measure:
    """Something counted, and the most that it should come to."""

    name: str
    now: int
    aim: int

    @property
    def is_met(self) -> bool:
        return self.now <= self.aim


@frozen
class Missed:
    """An aim that is not met: how far it was come, which must not get worse, and why no further."""

    reached: int
    reason: str


def recorded() -> Mapping[str, Missed]:
    """The aims of the list of exceptions, by the name of what is measured."""
    with EXCEPTIONS.open("rb") as file:
        listed = tomllib.load(file).get(AIM, [])
    return {each["name"]: Missed(each["reached"], each["reason"]) for each in listed}


def breaches(measures: Sequence[Measure], missed: Mapping[str, Missed]) -> list[Breach]:
    """What misses its aim without a reason, what got worse, and reasons that nothing needs."""
    found = [breach for each in measures if (breach := _judged(each, missed.get(each.name)))]
    unknown = missed.keys() - {each.name for each in measures}
    return [*found, *(_stale(name, "names nothing measured") for name in sorted(unknown))]


def _judged(measure: Measure, missed: Missed | None) -> Breach | None:
    if measure.is_met:
        return _stale(measure.name, "is met") if missed else None
    if missed is None:
        return _missing(measure, f"aim {measure.aim}")
    return _missing(measure, f"reached {missed.reached}") if measure.now > missed.reached else None


def _missing(measure: Measure, against: str) -> Breach:
    return Breach(AIM, measure.name, f"{measure.name}: {measure.now}, {against}")


def _stale(name: str, why: str) -> Breach:
    return Breach("exceptions", name, f"{EXCEPTIONS.name}: aim {name} {why}")


def reasons(measures: Iterable[Measure], missed: Mapping[str, Missed]) -> list[str]:
    """A line for each aim that is missed and says why."""
    return [
        f"{each.name}: {each.now}, aim {each.aim}: {missed[each.name].reason}"
        for each in measures
        if not each.is_met and each.name in missed
    ]
