"""Which parts of the security log matter enough to be reported at once (SEC-20)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta

from attrs import frozen

from backbeat.alerts.model import Alert, AlertKind, Sighting

LOOKED_BACK = timedelta(minutes=15)
"""How much of the log is judged together."""


@frozen
class Watch:
    """Report when at least so many sightings about one and the same thing are seen.

    Without `differing` each sighting counts; with it each different value counts once.
    """

    alert: AlertKind
    kind: str
    outcome: str
    of: Callable[[Sighting], str | None]
    least: int = 1
    differing: Callable[[Sighting], str | None] | None = None

    def sees(self, sighting: Sighting) -> bool:
        return sighting.kind == self.kind and sighting.outcome == self.outcome


WATCHES = (
    Watch(
        AlertKind.LOGINS_OF_MANY,
        "login",
        "refused",
        of=lambda seen: seen.address,
        least=10,
        differing=lambda seen: seen.who,
    ),
    Watch(AlertKind.CODES_TRIED, "code", "refused", of=lambda seen: seen.who, least=10),
    Watch(AlertKind.PLATFORM_SILENT, "platform", "left_alone", of=lambda seen: seen.what),
    Watch(AlertKind.PROXY_UNNAMED, "proxy", "unnamed", of=lambda seen: seen.address),
    Watch(AlertKind.RESTORED_SHORT, "database", "restored_short", of=lambda seen: seen.reason),
)


def judge(sightings: Iterable[Sighting]) -> Iterator[Alert]:
    """One alert for each watch that has seen enough, about whatever it has seen most often."""
    seen = list(sightings)
    for watch in WATCHES:
        groups: dict[str, list[str]] = defaultdict(list)
        for each in seen:
            of = watch.of(each) if watch.sees(each) else None
            if of:
                groups[of].append((watch.differing(each) or "") if watch.differing else "")
        counts = {of: _count(watch, values) for of, values in groups.items()}
        most = max(counts, key=lambda of: counts[of], default=None)
        if most is not None and counts[most] >= watch.least:
            yield Alert(watch.alert, counts[most], most)


def _count(watch: Watch, values: list[str]) -> int:
    return len(values) if watch.differing is None else len({each for each in values if each})
