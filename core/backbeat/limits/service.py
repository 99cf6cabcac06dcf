"""Taking hits against the limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from math import ceil

from attrs import frozen

from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import Refusal, TooManyRequests
from backbeat.limits import rules
from backbeat.limits.model import Limit
from backbeat.limits.ports import LimitStore
from backbeat.settings import LimitsProfile


@frozen
class Limits:
    """Counts hits and refuses with code 3 if a limit is reached; `clock` is security time."""

    store: LimitStore
    clock: Clock
    profile: LimitsProfile = LimitsProfile.NORMAL

    def take(self, *wanted: tuple[Limit, str]) -> Hit:
        """Count one hit for each limit and key, all or none.

        Refuses with `TooManyRequests` (code 3), which names the seconds to wait. If only failures
        count, give back the hit on success.
        """
        sized = [
            (rules.in_profile(limit, self.profile), _name(limit, key)) for limit, key in wanted
        ]
        wait = self.store.take(sized, self.clock.now())
        if wait > 0:
            raise TooManyRequests(retry_after=max(1, ceil(wait)))
        return Hit(self.store, tuple(name for _, name in sized))

    def is_first(self, limit: Limit, key: str) -> bool:
        """Whether there is room, in which case the hit is counted: for counting something that
        happens twice only once.

        No profile widens it.
        """
        return self.store.take([(limit, _name(limit, key))], self.clock.now()) == 0

    def prune(self) -> int:
        """Remove what no limit needs any more. Returns how many keys there were."""
        return self.store.prune(self.clock.now())


@frozen
class Hit:
    store: LimitStore
    names: tuple[str, ...]

    def give_back(self) -> None:
        """Take back the hits, because what was tried is not what the limits are for."""
        self.store.give_back(self.names)

    @contextmanager
    def unless_refused(self, *but: type[Refusal]) -> Iterator[None]:
        """Give back the hit if the block refuses other than with `but`, because nothing was done."""
        try:
            yield
        except but:
            raise
        except Refusal:
            self.give_back()
            raise


def _name(limit: Limit, key: str) -> str:
    """Keys hold e-mail addresses and network addresses, so only their digest is stored."""
    return f"{limit.name}:{sha256(key.encode(errors='replace')).hexdigest()[:32]}"
