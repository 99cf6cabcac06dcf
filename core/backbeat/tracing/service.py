"""Following money: what caused an entry and what took it; where a report's row went (TRACE-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path, PurePath

from attrs import evolve, frozen

from backbeat.channels.model import Channel
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, EntryId, ReportId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import Entry, EntryType, Transaction, Use
from backbeat.ledger.model import Kind as TransactionKind
from backbeat.ledger.rules import withdrawal_of
from backbeat.ledger.statements import channel_names
from backbeat.platforms.kinds import Kind
from backbeat.report_files.layouts.model import LayoutChoice
from backbeat.report_files.model import ReportFile, ReportRow, RowOrigin, RowVersion
from backbeat.report_files.ports import ReportFiles
from backbeat.report_files.rules import line_key
from backbeat.settings import Settings
from backbeat.settlement import explanation, row_trace
from backbeat.settlement.calculation import kinds_in, terms_in
from backbeat.settlement.comparison import in_force
from backbeat.settlement.model import Parts, RowSharing, SettledLine, Settlement
from backbeat.settlement.parts import parts_of
from backbeat.tracing.errors import NoRow, NoSuchFile, SeveralFiles
from backbeat.tracing.model import EntryTrail, EntryUse, Explanation, Fate, RowTrail, SourceDocument
from backbeat.tracing.ports import Books


@frozen
class Tracing:
    """The ways between a file's row and an entry of the ledger. They only read."""

    transactions: Transactions[Books]
    settings: Settings
    files: ReportFiles

    def of_entry(
        self, entry: EntryId, page: PageRequest, account: AccountId | None = None
    ) -> Explanation:
        """What caused an entry of the ledger, what it is made of, and what took its money
        (TRACE-3).

        `page` is the page of the report rows behind what a close posted, or of the entries that
        this one used. With `account`, only an entry of that account is found, and revenue before
        shares is shown only to those who manage others (NET-12). Refuses an unknown entry (2
        `not_found`).
        """
        with self.transactions.look() as books:
            transaction, found = _found(
                books, account or books.ledger.store.account_of(entry), entry
            )
            explained = _explained(books, transaction, found, page)
            reader = books.accounts.get_all([account]).get(account) if account else None
            return evolve(explained, gross=reader is None or reader.can_manage)

    def of_row(self, file: str, line: int) -> RowTrail:
        """Where the money of one line of a report file went.

        `file` is the number or the name under which it was taken in, or the file itself: then the
        line is read, and found where it is kept under another one. Refuses an unknown file
        (2 `not_found`), a name that several have (`several_files`) and a line of which nothing is
        kept (`no_row`).
        """
        digest, row = self._read(file, line)
        with self.transactions.look() as books:
            found = (books.reports.by_digest(digest) if digest else None) or _file(books, file)
            versions = tuple(books.report_rows.versions(found, line))
            if not versions and row is not None and found.sha256 == digest:
                versions = tuple(books.report_rows.versions_of(found, row))
            return self._of_versions(books, found, line, versions)

    def _read(self, file: str, line: int) -> tuple[str | None, ReportRow | None]:
        """The digest of a file that was given, and what it has on the line."""
        path = Path(file)
        if file.isdecimal() or not path.is_file():
            return None, None
        digest = self.files.digest(path)
        with self.transactions.look() as books:
            known = books.reports.by_digest(digest)
            if known is None:
                return None, None
            choice = _as_read(books, known)
        with self.files.open(path, choice, known.remarks.encoding) as report:
            month = Month.of(known.first) if known.first else report.reading.month
            blocks = report.blocks(known.platform, month)
            rows = chain.from_iterable(block.rows for block in blocks)
            row = next((row for row in rows if row.line >= line), None)
        return digest, row if row is not None and row.line == line else None

    def _of_versions(
        self,
        books: Books,
        file: ReportFile,
        line: int,
        versions: tuple[RowVersion, ...],
    ) -> RowTrail:
        asked = _asked(versions, file, line)
        now = versions[-1] if versions[-1].replaced_by is None else None
        origin = (now or asked).origin
        month = origin.month
        settled = tuple(books.settlements.of(month))
        kinds = kinds_in(books, self.settings, month)
        line_settled = _line_settled(books, now.origin) if now is not None else None
        fate = _fate(asked, now, settled, kinds, line_settled)
        sharing = None
        if now is not None and now.reason is None and origin.kind in kinds:
            terms = terms_in(books, self.settings, month)
            sharing = row_trace.follow(books, origin, settled, terms)
        moves_money = sharing is not None or fate is Fate.REMOVED
        registered = tuple(books.channels.of_platform([origin.channel]).get(origin.channel, ()))
        return RowTrail(
            file,
            line,
            asked,
            now,
            versions,
            fate,
            settled,
            registered,
            books.videos.of([origin.video]).get(VideoId(origin.video)),
            sharing,
            bool(settled)
            and moves_money
            and row_trace.has_changed(books, origin.channel, settled[-1], kinds),
            tuple(_postings(books, month, registered, settled, sharing)) if moves_money else (),
            line_settled,
        )


def _as_read(books: Books, file: ReportFile) -> LayoutChoice:
    """What a file was read with: the version of the operator's layout, or its kind."""
    use = file.layout
    stored = books.layouts.get(use.name, use.version) if use is not None else None
    return LayoutChoice(chosen=stored or file.kind)


def _file(books: Books, named_as: str) -> ReportFile:
    name = PurePath(named_as).name  # a file is identified by its name, wherever it is
    numbered = books.reports.get(ReportId(name))
    if numbered is not None:
        return numbered
    named = books.reports.named(name)
    # If a file was undone and taken in again, the later intake is meant.
    live = [file for file in named if file.undone_at is None] or list(named[:1])
    if not live:
        raise NoSuchFile(file=named_as)
    if len(live) > 1:
        raise SeveralFiles(file=name, reports=[file.id for file in live])
    return live[0]


def _asked(versions: Sequence[RowVersion], file: ReportFile, line: int) -> RowVersion:
    place = (file.id, line)
    for version in versions:
        if (version.origin.report, version.origin.line) == place:
            return version
    if versions:
        return versions[-1]
    changes = file.changes
    if file.undone_at is not None:
        raise NoRow(file=file.name, line=line, problem="undone")
    if not changes.duplicates and not changes.unchanged:
        raise NoRow(file=file.name, line=line, problem="not_a_row")
    raise NoRow(
        file=file.name,
        line=line,
        problem="not_kept",
        added_up=changes.duplicates,
        unchanged=changes.unchanged,
    )


def _fate(
    asked: RowVersion,
    now: RowVersion | None,
    settled: Sequence[Settlement],
    kinds: Sequence[Kind],
    line_settled: SettledLine | None,
) -> Fate:
    if now is None:
        return Fate.REMOVED
    if asked != now:
        return Fate.REPLACED
    if now.reason is not None:
        return Fate.SUSPENSE
    if line_settled is not None:
        return Fate.SETTLED
    if now.origin.kind not in kinds:
        return Fate.NOT_SETTLED
    return Fate.SETTLED if settled else Fate.OPEN


def _line_settled(books: Books, row: RowOrigin) -> SettledLine | None:
    """How a line of a payment summary is settled without a file."""
    if not row.kind.is_summary:
        return None
    line = in_force(books, row.month).get(line_key(row.adjustment))
    return None if line is None or line.is_taken_back else line


def _postings(
    books: Books,
    month: Month,
    registered: Sequence[Channel],
    settled: Sequence[Settlement],
    sharing: RowSharing | None,
) -> Iterable[EntryTrail]:
    """Everything posted for the month and these channels, to whomever it ever was."""
    channels = {channel.id for channel in registered}
    found: set[tuple[AccountId, EntryType]] = {
        (link.account, group.type)
        for settlement in settled
        for group in books.settlements.groups(month, settlement.revision, channels)
        for link in group.chain.links
    }
    if sharing is not None:
        found |= {(share.account, share.type) for share in sharing.shares}
    for account, type_ in sorted(found):
        for entry in books.ledger.statements.entries_of_month(account, month, [type_]):
            if entry.channel in channels and explanation.is_of_close(books, entry):
                yield _trail(books, *_found(books, account, entry.id))


def _found(books: Books, account: str | None, entry: EntryId) -> tuple[Transaction, Entry]:
    transaction = books.ledger.transaction_of(account, entry) if account else None
    if transaction is None:
        raise NotFound()
    return transaction, next(each for each in transaction.entries if each.id == entry)


def _trail(books: Books, transaction: Transaction, entry: Entry) -> EntryTrail:
    taken = tuple(_taken(books, entry))
    return EntryTrail(
        entry,
        transaction,
        explanation.break_down(books, transaction, entry),
        taken,
        _remaining(entry, books.ledger.used_by(entry), taken),
    )


def _explained(
    books: Books, transaction: Transaction, entry: Entry, page: PageRequest
) -> Explanation:
    reckoned = explanation.break_down(books, transaction, entry)
    uses, taken = books.ledger.used_by(entry), tuple(_taken(books, entry))
    shown, undone = page.of(uses), transaction.reverses
    reverses = books.ledger.transaction(entry.account, undone) if undone else None
    return Explanation(
        entry,
        transaction,
        reckoned,
        taken,
        _remaining(entry, uses, taken),
        _parts(books, transaction, entry),
        explanation.rows_behind(books, reckoned, page) if reckoned else page.of([]),
        shown,
        channel_names(books.channels, [use.entry for use in shown.items]),
        _document(books, transaction),
        reverses,
        books.ledger.reversals.reversal_of(entry.account, transaction.id),
        _line(books, reverses or transaction),
    )


def _parts(books: Books, transaction: Transaction, entry: Entry) -> Parts:
    settled = books.settlements.of(entry.month) if entry.month else ()
    return parts_of(books, transaction, entry, settled) or Parts()


def _line(books: Books, transaction: Transaction) -> SettledLine | None:
    """The line of a payment summary of which a transaction is a part."""
    if transaction.kind is not TransactionKind.SUMMARY_LINE or transaction.month is None:
        return None
    lines = books.settled_lines.of(transaction.month)
    return next(each for each in lines if transaction.source.startswith(f"{each.source}:"))


def _taken(books: Books, entry: Entry) -> Iterable[EntryUse]:
    for take in books.ledger.allocations_of(entry):
        transaction, by = _found(books, entry.account, take.consumer)
        yield EntryUse(take.amount, by, transaction, _document(books, transaction))


def _remaining(entry: Entry, uses: Iterable[Use], taken: Iterable[EntryUse]) -> Money:
    """What is left of an entry, after what others took of it and what it took itself."""
    used = total(each.amount for each in uses)
    return entry.amount + used - total(each.amount for each in taken)


def _document(books: Books, transaction: Transaction) -> SourceDocument | None:
    id_ = withdrawal_of(transaction.source)
    withdrawal = books.withdrawals.get(AccountId(transaction.account), id_) if id_ else None
    if withdrawal is None:
        return None
    owner = {withdrawal.id: withdrawal.account}
    return SourceDocument(
        withdrawal,
        books.ledger.reservations.ending_of(withdrawal.account, withdrawal.id),
        tuple(books.attempts.of(owner)[withdrawal.id]),
        tuple(books.invoices.credit_notes(owner).get(withdrawal.id, ())),
    )
