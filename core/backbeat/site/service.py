"""What anybody may ask about the portal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hmac import compare_digest
from typing import Any
from zoneinfo import ZoneInfo

from attrs import Factory, asdict, evolve, frozen

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.hosts import origin_of
from backbeat.kernel.languages import Language
from backbeat.kernel.palette import dimmed_of
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Site
from backbeat.site import rules, texts
from backbeat.site.errors import DomainUnproved, SiteInUse, SiteNotFound
from backbeat.site.model import LandingWords, PartnerSite, Terms, TermsKind
from backbeat.site.ports import Books, Picture, ProbeFailed, SiteProbe

DEFAULT_PRIMARY = "#5b5bf0"


@frozen
class NoProbe:
    """Asks nobody: where a portal was given no way out, no domain can be proved."""

    def token_at(self, origin: str) -> str:
        raise ProbeFailed(f"this portal has no way to ask {origin}")


@frozen
class Look:
    """How an operator describes a site; None leaves a thing as it is, and is left out at first.

    Without a dimmed colour of its own a new primary gets the one that follows from it. `picture` is
    a logo that was taken in, `logo` the address of one.
    """

    name: str | None = None
    color_primary: str | None = None
    color_primary_dim: str | None = None
    logo: str | None = None
    picture: Picture | None = None
    mail_sender: str | None = None
    words: Mapping[Language, LandingWords] | None = None

    def on(self, site: PartnerSite) -> PartnerSite:
        told = {
            "name": self.name,
            "color_primary": self.color_primary,
            "color_primary_dim": self._dim,
            "exclusive_logo": rules.logo_path(self.picture.id) if self.picture else self.logo,
            "mail_sender": self.mail_sender,
            "words": self.words,
        }
        changed: dict[str, Any] = {name: what for name, what in told.items() if what is not None}
        return evolve(site, **changed)

    @property
    def _dim(self) -> str | None:
        if self.color_primary is None or self.color_primary_dim is not None:
            return self.color_primary_dim
        return dimmed_of(self.color_primary)


@frozen
class Proof:
    """What asking a domain came to; `problem` says why it proves nothing."""

    site: PartnerSite
    address: str
    problem: str | None


@frozen
class Sites:
    """Terms, and the look of partners. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    settings: Site = Factory(Site)
    probe: SiteProbe = Factory(NoProbe)
    new_token: Callable[[], str] = str
    """Makes a value that nobody guesses; a site with a blank one is never proved."""
    zone: ZoneInfo = Factory(lambda: ZoneInfo("UTC"))
    """The zone of the business clock."""

    def partner(self, host: str) -> PartnerSite | None:
        """The partner behind a host name, None for any other host; it never grants a right.

        A domain that was not proved is none (SITE-6).
        """
        with self.transactions.look() as books:
            found = books.sites.by_domain(rules.domain_of(host))
        return found if found and found.is_shown else None

    def token(self, host: str) -> str | None:
        """What a host has to answer to prove itself; None for one that is no partner's."""
        with self.transactions.look() as books:
            found = books.sites.by_domain(rules.domain_of(host))
        return found.token or None if found else None

    def get(self, host: str) -> PartnerSite:
        """A site, proved or not; refuses with `SiteNotFound`."""
        with self.transactions.look() as books:
            return _found(books.sites.by_domain, host)

    def all(self) -> Sequence[PartnerSite]:
        """Every partner site, in order of domains."""
        with self.transactions.look() as books:
            return books.sites.all()

    def shown(self) -> Sequence[PartnerSite]:
        """Those under whose domains the portal appears."""
        return [site for site in self.all() if site.is_shown]

    def add(
        self, domain: str, name: str, look: Look, by: Actor, *, dry_run: bool = False
    ) -> PartnerSite:
        """Let the portal appear as a partner, once its domain is proved.

        Refuses with `SiteTaken` where it does already, and what the rules refuse: the portal's own
        domain, a colour that carries no text, a logo that no browser would load. A ValueError says
        what is no domain, colour or logo at all.
        """
        plain = PartnerSite(domain, name, DEFAULT_PRIMARY, dimmed_of(DEFAULT_PRIMARY))
        site = evolve(look.on(plain), token=self.new_token())
        self._require(site)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            books.sites.add(site)
            return self._noted(books, None, site, look, by)

    def edit(self, host: str, look: Look, by: Actor, *, dry_run: bool = False) -> PartnerSite:
        """Change a site; refuses with `SiteNotFound`, and as `add` does."""
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.sites.lock, host)
            after = look.on(before)
            self._require(after)
            if before == after:
                return after
            books.sites.put(after)
            return self._noted(books, before, after, look, by)

    def remove(self, host: str, by: Actor, *, dry_run: bool = False) -> PartnerSite:
        """Let the portal appear as that partner no longer; its people see the portal's own look.

        Refuses with `SiteNotFound`, and with `SiteInUse` while tracks are the partner's alone.
        """
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            site = _found(books.sites.lock, host)
            if tracks := books.tracks.count_of(site.domain):
                raise SiteInUse(domain=site.domain, tracks=tracks)
            books.sites.remove(site.domain)
            self._record(books, by, "removed", site, None)
            return site

    def check(self, host: str) -> Proof:
        """Ask a site's domain for its token and change nothing; refuses with `SiteNotFound`."""
        site = self.get(host)
        origin = origin_of(site.domain, self.settings.url)
        problem = None
        try:
            answer = self.probe.token_at(origin).strip()
            if not (site.token and compare_digest(answer.encode(), site.token.encode())):
                problem = "it answers something else than the site's token"
        except ProbeFailed as failed:
            problem = str(failed)
        return Proof(site, f"{origin}{rules.TOKEN_PATH}", problem)

    def prove(self, host: str, by: Actor, *, dry_run: bool = False) -> PartnerSite:
        """Show the site if its domain answers the token; refuses with `DomainUnproved` (SITE-6)."""
        proof = self.check(host)
        if proof.problem is not None:
            raise DomainUnproved(domain=proof.site.domain, problem=proof.problem)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.sites.lock, host)
            if before.token != proof.site.token:
                raise DomainUnproved(domain=before.domain, problem="the site was changed meanwhile")
            after = evolve(before, proved_at=self.clock.now())
            books.sites.put(after)
            self._record(books, by, "proved", before, after)
            return after

    def _require(self, site: PartnerSite) -> None:
        rules.require_domain(site.domain, self.settings)
        rules.require_name(site.name)
        rules.require_colours(site.color_primary, site.color_primary_dim)
        rules.require_logo(site.exclusive_logo, self.settings.image_hosts)

    def _noted(
        self, books: Books, before: PartnerSite | None, after: PartnerSite, look: Look, by: Actor
    ) -> PartnerSite:
        """The site that was stored, with its picture and the audit."""
        if look.picture is not None:
            books.pictures.put(look.picture)
        self._record(books, by, "added" if before is None else "changed", before, after)
        return after

    def _record(
        self,
        books: Books,
        by: Actor,
        act: str,
        before: PartnerSite | None,
        after: PartnerSite | None,
    ) -> None:
        site = after or before
        assert site is not None  # noqa: S101 - an act has a site before or after it
        books.audit.record(
            AuditEntry(
                at=self.clock.now(),
                actor=by,
                action=f"site.{act}",
                target=f"site:{site.domain}",
                before=_facts(before),
                after=_facts(after),
            )
        )

    def terms(self, kind: TermsKind, language: Language) -> Terms:
        """One of the portal's texts, in the reader's language."""
        return texts.terms(kind, language, self.settings, self.zone)


def _found(read: Callable[[str], PartnerSite | None], host: str) -> PartnerSite:
    site = read(rules.domain_of(host))
    if site is None:
        raise SiteNotFound(domain=host)
    return site


def _facts(site: PartnerSite | None) -> Mapping[str, Any]:
    """What the audit keeps of a site: all but the token, which anybody may ask the domain for."""
    if site is None:
        return {}
    return {name: fact for name, fact in asdict(site).items() if name != "token"}
