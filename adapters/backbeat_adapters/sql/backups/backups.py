"""Backups of either database: one file with its checksum beside it, proven by restoring it.

A backup of SQLite is a database file made while others write, one of PostgreSQL a dump in its
custom format. A restore works beside the existing database: the backup is unpacked, checked and put
in place by one renaming, and the previous database is kept under another name.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import secrets
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from attrs import evolve, frozen
from sqlalchemy import URL, Connection, Engine, make_url, text
from sqlalchemy.exc import DBAPIError

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.audit.ports import SealKey
from backbeat.audit.sealing import Seals
from backbeat.audit.service import Audit
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.ledger.integrity.anchors import Anchor, Anchors
from backbeat.ledger.integrity.service import LedgerIntegrity
from backbeat_adapters.private_folders import make_private
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.backups.postgres_programs import Programs, ProgramsFailed
from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS, let_write, make_engine
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.migrations.refusals import MigrationRefused
from backbeat_adapters.sql.runs import unfinished
from backbeat_adapters.sql.schema_version import WrongSchema, newest
from backbeat_adapters.sql.turns import CLOSES, FILES, RESTORES, NotOurTurn, turn, turn_beside

BACKED_UP = "database.backed_up"
RESTORED = "database.restored"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
_MAGIC = {SQLITE: b"SQLite format 3\x00", POSTGRESQL: b"PGDMP"}
_BLOCK = 1024 * 1024
_PART = re.compile(r"\..+\.[0-9a-f]{8}\.part")
_NAMED = 5
_BESIDE = ("-wal", "-shm", FILES.suffix, CLOSES.suffix)
"""The files that opening and examining a copy may leave beside it on SQLite."""
_UNSAVED = ("-shm", "-journal", "-wal")
"""The files in which SQLite keeps what is not in a database's own file yet."""
_OTHER_KEYS = (
    "audit: it was sealed with a key that is not among secret_keys: add the keys of the portal"
    " that it is a backup of"
)
_IN_USE = "55006"
_NOT_ALLOWED = "42501"


class BackupRefused(Exception):
    """A backup, its check or a restore cannot be done; the text is the reason, one line."""


@frozen
class Made:
    file: Path
    bytes: int
    sha256: str
    schema: str | None
    seconds: float


@frozen
class Examined:
    """What a restored copy contained, and everything that is wrong with it or with its file."""

    schema: str | None
    transactions: int
    entries: int
    audit_rows: int
    findings: tuple[str, ...]
    unsealed: int = 0
    """Transactions that no checkpoint has sealed yet."""
    unfinished: tuple[str, ...] = ()
    """Intakes and closes that were under way at that moment; that is no damage, nothing of them
    counts.
    """

    @property
    def is_whole(self) -> bool:
        """Whether the backup can be relied on."""
        return not self.findings


@frozen
class Restored:
    """A finished restore; `kept` is where the previous database is now, if there was one."""

    examined: Examined
    kept: str | None


@frozen
class Backups:
    """Backups of the database of one installation, named by its address."""

    url: URL
    clock: Clock
    programs: Programs
    seal_key: SealKey | None = None

    @classmethod
    def of(
        cls, database_url: str, clock: Clock, folder: Path | None, seal_key: SealKey | None = None
    ) -> Backups:
        """The backups of the database at that address; `folder`, if given, contains PostgreSQL's
        programs.
        """
        return cls(make_url(database_url), clock, Programs(folder), seal_key)

    @property
    def kind(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.url.get_backend_name()

    # -- making one

    def make(self, file: Path, actor: Actor) -> Made:
        """Write a backup of this moment, while others go on writing; readable by its owner alone.

        The file appears complete or not at all, and never replaces another. The audit says when and
        by whom, so that the doctor can tell how old the last one is.
        """
        made = self.copy(file)
        self.note_made(made, actor)
        return made

    def note_made(self, backup: Made, actor: Actor) -> None:
        """Write into the audit that this backup was made."""
        engine = make_engine(self.url, LONG_TIMEOUTS)
        try:
            self._note(
                engine, actor, BACKED_UP, {"file": backup.file.name, "sha256": backup.sha256}
            )
        finally:
            engine.dispose()

    def copy(self, file: Path) -> Made:
        """Make the backup alone, without an audit entry; it may also have the schema of an earlier
        version.
        """
        started = time.monotonic()
        _require_free(file)
        if not file.parent.is_dir():
            raise BackupRefused(f"{file.parent} is no folder")
        if self.kind == SQLITE and not Path(self.url.database or "").is_file():
            raise BackupRefused(f"there is no database {self.url.database}")
        engine = make_engine(self.url, LONG_TIMEOUTS)
        try:
            schema = migrations.revision_of(engine)
            if schema is None:
                raise BackupRefused("the database is empty: there is nothing to back up")
            with _beside(file) as part:
                if self.kind == SQLITE:
                    _vacuum(engine, part)
                else:
                    self.programs.dump(self.url, part)
                _keep(part)
                digest = _sha256(part)
                size = part.stat().st_size
                _appear(part, file, digest)
        except ProgramsFailed as failed:
            raise BackupRefused(str(failed)) from None
        finally:
            engine.dispose()
        return Made(file, size, digest, schema, time.monotonic() - started)

    # -- proving one

    def verify(
        self, file: Path, *, checksum: bool = True, anchor: Anchor | None = None
    ) -> Examined:
        """Restore a backup into a temporary place, check everything there, and remove it again.

        Wrong are: a file that is not what its checksum says, cannot be restored or is damaged, a
        schema that differs, findings of the ledger, changed or missing audit rows, tables with less
        than the audit or the anchor tells of. Without `checksum` the file beside it is not
        required. Nothing in the installation is changed.
        """
        wrong = _against_checksum(file) if checksum else []
        try:
            with self._copy(file) as url:
                found = self._examined(url, anchor)
        except _Damaged as damaged:
            return Examined(None, 0, 0, 0, (*wrong, str(damaged)))
        return evolve(found, findings=(*wrong, *found.findings))

    def is_empty(self) -> bool:
        """Whether a restore would replace nothing."""
        if self.kind == SQLITE:
            file = Path(self.url.database or "")
            if not file.exists() or file.stat().st_size == 0:
                return True
        engine = make_engine(self.url, LONG_TIMEOUTS)
        try:
            return migrations.revision_of(engine) is None
        except DatabaseUnavailable:
            if self.kind == POSTGRESQL and not self._exists():
                return True
            raise
        finally:
            engine.dispose()

    def require_own_kind(self, file: Path) -> None:
        """Refuse a file that is not there, is no backup, or is one of the other kind of database."""
        kind = _kind_of(file)
        if kind != self.kind:
            raise BackupRefused(f"{file} is a backup of {kind}, and database_url names {self.kind}")

    def restore(self, file: Path, actor: Actor, *, checksum: bool = True) -> Restored:
        """Replace the database with a backup, once the backup is proven whole.

        The previous database is kept under another name. Refused if the backup has findings, and
        while others are connected or restore. What a restore that was cut off has left behind is
        removed.
        """
        wrong = _against_checksum(file) if checksum else []
        if wrong:
            raise BackupRefused(wrong[0])
        self.require_own_kind(file)
        stamp = datetime.now(UTC).strftime("%Y%m%d%H%M%S")
        place = self._restore_file if self.kind == SQLITE else self._restore_database
        try:
            with self._alone():
                restored = place(file, stamp)
        except NotOurTurn as taken:
            raise BackupRefused(str(taken)) from None
        except _Damaged as damaged:
            raise BackupRefused(f"{file} cannot be restored: {damaged}") from None
        engine = make_engine(self.url, LONG_TIMEOUTS)
        try:
            self._note(engine, actor, RESTORED, {"file": file.name, "sha256": _sha256(file)})
        finally:
            engine.dispose()
        return restored

    def _restore_file(self, file: Path, stamp: str) -> Restored:
        target = Path(self.url.database or "")
        _remove_cut_off(target)
        coming = target.with_name(f"{target.name}.restoring-{stamp}")
        try:
            _copy_private(file, coming)
            examined = self._approved(self.url.set(database=str(coming)))
            _settle_down(coming)
            kept = None
            if target.exists() and target.stat().st_size:
                _settle_down(target)
                kept = target.with_name(f"{target.name}.before-{stamp}")
                _link(target, kept)
            unsaved = _put_aside_unsaved(target, stamp)
            coming.replace(target)
            _keep_folder(target.parent)
            before = kept or unsaved
            return Restored(examined, str(before) if before else None)
        finally:
            for name in (coming, *(Path(f"{coming}{end}") for end in _BESIDE)):
                name.unlink(missing_ok=True)

    def _restore_database(self, file: Path, stamp: str) -> Restored:
        name = self.url.database or ""
        coming, before = f"{name}_restoring_{stamp}", f"{name}_before_{stamp}"
        was_there, was_empty = self._exists(), self.is_empty()
        with self._administering() as run:
            for each in self._cut_off():
                # Killed with the command or not, pg_restore may still be filling it.
                run(f"DROP DATABASE IF EXISTS {_quoted(each)} WITH (FORCE)")
            run(f"CREATE DATABASE {_quoted(coming)} TEMPLATE template0 ENCODING 'UTF8'")
            try:
                self.programs.restore(self.url.set(database=coming), file)
                examined = self._approved(self.url.set(database=coming))
                old = f"ALTER DATABASE {_quoted(name)} RENAME TO {_quoted(before)}"
                new = f"ALTER DATABASE {_quoted(coming)} RENAME TO {_quoted(name)}"
                run(*([old] if was_there else []), new)
            except ProgramsFailed as failed:
                raise _Damaged(str(failed)) from None
            finally:
                run(f"DROP DATABASE IF EXISTS {_quoted(coming)}")
            if was_there and was_empty:
                run(f"DROP DATABASE {_quoted(before)}")
        return Restored(examined, before if was_there and not was_empty else None)

    # -- parts

    def _note(self, engine: Engine, actor: Actor, action: str, after: dict[str, str]) -> None:
        """Write down who did it."""
        with SqlTransactions(engine, self.clock, TimeOrderedIds()).begin() as books:
            books.audit.record(
                AuditEntry(
                    self.clock.now(),
                    actor,
                    action,
                    "database",
                    after={name: mask_addresses(value) for name, value in after.items()},
                )
            )

    def _approved(self, url: URL) -> Examined:
        """The copy, brought to the program's schema; refused if anything is wrong with it."""
        examined = self._examined(url)
        if not examined.is_whole:
            first = "; ".join(examined.findings[:_NAMED])
            raise BackupRefused(f"the backup is not whole, nothing was replaced: {first}")
        return examined

    @contextmanager
    def _copy(self, file: Path) -> Iterator[URL]:
        of_kind = _copied_file if _kind_of(file) == SQLITE else self._copied_database
        with of_kind(file) as url:
            yield url

    @contextmanager
    def _copied_database(self, file: Path) -> Iterator[URL]:
        if self.kind != POSTGRESQL:
            raise BackupRefused(f"{file} is a dump of PostgreSQL: name a server in database_url")
        name = f"backbeat_verify_{secrets.token_hex(6)}"
        with self._administering() as run:
            run(f"CREATE DATABASE {_quoted(name)} TEMPLATE template0 ENCODING 'UTF8'")
            try:
                self.programs.restore(self.url.set(database=name), file)
                yield self.url.set(database=name)
            except ProgramsFailed as failed:
                raise _Damaged(str(failed)) from None
            finally:
                run(f"DROP DATABASE {_quoted(name)}")

    def _anchors(self, transactions: SqlTransactions) -> Anchors:
        return Anchors(
            transactions,
            self.clock,
            Seals(transactions, self.clock, self.clock),
            Audit(transactions, self.seal_key),
        )

    def _examined(self, url: URL, anchor: Anchor | None = None) -> Examined:
        try:
            engine = make_engine(url, LONG_TIMEOUTS)
        except DBAPIError as error:
            raise _Damaged(_line(error.orig or error)) from None
        try:
            findings = list(_page_damage(engine)) if url.get_backend_name() == SQLITE else []
            if findings:
                return Examined(None, 0, 0, 0, tuple(findings[:_NAMED]))
            schema = migrations.revision_of(engine)
            if schema is None:
                raise _Damaged("there is no schema in it")
            if schema != newest():
                migrations.upgrade(engine)
            findings = [f"schema: {each}" for each in migrations.drift(engine)]
            transactions = SqlTransactions(engine, self.clock, TimeOrderedIds())
            report = LedgerIntegrity(transactions, self.clock).check()
            trail = self._anchors(transactions).examine(anchor)
            if trail.verdict.forged:
                findings.append(_OTHER_KEYS)
            findings += [f"ledger: {each.invariant}: {each.what}" for each in report.findings]
            findings += [f"audit: {each}" for each in trail.lines]
            return Examined(
                schema,
                report.transactions,
                report.entries,
                trail.verdict.rows,
                tuple(findings),
                report.unsealed,
                tuple(f"{each.words}; {each.cure}" for each in unfinished(engine)),
            )
        except (
            WrongSchema,
            MigrationRefused,
            DatabaseUnavailable,
            DBAPIError,
            sqlite3.Error,
        ) as error:
            raise _Damaged(_line(error)) from None
        finally:
            engine.dispose()

    @contextmanager
    def _administering(self) -> Iterator[Callable[..., None]]:
        """Runs statements on the server, outside the installation's database; several run together."""
        engine = make_engine(self.url.set(database="postgres"), LONG_TIMEOUTS)

        def run(*statements: str) -> None:
            # Databases are made and dropped outside of transactions, and renamed inside one.
            level = "AUTOCOMMIT" if len(statements) == 1 else "READ COMMITTED"
            try:
                with engine.connect().execution_options(isolation_level=level) as connection:
                    for statement in statements:
                        connection.execute(text(statement))
                    connection.commit()
            except DBAPIError as error:
                raise BackupRefused(_told(error)) from None

        try:
            yield run
        finally:
            engine.dispose()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let nobody else restore here until the block ends, or the process."""
        if self.kind == SQLITE:
            target = Path(self.url.database or "")
            make_private(target.parent)
            with turn_beside(str(target), RESTORES):
                yield
            return
        ours = RESTORES.of(self.url.database or "")
        with self._outside() as connection, turn(connection, patience=0, lock=ours):
            yield

    def _exists(self) -> bool:
        return self.url.database in self._databases()

    def _cut_off(self) -> list[str]:
        """The databases that restores of this one were filling when they were cut off."""
        ours = re.compile(rf"{re.escape(self.url.database or '')}_restoring_\d{{14}}")
        return [name for name in self._databases() if ours.fullmatch(name)]

    def _databases(self) -> frozenset[str]:
        with self._outside() as connection:
            return frozenset(
                connection.exec_driver_sql("SELECT datname FROM pg_database").scalars().all()
            )

    @contextmanager
    def _outside(self) -> Iterator[Connection]:
        """A connection to the server, outside the installation's database."""
        engine = make_engine(self.url.set(database="postgres"), LONG_TIMEOUTS)
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


class _Damaged(Exception):
    """The file cannot be restored; the text is the database's message."""


@contextmanager
def _copied_file(file: Path) -> Iterator[URL]:
    with tempfile.TemporaryDirectory(prefix="backbeat-verify-") as folder:
        copy = Path(folder) / "backup.sqlite3"
        _copy_private(file, copy)
        yield URL.create(SQLITE, database=str(copy))


def _told(error: DBAPIError) -> str:
    state = getattr(error.orig, "sqlstate", None)
    if state == _IN_USE:
        return "others are connected to the database: stop serve and worker first"
    said = _line(error.orig or error)
    if state == _NOT_ALLOWED:
        return f"{said}: a role that restores needs CREATEDB, and owns the database it replaces"
    return said


def _vacuum(engine: Engine, part: Path) -> None:
    driver = engine.raw_connection()
    try:
        let_write(driver, may=True)
        driver.cursor().execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as error:
        raise BackupRefused(f"the database cannot be copied: {error}") from None
    finally:
        driver.close()
    with closing(sqlite3.connect(part)) as copy:
        answer = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if answer != "ok":
            raise BackupRefused(f"the copy is damaged: {answer}")


def _page_damage(engine: Engine) -> Iterator[str]:
    with engine.connect() as connection:
        for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({_NAMED})"):
            if line != "ok":
                yield f"file: {line}"


def _settle_down(file: Path) -> None:
    """Bring everything into the one database file; refused while others have it open."""
    with closing(sqlite3.connect(file, timeout=1)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.Error:
            mode = "busy"
    if mode != "delete":
        raise BackupRefused(f"others have {file} open: stop serve and worker first")
    _keep(file)


def _put_aside_unsaved(target: Path, stamp: str) -> Path | None:
    """Rename what a lost database has left beside its place; SQLite would write it into whatever
    comes there.
    """
    kept = None
    for end in _UNSAVED:
        with suppress(FileNotFoundError):
            kept = Path(f"{target}{end}").replace(f"{target}.before-{stamp}{end}")
    return kept


def _remove_cut_off(target: Path) -> None:
    """Remove what restores that were cut off have left beside a database."""
    for each in target.parent.iterdir():
        if each.name.startswith(f"{target.name}.restoring-"):
            each.unlink()


def _kind_of(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            start = opened.read(16)
    except OSError as error:
        raise BackupRefused(f"{file}: {error.strerror}") from None
    for kind, magic in _MAGIC.items():
        if start.startswith(magic):
            return kind
    raise BackupRefused(f"{file} is no backup: neither of SQLite nor of PostgreSQL")


def _checksum_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.sha256")


def _against_checksum(file: Path) -> list[str]:
    """What the checksum beside a backup contradicts."""
    if not file.is_file():
        raise BackupRefused(f"{file}: there is no such file")
    beside = _checksum_of(file)
    try:
        said = beside.read_text(encoding="ascii").split()[0]
    except (OSError, UnicodeDecodeError, IndexError):
        return [f"{beside} is missing: nobody can tell whether the file was changed"]
    return [] if said == _sha256(file) else [f"{file} is not what {beside.name} says"]


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while block := opened.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A private, empty file beside `file`, deleted afterwards unless it was renamed.

    It is locked as long as somebody writes it: what a backup that was killed left is not, and goes.
    """
    _delete_cut_off(file.parent)
    part, opened = _locked_part(file)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)
        os.close(opened)


def _locked_part(file: Path) -> tuple[Path, int]:
    while True:
        part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
        opened = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        # Some file systems have no locks; there, nobody takes a part for one that was left.
        with suppress(OSError):
            fcntl.flock(opened, fcntl.LOCK_EX)
        # Another backup that began just now may have come between making and locking.
        if part.exists():
            return part, opened
        os.close(opened)


def _delete_cut_off(folder: Path) -> None:
    """Delete the parts of backups that nobody is making any more."""
    for part in folder.glob(".*.part"):
        if _PART.fullmatch(part.name) and not part.is_symlink():
            # Others' parts may be locked, gone or out of reach: this backup is made all the same.
            with suppress(OSError), part.open("rb") as opened:
                fcntl.flock(opened.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink()


def _appear(part: Path, file: Path, digest: str) -> None:
    """Give a finished file its name and a checksum beside it, unless another file took the name
    meanwhile.
    """
    beside = _checksum_of(file)
    with _alone_in(file.parent):
        _require_free(file)
        try:
            # The checksum comes first, so that every visible backup can be verified.
            _write_private(beside, f"{digest}  {file.name}\n")
            _link(part, file)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    _keep_folder(file.parent)


def _require_free(file: Path) -> None:
    if file.exists():
        raise BackupRefused(f"{file} is there already: a backup never overwrites")


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Let several backups that finish at once take their names one after the other."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        # Some file systems have no locks; there, linking still lets only one have the name.
        with suppress(OSError):
            fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def _link(file: Path, name: Path) -> None:
    """Give a file a second name; on file systems without links, copy it."""
    try:
        os.link(file, name)
    except FileExistsError:
        raise
    except OSError:
        _copy_private(file, name)


def _copy_private(file: Path, to: Path) -> None:
    with suppress(FileNotFoundError), file.open("rb") as source:
        made = os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            with os.fdopen(made, "wb") as target:
                shutil.copyfileobj(source, target, _BLOCK)
                target.flush()
                os.fsync(target.fileno())
        except BaseException:
            to.unlink()
            raise


def _write_private(file: Path, content: str) -> None:
    file.unlink(missing_ok=True)
    made = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(made, "w", encoding="ascii") as target:
        target.write(content)
        target.flush()
        os.fsync(target.fileno())


def _keep(file: Path) -> None:
    """Make sure that the file's content survives a power cut."""
    opened = os.open(file, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _keep_folder(folder: Path) -> None:
    with suppress(OSError):
        _keep(folder)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _line(error: BaseException) -> str:
    # The driver's own words; SQLAlchemy adds links to its documentation.
    said = getattr(error, "orig", None) or error
    return " ".join(str(said).split())[:200] or type(error).__name__
