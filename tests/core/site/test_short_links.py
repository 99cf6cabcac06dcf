"""Short links lead where the operator said, and nowhere else."""

from __future__ import annotations

import pytest
from tests.fakes.standins import FixedClock

from backbeat import (
    Actor,
    Device,
    MemoryMailTransport,
    MemoryPlatform,
    PageRequest,
    Portal,
    Settings,
    SignUp,
)
from backbeat.audit.ports import AuditFilter
from backbeat.catalogue.model import Track
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import Isrc
from backbeat.settings import Site
from backbeat.site.errors import ShortLinkTaken, ShortTargetUnknown
from backbeat.site.model import LinkKind, ShortCode

ANN = Actor.operator("ann")
HERE = "https://portal.example"


@pytest.fixture
def portal() -> Portal:
    return Portal(
        Settings(site=Site(url=f"{HERE}/")), FixedClock(), MemoryPlatform(), MemoryMailTransport()
    )


def url(portal: Portal, target: str, code: str = "autumn") -> ShortCode:
    return portal.short_links.add(code, LinkKind.URL, target, ANN)


def test_a_code_is_found_however_its_letters_are_written(portal: Portal) -> None:
    link = url(portal, "/events", " AuTumn ")

    assert (link.code, portal.short_links.resolve("AUTUMN")) == ("autumn", link)
    assert portal.short_links.all() == [link]
    entry = portal.audit.list(AuditFilter(), PageRequest()).items[0].entry
    assert (entry.action, entry.target) == ("short.added", "short:autumn")
    assert entry.after == {"code": "autumn", "kind": "url", "target": "/events"}


def test_a_referral_leads_to_an_account_that_is_there(portal: Portal) -> None:
    code = portal.accounts.sign_up(
        SignUp("mina@example.org", "correct horse", "mina"), Device()
    ).account.referral_code
    link = portal.short_links.add("mina", LinkKind.REFERRAL, f" {code.lower()} ", ANN)

    assert link.target == code
    with pytest.raises(ShortTargetUnknown):
        portal.short_links.add("nobody", LinkKind.REFERRAL, "NOBODYS", ANN)


def test_a_track_leads_to_one_of_the_catalogue(portal: Portal) -> None:
    with portal.storage.transactions.begin() as books:
        books.tracks.save([Track(isrc=Isrc("QZBB12500001"), name="Late train", artist="Jun")])
    link = portal.short_links.add("train", LinkKind.TRACK, "qz-bb1-25-00001", ANN)

    assert link.target == "QZBB12500001"
    with pytest.raises(ShortTargetUnknown):
        portal.short_links.add("none", LinkKind.TRACK, "QZBB12500002", ANN)
    with pytest.raises(ValueError, match="not a track code"):
        portal.short_links.add("none", LinkKind.TRACK, "Late train", ANN)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("/events/42?x=1", "/events/42?x=1"),
        (f"{HERE}/musics/all?track=QZBB12500001", "/musics/all?track=QZBB12500001"),
        (HERE, "/"),
    ],
)
def test_an_address_of_the_portal_is_kept_as_its_path(
    portal: Portal, written: str, kept: str
) -> None:
    assert url(portal, written).target == kept


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "http://portal.example/events",
        "https://portal.example.evil.example/",
        "https://portal.example@evil.example/",
        "https://portal.example:444/",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "events",
        "",
        "/a b",
        "/a\nb",
        "/r/other",
        f"{HERE}//evil.example",
        "/" + "x" * 500,
    ],
)
def test_nothing_leads_away_from_the_portal(portal: Portal, target: str) -> None:
    with pytest.raises(ValueError, match="short link"):
        url(portal, target)
    assert portal.short_links.all() == []


@pytest.mark.parametrize("code", ["", "x", "-x", "a/b", "a b", "한국", "x" * 41, "a\x00b"])
def test_what_no_code_can_be_is_refused(portal: Portal, code: str) -> None:
    with pytest.raises(ValueError, match="short code"):
        url(portal, "/events", code)


def test_a_code_belongs_to_one_link(portal: Portal) -> None:
    first = url(portal, "/events")
    with pytest.raises(ShortLinkTaken):
        url(portal, "/notices", "AUTUMN")
    assert portal.short_links.resolve("autumn") == first


def test_a_code_nobody_registered_is_not_found(portal: Portal) -> None:
    for code in ("nothing", "", "x" * 10_000, "../autumn"):
        with pytest.raises(NotFound):
            portal.short_links.resolve(code)
    with pytest.raises(NotFound):
        portal.short_links.remove("nothing", ANN)


def test_everybodys_own_code_leads_to_signing_up_while_its_owner_is_active(portal: Portal) -> None:
    mina = portal.accounts.sign_up(
        SignUp("mina@example.org", "correct horse", "mina"), Device()
    ).account
    found = portal.short_links.resolve(f" {mina.referral_code.lower()} ")
    assert (found.kind, found.target) == (LinkKind.REFERRAL, mina.referral_code)

    portal.account_operations.suspend(mina.id, "a copied channel", ANN)
    with pytest.raises(NotFound):
        portal.short_links.resolve(mina.referral_code)


def test_a_link_that_was_removed_leads_nowhere(portal: Portal) -> None:
    link = url(portal, "/events")
    portal.short_links.remove("AUTUMN", ANN, dry_run=True)
    assert portal.short_links.resolve("autumn") == link

    portal.short_links.remove("AUTUMN", ANN)
    with pytest.raises(NotFound):
        portal.short_links.resolve("autumn")


def test_a_trial_registers_nothing(portal: Portal) -> None:
    portal.short_links.add("autumn", LinkKind.URL, "/events", ANN, dry_run=True)
    assert portal.short_links.all() == []
