"""Reading the audit trail, and checking that nobody has changed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from backbeat.audit import rules
from backbeat.audit.model import AuditRow
from backbeat.audit.ports import AuditFilter, AuditTrail, Books, SealKey
from backbeat.audit.sealing import MARK, SEALED, Seal, seal_of
from backbeat.kernel.ids import AuditId
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.kernel.transactions import Transactions


@frozen
class Verdict:
    """How many rows were read, which no longer match their digest, and which seals are broken.

    `sealed` rows are covered by a valid seal, so none before them is missing. `forged` are seals
    without our key's signature. `acts` tells how often each act was recorded, and `fits` whether a
    given seal belongs to this trail.
    """

    rows: int
    changed: tuple[AuditId, ...]
    broken_seals: tuple[AuditId, ...] = ()
    sealed: int = 0
    forged: tuple[AuditId, ...] = ()
    fits: bool = True
    acts: Mapping[str, int] = field(factory=dict, eq=False, repr=False)

    @property
    def is_whole(self) -> bool:
        """Whether every row is unchanged and no sealed row is missing."""
        return not (self.changed or self.broken_seals or self.forged) and self.fits


@frozen
class Audit:
    """With a `key`, seals are expected to be signed with it, beginning with the first signed one."""

    transactions: Transactions[Books]
    key: SealKey | None = None

    def list(self, filter: AuditFilter, page: PageRequest) -> Page[AuditRow]:
        """A page of acts, the newest first."""
        with self.transactions.look() as books:
            return books.audit.page(filter, page)

    def verify(self, named: Seal | None = None) -> Verdict:
        """Read every row; name those that were changed after they were written, and seals that do
        not match.
        """
        rows, sealed, linked = 0, 0, rules.NO_SEAL
        changed: list[AuditId] = []
        acts: Counter[str] = Counter()
        fits = named is None
        with self.transactions.look() as books:
            written = _seal_rows(books.audit)
            seals = {seal_of(row.entry): row.id for row in written}
            for row in books.audit.all():
                rows, linked = rows + 1, rules.linked(linked, row)
                acts[row.entry.action] += 1
                if not rules.is_whole(row):
                    changed.append(row.id)
                here = Seal(row.id, rows, linked)
                fits = fits or here == named
                if seals.pop(here, None) is not None:
                    sealed = rows
        return Verdict(
            rows,
            tuple(changed),
            tuple(sorted(seals.values())),
            sealed,
            tuple(_forged(written, self.key)) if self.key else (),
            fits,
            acts,
        )


def _seal_rows(trail: AuditTrail) -> Sequence[AuditRow]:
    """The rows of all seals, the oldest first."""
    found: list[AuditRow] = []
    asked: PageRequest | None = PageRequest(size=LARGEST_PAGE)
    while asked is not None:
        page = trail.page(AuditFilter(action=SEALED), asked)
        found.extend(page.items)
        asked = asked.following(page)
    return found[::-1]


def _forged(seals: Sequence[AuditRow], key: SealKey) -> Iterator[AuditId]:
    """Seals whose signature is not ours, and those without one after the first signed seal."""
    marking = False
    for row in seals:
        mark = row.entry.after.get(MARK)
        if mark is None and not marking:
            continue
        marking = True
        if mark is None or not key.fits(seal_of(row.entry).text, str(mark)):
            yield row.id
