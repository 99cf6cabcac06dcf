"""Events that one takes part in, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import define, field

from backbeat.board.model import PostId
from backbeat.events.model import BoardEvent, Participation
from backbeat.events.ports import Untold
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks

EVENT = "event"


@define(eq=False)
class MemoryEvents:
    _locks: Locks
    kept: dict[PostId, BoardEvent] = field(factory=dict)
    joined: dict[tuple[PostId, AccountId], Participation] = field(factory=dict)
    reached: dict[PostId, AccountId] = field(factory=dict)
    everybody: set[PostId] = field(factory=set)

    def put(self, event: BoardEvent) -> None:
        self._locks.write(EVENT, event.id, is_new=event.id not in self.kept)
        self.kept[event.id] = event

    def get(self, event: PostId) -> BoardEvent | None:
        return self.kept.get(event)

    def lock(self, event: PostId) -> BoardEvent | None:
        self._locks.take(EVENT, event)
        return self.kept.get(event)

    def join(self, participation: Participation) -> None:
        self.keep(participation)

    def keep(self, participation: Participation) -> None:
        self.joined[participation.event, participation.account] = participation

    def leave(self, participation: Participation) -> None:
        del self.joined[participation.event, participation.account]

    def participation(self, event: PostId, account: AccountId) -> Participation | None:
        return self.joined.get((event, account))

    def participations(self, event: PostId, page: PageRequest) -> Page[Participation]:
        return page.of(sorted(self._of(event), key=lambda each: (each.applied_at, each.account)))

    def all_of(self, account: AccountId) -> Sequence[Participation]:
        mine = (each for each in self.joined.values() if each.account == account)
        return sorted(mine, key=lambda each: (each.applied_at, each.event))

    def participants_after(
        self, event: PostId, account: AccountId | None, most: int
    ) -> Sequence[AccountId]:
        waiting = sorted(each.account for each in self._of(event) if each.claimed_on is None)
        return [each for each in waiting if account is None or each > account][:most]

    def untold(self, today: date) -> Untold | None:
        for event in sorted(self.kept.values(), key=lambda each: each.id):
            benefit = event.benefit
            is_open = benefit is not None and benefit.begin <= today <= benefit.until
            if is_open and event.id not in self.everybody:
                return Untold(event, self.reached.get(event.id))
        return None

    def told(self, event: PostId, up_to: AccountId | None) -> None:
        if up_to is None:
            self.everybody.add(event)
        else:
            self.reached[event] = up_to

    def _of(self, event: PostId) -> Sequence[Participation]:
        return [each for each in self.joined.values() if each.event == event]
