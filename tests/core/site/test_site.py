"""Terms and partners, without a database."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.kernel.languages import Language
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Site
from backbeat.site.model import PartnerSite, TermsKind
from backbeat.site.service import Sites

PARTNER = PartnerSite(
    *("Partner.example", "Partner", "#112233", "#AABBCC", "https://p.example/l.png"),
    proved_at=FixedClock().now(),
)


@pytest.fixture
def transactions() -> MemoryTransactions:
    return MemoryTransactions.empty(FixedClock(), counting_ids())


@pytest.mark.parametrize("kind", TermsKind)
def test_every_text_exists_in_every_language(
    transactions: MemoryTransactions, kind: TermsKind
) -> None:
    sites = Sites(transactions, FixedClock(), Site(name="Klangraum"))
    texts = [sites.terms(kind, language) for language in Language]

    assert len({text.title for text in texts}) == 4
    for text in texts:
        assert "Klangraum" in text.body
        assert "{" not in text.body
    headings = {len(re.findall("^## ", text.body, re.MULTILINE)) for text in texts}
    assert len(headings) == 1


def test_an_operator_replaces_a_text(transactions: MemoryTransactions, tmp_path: Path) -> None:
    (tmp_path / "policy.en.md").write_text("# Ours\n\nOnly ours, says {name}.\n")
    sites = Sites(
        transactions, FixedClock(), Site(name="X", terms_folder=str(tmp_path), terms_version="7")
    )

    text = sites.terms(TermsKind.POLICY, Language.KOREAN)
    assert (text.title, text.body, text.version) == ("Ours", "Only ours, says X.", "7")
    assert sites.terms(TermsKind.OSL, Language.ENGLISH).title == "Open-source notices"


@pytest.mark.parametrize("host", ["partner.example", "www.PARTNER.example:443", " partner.example"])
def test_a_partner_is_known_by_its_host(transactions: MemoryTransactions, host: str) -> None:
    with transactions.begin() as books:
        books.sites.put(PARTNER)

    assert Sites(transactions, FixedClock()).partner(host) == PARTNER
    assert Sites(transactions, FixedClock()).partner("evil.example") is None


@pytest.mark.parametrize(
    ("colour", "logo"),
    [
        ("red", None),
        ("#12345", None),
        ("#112233;x", None),
        ("#112233", "http://p.example/l.png"),
        ("#112233", "//p.example/l.png"),
        ("#112233", "javascript:alert(1)"),
        ("#112233", "https://p.example/l.png?x"),
    ],
)
def test_only_plain_colours_and_safe_logos_are_kept(colour: str, logo: str | None) -> None:
    with pytest.raises(ValueError, match=r"colour|logo"):
        PartnerSite("p.example", "P", colour, "#000000", logo)
