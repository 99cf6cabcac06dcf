"""A layout's file is read whole or refused by line and key, everything at once (LAYOUT-2)."""

from __future__ import annotations

import pytest

from backbeat.kernel.money import Currency
from backbeat.kernel.toml_texts import LONGEST
from backbeat.platforms import registry
from backbeat.platforms.kinds import Daily, Kind, Role, Sort
from backbeat.report_files.layouts.definition import read_layout
from backbeat.report_files.layouts.errors import LayoutRefused
from backbeat.report_files.layouts.model import ReportLayout

WHOLE = """\
name = "nordvik"
platform = "own"
role = "record"
sort = "both"
key = ["Catalog", "Track", "Country"]

[columns]
day = "Date"
channel = "Catalog"
country = "Country"
views = ["Quantity", "Units"]
revenue = "Net"

[forms]
date = "yyyy-MM-dd"

[fixed]
currency = "EUR"
"""


def problems(old: str = "", new: str = "", text: str = WHOLE) -> list[str]:
    """What is wrong once a part of the whole layout was put in another's place."""
    assert old in text
    with pytest.raises(LayoutRefused) as refused:
        read_layout(text.replace(old, new, 1))
    return list(refused.value.problems)


def read(old: str = "", new: str = "") -> ReportLayout:
    assert old in WHOLE
    return read_layout(WHOLE.replace(old, new, 1))


def test_a_layout_is_what_its_file_says() -> None:
    layout = read()

    assert (layout.name, layout.platform.name, layout.currency) == ("nordvik", "own", Currency.EUR)
    assert layout.columns["views"] == ("Quantity", "Units")
    assert layout.key == ("Catalog", "Track", "Country")
    assert layout.kind == "nordvik.own.both"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('sort = "both"', 'sort = "both"\nsortt = "x"', "line 5: sortt: unknown key; sort?"),
        ('day = "Date"', 'dai = "Date"\nday = "Date"', "line 8: columns.dai: unknown key; day?"),
        ('currency = "EUR"', 'currency = "EUR"\nrate = "1"', "line 19: fixed.rate: unknown key"),
        ('revenue = "Net"', 'revenue = "quantity"', "line 12: columns.revenue: 'quantity' is"),
        ('["Quantity", "Units"]', '["Units", "UNITS"]', "line 11: columns.views: 'UNITS' stands"),
        ('"Catalog", "Track"', '"Catalog", "catalog"', "line 5: key: 'Catalog' stands there twice"),
        ('"Track", "Country"]', '"Track"]', "line 5: key: it lacks 'Country' (country)"),
        ('key = ["Catalog", "Track", "Country"]\n', "", "key: it names no key columns"),
        ('"Track"', '"Date"', "line 5: key: 'Date': day and month belong to every key"),
        ('"yyyy-MM-dd"', '"yyyy-dd"', "line 15: forms.date: 'yyyy-dd' has no month"),
        ('"yyyy-MM-dd"', '"MM-dd"', "line 15: forms.date: 'MM-dd' has no year"),
        ('"yyyy-MM-dd"', '"yyyy-MM"', "line 15: forms.date: 'yyyy-MM' has no day"),
        ('"yyyy-MM-dd"', '"dd/MM/yyyy d"', "line 15: forms.date: 'dd/MM/yyyy d' has the day twice"),
        ('"yyyy-MM-dd"', '"YYYY-MM-DD"', "line 15: forms.date: 'YYYY-MM-DD' has 'YYYY'"),
        ('date = "yyyy-MM-dd"', "", "line 14: forms.date: needed"),
        ('day = "Date"\n', "", "line 14: forms.date: there is no day and no month column"),
        (
            'day = "Date"',
            'day = "Date"\nmonth = "M"',
            "line 9: columns.month: a day tells its month",
        ),
        ('[fixed]\ncurrency = "EUR"', "", "fixed.currency: no currency"),
        ('"EUR"', '"XXX"', "line 18: fixed.currency: no such currency: 'XXX'"),
        ('"own"', '"myspace"', "line 2: platform: no such platform: 'myspace'; one of youtube"),
        ('"record"', '"ledger"', "line 3: role: no such role: 'ledger'; one of record"),
        ('"both"', '"merch"', "line 4: sort: no such sort: 'merch'; one of ads"),
        ('sort = "both"\n', "", "sort: a record says which money it is"),
        ('"record"', '"estimate"', "line 4: sort: only a record has a sort, this is estimate"),
        ('"nordvik"', '"Nord-Vik"', "line 1: name: 'Nord-Vik': small letters"),
        ('"nordvik"', '"claim_raw"', "line 1: name: 'claim_raw' is a kind that is read without"),
        ('name = "nordvik"\n', "", "name: needed"),
        ('revenue = "Net"\n', "", "line 7: columns.revenue: a layout of role record needs it"),
        ('channel = "Catalog"\n', "", "line 7: columns.channel: no channel"),
        (
            'currency = "EUR"',
            'currency = "EUR"\nchannel = "x"',
            "line 19: fixed.channel: a column tells",
        ),
        (
            'key = ["Catalog"',
            'ignored = ["net"]\nkey = ["Catalog"',
            "line 5: ignored: 'net' is columns.rev",
        ),
        ("[forms]", '[forms]\ndecimal = ";"', "line 15: forms.decimal: ';' is none of '.', ','"),
        (
            "[forms]",
            '[forms]\nthousands = "."',
            "line 15: forms.thousands: '.' is the decimal sign",
        ),
        ("[forms]", '[file]\ndelimiter = "-"\n[forms]', "line 15: file.delimiter: '-' is none of"),
        ("[forms]", '[total]\ncolumn = "Date"\n[forms]', "line 14: total.words: a text, or a list"),
        (
            "[forms]",
            '[[skip]]\nwords = ["x"]\n[forms]',
            "line 14: skip.column: the name of a column",
        ),
        ('"Net"', "3", "line 12: columns.revenue: a text, or a list of texts, is needed"),
        ("[forms]", "skip = 3\n[forms]", "line 14: columns.skip: unknown key"),
        ('day = "Date"', 'day = "Date', "Illegal character '\\n' (at line 8, column 12)"),
        ('day = "Date"', 'day = "Date"\nday = "Tag"', "Cannot overwrite a value (at line 9"),
    ],
)
def test_what_is_wrong_is_named_by_line_and_key(old: str, new: str, problem: str) -> None:
    assert any(each.startswith(problem) for each in problems(old, new)), problems(old, new)


def test_everything_that_is_wrong_is_said_at_once_in_the_order_of_lines() -> None:
    text = WHOLE.replace('"own"', '"x"').replace('"record"', '"y"').replace('"EUR"', '"z"')

    found = problems(text=text)

    assert [each.partition(":")[0] for each in found] == ["line 2", "line 3", "line 18"]


def test_a_currency_is_fixed_or_told_by_a_column_and_never_both() -> None:
    column = WHOLE.replace('revenue = "Net"', 'revenue = "Net"\ncurrency = "Cur"')
    column = column.replace('"Country"]', '"Country", "Cur"]')

    assert read_layout(column.replace('currency = "EUR"', "")).currency is None
    assert problems(text=column) == ["line 19: fixed.currency: a column tells the currency already"]


def test_a_layout_without_revenue_has_no_currency() -> None:
    views = WHOLE.replace('"record"\nsort = "both"', '"views"').replace('revenue = "Net"\n', "")

    assert problems(text=views) == ["line 16: fixed.currency: there is no revenue column"]
    assert read_layout(views.replace('currency = "EUR"', "")).kind.role is Role.VIEWS


@pytest.mark.parametrize("role", ["estimate", "views"])
def test_figures_of_dashboards_need_a_day(role: str) -> None:
    text = WHOLE.replace('"record"\nsort = "both"', f'"{role}"').replace("day = ", "month = ")

    assert any("columns.day" in each for each in problems(text=text))


def test_a_file_beyond_reason_is_refused_before_it_is_read() -> None:
    assert problems(text="#" * (LONGEST + 1)) == [f"longer than {LONGEST} characters"]
    assert problems(text="x = " + "[" * 50_000)


@pytest.mark.parametrize(
    ("role", "views", "name", "expected", "sort", "daily"),
    [
        ('"record"\nsort = "ads"', True, "ads", Role.RECORD, Sort.ADS, set()),
        ('"record"\nsort = "both"', True, "both", Role.RECORD, Sort.BOTH, set()),
        ('"estimate"', True, "estimate", Role.ESTIMATE, None, {Daily.MONEY, Daily.VIEWS}),
        ('"estimate"', False, "money", Role.ESTIMATE, None, {Daily.MONEY}),
        ('"check"', True, "check", Role.CHECK, None, set()),
    ],
)
def test_a_kind_says_by_its_name_what_it_is(
    role: str, views: bool, name: str, expected: Role, sort: Sort | None, daily: set[Daily]
) -> None:
    """Who meets the name in a row knows the kind without the layout (LAYOUT-4)."""
    text = WHOLE.replace('"record"\nsort = "both"', role)
    kind = read_layout(text if views else text.replace("views", "premium_views")).kind

    stored: Kind = registry.stored_kind(f"nordvik.own.{name}", "report_rows.kind")
    assert stored is kind
    assert (stored.role, stored.sort, set(stored.daily)) == (expected, sort, daily)
    assert registry.kind_named(f" Nordvik.own.{name}") is kind
    platform = registry.platform_of_kind(kind)
    assert platform is not None
    assert platform.name == "own"
    assert not kind.is_open


@pytest.mark.parametrize(
    "name", ["nordvik.myspace.both", "nordvik.own.merch", "Nord.own.ads", "x.own"]
)
def test_what_no_layout_can_be_called_is_no_kind(name: str) -> None:
    with pytest.raises(ValueError, match="no such kind"):
        registry.kind(name)
