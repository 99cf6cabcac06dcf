"""A file's owner and month, and where each of its rows goes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest

from backbeat.channels.model import Span
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.youtube.report_kinds import BASIC, CLAIM_RAW, SHORTS_ADS, VIDEO_RAW
from backbeat.report_files import rules
from backbeat.report_files.errors import NoHeaderLine, OptionNeeded, WrongCurrency
from backbeat.report_files.model import Reading, SuspenseReason

SEPTEMBER = Month(2025, 9)
MINA = AccountId("mina")
SPANS = [
    Span(MINA, MINA, date(2025, 9, 3), date(2025, 9, 20)),
    Span(MINA, MINA, date(2025, 11, 8)),
]


def a_reading(kind: Kind, owner: str | None = None, tells_month: bool = True) -> Reading:
    return Reading("x.csv", "", 0, kind, owner=owner, tells_month=tells_month)


def test_the_owner_is_as_given_as_named_or_the_only_one_there_is() -> None:
    def owner_of(reading: Reading, given: str | None, known: list[str]) -> str:
        return rules.owner_and_month(reading, given, None, known)[0]

    assert owner_of(a_reading(CLAIM_RAW, "Label"), None, ["Other"]) == "Label"
    assert owner_of(a_reading(CLAIM_RAW, "Label"), "Mine", []) == "Mine"
    assert owner_of(a_reading(CLAIM_RAW), None, ["Label"]) == "Label"
    assert owner_of(a_reading(BASIC), None, []) == ""


@pytest.mark.parametrize(
    ("kind", "known"), [(CLAIM_RAW, []), (CLAIM_RAW, ["A", "B"]), (BASIC, ["", "B"])]
)
def test_an_owner_that_nothing_tells_is_asked_for(kind: Kind, known: list[str]) -> None:
    with pytest.raises(OptionNeeded) as refused:
        rules.owner_and_month(a_reading(kind), None, None, known)

    assert refused.value.option == "--owner"


def test_a_month_that_nothing_tells_is_asked_for() -> None:
    silent = a_reading(SHORTS_ADS, tells_month=False)

    with pytest.raises(OptionNeeded) as refused:
        rules.owner_and_month(silent, "Label", None, [])

    assert refused.value.option == "--month"
    assert rules.owner_and_month(silent, "Label", SEPTEMBER, []) == ("Label", SEPTEMBER)
    assert rules.owner_and_month(a_reading(CLAIM_RAW, "Label"), None, None, []) == ("Label", None)


def test_an_owner_and_a_month_that_nothing_tells_are_asked_for_together() -> None:
    with pytest.raises(OptionNeeded) as refused:
        rules.owner_and_month(a_reading(SHORTS_ADS, tells_month=False), None, None, [])

    assert refused.value.option == "--owner and --month"


def test_the_channel_decides_and_then_the_track() -> None:
    known, unknown = Isrc("QZBB12500001"), Isrc("QZBB12500002")
    tracks = {known: True, unknown: False}

    assert rules.suspense_reason(None, "", tracks) is SuspenseReason.UNKNOWN_CHANNEL
    assert rules.suspense_reason([], "", tracks) is None
    assert rules.suspense_reason(SPANS, known, tracks) is None
    assert rules.suspense_reason(SPANS, unknown, tracks) is SuspenseReason.UNKNOWN_TRACK


@pytest.mark.parametrize(
    ("when", "before"),
    [
        (date(2025, 9, 2), True),
        (date(2025, 9, 3), False),
        (date(2025, 9, 19), False),
        (date(2025, 9, 20), True),
        (SEPTEMBER, False),
        (Month(2025, 10), True),
        (Month(2026, 1), False),
    ],
)
def test_days_and_months_outside_every_span_are_before_start(
    when: date | Month, before: bool
) -> None:
    assert rules.is_before_start(SPANS, when) is before
    assert rules.is_before_start(None, when) is False


def test_a_summary_is_compared_with_the_first_kind_that_has_figures() -> None:
    stated = {
        "Ads Revenue": 10_005_000_000,
        "YouTube Shorts - Ads Revenue": 1,
        "Ads Revenue: Dispute Resolution": -5,
    }
    found = {VIDEO_RAW: 10_000_000_000}

    first, second, third = rules.reconciled(stated, found)

    assert (first.agrees, first.difference) == (True, Decimal("0.005"))
    assert (second.found, third.found, third.agrees) == (None, None, False)


def test_a_total_keeps_every_digit_however_many() -> None:
    tiny = Decimal("1E-60")

    assert rules.added(*[Decimal("9E-10"), tiny] * 3) - Decimal("27E-10") == 3 * tiny
    assert str(rules.total_of(10**18, tiny)) == f"1000000000.{'0' * 59}1"


def above(*lines: Sequence[str]) -> Reading:
    return Reading("x.csv", "", 0, CLAIM_RAW, above=[*enumerate(lines, 1)])


def test_titles_and_dollars_may_stand_above_the_header() -> None:
    rules.require_titles_only(above(["Asset Summary"], [], ["Currency: USD", "", ""]))
    rules.require_titles_only(
        above(["Days", "2025-09-01", "2025-09-30"], ["Made on", "2025-10-02"])
    )


@pytest.mark.parametrize("said", [["Reporting currency: krw"], ["Currency", "KRW", ""]])
def test_another_currency_above_the_header_is_refused_by_line(said: Sequence[str]) -> None:
    with pytest.raises(WrongCurrency) as refused:
        rules.require_titles_only(above(["Asset Summary"], said))

    assert (refused.value.line, refused.value.currency) == (2, "KRW")


def test_data_above_the_header_is_refused_by_line() -> None:
    with pytest.raises(NoHeaderLine) as refused:
        rules.require_titles_only(above(["Asset Summary"], ["None", "20250905", "KR", "7", "1.25"]))

    assert (refused.value.line, refused.value.kind) == (2, "claim_raw")
    assert refused.value.first == "None,20250905,KR,7,1.25"


@pytest.mark.parametrize(
    ("cells", "is_data"),
    [
        (["2025-09-05", "UC1", "1,000", ""], True),
        (["None", "(1,234.56)", "-8.4E-7"], True),
        (["Video 1", "2024", "Views"], False),
        (["date", "channel_id", "views"], False),
    ],
)
def test_a_line_with_two_values_is_data(cells: list[str], is_data: bool) -> None:
    assert rules.looks_like_data(cells) is is_data
