"""How layouts write days and numbers: by exactly one form, and nothing is guessed."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.months import Month
from backbeat.report_files.layouts.dates import DateForm
from backbeat.report_files.layouts.numbers import NumberForm


@pytest.mark.parametrize(
    ("form", "text", "day"),
    [
        ("yyyy-MM-dd", "2025-09-03", date(2025, 9, 3)),
        ("yyyyMMdd", "20250903", date(2025, 9, 3)),
        ("dd/MM/yyyy", "03/09/2025", date(2025, 9, 3)),
        ("M/d/yy", "9/3/25", date(2025, 9, 3)),
        ("d. MMMM yyyy", "3. september 2025", date(2025, 9, 3)),
        ("MMM d, yyyy", "Sep 3, 2025", date(2025, 9, 3)),
        ("yyyy-MM-ddTHH:mm:ss", " 2025-09-03T23:59:59 ", date(2025, 9, 3)),
        ("dd.MM.yyyy", "29.02.2024", date(2024, 2, 29)),
    ],
)
def test_a_day_is_read_by_its_form(form: str, text: str, day: date) -> None:
    assert DateForm.parse(form).day(text) == day


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("dd/MM/yyyy", "09/13/2025"),
        ("dd/MM/yyyy", "3/9/2025"),
        ("yyyy-MM-dd", "2025-02-29"),
        ("yyyy-MM-dd", "2025-09-03 00:00"),
        ("yyyy-MM-dd", "٢٠٢٥-09-03"),
        ("MMM yyyy d", "Sept 2025 3"),
        ("yyyy.MM.dd", "2025-09-03"),
    ],
)
def test_what_is_no_day_of_the_form_is_refused_with_its_text(form: str, text: str) -> None:
    with pytest.raises(ValueError, match="not a date of the form"):
        DateForm.parse(form).day(text)


@pytest.mark.parametrize("text", ["2025-09-01", "2025-09-30"])
def test_a_month_told_by_a_day_is_its_first_or_last(text: str) -> None:
    form = DateForm.parse("yyyy-MM-dd")

    assert form.month(text) == Month(2025, 9)
    with pytest.raises(ValueError, match="neither the first nor the last day"):
        form.month("2025-09-02")


def test_a_month_is_read_by_its_form() -> None:
    assert DateForm.parse("MMMM yyyy").month("September 2025") == Month(2025, 9)
    with pytest.raises(ValueError, match="not a date"):
        DateForm.parse("MM/yyyy").month("13/2025")


@pytest.mark.parametrize(
    ("decimal", "thousands", "text", "plain"),
    [
        (".", "", "12.50", "12.50"),
        (".", "", "0E-18", "0E-18"),
        (".", "", "-8.40000000000E-7", "-8.40000000000E-7"),
        (".", ",", "1,234,567.89", "1234567.89"),
        (".", ",", "1234.5", "1234.5"),
        (".", "", ".5", "0.5"),
        (",", ".", "1.234,56", "1234.56"),
        (",", ".", "(1.234,56)", "-1234.56"),
        (",", " ", "1\xa0234,5", "1234.5"),
        (",", " ", "1\u202f234,5", "1234.5"),
        (".", "'", "1’234.5", "1234.5"),
        (".", "", "\u22121.5", "-1.5"),
        (".", "", "-$1.5", "-1.5"),
        (",", "", "1,5 €", "1.5"),
        (".", "", "  ", ""),
    ],
)
def test_a_number_is_read_by_its_form(decimal: str, thousands: str, text: str, plain: str) -> None:
    assert NumberForm(decimal, thousands).plain(text) == plain


@pytest.mark.parametrize(
    ("decimal", "thousands", "text"),
    [
        (".", "", "1,234.5"),
        (".", ",", "1,23.5"),
        (",", ".", "1.5"),
        (",", "", "1.5"),
        (".", "", "--1"),
        (".", "", "-"),
        (".", "", "(-1)"),
        (".", "", "1.5 EUR"),
        (".", "", "NaN"),
        (".", "", "１"),
        (".", "", "(1"),
    ],
)
def test_a_number_of_another_form_is_refused(decimal: str, thousands: str, text: str) -> None:
    with pytest.raises(ValueError, match="not a number|negative twice"):
        NumberForm(decimal, thousands).plain(text)


@given(
    st.integers(-(10**12), 10**12),
    st.sampled_from([(",", "."), (".", ","), (",", " "), (".", "'")]),
)
def test_every_number_comes_back_from_its_written_form(number: int, signs: tuple[str, str]) -> None:
    decimal, thousands = signs
    written = f"{number / 100:,.2f}".replace(",", "T").replace(".", decimal).replace("T", thousands)

    assert NumberForm(decimal, thousands).plain(written) == f"{number / 100:.2f}"
