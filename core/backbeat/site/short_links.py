"""Short links: `/r/CODE` leads to an invitation, a track or a page of the portal (SITE-7)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import asdict, frozen

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import Isrc
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Site
from backbeat.site import rules
from backbeat.site.errors import ShortTargetUnknown
from backbeat.site.model import LinkKind, ShortCode
from backbeat.site.ports import Books


@frozen
class ShortLinks:
    """Codes that the operator registered, and everybody's own invitation code. `clock` is the
    business clock."""

    transactions: Transactions[Books]
    clock: Clock
    settings: Site

    def resolve(self, code: str) -> ShortCode:
        """Where a code leads; one that nobody registered may be somebody's who invites. Refuses
        any other with `NotFound`."""
        with self.transactions.look() as books:
            found = books.short_links.by_code(rules.short_code_of(code))
            if found is not None:
                return found
            own = code.strip().upper()
            inviter = books.accounts.by_referral_code(own)
        if inviter is None or not inviter.is_active:
            raise NotFound()
        return ShortCode(code.strip(), LinkKind.REFERRAL, own)

    def all(self) -> Sequence[ShortCode]:
        """Every short link, in order of codes."""
        with self.transactions.look() as books:
            return books.short_links.all()

    def add(
        self, code: str, kind: LinkKind, target: str, by: Actor, *, dry_run: bool = False
    ) -> ShortCode:
        """Register a code.

        Refuses with `ShortLinkTaken`, and with `ShortTargetUnknown` where no account has such a
        referral code, or the catalogue no such track. A ValueError says what is wrong with the
        code or the address.
        """
        link = ShortCode(code, kind, _target(kind, target, self.settings.url))
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            books.short_links.add(link)
            if not _is_there(books, link):
                raise ShortTargetUnknown(target=link.target)
            self._record(books, by, "added", link)
        return link

    def remove(self, code: str, by: Actor, *, dry_run: bool = False) -> ShortCode:
        """Take a code away; its address is not found from then on."""
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            link = books.short_links.by_code(rules.short_code_of(code))
            if link is None:
                raise NotFound()
            books.short_links.remove(link.code)
            self._record(books, by, "removed", link)
        return link

    def _record(self, books: Books, by: Actor, act: str, link: ShortCode) -> None:
        books.audit.record(
            AuditEntry(
                self.clock.now(), by, f"short.{act}", f"short:{link.code}", after=asdict(link)
            )
        )


def _target(kind: LinkKind, text: str, portal: str) -> str:
    match kind:
        case LinkKind.REFERRAL:
            return text.strip().upper()
        case LinkKind.TRACK:
            return rules.track_code_of(text)
        case LinkKind.URL:
            return rules.page_of(text, portal)


def _is_there(books: Books, link: ShortCode) -> bool:
    match link.kind:
        case LinkKind.REFERRAL:
            return books.accounts.by_referral_code(link.target) is not None
        case LinkKind.TRACK:
            return bool(books.tracks.known([Isrc(link.target)]))
        case LinkKind.URL:
            return True
