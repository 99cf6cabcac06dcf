"""From a report's row to whom its money went, and what caused an entry: in memory and in SQL."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import ANN, PAGE, SEPTEMBER, Office, office
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.withdrawals import TO_PAYPAL

from backbeat.accounts.model import FeeRate
from backbeat.channels.model import Verification
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, ReportId, WithdrawalId
from backbeat.kernel.money import Money, total
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import ChannelName, EntryType
from backbeat.ledger.model import Kind as TransactionKind
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.report_files.model import SuspenseReason
from backbeat.settings import FeeChange, MemberPayout
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement.model import Rule
from backbeat.tracing.errors import NoRow, NoSuchFile, SeveralFiles
from backbeat.tracing.model import Fate, RowTrail

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

CLOSING = date(2025, 10, 20)
PAYING = WithdrawalId("w1")


def act(office: Office, day: date, reason: str | None = None) -> ActContext:
    return ActContext(ANN, day, office.clock.now(), reason)


def test_a_row_leads_to_everybody_who_has_a_share_of_it(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)

    found = office.tracing.of_row("1.csv", 6)

    assert (found.fate, found.asked.origin.video) == (Fate.SETTLED, "S1")
    assert found.sharing is not None
    assert {
        each.account: (each.rule, each.rate, each.share_nanos) for each in found.sharing.shares
    } == {
        "net": (Rule.MANAGER_SHARE, Decimal("0.2"), 200_000_000_000),
        "cora": (Rule.MANAGER_SHARE, Decimal("0.08"), 80_000_000_000),
        "sam": (Rule.MEMBER_SHARE, Decimal("0.72"), 720_000_000_000),
    }
    assert adds_up(found)
    assert (found.pending, found.is_corrected) == (False, False)
    assert [(each.entry.account, str(each.entry.amount)) for each in found.entries] == [
        ("cora", "80.00"),
        ("net", "200.00"),
        ("sam", "720.00"),
    ]
    assert office.tracing.of_row("1", 6) == found


def test_before_the_close_the_shares_are_those_of_now_and_nothing_is_posted(
    office: Office,
) -> None:
    office.september()

    found = office.tracing.of_row("1.csv", 5)

    assert (found.fate, found.settlements, found.entries) == (Fate.OPEN, (), ())
    assert found.sharing is not None
    assert [(each.account, each.share_nanos) for each in found.sharing.shares] == [
        ("studio", 10_000_000_000),
        ("kai", 190_000_000_000),
    ]


def test_a_row_without_a_day_is_parted_between_its_holders_and_nobodys_days(
    office: Office,
) -> None:
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(1))[0]
        given = channel.given_to(AccountId("fern"), date(2025, 9, 16))
        ended = given.timeline.closed(date(2025, 9, 29))
        books.channels.lock(given.id)
        books.channels.save(evolve(given, timeline=ended))
    office.monthly(SEPTEMBER, (1, "V1", "10.00"), (1, "V1b", "30.00"))
    office.close(SEPTEMBER, CLOSING)

    found = office.tracing.of_row("1.csv", 3)

    assert found.sharing is not None
    assert [(each.account, each.counted_nanos) for each in found.sharing.shares] == [
        ("mina", 15_000_000_000),
        ("fern", 13_000_000_000),
    ]
    assert found.sharing.kept_nanos == 2_000_000_000
    assert adds_up(found)


def test_what_rows_bring_an_account_is_what_explains_its_entry(office: Office) -> None:
    """Both ways agree, with rates that change within the month and the house's part taken off."""
    office.settings = evolve(
        office.settings,
        settlement=SettlementSettings(
            fee_change=FeeChange.IMMEDIATE, operator_rate=Decimal("0.03")
        ),
    )
    with office.transactions.begin() as books:
        books.fee_rates.put(FeeRate(AccountId("kai"), Decimal("0.10"), date(2025, 9, 16)))
    office.daily(2, "C1", [date(2025, 9, 3), date(2025, 9, 20), date(2025, 9, 21)], "1.00")
    office.monthly(SEPTEMBER, (2, "C1", "100.00"), (2, "C2", "33.333333333"), (2, "C3", "-10.01"))
    office.close(SEPTEMBER, CLOSING)

    explained = office.earning("kai")[1]
    assert len(explained) == 3

    for row in explained:
        found = office.tracing.of_row(row.row.file, row.row.line)
        assert found.sharing is not None
        share = sum(each.share_nanos for each in found.sharing.shares if each.account == "kai")
        assert abs(share - row.share_nanos) <= len(found.sharing.shares)
        assert adds_up(found)
        assert not found.pending


def test_a_row_in_suspense_says_so_and_is_shared_with_nobody(office: Office) -> None:
    office.monthly(SEPTEMBER, (1, "V1", "90.00"), (99, "X1", "7.00"))
    office.close(SEPTEMBER, CLOSING)

    found = office.tracing.of_row("1.csv", 3)

    assert (found.fate, found.sharing, found.entries) == (Fate.SUSPENSE, None, ())
    assert found.asked.reason is SuspenseReason.UNKNOWN_CHANNEL


def test_an_estimate_moves_no_money(office: Office) -> None:
    office.daily(1, "V1", [date(2025, 9, 3)], "1.00")

    found = office.tracing.of_row("1.csv", 2)

    assert (found.fate, found.sharing) == (Fate.NOT_SETTLED, None)


def test_a_row_that_came_again_names_the_version_that_counts(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    office.clock.set(date(2025, 11, 12))
    office.monthly(SEPTEMBER, (4, "F1", "80.00"), (1, "V1", "85.00"))

    late = office.tracing.of_row("1.csv", 2)

    assert late.fate is Fate.REPLACED
    assert [
        (each.origin.report, each.origin.line, each.origin.nanos, each.replaced_by)
        for each in late.versions
    ] == [("1", 2, 90_000_000_000, "2"), ("2", 3, 85_000_000_000, None)]
    assert late.sharing is not None
    assert (late.pending, late.is_corrected) == (True, False)

    office.settlements.adjust(SEPTEMBER, ANN, reason="the platform corrected V1")
    mended = office.tracing.of_row("2.csv", 3)

    assert (mended.fate, mended.is_corrected) == (Fate.SETTLED, True)
    assert mended.sharing is not None
    assert not mended.pending
    assert [str(each.entry.amount) for each in mended.entries] == ["150.00", "-5.00"]
    with pytest.raises(NoRow) as refused:
        office.tracing.of_row("2.csv", 2)
    assert (refused.value.problem, refused.value.unchanged) == ("not_kept", 1)


def test_a_row_that_the_whole_truth_lacks_is_removed(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    office.monthly(SEPTEMBER, (1, "V1", "90.00"), replace=True)

    found = office.tracing.of_row("1.csv", 3)

    assert (found.fate, found.now, found.sharing) == (Fate.REMOVED, None, None)
    assert [each.replaced_by for each in found.versions] == [ReportId("2")]
    assert ([str(each.entry.amount) for each in found.entries], found.pending) == (["150.00"], True)

    office.clock.set(date(2025, 11, 12))
    office.settlements.adjust(SEPTEMBER, ANN, reason="the platform took V2 back")

    mended = office.tracing.of_row("/srv/reports/1.csv", 3)
    assert [str(each.entry.amount) for each in mended.entries] == ["150.00", "-60.00"]
    assert (mended.fate, mended.pending, mended.is_corrected) == (Fate.REMOVED, False, True)


def test_a_file_that_was_taken_back_gives_its_rows_back(office: Office) -> None:
    office.september()
    office.monthly(SEPTEMBER, (1, "V1", "85.00"))
    office.ingestion.undo(ReportId("2"), ANN, "wrong file")

    assert office.tracing.of_row("1.csv", 2).fate is Fate.OPEN
    with pytest.raises(NoRow) as refused:
        office.tracing.of_row("2.csv", 2)
    assert refused.value.problem == "undone"


def test_what_is_no_row_of_a_known_file_is_refused_by_file_and_line(office: Office) -> None:
    office.september()

    with pytest.raises(NoSuchFile) as unknown:
        office.tracing.of_row("august.csv", 2)
    assert unknown.value.details == {"reason": "not_found", "file": "august.csv"}
    for line in (1, 8, 10**30):
        with pytest.raises(NoRow) as refused:
            office.tracing.of_row("1.csv", line)
        assert refused.value.details == {
            "reason": "no_row",
            "file": "1.csv",
            "line": line,
            "problem": "not_a_row",
        }


def test_of_several_files_of_a_name_the_number_says_which(office: Office) -> None:
    office.september()
    office.files = 0
    office.monthly(SEPTEMBER, (1, "V9", "1.00"))

    with pytest.raises(SeveralFiles) as refused:
        office.tracing.of_row("1.csv", 2)
    assert refused.value.reports == ["2", "1"]
    assert office.tracing.of_row("2", 2).asked.origin.video == "V9"

    office.ingestion.undo(ReportId("2"), ANN, "wrong file")
    assert office.tracing.of_row("1.csv", 2).asked.origin.video == "V1"


def test_lines_of_one_key_stand_under_the_first_of_them(office: Office) -> None:
    office.monthly(SEPTEMBER, (1, "V1", "90.00"), (1, "V1", "10.00"))

    assert office.tracing.of_row("1.csv", 2).asked.origin.nanos == 100_000_000_000
    with pytest.raises(NoRow) as refused:
        office.tracing.of_row("1.csv", 3)
    assert (refused.value.problem, refused.value.added_up) == ("not_kept", 1)


def test_with_the_file_at_hand_a_line_is_found_where_its_row_is_kept(office: Office) -> None:
    office.september()
    office.monthly(SEPTEMBER, (4, "F1", "80.00"), (1, "V9", "1.00"), (1, "V9", "2.00"))
    office.close(SEPTEMBER, CLOSING)
    again = str(office.folder / "2.csv")

    same, added = (office.tracing.of_row(again, line) for line in (2, 4))

    assert (same.is_elsewhere, same.asked.origin.report, same.asked.origin.line) == (True, "1", 7)
    assert (same.fate, [str(each.entry.amount) for each in same.entries]) == (
        Fate.SETTLED,
        ["80.00"],
    )
    assert (added.is_elsewhere, added.asked.origin.line) == (True, 3)
    assert added.asked.origin.nanos == 3_000_000_000
    assert not office.tracing.of_row(again, 3).is_elsewhere
    for line in (1, 5):
        with pytest.raises(NoRow):
            office.tracing.of_row(again, line)


def test_a_file_that_is_another_by_now_is_not_read_for_the_one_that_was_taken_in(
    office: Office,
) -> None:
    office.september()
    office.monthly(SEPTEMBER, (4, "F1", "80.00"))
    fake.own_monthly(
        office.folder / "2.csv",
        {
            "month": "2025-09",
            "channel_id": platform_id(1),
            "video_id": "V1",
            "views": 1,
            "revenue_usd": "9",
        },
    )

    with pytest.raises(NoRow):
        office.tracing.of_row(str(office.folder / "2.csv"), 2)


def test_a_row_leads_on_to_the_withdrawal_that_carried_it(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    with office.transactions.begin() as books:
        books.ledger.reservations.reserve(
            AccountId("mina"), Money.of(100), PAYING, act(office, date(2025, 10, 25))
        )
        books.ledger.reservations.settle(
            PAYING, Money.of("4.70"), TO_PAYPAL, act(office, date(2025, 11, 7))
        )

    (posting,) = office.tracing.of_row("1.csv", 2).entries

    assert str(posting.remaining) == "50.00"
    (taken,) = posting.taken
    assert (taken.by.type, str(taken.amount)) == (EntryType.WITHDRAWAL, "100.00")
    withdrawn = office.tracing.of_entry(taken.by.id, PAGE)
    assert [(use.entry.id, str(use.amount)) for use in withdrawn.uses.items] == [
        (posting.entry.id, "100.00")
    ]
    assert (withdrawn.reckoned, withdrawn.rows.total, str(withdrawn.remaining)) == (None, 0, "0.00")


def test_money_that_came_back_is_told_on_both_sides(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    with office.transactions.begin() as books:
        books.ledger.reservations.reserve(
            AccountId("mina"), Money.of(150), PAYING, act(office, date(2025, 10, 25))
        )
        back = books.ledger.reservations.return_funds(
            PAYING, act(office, date(2025, 11, 7), "wrong account")
        )

    earned = office.tracing.of_entry(office.entry("mina"), PAGE)
    returned = office.tracing.of_entry(back.id, PAGE)

    assert [(each.by.type.value, str(each.amount)) for each in earned.taken] == [
        ("withdrawal", "150.00"),
        ("recovery", "-150.00"),
    ]
    assert str(earned.remaining) == "150.00"
    assert (returned.transaction.kind, returned.transaction.reason) == (
        TransactionKind.RECOVERY,
        "wrong account",
    )
    assert str(returned.remaining) == "0.00"


def test_an_entry_by_hand_tells_who_posted_it_why_and_what_undid_it(office: Office) -> None:
    day = date(2025, 10, 25)
    with office.transactions.begin() as books:
        entry = books.ledger.post(
            AccountId("mina"),
            EntryType.PORTAL_PROFIT,
            Money.of(3),
            act(office, day, "agreed by mail"),
            source="by hand",
        )
        posted = books.ledger.transaction_of(entry.account, entry.id)
        assert posted is not None
        mirror = books.ledger.reversals.reverse(posted.id, act(office, day, "wrong account"))

    found = office.tracing.of_entry(entry.id, PAGE)
    undone = office.tracing.of_entry(mirror.entries[0].id, PAGE)

    assert (found.transaction.kind, found.transaction.actor, found.transaction.reason) == (
        TransactionKind.POSTING,
        ANN,
        "agreed by mail",
    )
    assert (found.reversed_by, found.reverses) == (mirror, None)
    assert (undone.reverses, undone.transaction.reason) == (posted, "wrong account")
    assert found.remaining == undone.remaining == Money.zero()


def test_a_credit_tells_what_of_it_paid_a_debt_and_a_debit_what_became_one(
    office: Office,
) -> None:
    """LEDGER-4: a debit without a balance is owed, and the next credit pays it first."""
    day = date(2025, 10, 25)
    with office.transactions.begin() as books:
        for type_, amount in (
            (EntryType.BONUS_POINT, 4),
            (EntryType.PREPAID, -10),
            (EntryType.PORTAL_PROFIT, 9),
        ):
            books.ledger.post(
                AccountId("mina"), type_, Money.of(amount), act(office, day), source=type_
            )

    tracing = [office.tracing.of_entry(office.entry("mina", at), PAGE) for at in range(3)]

    assert [str(each.debt) for each in tracing] == ["0.00", "-6.00", "6.00"]
    # Nothing has used anything up yet: the entries are netted where a withdrawal takes them.
    assert [str(each.remaining) for each in tracing] == ["4.00", "-10.00", "9.00"]
    with office.transactions.begin() as books:
        books.ledger.reservations.reserve(AccountId("mina"), Money.of(3), PAYING, act(office, day))

    withdrawn = office.tracing.of_entry(office.entry("mina", 3), PAGE)
    assert [(each.entry.type.value, str(each.amount)) for each in withdrawn.uses.items] == [
        ("prepaid", "-10.00"),
        ("bonus_point", "4.00"),
        ("portal_profit", "9.00"),
    ]


def test_what_an_entry_used_comes_by_the_page_with_its_channels(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    with office.transactions.begin() as books:
        paid = act(office, CLOSING, "agreed")
        books.ledger.post(
            AccountId("mina"), EntryType.PORTAL_PROFIT, Money.of(1), paid, source="by hand"
        )
        taken = books.ledger.reservations.reserve(
            AccountId("mina"), Money.of(151), PAYING, act(office, date(2025, 10, 25))
        )
        channel = _channel_of_mina(books)

    pages = [office.tracing.of_entry(taken.id, PageRequest(page, 1)) for page in range(3)]

    assert [[str(use.amount) for use in page.uses.items] for page in pages] == [
        ["150.00"],
        ["1.00"],
        [],
    ]
    assert {page.uses.total for page in pages} == {2}
    named = ChannelName("Mina", YOUTUBE)
    assert [dict(page.channels) for page in pages] == [{channel: named}, {}, {}]
    assert {str(page.remaining) for page in pages} == {"0.00"}
    with pytest.raises(NotFound):
        office.tracing.of_entry(taken.id, PAGE, AccountId("kai"))


def test_what_lapsed_names_the_entries_it_took(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    with office.transactions.begin() as books:
        books.ledger.expiry.forfeit_channel(
            AccountId("mina"), _channel_of_mina(books), act(office, date(2025, 11, 1), "deleted")
        )

    lapsed = office.tracing.of_entry(office.entry("mina", 1), PAGE)

    assert (lapsed.transaction.kind, lapsed.transaction.reason) == (
        TransactionKind.FORFEITURE,
        "deleted",
    )
    assert [str(use.amount) for use in lapsed.uses.items] == ["150.00"]


def test_an_entry_nobody_knows_has_no_trail(office: Office) -> None:
    with pytest.raises(NotFound):
        office.tracing.of_entry(EntryId("unknown"), PAGE)


def test_the_top_that_is_paid_for_all_is_told_so(office: Office) -> None:
    """SETTLE-18: its own revenue is its own, a member's reaches it through it."""
    office.settings = evolve(
        office.settings, settlement=SettlementSettings(member_payout=MemberPayout.THROUGH_MAIN)
    )
    office.september()
    office.close(SEPTEMBER, CLOSING)

    assert office.earning("mina")[0].rule is Rule.OWN
    assert office.earning("net")[0].rule is Rule.THROUGH_MAIN
    sharing = office.tracing.of_row("1.csv", 6).sharing
    assert sharing is not None
    assert [(each.account, each.rule, each.rate) for each in sharing.shares] == [
        ("net", Rule.THROUGH_MAIN, Decimal(1))
    ]


def test_money_paid_to_the_top_is_still_told_by_whose_channels_it_came_from(
    office: Office,
) -> None:
    """DASH-7, SETTLE-18: a channel that changes hands in the family is parted between its
    holders."""
    office.settings = evolve(
        office.settings, settlement=SettlementSettings(member_payout=MemberPayout.THROUGH_MAIN)
    )
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(2))[0]
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("studio"), date(2025, 9, 16)))
    office.september()
    office.close(SEPTEMBER, CLOSING)

    def told(account: str, subaccount: str) -> list[str]:
        page = office.settlements.report(AccountId(account), PAGE, subaccount=subaccount)
        return [str(month.total) for month in page.items]

    assert (told("net", "self"), told("net", "cora"), told("net", "sam")) == (
        [],
        ["1000.00"],
        ["1000.00"],
    )
    assert (told("studio", "self"), told("studio", "kai")) == (["100.00"], ["100.00"])
    assert office.entries("studio") == [("music_profit", "200.00", "2025-09", "2025-10-20")]
    assert office.entries("kai") == []
    explained, rows = office.earning("studio")
    assert (explained.rule, explained.rate) == (Rule.MIXED, Decimal(1))
    assert [each.counted_nanos for each in rows] == [200_000_000_000]
    sharing = office.tracing.of_row("1.csv", 5).sharing
    assert sharing is not None
    assert [(each.account, each.rule, each.share_nanos) for each in sharing.shares] == [
        ("studio", Rule.THROUGH_MAIN, 100_000_000_000),
        ("studio", Rule.OWN, 100_000_000_000),
    ]
    assert not office.tracing.of_row("1.csv", 5).pending
    assert office.findings() == []


def test_an_amount_that_was_taken_back_whole_keeps_its_rule(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    office.clock.set(date(2025, 11, 12))
    office.monthly(SEPTEMBER, (3, "S1", "0"))
    office.settlements.adjust(SEPTEMBER, ANN)

    found, rows = office.earning("sam", 1)

    assert (found.rule, found.rate, str(found.entry.amount)) == (
        Rule.MEMBER_SHARE,
        Decimal("0.72"),
        "-720.00",
    )
    assert (found.gross_nanos, rows) == (0, [])


def test_an_explanations_rows_come_by_the_page_and_add_up_however_they_are_cut(
    office: Office,
) -> None:
    """Rows with a day and without, of two holders, some of them below a nano's share."""
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(2))[0]
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("studio"), date(2025, 9, 16)))
    office.daily(2, "C1", [date(2025, 9, 3), date(2025, 9, 20), date(2025, 9, 21)], "1.00")
    claims = [
        fake.claim_row(day, platform_id(2)[2:], video="claimed", isrc="", revenue="0.000000007")
        for day in ("20250903", "20250904", "20250920")
    ]
    office.ingest(
        fake.write(office.folder / "claims.csv", fake.text_of(fake.CLAIM_HEADER, claims)),
        month=SEPTEMBER,
        owner="Label",
    )
    office.monthly(SEPTEMBER, (2, "C1", "100.00"), (2, "C2", "0.000000007"), (2, "C1", "-33.33"))
    office.monthly(SEPTEMBER, (2, "C3", "-10.01"), (2, "C4", "0"))
    office.close(SEPTEMBER, CLOSING)

    for name in ("kai", "studio"):
        entry = office.entry(name)
        whole, reckoned = office.tracing.of_entry(entry, PAGE), office.earning(name)[0]
        single = [
            office.tracing.of_entry(entry, PageRequest(page, 1)).rows
            for page in range(whole.rows.total or 0)
        ]
        assert [row for page in single for row in page.items] == list(whole.rows.items)
        assert {page.total for page in single} == {len(whole.rows.items)}
        assert sum(each.counted_nanos for each in whole.rows.items) == reckoned.gross_nanos
        shares = sum(each.share_nanos for each in whole.rows.items)
        assert shares - reckoned.rounding_nanos == whole.entry.amount.micros * 1000
        assert not office.tracing.of_entry(entry, PageRequest(9, 50)).rows.items


def videos(office: Office) -> dict[str, str]:
    """What each video brought mina in September."""
    found = office.settlements.detail(AccountId("mina"), EntryType.MUSIC_PROFIT, SEPTEMBER)
    parts = found.parts
    assert (
        total(each.amount for each in parts.videos)
        == found.total
        == total(each.amount for each in parts.days)
    )
    return {each.video: str(each.amount) for each in parts.videos}


def test_an_amount_is_explained_by_the_rows_it_was_worked_out_from(office: Office) -> None:
    """Decision 0140: whatever changed, removed or added rows since."""
    office.september()
    office.close(SEPTEMBER, CLOSING)
    closed = office.entry("mina")
    told = list(office.tracing.of_entry(closed, PAGE).rows.items)
    assert sum(row.share_nanos for row in told) == 150_000_000_000

    office.clock.set(date(2025, 11, 12))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"), (1, "V9", "3.00"))
    office.monthly(SEPTEMBER, (1, "V2", "1.00"))
    as_closed = {"V1": "90.00", "V2": "36.00", "V3": "24.00"}
    assert videos(office) == as_closed
    office.ingestion.undo(ReportId("3"), ANN, "wrong file")
    assert videos(office) == as_closed
    office.settlements.adjust(SEPTEMBER, ANN)
    assert videos(office) == {"V1": "85.00", "V2": "36.00", "V3": "24.00", "V9": "3.00"}
    office.clock.set(date(2025, 12, 12))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"), replace=True)
    office.settlements.adjust(SEPTEMBER, ANN)

    assert list(office.tracing.of_entry(closed, PAGE).rows.items) == told
    assert videos(office) == {"V1": "85.00"}
    for index, (amount, whole) in enumerate([("-2.00", 148), ("-63.00", 85)], start=1):
        found, rows = office.earning("mina", index)
        assert str(found.entry.amount) == amount
        assert sum(row.share_nanos for row in rows) == whole * 10**9
        posted = found.former.micros + found.entry.amount.micros
        assert posted == whole * 10**6


def test_a_row_of_claims_with_its_day_leads_to_that_days_holder(office: Office) -> None:
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(1))[0]
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("fern"), date(2025, 9, 16)))
    rows = [
        fake.claim_row(day, platform_id(1)[2:], isrc="", revenue="5.00")
        for day in ("20250910", "20250920")
    ]
    office.ingest(
        fake.write(office.folder / "claims.csv", fake.text_of(fake.CLAIM_HEADER, rows)),
        month=SEPTEMBER,
        owner="Label",
    )

    found = office.tracing.of_row("claims.csv", 3)

    assert (found.asked.origin.day, found.fate) == (date(2025, 9, 20), Fate.OPEN)
    assert found.sharing is not None
    assert [each.account for each in found.sharing.shares] == ["fern"]


def test_a_channel_that_was_registered_again_has_its_videos_once(office: Office) -> None:
    """Both registrations brought the account something; the month by video counts neither twice."""
    with office.transactions.begin() as books:
        first = books.channels.claims(platform_id(1))[0]
        gone = first.deleted(office.clock.now(), on=date(2025, 9, 16), lost_from=None)
        books.channels.lock(gone.id)
        books.channels.save(gone)
        again = an_earning_channel(
            1, [("mina", date(2025, 9, 20))], intervals=((date(2025, 9, 20), None),)
        )
        proof = Verification("BB-10000001", verified_at=office.clock.now())
        books.channels.add(evolve(again, id=ChannelId("again"), verification=proof))
    office.monthly(SEPTEMBER, (1, "V1", "90.00"), (1, "V2", "30.00"))
    office.close(SEPTEMBER, CLOSING)

    detail = office.settlements.detail(AccountId("mina"), EntryType.MUSIC_PROFIT, SEPTEMBER)

    assert len(detail.rows) == 2
    assert [(each.video, each.amount) for each in detail.parts.videos] == [
        ("V1", Money.of("78.00")),
        ("V2", Money.of("26.00")),
    ]
    assert detail.total == Money.of("104.00")


def adds_up(found: RowTrail) -> bool:
    """Shares, the house's part and nobody's days are what the row holds."""
    assert found.sharing is not None
    shared = sum(each.share_nanos for each in found.sharing.shares)
    everything = shared + found.sharing.operator_nanos + found.sharing.kept_nanos
    return everything == found.asked.origin.nanos


def _channel_of_mina(books: object) -> ChannelId:
    return ChannelId(books.channels.claims(platform_id(1))[0].id)  # type: ignore[attr-defined]
