"""When a session was last used is looked up once, for as long as nobody notes it anew."""

from __future__ import annotations

from datetime import datetime, timedelta

from attrs import define, field
from tests.fakes.standins import NOON, FixedClock

from backbeat.accounts.sessions import SEEN_EVERY
from backbeat.kernel.ids import SessionId
from backbeat_adapters.last_seen import RememberedLastSeen

SESSION = SessionId("session")


@define
class Store:
    """A `LastSeen` that counts how often it is asked."""

    noted: dict[SessionId, datetime] = field(factory=dict)
    asked: int = 0

    def at(self, session: SessionId) -> datetime | None:
        self.asked += 1
        return self.noted.get(session)

    def note(self, session: SessionId, at: datetime) -> None:
        self.noted[session] = at


def test_it_is_looked_up_once_while_nobody_notes_it() -> None:
    store, clock = Store({SESSION: NOON}), FixedClock()
    seen = RememberedLastSeen(store, clock)

    assert [seen.at(SESSION) for _ in range(3)] == [NOON] * 3
    assert store.asked == 1


def test_what_another_process_noted_is_seen() -> None:
    store, clock = Store({SESSION: NOON}), FixedClock()
    seen = RememberedLastSeen(store, clock)
    seen.at(SESSION)

    clock.move(SEEN_EVERY)
    store.note(SESSION, clock.now())
    clock.move(timedelta(seconds=1))
    assert seen.at(SESSION) == NOON + SEEN_EVERY


def test_what_was_noted_here_need_not_be_looked_up() -> None:
    store, clock = Store(), FixedClock()
    seen = RememberedLastSeen(store, clock)
    seen.note(SESSION, NOON)

    assert (seen.at(SESSION), store.noted[SESSION], store.asked) == (NOON, NOON, 0)


def test_as_soon_as_it_may_be_noted_anew_it_is_looked_up_again() -> None:
    store, clock = Store({SESSION: NOON}), FixedClock()
    seen = RememberedLastSeen(store, clock)
    seen.at(SESSION)

    clock.move(SEEN_EVERY - timedelta(seconds=1))
    assert (seen.at(SESSION), store.asked) == (NOON, 1)
    clock.move(timedelta(seconds=1))
    assert (seen.at(SESSION), store.asked) == (NOON, 2)


def test_no_more_than_ten_thousand_are_remembered() -> None:
    seen = RememberedLastSeen(Store(), FixedClock())
    for number in range(10_001):
        seen.note(SessionId(f"{number}"), NOON)

    assert len(seen._remembered) <= 10_000
    assert seen.at(SessionId("10000")) == NOON
