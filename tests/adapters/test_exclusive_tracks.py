"""What a partner's tracks brought is posted as a type of its own (SETTLE-26), on every implementation."""

from __future__ import annotations

from datetime import date

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import ANN, PAGE, SEPTEMBER, Office, office
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.track_house import HEADERS, asset_row, red_row

from backbeat.catalogue.model import Track
from backbeat.dashboards.model import Asked, Range
from backbeat.dashboards.service import Dashboards
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.money import Currency, Money, total
from backbeat.ledger.model import EntryType
from backbeat.settlement.errors import FiguresChanged
from backbeat.settlement.model import Treatment
from backbeat.settlement.summary_lines import SummaryLines

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

CLOSING = date(2025, 10, 20)
CODES = OPEN, THEIRS, SECOND = tuple(Isrc(f"QZBB1250000{number}") for number in (1, 2, 3))
PARTNER = "partner.example"
OWN, EXCLUSIVE = "music_profit", "music_profitable_profit"


def catalogue(office: Office, **partners: str | None) -> None:
    """Three tracks; those named are a partner's."""
    with office.transactions.begin() as books:
        books.tracks.lock(CODES)
        books.tracks.save(Track(code, code, partner=partners.get(code)) for code in CODES)


def take(office: Office, kind: str, *rows: fake.Row) -> None:
    name = f"YouTube_Label_M_20250901_20250930_{kind}_v1-1.csv"
    office.ingest(fake.write(office.folder / name, fake.text_of(HEADERS[kind], rows)))


def claim(day: int, channel: int, isrc: str, revenue: str, video: str = "a") -> fake.Row:
    return fake.claim_row(
        f"202509{day:02}", platform_id(channel)[2:], video, isrc=isrc, asset="", revenue=revenue
    )


def posted(office: Office, account: str) -> dict[str, str]:
    """What an account's September came to, by type."""
    with office.transactions.look() as books:
        entries = books.ledger.statements.entries_of_month(
            AccountId(account), SEPTEMBER, list(EntryType)
        )
    found: dict[str, Money] = {}
    for entry in entries:
        found[entry.type.value] = found.get(entry.type.value, Money.zero()) + entry.amount
    return {type_: str(amount) for type_, amount in found.items()}


def test_what_an_exclusive_track_brought_is_posted_apart_along_the_same_chain(
    office: Office,
) -> None:
    catalogue(office, **{THEIRS: PARTNER})
    take(
        office,
        "claim_raw",
        claim(5, 1, OPEN, "60.00"),
        claim(5, 1, THEIRS, "30.00"),
        claim(6, 3, THEIRS, "100.00", video="b"),
    )
    take(
        office, "asset_raw", asset_row("20250901", "A1", THEIRS), asset_row("20250901", "A2", OPEN)
    )
    # An asset is the track that its month says, and 9 without any name go by the claims: 60 to 30.
    subscription = [
        {**red_row("20250907", "c", "A1", "2.00"), "Channel ID": platform_id(1)[2:]},
        {**red_row("20250907", "c", "A2", "1.00"), "Channel ID": platform_id(1)[2:]},
        {**red_row("20250907", "a", "", "9.00"), "Channel ID": platform_id(1)[2:]},
    ]
    take(office, "red_music_rawdata_video", *subscription)

    office.close(SEPTEMBER, CLOSING)
    [settlement] = office.settlements.list()

    assert posted(office, "mina") == {OWN: "67.00", EXCLUSIVE: "35.00"}
    assert posted(office, "net") == {EXCLUSIVE: "20.00"}
    assert posted(office, "cora") == {EXCLUSIVE: "8.00"}
    assert posted(office, "sam") == {EXCLUSIVE: "72.00"}
    assert settlement.sums.confirmed == settlement.sums.shared == Money.of(202)
    assert office.findings() == []
    assert office.settlements.preview(SEPTEMBER).is_empty
    detail = office.settlements.detail(AccountId("mina"), EntryType.MUSIC_PROFIT, SEPTEMBER)
    assert (detail.total, detail.profit) == (Money.of(67), Money.of(102))


def test_both_postings_are_explained_by_their_parts_of_the_rows(office: Office) -> None:
    """Spread over two holders, with a row that two tracks share and one without a day."""
    catalogue(office, **{THEIRS: PARTNER})
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(1))[0]
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("fern"), date(2025, 9, 16)))
    rows = [
        {**red_row("20250905", "a", "A1", "2.00"), "Channel ID": platform_id(1)[2:]},
        {**red_row("20250920", "a", "A2", "1.00"), "Channel ID": platform_id(1)[2:]},
    ]
    take(
        office, "asset_raw", asset_row("20250901", "A1", THEIRS), asset_row("20250901", "A2", OPEN)
    )
    take(office, "red_music_rawdata_video", *rows)
    without_day = fake.shorts_ads_row("a", platform_id(1)[2:], revenue="10.000000001")
    office.ingest(fake.shorts_ads(office.folder, without_day), owner="Label")

    office.close(SEPTEMBER, CLOSING)

    # 2 to 1 of the short's 10, half of each before the sixteenth.
    assert posted(office, "mina") == {EXCLUSIVE: "5.333333", OWN: "1.666666"}
    assert posted(office, "fern") == {EXCLUSIVE: "3.333333", OWN: "2.666666"}
    for account in ("mina", "fern"):
        for at in (0, 1):
            reckoned, explained = office.earning(account, at)
            counted = sum(row.counted_nanos for row in explained)
            assert counted == reckoned.gross_nanos
            share = sum(row.share_nanos for row in explained)
            assert share - reckoned.rounding_nanos == reckoned.entry.amount.micros * 1000
            detail = office.settlements.detail(AccountId(account), reckoned.entry.type, SEPTEMBER)
            assert total(part.amount for part in detail.parts.videos) == detail.total
            assert detail.parts.rest == Money.zero()
    for at, types in {1: {EXCLUSIVE}, 2: {OWN}}.items():
        traced = office.tracing.of_row(explained_file(office, "red"), at + 1)
        assert traced.sharing is not None
        assert {share.type.value for share in traced.sharing.shares} == types
        assert (traced.is_corrected, traced.pending) == (False, False)
    traced = office.tracing.of_row(explained_file(office, "shorts"), 2)
    assert traced.sharing is not None
    assert {(share.account, share.type.value) for share in traced.sharing.shares} == {
        (account, type_) for account in ("mina", "fern") for type_ in (OWN, EXCLUSIVE)
    }
    assert sum(share.share_nanos for share in traced.sharing.shares) == 10_000_000_001


def explained_file(office: Office, part: str) -> str:
    return next(path.name for path in office.folder.iterdir() if part in path.name)


def test_a_track_that_becomes_a_partners_later_moves_by_adjusting_only(office: Office) -> None:
    catalogue(office)
    take(office, "claim_raw", claim(5, 1, OPEN, "60.00"), claim(5, 1, THEIRS, "30.00"))
    seen = office.settlements.preview(SEPTEMBER)
    office.close(SEPTEMBER, CLOSING)
    assert posted(office, "mina") == {OWN: "90.00"}

    catalogue(office, **{THEIRS: PARTNER})
    assert posted(office, "mina") == {OWN: "90.00"}
    office.settlements.adjust(SEPTEMBER, ANN)

    assert posted(office, "mina") == {OWN: "60.00", EXCLUSIVE: "30.00"}
    assert office.balances() == {"mina": "90.00"}
    with pytest.raises(FiguresChanged):
        office.settlements.adjust(SEPTEMBER, ANN, seen=evolve(seen, revision=2))
    assert office.settlements.adjust(SEPTEMBER, ANN) is None
    assert len(office.settlements.report(AccountId("mina"), PAGE).items[0].lines) == 3


def test_a_line_without_a_file_names_no_track_and_stays_one_amount(office: Office) -> None:
    catalogue(office, **{THEIRS: PARTNER})
    take(office, "claim_raw", claim(5, 1, OPEN, "60.00"), claim(5, 1, THEIRS, "30.00"))
    lines = (("Ads Revenue", "90.00"), ("Ads Revenue: Dispute Resolution", "9.00"))
    office.ingest(fake.payment_summary(office.folder, *lines))
    office.close(SEPTEMBER, CLOSING)

    summary = SummaryLines(office.settlements)
    plan = summary.rehearse(SEPTEMBER, lines[1][0], Treatment.SHARED, ANN)
    assert [(owed.type.value, str(share)) for owed, share in plan.shares.items()] == [(OWN, "9.00")]
    summary.settle(plan)

    assert posted(office, "mina") == {OWN: "69.00", EXCLUSIVE: "30.00"}


def test_of_a_confirmed_day_it_is_told_what_subscriptions_brought(office: Office) -> None:
    catalogue(office)
    take(office, "claim_raw", claim(7, 1, OPEN, "60.00"))
    rows = [{**red_row("20250907", "c", "", "3.00"), "Channel ID": platform_id(1)[2:]}]
    take(office, "red_music_rawdata_video", *rows)
    office.close(SEPTEMBER, CLOSING)

    boards = Dashboards(office.transactions, office.clock, office.settings)
    asked = Asked(AccountId("mina"), Range(SEPTEMBER.first, SEPTEMBER.last))
    board = boards.overview(asked, Currency.USD)
    assert (board.summary.revenue_nanos, board.summary.premium_nanos) == (63 * 10**9, 3 * 10**9)
