"""What part of all views came from where (DASH-10)."""

from __future__ import annotations

from decimal import Decimal

from backbeat.dashboards import rules
from backbeat.dashboards.model import CountryViews


def test_parts_are_percent_of_all_views_to_two_places_half_up() -> None:
    found = rules.country_shares([CountryViews("KR", 2), CountryViews("ZZ", 1)])
    assert [(each.country, each.views, each.ratio) for each in found] == [
        ("KR", 2, Decimal("66.67")),
        ("ZZ", 1, Decimal("33.33")),
    ]
    [_, half] = rules.country_shares([CountryViews("KR", 19_999), CountryViews("US", 1)])
    assert half.ratio == Decimal("0.01")


def test_a_country_without_views_has_no_part() -> None:
    found = rules.country_shares([CountryViews("KR", 3), CountryViews("US", 0)])
    assert [(each.country, each.ratio) for each in found] == [("KR", Decimal("100.00"))]
    assert rules.country_shares([]) == ()
