"""The cases that the core's formatter shares with the browser's (S9.033)."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from backbeat.formatting.dates import format_date, format_month
from backbeat.formatting.durations import format_duration
from backbeat.formatting.money import format_amount
from backbeat.formatting.numbers import format_compact, format_count, format_percent
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month

GOLDEN = Path(__file__).parents[2] / "golden" / "formatting.json"
CASES: dict[str, list[Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))


def decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@pytest.mark.parametrize("case", CASES["money"], ids=str)
def test_money(case: dict[str, Any]) -> None:
    currency = Currency(case["currency"])
    assert (
        format_amount(decimal(case["amount"]), currency, decimals=case["decimals"])
        == (case["text"])
    )


@pytest.mark.parametrize("case", CASES["percent"], ids=str)
def test_percentages(case: dict[str, Any]) -> None:
    assert format_percent(decimal(case["value"])) == case["text"]


@pytest.mark.parametrize("case", CASES["count"], ids=str)
def test_counts(case: dict[str, Any]) -> None:
    assert format_count(int(case["value"])) == case["text"]


@pytest.mark.parametrize("case", CASES["compact"], ids=str)
def test_compact_numbers(case: dict[str, Any]) -> None:
    text = format_compact(
        Decimal(case["value"]),
        Language(case["language"]),
        simplified_units=case["simplified_units"],
    )
    assert text == case["text"]


@pytest.mark.parametrize("case", CASES["duration"], ids=str)
def test_durations(case: dict[str, Any]) -> None:
    assert format_duration(case["seconds"]) == case["text"]


@pytest.mark.parametrize("case", CASES["date"], ids=str)
def test_days(case: dict[str, Any]) -> None:
    assert format_date(date.fromisoformat(case["date"])) == case["text"]


@pytest.mark.parametrize("case", CASES["month"], ids=str)
def test_months(case: dict[str, Any]) -> None:
    assert format_month(Month.parse(case["month"])) == case["text"]
