"""What a file asks before it is taken in (FILE-26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve

from backbeat.kernel.ids import ReportId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.own.report_kinds import OWN_DAILY
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.platforms.youtube.report_kinds import (
    ASSET_RAW,
    BASIC,
    CLAIM_RAW,
    PAYMENT_SUMMARY,
    RED_MUSIC,
    SHORTS_ADS,
    VIDEO_RAW,
)
from backbeat.report_files import questions
from backbeat.report_files.model import (
    Answers,
    BadByte,
    Doubt,
    Ending,
    Question,
    Reading,
    Remarks,
    ReportFile,
    StatedTotal,
)

TODAY = date(2025, 10, 15)
NOW = datetime(2025, 10, 15, tzinfo=UTC)
ENDED = Ending()


def a_file(
    number: int = 9,
    kind: Kind = CLAIM_RAW,
    *,
    first: date | None = date(2025, 9, 1),
    last: date | None = None,
    days: int = 30,
    rows: int = 1000,
    total: str = "100.00",
    owner: str = "Label",
    adjustment: bool = False,
    replaced: bool = False,
    has_total: bool = False,
) -> ReportFile:
    """A file of the days from `first` on."""
    until = last or (first and first + timedelta(days=max(days, 1) - 1))
    return ReportFile(
        id=ReportId(str(number)),
        name="x.csv",
        sha256="",
        size=1,
        kind=kind,
        platform=YOUTUBE,
        is_adjustment=adjustment,
        owner=owner,
        first=first,
        last=until,
        rows=rows,
        before_start=0,
        total=Decimal(total),
        dust=Decimal(0),
        ingested_at=NOW,
        ingested_by="ann",
        replaced=replaced,
        remarks=Remarks(days=days, last_day=until if days else None, has_total=has_total),
    )


AUGUST = a_file(1, first=date(2025, 8, 1), days=31)
OCTOBER = a_file(2, first=date(2025, 10, 1), days=31)


def asked(
    file: ReportFile,
    *beside: ReportFile,
    ending: Ending = ENDED,
    stated: Mapping[str, int] | None = None,
    today: date = TODAY,
) -> dict[Doubt, Mapping[str, Any]]:
    found = questions.about_rows(file, ending, beside, stated or {}, today)
    assert {question.answer for question in found} <= {"--complete"}
    return {question.doubt: question.facts for question in found}


def test_a_whole_file_beside_whole_ones_asks_nothing() -> None:
    assert asked(a_file(), AUGUST, OCTOBER, a_file(3, RED_MUSIC)) == {}
    assert questions.about_text(Reading("x", "", 1, CLAIM_RAW), Ending()) == []


def test_a_last_line_that_is_not_ended_and_a_bad_byte_are_asked_about_together() -> None:
    bad = BadByte("utf-8", 0xE9, 10, 2, 3, 1, 5, ("cp949",))
    reading = Reading("x", "", 1, CLAIM_RAW, bad_byte=bad)

    first, second = questions.about_text(reading, Ending(3, "1,0.00638", is_ended=False))

    assert (first.doubt, first.answer) == (Doubt.ENCODING, "--encoding")
    assert first.facts == {
        "encoding": "utf-8",
        "byte": "0xE9",
        "offset": 10,
        "line": 2,
        "column": 3,
        "count": 1,
        "letters": 5,
        "fitting": ["cp949"],
    }
    assert second == Question(Doubt.NOT_ENDED, "--complete", {"line": 3, "text": "1,0.00638"})


def test_complete_answers_all_but_the_encoding() -> None:
    both = [Question(Doubt.NOT_ENDED, "--complete", {}), Question(Doubt.ENCODING, "--encoding", {})]

    assert questions.unanswered(both, Answers()) == both
    assert questions.unanswered(both, Answers(complete=True)) == both[1:]
    assert questions.unanswered(both, Answers(encoding="cp949")) == both


@pytest.mark.parametrize(
    ("bad", "letters", "otherwise"), [(1, 0, True), (5, 5, False), (6, 5, True)]
)
def test_a_text_speaks_otherwise_where_more_is_bad_than_good(
    bad: int, letters: int, otherwise: bool
) -> None:
    assert questions.speaks_otherwise(BadByte("utf-8", 1, 1, 1, 1, bad, letters)) is otherwise


@pytest.mark.parametrize(
    ("stated", "asks"),
    [
        ("100.00", False),
        ("100.004", True),
        ("100.01", True),
        ("99.99", True),
        ("100", False),
        ("100.4", True),
        ("100.000000001", False),
    ],
)
def test_a_total_line_has_to_be_what_the_rows_come_to(stated: str, asks: bool) -> None:
    ending = Ending(total=StatedTotal(8, Decimal(stated)))

    found = asked(a_file(), ending=ending)

    assert (found.keys() == {Doubt.TOTAL_DIFFERS}) is asks
    if asks:
        assert found[Doubt.TOTAL_DIFFERS] == {
            "line": 8,
            "stated": Decimal(stated),
            "found": Decimal("100.00"),
            "currency": "USD",
        }


def test_a_total_may_be_rounded_to_its_last_place() -> None:
    file = a_file(total="100.004999")

    assert asked(file, ending=Ending(total=StatedTotal(8, Decimal("100.00")))) == {}
    assert asked(file, ending=Ending(total=StatedTotal(8, Decimal("100.01")))) != {}


def test_the_lines_of_a_summary_are_rounded_one_by_one() -> None:
    summary = a_file(kind=PAYMENT_SUMMARY, days=0, rows=5)

    assert asked(summary, ending=Ending(total=StatedTotal(6, Decimal("100.02")))) == {}
    assert asked(summary, ending=Ending(total=StatedTotal(6, Decimal("100.03")))) != {}


def test_a_summary_without_its_total_asks_and_so_does_a_file_whose_like_have_one() -> None:
    assert asked(a_file(kind=PAYMENT_SUMMARY, days=0)) == {Doubt.TOTAL_MISSING: {"like": None}}
    assert asked(a_file(), evolve(AUGUST, remarks=Remarks(days=31, has_total=True))) == {
        Doubt.TOTAL_MISSING: {"like": "1"}
    }


def test_days_without_rows_are_asked_about_where_the_months_beside_have_them() -> None:
    found = asked(a_file(days=19), AUGUST)

    assert found[Doubt.FEWER_DAYS] == {
        "days": 19,
        "of": 30,
        "last": date(2025, 9, 19),
        "like": "1",
        "like_days": 31,
        "like_month": Month(2025, 8),
    }
    october = a_file(1, first=date(2025, 10, 1), days=31)
    assert asked(a_file(days=19), october)[Doubt.FEWER_DAYS]["like_month"] == Month(2025, 10)
    assert asked(a_file(days=28), AUGUST) == {}
    assert asked(a_file(days=27), AUGUST).keys() == {Doubt.FEWER_DAYS}


def test_days_are_not_missed_where_nothing_says_that_they_should_be_there() -> None:
    partly = a_file(days=19)
    gaps = a_file(1, first=date(2025, 8, 1), days=28)

    assert asked(partly) == {}
    assert asked(partly, gaps) == {}
    assert asked(partly, evolve(AUGUST, owner="Other")) == {}
    assert asked(partly, evolve(AUGUST, kind=VIDEO_RAW)) == {}
    assert asked(partly, evolve(AUGUST, is_adjustment=True)) == {}
    assert asked(partly, a_file(1, first=date(2025, 7, 1), days=31)) == {}
    assert asked(evolve(partly, is_adjustment=True), AUGUST) == {}
    assert asked(partly, AUGUST, today=date(2025, 9, 30)) == {}
    assert asked(partly, AUGUST, today=date(2025, 10, 1)) != {}


def test_a_second_part_of_a_month_asks_nothing_but_one_that_replaces_does() -> None:
    second, first = a_file(days=19, rows=100), a_file(3, days=12, rows=1000)

    assert asked(second, AUGUST, first) == {}
    assert asked(evolve(second, replaced=True), AUGUST, first).keys() == {
        Doubt.FEWER_DAYS,
        Doubt.FEWER_ROWS,
    }


def test_a_file_that_ends_days_before_another_of_its_month_asks() -> None:
    other = a_file(3, RED_MUSIC)

    assert asked(a_file(days=20), other)[Doubt.ENDS_EARLY] == {
        "last": date(2025, 9, 20),
        "like": "3",
        "kind": RED_MUSIC,
        "like_last": date(2025, 9, 30),
    }
    assert asked(a_file(days=28), other) == {}
    assert asked(a_file(days=27), other) != {}
    assert asked(a_file(days=20), evolve(other, owner="Other")) == {}
    assert asked(a_file(days=20), a_file(3, BASIC, owner="Other")) != {}


def test_files_with_few_days_say_nothing_about_the_last_one() -> None:
    whole = a_file(3, RED_MUSIC)
    scattered = a_file(days=5, last=date(2025, 9, 20))

    assert asked(scattered, whole) == {}
    assert asked(a_file(days=10), a_file(3, RED_MUSIC, first=date(2025, 9, 25), days=6)) == {}
    assert asked(a_file(days=10), a_file(3, RED_MUSIC, first=date(2025, 9, 24), days=7)) != {}
    assert asked(a_file(days=10), evolve(whole, is_adjustment=True)) == {}
    assert asked(a_file(kind=SHORTS_ADS, days=0, last=date(2025, 9, 30)), whole) == {}


def test_less_than_half_of_the_rows_of_the_months_beside_is_asked_about() -> None:
    assert asked(a_file(rows=500), AUGUST) == {}
    assert asked(a_file(rows=499), AUGUST, evolve(OCTOBER, rows=5000)) == {
        Doubt.FEWER_ROWS: {
            "rows": 499,
            "like": "1",
            "like_rows": 1000,
            "like_period": Month(2025, 8),
        }
    }
    assert asked(a_file(rows=499), evolve(AUGUST, rows=5000), evolve(OCTOBER, rows=900)) == {}


def test_rows_are_compared_with_files_alike_that_have_some() -> None:
    short = a_file(rows=5)

    assert asked(short, evolve(AUGUST, rows=19)) == {}
    assert asked(short, evolve(AUGUST, rows=20)) != {}
    assert asked(short, evolve(AUGUST, owner="Other")) == {}
    assert asked(evolve(short, is_adjustment=True), AUGUST) == {}
    assert asked(short, a_file(1, first=date(2025, 7, 1), days=31)) == {}


def test_of_parts_of_a_month_the_largest_is_compared() -> None:
    assert asked(a_file(rows=100), evolve(AUGUST, rows=150), evolve(AUGUST, rows=300)) != {}


def test_a_file_of_a_day_is_compared_with_the_days_beside() -> None:
    def of(day: int, rows: int) -> ReportFile:
        return a_file(day, OWN_DAILY, first=date(2025, 9, day), days=1, rows=rows)

    assert asked(of(10, 40), of(9, 100)).keys() == {Doubt.FEWER_ROWS}
    assert asked(of(10, 40), of(11, 100)).keys() == {Doubt.FEWER_ROWS}
    assert asked(of(10, 40), of(8, 100)) == {}
    assert asked(of(10, 40), a_file(1, OWN_DAILY, first=date(2025, 8, 1), days=31)) == {}


def test_with_replace_a_file_may_lack_a_tenth_of_what_it_replaces() -> None:
    before = a_file(3)

    assert asked(a_file(rows=900, replaced=True), before) == {}
    assert asked(a_file(rows=899, replaced=True), before).keys() == {Doubt.FEWER_ROWS}
    assert asked(a_file(rows=899), before) == {}


def test_a_header_alone_is_asked_about_where_a_month_beside_has_rows() -> None:
    nothing = a_file(rows=0, days=0, total="0", last=date(2025, 9, 30))

    assert asked(nothing, AUGUST).keys() == {Doubt.FEWER_ROWS}


STATED = {"Ads Revenue": 120 * 10**9, "Subscription Revenue: YT & Music Premium": 500 * 10**9}


def summary(owner: str = "Label") -> ReportFile:
    return a_file(4, PAYMENT_SUMMARY, days=0, last=date(2025, 9, 30), owner=owner)


def test_less_than_the_payment_summary_says_is_asked_about() -> None:
    assert asked(a_file(), summary(), stated=STATED) == {
        Doubt.LESS_THAN_STATED: {
            "line": "Ads Revenue",
            "stated": Decimal(120),
            "found": Decimal("100.00"),
        }
    }
    assert asked(a_file(total="119.995"), summary(), stated=STATED) == {}
    assert asked(a_file(total="119.9949"), summary(), stated=STATED) != {}
    assert asked(a_file(total="130"), summary(), stated=STATED) == {}


def test_a_summary_is_not_asked_where_it_does_not_tell_of_this_file_alone() -> None:
    assert asked(a_file(), summary("Other"), stated=STATED) == {}
    assert asked(a_file(), summary(), a_file(5, total="20"), stated=STATED) == {}
    assert asked(a_file(adjustment=True), summary(), stated=STATED) == {}
    assert asked(a_file(kind=SHORTS_ADS, days=0, last=date(2025, 9, 30)), stated=STATED) == {}


def test_less_than_a_file_that_tells_of_the_same_money_is_asked_about() -> None:
    assets = a_file(3, ASSET_RAW, total="120.00")

    assert asked(a_file(), assets) == {
        Doubt.LESS_THAN_ANOTHER: {
            "found": Decimal("100.00"),
            "like": "3",
            "kind": ASSET_RAW,
            "like_total": Decimal("120.00"),
        }
    }
    assert asked(a_file(total="118.80"), assets) == {}
    assert asked(a_file(total="118.79"), assets) != {}
    assert asked(a_file(kind=ASSET_RAW), a_file(3, total="120.00")) != {}


def test_money_is_compared_with_files_that_tell_of_the_same_and_of_it_all() -> None:
    assets = a_file(3, ASSET_RAW, total="120.00")

    assert asked(a_file(kind=RED_MUSIC), assets) == {}
    assert asked(a_file(), a_file(3, RED_MUSIC, total="120.00")) == {}
    assert asked(a_file(), a_file(5, total="20"), assets) == {}
    assert asked(a_file(adjustment=True), assets) == {}
    assert asked(a_file(), evolve(assets, is_adjustment=True)) == {}
    assert asked(a_file(), evolve(assets, owner="Other")) == {}
    assert asked(a_file(), evolve(assets, rows=19)) == {}
    assert asked(a_file(), a_file(3, ASSET_RAW, first=date(2025, 8, 1), total="120")) == {}


def test_the_bytes_of_another_month_or_owner_are_asked_about() -> None:
    november = a_file(10, SHORTS_ADS)
    december = evolve(november, first=date(2025, 10, 1), last=date(2025, 10, 31))

    (question,) = questions.about_bytes(december, november, tells_month=False)

    assert (question.doubt, question.answer) == (Doubt.SAME_AS_ANOTHER, "--complete")
    assert question.facts == {
        "like": "10",
        "like_owner": "Label",
        "like_month": Month(2025, 9),
    }
    assert questions.about_bytes(evolve(november, owner="Other"), november, tells_month=True) != []
    elsewhere = evolve(november, platform=TIKTOK)
    assert questions.about_bytes(elsewhere, november, tells_month=True) != []


def test_bytes_whose_rows_would_not_count_twice_ask_nothing() -> None:
    file = a_file(10, SHORTS_ADS)
    other = evolve(file, first=date(2025, 10, 1))

    assert questions.about_bytes(file, None, tells_month=False) == []
    assert questions.about_bytes(file, file, tells_month=False) == []
    assert questions.about_bytes(file, other, tells_month=True) == []
    assert questions.about_bytes(evolve(file, rows=0), other, tells_month=False) == []


def test_a_file_without_a_day_to_go_by_asks_nothing_of_its_neighbours() -> None:
    files: Sequence[ReportFile] = [AUGUST, OCTOBER]

    assert asked(a_file(first=None, days=0, rows=0), *files) == {}
