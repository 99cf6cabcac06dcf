"""Reading calls, counted in memory and written down later (LIMIT-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from threading import Lock, Timer

from attrs import Factory, define, field

from backbeat.kernel.clock import Clock
from backbeat.limits import rules
from backbeat.limits.model import Hits, Limit
from backbeat.limits.ports import LimitKey, LimitStore
from backbeat.memory.limits import milliseconds
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable

WRITTEN_WITHIN = 2.0
"""Seconds after which a hit is written down at the latest; a crash may lose five (LIMIT-15)."""


@define(eq=False)
class _Counted:
    """The hits of one key: all that this process knows of, and those of them that other processes
    do not see yet.
    """

    limit: Limit
    most_kept: int
    hits: Hits = ()
    unwritten: Hits = ()
    being_written: Hits = ()

    @property
    def is_full(self) -> bool:
        """Whether something has to be written before another hit is taken."""
        kept = rules.number_of(self.unwritten) + rules.number_of(self.being_written)
        return kept >= self.most_kept

    def hit(self, at: int) -> None:
        self.hits = rules.with_hit(self.hits, self.limit, at)
        self.unwritten = rules.with_hit(self.unwritten, self.limit, at)


@define(eq=False)
class CountedBehind:
    """A `LimitStore` over another that all processes share, in which attempts are counted at once.

    For a limit that is not exact, each of the `processes` keeps back a few hits, as many as
    `rules.kept_back` allows, and writes them down when it has that many or after some time.
    """

    store: LimitStore
    clock: Clock
    processes: int
    _counted: dict[str, _Counted] = field(factory=dict, init=False, repr=False)
    _counting: Lock = field(default=Factory(Lock), init=False, repr=False)
    _writing: Lock = field(default=Factory(Lock), init=False, repr=False)
    _is_due: bool = field(default=False, init=False)

    def take(self, limits: Sequence[LimitKey], now: datetime) -> float:
        """Count one hit of each, or say how many seconds to wait."""
        if any(rules.kept_back(limit, self.processes) == 0 for limit, _ in limits):
            return self.store.take(limits, now)
        keys = [key for _, key in limits]
        while (wait := self._taken_here(limits, milliseconds(now))) is None:
            self.write(keys)
        if wait == 0:
            self._write_soon()
            if self._is_any_full(keys):
                self.write(keys)
        return wait / 1000

    def add(self, taken: Sequence[tuple[LimitKey, Hits]], now: datetime) -> Mapping[str, Hits]:
        """Count hits that were taken elsewhere, for everybody."""
        return self.store.add(taken, now)

    def give_back(self, keys: Sequence[str]) -> None:
        """Forget the newest hit of each, which may not have been written yet."""
        self.write(keys)
        self.store.give_back(keys)
        with self._counting:
            for each in (self._counted[key] for key in keys if key in self._counted):
                each.hits = rules.without_hit(each.hits)

    def prune(self, now: datetime) -> int:
        """Forget keys whose windows are over."""
        return self.store.prune(now)

    def write(self, keys: Iterable[str] | None = None) -> None:
        """Write down the unwritten hits of these keys, or of all, and learn what other processes
        counted.
        """
        now = self.clock.now()
        at = milliseconds(now)
        with self._writing:
            taken = self._begin(keys)
            if not taken:
                return
            try:
                held = self.store.add(taken, now)
            except BaseException:
                self._take_back(taken, at)
                raise
            self._learn(held, at)

    def _taken_here(self, limits: Sequence[LimitKey], at: int) -> int | None:
        """How long to wait: 0 if the hits were taken; None if other processes must learn of hits
        first.
        """
        with self._counting:
            counted = [self._of(limit, key) for limit, key in limits]
            wait = max(rules.wait(each.hits, each.limit, at) for each in counted)
            if wait > 0:
                return wait
            if any(each.is_full for each in counted):
                return None
            for each in counted:
                each.hit(at)
            return 0

    def _of(self, limit: Limit, key: str) -> _Counted:
        if key not in self._counted:
            self._counted[key] = _Counted(limit, rules.kept_back(limit, self.processes))
        return self._counted[key]

    def _is_any_full(self, keys: Iterable[str]) -> bool:
        with self._counting:
            return any(self._counted[key].is_full for key in keys if key in self._counted)

    def _write_soon(self) -> None:
        with self._counting:
            if self._is_due:
                return
            self._is_due = True
        timer = Timer(WRITTEN_WITHIN, self._write_all)
        timer.daemon = True
        timer.start()

    def _write_all(self) -> None:
        with self._counting:
            self._is_due = False
        with suppress(DatabaseUnavailable):  # the calls themselves log it
            self.write()
        self._forget(milliseconds(self.clock.now()))

    def _begin(self, keys: Iterable[str] | None) -> list[tuple[LimitKey, Hits]]:
        with self._counting:
            named = list(self._counted) if keys is None else keys
            found = {key: self._counted[key] for key in named if key in self._counted}
            for each in found.values():
                each.being_written, each.unwritten = each.unwritten, ()
            return [
                ((each.limit, key), each.being_written)
                for key, each in found.items()
                if each.being_written
            ]

    def _take_back(self, taken: Iterable[tuple[LimitKey, Hits]], at: int) -> None:
        with self._counting:
            for (limit, key), hits in taken:
                each = self._counted[key]
                each.unwritten = rules.with_hits(hits, limit, each.unwritten, at)
                each.being_written = ()

    def _learn(self, held: Mapping[str, Hits], at: int) -> None:
        with self._counting:
            for key, hits in held.items():
                each = self._counted[key]
                each.hits = rules.with_hits(hits, each.limit, each.unwritten, at)
                each.being_written = ()

    def _forget(self, at: int) -> None:
        """Forget keys for which nothing was counted within the time that their limits look back."""
        with self._writing, self._counting:
            over = [
                key
                for key, each in self._counted.items()
                if not each.hits or each.hits[-1][0] <= at - each.limit.longest * 1000
            ]
            for key in over:
                del self._counted[key]
