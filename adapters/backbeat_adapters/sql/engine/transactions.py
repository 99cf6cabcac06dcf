"""One transaction, one set of books: how every use case reaches the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar

from attrs import define, field, frozen
from sqlalchemy import Connection, Engine, delete, false

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.secrets import SecretBox
from backbeat_adapters.secrets import PlainBox
from backbeat_adapters.sql.accounts import accounts
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.engine.engines import WRITER, reader
from backbeat_adapters.sql.engine.outages import (
    DatabaseUnavailable,
    kept,
    note_commit,
    outages,
)

_open: ContextVar[bool] = ContextVar("transaction_open", default=False)


@define
class _Moment:
    """What several reads share: the books of the first of them, kept open."""

    of: object
    books: SqlBooks | None = None
    _held: ExitStack = field(factory=ExitStack)

    def look(self, opened: AbstractContextManager[SqlBooks]) -> SqlBooks:
        if self.books is None:
            self.books = self._held.enter_context(opened)
        return self.books

    def end(self) -> None:
        self.books = None
        self._held.close()


_moment: ContextVar[_Moment | None] = ContextVar("moment", default=None)


@frozen
class SqlTransactions:
    """Opens the books over SQLAlchemy, on SQLite and PostgreSQL alike.

    It fulfils the `Transactions` port of every feature. `clock` is the security clock: it dates
    what is recorded (DAY-8); `secrets` seals what is kept unreadable.
    """

    engine: Engine
    clock: Clock
    new_id: NewId
    secrets: SecretBox = field(factory=PlainBox)

    @contextmanager
    def begin(self) -> Iterator[SqlBooks]:
        """Open the books for writing: everything is kept if the block ends without an error,
        otherwise nothing.

        Raises `DatabaseUnavailable` if the database cannot serve, and `OutcomeUnknown` if the
        connection was lost before the database confirmed the changes.
        """
        with _alone(), outages():
            self._end_moment()
            with (
                self.engine.connect().execution_options(**WRITER) as connection,
                kept(connection),
            ):
                yield self._books(connection)
            note_commit()

    @contextmanager
    def begin_on(self, connection: Connection) -> Iterator[SqlBooks]:
        """Like `begin`, on the caller's own connection, which must have the options `WRITER`.

        For work that has prepared something on the connection, such as staged rows.
        """
        with _alone(), outages():
            self._end_moment()
            with kept(connection):
                yield self._books(connection)
            note_commit()

    @contextmanager
    def look(self) -> Iterator[SqlBooks]:
        """Open the books for reading, everything as of one moment; it never waits for writers."""
        with _alone(), outages():
            moment = self._moment()
            if moment is None:
                with self._looking() as books:
                    yield books
                return
            try:
                yield moment.look(self._looking())
            except BaseException:
                moment.end()
                raise

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let all reads inside see the same moment, over one connection; a `begin` ends it.

        The connection is held until the end, so nothing slow belongs inside.
        """
        moment = _Moment(self)
        token = _moment.set(moment)
        try:
            yield
        finally:
            _moment.reset(token)
            with outages():
                moment.end()

    def can_write(self) -> bool:
        """Whether the database could be written to now.

        Beginning a transaction alone does not tell: on a read-only file SQLite begins one as a
        reader.
        """
        try:
            with self.begin() as books:
                books.connection.execute(delete(accounts).where(false()))
        except DatabaseUnavailable:
            return False
        return True

    @contextmanager
    def _looking(self) -> Iterator[SqlBooks]:
        with (
            self.engine.connect().execution_options(**reader(self.engine)) as connection,
            connection.begin(),
        ):
            yield SqlBooks(connection, self.clock, self.new_id, self.secrets, is_one_moment=True)

    def _moment(self) -> _Moment | None:
        moment = _moment.get()
        return moment if moment is not None and moment.of is self else None

    def _end_moment(self) -> None:
        moment = self._moment()
        if moment is not None:
            moment.end()

    def _books(self, connection: Connection) -> SqlBooks:
        return SqlBooks(connection, self.clock, self.new_id, self.secrets)


@contextmanager
def _alone() -> Iterator[None]:
    # On SQLite, a second transaction inside a first would wait for it for ever.
    if _open.get():
        raise RuntimeError("the books are open already: a use case opens one transaction at a time")
    token = _open.set(True)
    try:
        yield
    finally:
        _open.reset(token)
