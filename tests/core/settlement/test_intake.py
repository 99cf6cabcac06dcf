"""What looks odd about a month's intake."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from attrs import evolve

from backbeat.figures.model import RecordOverlap
from backbeat.kernel.ids import ReportId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Sort
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.platforms.youtube.report_kinds import CLAIM_RAW, SHORTS_ADS, VIDEO_RAW
from backbeat.report_files.model import (
    DayRows,
    Doubt,
    Reconciled,
    Remarks,
    ReportFile,
    SuspenseReason,
)
from backbeat.settlement.intake import (
    Expected,
    Held,
    IntakeDoubt,
    IntakeKey,
    MonthIntake,
    Waiting,
    by_cause,
    held,
    lines,
)

SEPTEMBER = Month(2025, 9)
CLAIMS = IntakeKey(YOUTUBE, CLAIM_RAW, "Label")
EVERY_DAY = frozenset(range(1, 31))


def some(
    rows: int = 100,
    days: Sequence[int] | frozenset[int] = (),
    files: Sequence[ReportFile] = (),
) -> Held:
    return Held(rows, rows * 10, rows * 10**6, frozenset(days), files=files)


def a_file(number: int = 1, **remarks: object) -> ReportFile:
    return ReportFile(
        ReportId(str(number)),
        f"{number}.csv",
        "",
        1,
        CLAIM_RAW,
        YOUTUBE,
        is_adjustment=False,
        owner="Label",
        first=SEPTEMBER.first,
        last=SEPTEMBER.last,
        rows=1,
        before_start=0,
        total=Decimal(0),
        dust=Decimal(0),
        ingested_at=datetime(2025, 10, 12, tzinfo=UTC),
        ingested_by="ann",
        remarks=Remarks(**remarks),  # type: ignore[arg-type]
    )


def intake(
    now: Held | None = None,
    before: Held | None = None,
    *,
    is_over: bool = True,
    named: Sequence[Kind] = (),
    suspense: dict[SuspenseReason, Waiting] | None = None,
    overlaps: Sequence[RecordOverlap] = (),
    summary: Sequence[Reconciled] = (),
) -> MonthIntake:
    there = {CLAIMS: now} if now else {}
    earlier = {CLAIMS: before} if before else {}
    found = lines(there, earlier, named)
    return MonthIntake(SEPTEMBER, is_over, found, suspense or {}, overlaps, summary)


def doubts(of: MonthIntake) -> list[IntakeDoubt]:
    return [finding.doubt for finding in of.findings]


def test_a_kind_of_an_owner_that_the_month_before_had_is_expected() -> None:
    found = intake(None, some())

    assert [(line.key, line.expected) for line in found.lines] == [(CLAIMS, Expected.MONTH_BEFORE)]
    assert [(each.doubt, dict(each.facts)) for each in found.findings] == [
        (
            IntakeDoubt.MISSING_KIND,
            {"kind": CLAIM_RAW, "owner": "Label", "expected": Expected.MONTH_BEFORE},
        )
    ]


def test_a_kind_that_the_settings_name_is_expected_of_anybody() -> None:
    found = intake(some(), None, named=[CLAIM_RAW, SHORTS_ADS])

    assert [(line.key, line.expected) for line in found.lines] == [
        (CLAIMS, Expected.RECORD_KINDS),
        (IntakeKey(YOUTUBE, SHORTS_ADS, ""), Expected.RECORD_KINDS),
    ]
    assert [dict(each.facts)["kind"] for each in found.findings] == [SHORTS_ADS]
    assert doubts(found) == [IntakeDoubt.MISSING_KIND]


def test_what_nobody_expected_is_listed_and_no_finding() -> None:
    found = intake(some(), None)

    assert [line.expected for line in found.lines] == [None]
    assert found.findings == []


def test_before_a_month_is_over_nothing_of_it_is_missing() -> None:
    assert doubts(intake(None, some(), is_over=False)) == []
    assert doubts(intake(some(1, [1]), some(100, EVERY_DAY), is_over=False)) == []


def test_a_file_whose_rows_are_all_another_files_by_now_has_come() -> None:
    assert doubts(intake(Held(files=[a_file()]), some(days=()))) == [IntakeDoubt.FEWER_ROWS]


@pytest.mark.parametrize(
    ("days", "before", "told"),
    [
        (range(1, 29), range(1, 32), None),
        (range(1, 28), range(1, 32), [28, 29, 30]),
        (range(1, 28), range(1, 30), [28, 29, 30]),
        (range(1, 28), range(1, 29), None),
        (range(4, 31), range(1, 32), [1, 2, 3]),
        ([1, 2, 3, 8, *range(9, 31)], range(1, 32), [4, 5, 6, 7]),
        (range(1, 21), (), [*range(21, 31)]),
        ([*range(1, 10), 11, 13, *range(14, 21)], (), [10, 12, *range(21, 31)]),
        ([*range(1, 10), 11, 13, 15, *range(16, 21)], (), None),
        (range(1, 8), (), [*range(8, 31)]),
        (range(1, 7), (), None),
        ((), range(1, 32), None),
    ],
)
def test_days_are_missing_where_nearly_every_day_has_rows(
    days: Sequence[int], before: Sequence[int], told: list[int] | None
) -> None:
    found = intake(some(days=days), some(days=before))

    facts = [dict(finding.facts) for finding in found.findings]
    assert doubts(found) == ([IntakeDoubt.MISSING_DAYS] if told else [])
    if told:
        assert facts[0]["days"] == [date(2025, 9, day) for day in told]
        assert facts[0]["of"] == 30


@pytest.mark.parametrize(
    ("rows", "before", "is_told"),
    [(49, 100, True), (50, 100, False), (1, 19, False), (9, 20, True)],
)
def test_less_than_half_of_the_rows_of_the_month_before_is_told(
    rows: int, before: int, is_told: bool
) -> None:
    found = intake(some(rows), some(before))

    assert doubts(found) == ([IntakeDoubt.FEWER_ROWS] if is_told else [])


def test_a_file_without_the_total_line_that_the_month_before_had_is_told() -> None:
    before = some(files=[a_file(1, has_total=True)])

    assert doubts(intake(some(files=[a_file(2, has_total=True)]), before)) == []
    assert doubts(intake(some(files=[a_file(2)]), some(files=[a_file(1)]))) == []
    (found,) = intake(some(files=[a_file(2)]), before).findings
    assert (found.doubt, found.facts["report"], found.facts["like"]) == (
        IntakeDoubt.NO_TOTAL,
        "2",
        "1",
    )
    adjustments = evolve(a_file(2), is_adjustment=True)
    assert doubts(intake(some(files=[adjustments]), before)) == []


def test_a_file_that_asked_and_was_taken_in_as_whole_is_told() -> None:
    (found,) = intake(some(files=[a_file(2, answered=(Doubt.NOT_ENDED,))])).findings

    assert found.doubt is IntakeDoubt.TAKEN_AS_WHOLE
    assert (found.facts["report"], found.facts["asked"]) == ("2", [Doubt.NOT_ENDED])


def test_overlaps_name_the_setting_that_chooses() -> None:
    overlap = RecordOverlap(Sort.ADS, (CLAIM_RAW, VIDEO_RAW), 7)

    (found,) = intake(overlaps=[overlap]).findings

    assert found.doubt is IntakeDoubt.OVERLAPPING_KINDS
    assert dict(found.facts) == {
        "sort": Sort.ADS,
        "kinds": [CLAIM_RAW, VIDEO_RAW],
        "videos": 7,
        "setting": "settlement.record_kinds",
    }


def test_lines_of_the_summary_that_differ_are_told() -> None:
    same = Reconciled("Ads", Decimal("5.00"), Decimal("5.005"))
    other = Reconciled("Red", Decimal("5.00"), Decimal("4.994999"))
    nothing = Reconciled("Dispute", Decimal("300.00"), None)

    found = intake(summary=[same, other, nothing]).findings

    assert [(each.doubt, each.facts["line"]) for each in found] == [
        (IntakeDoubt.OTHER_THAN_STATED, "Red"),
        (IntakeDoubt.OTHER_THAN_STATED, "Dispute"),
    ]


def test_what_waits_is_told_by_cause() -> None:
    found = intake(suspense={SuspenseReason.UNKNOWN_TRACK: Waiting(3, 1_500_000_000)}).findings

    assert [(each.doubt, dict(each.facts)) for each in found] == [
        (
            IntakeDoubt.IN_SUSPENSE,
            {"reason": SuspenseReason.UNKNOWN_TRACK, "rows": 3, "usd": Decimal("1.5")},
        )
    ]


def test_rows_are_added_up_by_owner_with_their_days_and_what_waits() -> None:
    channel, track = SuspenseReason.UNKNOWN_CHANNEL, SuspenseReason.UNKNOWN_TRACK
    rows = [
        DayRows(1, YOUTUBE, CLAIM_RAW, "Label", None, 10, 100, 7),
        DayRows(1, YOUTUBE, CLAIM_RAW, "Label", channel, 2, 20, 5),
        DayRows(3, YOUTUBE, CLAIM_RAW, "Label", track, 4, 40, -1),
        DayRows(0, YOUTUBE, CLAIM_RAW, "Other", None, 1, 1, 1),
        DayRows(0, YOUTUBE, OWN_MONTHLY, "", track, 1, 1, 2),
    ]

    found = held(rows, [a_file()])

    assert found[CLAIMS] == Held(16, 160, 11, frozenset({1, 3}), Waiting(6, 4), [a_file()])
    assert found[CLAIMS._replace(owner="Other")] == Held(1, 1, 1, files=[])
    assert by_cause(rows) == {channel: Waiting(2, 5), track: Waiting(5, 1)}
    assert by_cause(rows[:2]) == {channel: Waiting(2, 5)}
