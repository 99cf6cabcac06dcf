"""Which closes are running, known by a lock that ends with their process; and what was left
unfinished.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from attrs import frozen
from sqlalchemy import Engine

from backbeat_adapters.sql.confirmed_days import SqlConfirmedDays
from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.standing import Act, ChangeState, change_under_way
from backbeat_adapters.sql.turns import CLOSES, CLOSING, FILES, NotOurTurn, is_taken, turn


@frozen
class SqlRuns:
    """Fulfils `Runs`."""

    engine: Engine

    @contextmanager
    def closing(self) -> Iterator[None]:
        with outages(), self.engine.connect() as connection, turn(connection, lock=CLOSING):
            yield

    @contextmanager
    def alone(self) -> Iterator[bool]:
        with ExitStack() as stack:
            stack.enter_context(outages())
            connection = stack.enter_context(self.engine.connect())
            try:
                stack.enter_context(turn(connection, patience=0, lock=CLOSES))
            except NotOurTurn:
                yield False
                return
            yield True


@frozen
class Unfinished:
    """A change of report rows, or a close, that was begun and has not ended yet."""

    what: Act | None
    """None for a close."""
    subject: str
    """The file's number, or the month."""
    is_shown: bool
    """Whether it counts already, so that only what it replaced is left to be removed."""
    is_at_work: bool
    """Whether a process is working on it now."""

    @property
    def words(self) -> str:
        if self.what is None:
            done = f"a close of {self.subject}"
        elif self.what is Act.RELEASE:
            done = "a release from suspense"
        else:
            done = f"the {'intake' if self.what is Act.INGEST else 'undo'} of report {self.subject}"
        if self.is_at_work:
            return f"{done} is at work"
        return f"{done} {'is in, and was not tidied up after' if self.is_shown else _DIED}"

    @property
    def cure(self) -> str:
        """What to do about one that no process works on any more."""
        if self.what is None and not self.is_shown:
            return _GO_ON
        again = "" if self.is_shown else ", and then do it again"
        return f"backbeat worker takes away what is left within the hour; {_NEXT[self.what]} does{again}"


_NEXT: dict[Act | None, str] = {None: "the next close", **dict.fromkeys(Act, "the next file")}
_GO_ON = (
    "do it again, and it goes on with what is left if no report file came or went;"
    " otherwise the next close, or backbeat worker within the hour, takes that away"
)
_DIED = "was begun and did not come to its end: nothing of it counts"


def unfinished(engine: Engine) -> list[Unfinished]:
    """What was begun and has not ended, in a database of the newest schema."""
    with outages(), engine.connect() as connection:
        with connection.begin():
            change = change_under_way(connection)
            days = SqlConfirmedDays(connection)
            months = [(month, days.is_shown(month)) for month in days.unfinished()]
        found = []
        if change is not None:
            is_shown = change.state is ChangeState.SHOWN
            taken = is_taken(connection, FILES)
            found.append(Unfinished(change.act, f"{change.file or ''}", is_shown, taken))
        if months:
            taken = is_taken(connection, CLOSES)
            found += [Unfinished(None, str(month), shown, taken) for month, shown in months]
        return found
