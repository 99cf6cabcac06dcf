"""Partner sites as an operator keeps them: described, proved, removed."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define, evolve, field
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.board.model import Picture, PictureId
from backbeat.catalogue.model import Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import Refusal
from backbeat.kernel.hosts import origin_of
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Site
from backbeat.site.errors import (
    DomainUnproved,
    LogoElsewhere,
    OwnDomain,
    SiteInUse,
    SiteNotFound,
    SiteTaken,
    UnreadableColour,
)
from backbeat.site.model import LandingWords, PartnerSite
from backbeat.site.ports import ProbeFailed
from backbeat.site.service import Look, Sites

ANN = Actor.operator("ann")
HOUSE = Site(url="https://www.portal.example", image_hosts=("https://img.example", "*.cdn.example"))
LOGO = Picture(PictureId("ab" * 16), "image/webp", 80, 20, b"pixels")


@define
class Domains:
    """Fulfils `SiteProbe`: what each origin answers."""

    answers: dict[str, str] = field(factory=dict)
    asked: list[str] = field(factory=list)

    def token_at(self, origin: str) -> str:
        self.asked.append(origin)
        if origin not in self.answers:
            raise ProbeFailed("nobody answers")
        return self.answers[origin]


@define
class Desk:
    """An operator's desk over books in memory."""

    domains: Domains = field(factory=Domains)
    transactions: MemoryTransactions = field(init=False)
    sites: Sites = field(init=False)

    def __attrs_post_init__(self) -> None:
        clock = FixedClock()
        self.transactions = MemoryTransactions.empty(clock, counting_ids())
        tokens = iter(f"token-{number}" for number in range(99))
        self.sites = Sites(self.transactions, clock, HOUSE, self.domains, lambda: next(tokens))

    def add(self, domain: str = "partner.example", **look: Any) -> PartnerSite:
        return self.sites.add(domain, "Partner", Look(**look), ANN)

    def acts(self) -> list[str]:
        with self.transactions.look() as books:
            return [row.entry.action for row in books.audit.all()]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_site_that_says_nothing_more_has_the_portals_colours(desk: Desk) -> None:
    site = desk.add("www.Partner.example:443")

    assert (site.domain, site.color_primary) == ("partner.example", "#5b5bf0")
    assert (site.exclusive_logo, site.sender, site.words) == (None, "Partner", {})
    assert site.token == "token-0"
    assert desk.sites.all() == [site]
    assert desk.acts() == ["site.added"]


def test_a_site_is_shown_once_its_domain_has_answered(desk: Desk) -> None:
    site = desk.add()
    assert desk.sites.partner("partner.example") is None
    assert desk.sites.shown() == []
    assert desk.sites.token("www.PARTNER.example") == site.token

    with pytest.raises(DomainUnproved) as refused:
        desk.sites.prove("partner.example", ANN)
    assert refused.value.problem == "nobody answers"
    desk.domains.answers["https://partner.example"] = "another token"
    with pytest.raises(DomainUnproved):
        desk.sites.prove("partner.example", ANN)
    assert desk.sites.partner("partner.example") is None

    desk.domains.answers["https://partner.example"] = f"{site.token}\n"
    assert desk.sites.check("partner.example").problem is None
    desk.sites.prove("partner.example", ANN, dry_run=True)
    assert desk.sites.partner("partner.example") is None
    proved = desk.sites.prove("partner.example", ANN)

    assert desk.sites.partner("www.partner.example:8000") == proved
    assert proved == evolve(site, proved_at=FixedClock().now())
    assert desk.sites.shown() == [proved]
    assert desk.acts() == ["site.added", "site.proved"]
    assert desk.sites.check("partner.example").address == (
        "https://partner.example/.well-known/backbeat-site"
    )


@define
class MadeAnewMeanwhile:
    """Answers the token, but only after the site was made anew with another one."""

    desk: Desk

    def token_at(self, origin: str) -> str:
        before = self.desk.sites.get("partner.example").token
        self.desk.sites.remove("partner.example", ANN)
        self.desk.add()
        return before


def test_what_was_asked_for_another_site_proves_nothing(desk: Desk) -> None:
    desk.add()
    asking = evolve(desk.sites, probe=MadeAnewMeanwhile(desk))

    with pytest.raises(DomainUnproved):
        asking.prove("partner.example", ANN)
    assert desk.sites.shown() == []


def test_a_site_without_a_token_is_never_proved() -> None:
    desk = Desk(Domains({"https://partner.example": ""}))
    with desk.transactions.begin() as books:
        books.sites.put(PartnerSite("partner.example", "Partner", "#112233", "#445566"))

    assert desk.sites.token("partner.example") is None
    with pytest.raises(DomainUnproved):
        desk.sites.prove("partner.example", ANN)


def test_a_domain_is_asked_where_the_portal_stands_under_it() -> None:
    assert origin_of("p.example", "https://portal.example") == "https://p.example"
    assert origin_of("p.localhost", "http://127.0.0.1:8000/") == "http://p.localhost:8000"


@pytest.mark.parametrize(
    "domain",
    [
        *("", "partner", "10.0.0.1", "[::1]", "a b.example", "-a.example", "a..example"),
        *("파트너.example", "p.example/x", "<b>.example", "partner.123", f"{'a' * 64}.example"),
    ],
)
def test_what_is_no_domain_is_refused(desk: Desk, domain: str) -> None:
    with pytest.raises(ValueError, match="not a domain"):
        desk.add(domain)
    assert desk.sites.all() == []


def test_the_portals_own_domain_is_nobodys_look(desk: Desk) -> None:
    with pytest.raises(OwnDomain):
        desk.add("portal.example")
    assert desk.sites.all() == []


def test_a_domain_has_one_site(desk: Desk) -> None:
    first = desk.add()

    with pytest.raises(SiteTaken):
        desk.sites.add("www.partner.example", "Another", Look(color_primary="#ff0000"), ANN)
    assert desk.sites.all() == [first]
    assert desk.acts() == ["site.added"]


def test_a_colour_that_carries_no_text_is_named_with_its_contrast(desk: Desk) -> None:
    with pytest.raises(UnreadableColour) as refused:
        desk.add(color_primary="#112233", color_primary_dim="#8899aa")

    assert refused.value.details == {
        "reason": "bad_value",
        "colour": "#8899aa",
        "text": "#ffffff",
        "ratio": "2.92",
    }
    assert desk.sites.all() == []


def test_a_new_primary_brings_a_dimmed_colour_of_its_own(desk: Desk) -> None:
    site = desk.add(color_primary="#ffd43b")
    assert contrasted(site) >= 4.5

    edited = desk.sites.edit("partner.example", Look(color_primary="#112233"), ANN)
    assert edited.color_primary_dim not in {site.color_primary_dim, "#112233"}
    assert contrasted(edited) >= 4.5
    kept = desk.sites.edit("partner.example", Look(name="Other"), ANN)
    assert kept == evolve(edited, name="Other")


def contrasted(site: PartnerSite) -> float:
    return min(pair.ratio for pair in site.palette.pairs())


@pytest.mark.parametrize(
    "logo",
    [
        *("/logo.png", "/pictures/x.webp", "https://img.example/a", "https://a.cdn.example/b.svg"),
        f"/{'l' * 495}.png",
    ],
)
def test_a_logo_comes_from_here_or_from_an_allowed_host(desk: Desk, logo: str) -> None:
    assert desk.add(logo=logo).exclusive_logo == logo


@pytest.mark.parametrize(
    ("logo", "refusal"),
    [
        ("https://evil.example/l.png", LogoElsewhere),
        ("https://img.example.evil.example/l.png", LogoElsewhere),
        ("https://xcdn.example/l.png", LogoElsewhere),
        ("https://img.example:8443/l.png", LogoElsewhere),
        ("/logo.js", ValueError),
        ("/logo", ValueError),
        (f"/{'l' * 496}.png", ValueError),
        ("http://img.example/l.png", ValueError),
        ("javascript:alert(1)", ValueError),
        ("data:image/svg+xml,<svg/>", ValueError),
    ],
)
def test_a_logo_that_no_browser_may_load_is_refused(
    desk: Desk, logo: str, refusal: type[Exception]
) -> None:
    site = desk.add()

    with pytest.raises(refusal):
        desk.sites.edit("partner.example", Look(logo=logo), ANN)
    assert desk.sites.all() == [site]


def test_a_logo_that_was_taken_in_is_kept_with_the_site(desk: Desk) -> None:
    desk.sites.add("a.example", "A", Look(picture=LOGO), ANN, dry_run=True)
    with desk.transactions.look() as books:
        assert books.pictures.get(LOGO.id) is None

    assert desk.add(picture=LOGO).exclusive_logo == f"/pictures/{LOGO.id}.webp"
    with desk.transactions.look() as books:
        assert books.pictures.get(LOGO.id) == LOGO


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "two\nlines"])
def test_names_are_one_line(desk: Desk, name: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        desk.sites.add("partner.example", name, Look(), ANN)
    with pytest.raises(ValueError, match="one line"):
        desk.add(mail_sender=name)
    with pytest.raises(ValueError, match="one line"):
        LandingWords(name * 3, "A line")
    assert desk.sites.all() == []


def test_words_take_the_place_of_those_before(desk: Desk) -> None:
    english = {Language.ENGLISH: LandingWords("Hear us first", "A line")}
    korean = {Language.KOREAN: LandingWords("먼저 들어 보세요", "한 줄")}
    desk.add(words=english)

    edited = desk.sites.edit("partner.example", Look(words=korean), ANN)

    assert edited.words == korean


def test_a_dry_run_is_judged_and_keeps_nothing(desk: Desk) -> None:
    tried = desk.sites.add("partner.example", "Partner", Look(), ANN, dry_run=True)
    assert tried.domain == "partner.example"
    assert desk.sites.all() == []
    site = desk.add()

    changed = desk.sites.edit("partner.example", Look(name="Other"), ANN, dry_run=True)
    assert changed.name == "Other"
    desk.sites.remove("partner.example", ANN, dry_run=True)
    assert desk.sites.all() == [site]
    with pytest.raises(SiteTaken):
        desk.sites.add("partner.example", "Partner", Look(), ANN, dry_run=True)


def test_a_site_goes_when_no_track_is_its_own(desk: Desk) -> None:
    desk.add()
    track = Track(Isrc("QZBB12500001"), "A track", partner="partner.example")
    with desk.transactions.begin() as books:
        books.tracks.save([track])
    with pytest.raises(SiteInUse) as refused:
        desk.sites.remove("partner.example", ANN)
    assert refused.value.tracks == 1

    with desk.transactions.begin() as books:
        books.tracks.lock([track.isrc])
        books.tracks.save([evolve(track, partner=None)])
    desk.sites.remove("www.partner.example", ANN)
    assert desk.sites.all() == []
    assert desk.acts() == ["site.added", "site.removed"]


def test_nobody_changes_a_site_that_there_is_not(desk: Desk) -> None:
    for act in (desk.sites.get, desk.sites.check):
        with pytest.raises(SiteNotFound):
            act("x.example")
    for change in (desk.sites.prove, desk.sites.remove):
        with pytest.raises(SiteNotFound):
            change("x.example", ANN)
    with pytest.raises(SiteNotFound):
        desk.sites.edit("x.example", Look(name="X"), ANN)


def test_the_audit_never_holds_a_token(desk: Desk) -> None:
    desk.add()

    with desk.transactions.look() as books:
        [entry] = [row.entry for row in books.audit.all()]
    assert "token" not in entry.after
    assert entry.after["domain"] == "partner.example"


@pytest.mark.parametrize("refusal", [OwnDomain, SiteInUse, UnreadableColour, LogoElsewhere])
def test_refusals_have_their_code(refusal: type[Refusal]) -> None:
    assert (refusal.code, refusal.reason) == (2, "bad_value")
