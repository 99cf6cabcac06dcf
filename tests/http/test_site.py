"""What anybody may know of the portal."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from falcon.testing import TestClient
from tests.fakes.standins import FixedClock, counting_ids
from tests.http.stand import serving

from backbeat.board.model import PictureId
from backbeat.fx.service import Rates
from backbeat.kernel.actors import Actor
from backbeat.kernel.languages import Language
from backbeat.memory.books import MemoryTransactions
from backbeat.policies.service import Policies
from backbeat.settings import FeeChange, Settings, Settlement, Site, Withdrawal
from backbeat.site.model import LandingWords, LinkKind, PartnerSite, ShortCode
from backbeat.site.rules import logo_path
from backbeat.site.service import Sites
from backbeat.site.short_links import ShortLinks
from backbeat_http.pictures import path_of_picture
from backbeat_http.resources.site import SiteResource
from backbeat_http.routes import PATHS

SITE_PATHS = tuple(path for path in PATHS if path.resource is SiteResource)


def _resource(
    transactions: MemoryTransactions, policies: Policies, rates: Rates, clock: FixedClock
) -> SiteResource:
    return SiteResource(
        Sites(transactions, clock),
        ShortLinks(transactions, clock, Site()),
        policies,
        rates,
        clock,
    )


@pytest.fixture
def client() -> TestClient:
    transactions = MemoryTransactions.empty(FixedClock(), counting_ids())
    with transactions.begin() as books:
        books.sites.put(
            PartnerSite(
                *("partner.example", "Partner", "#112233", "#445566"),
                words={Language.KOREAN: LandingWords("먼저", "한 줄")},
                proved_at=FixedClock().now(),
            )
        )
        books.sites.put(PartnerSite("unproved.example", "Unproved", "#112233", "#445566"))
        books.short_links.add(ShortCode("autumn", LinkKind.URL, "/events"))
    settings = Settings(withdrawal=Withdrawal(minimum=Decimal("33.50")))
    clock = FixedClock()
    rates = Rates(transactions, clock, clock)
    policies = Policies(transactions, clock, clock, settings)
    return serving(_resource(transactions, policies, rates, clock), SITE_PATHS)


def test_the_numbers_that_texts_quote_are_those_of_the_day() -> None:
    clock = FixedClock()
    transactions = MemoryTransactions.empty(clock, counting_ids())
    policies = Policies(transactions, clock, clock, Settings())
    site = _resource(transactions, policies, Rates(transactions, clock, clock), clock)
    client = serving(site, SITE_PATHS)
    day = clock.today() + timedelta(1)
    for path, value in (("fees.paypal_rate", "0.03"), ("points.valid_months", "9")):
        policies.set(path, value, day, Actor.operator("ann"), reason="agreed")

    def quoted() -> tuple[str, int]:
        answer = client.simulate_get("/api/site/settings").json
        return answer["withdrawal"]["paypal_fee_rate"], answer["referral"]["points_valid_months"]

    assert quoted() == ("0.047", 6)
    clock.set(day)
    assert quoted() == ("0.03", 9)


@pytest.mark.parametrize(
    ("change", "day"),
    [(FeeChange.NEXT_MONTH, date(2025, 10, 1)), (FeeChange.IMMEDIATE, date(2025, 9, 15))],
)
def test_a_rate_that_is_set_today_counts_from_a_day_that_is_told(
    change: FeeChange, day: date
) -> None:
    """SETTLE-17."""
    clock = FixedClock(datetime(2025, 9, 15, 12, tzinfo=UTC))
    transactions = MemoryTransactions.empty(clock, counting_ids())
    settings = Settings(settlement=Settlement(fee_change=change))
    policies = Policies(transactions, clock, clock, settings)
    site = _resource(transactions, policies, Rates(transactions, clock, clock), clock)

    answer = serving(site, SITE_PATHS).simulate_get("/api/site/settings").json

    assert answer["fee_rate_from"] == day.isoformat()


def test_the_numbers_that_texts_quote_come_from_the_settings(client: TestClient) -> None:
    answer = client.simulate_get("/api/site/settings").json

    assert answer["withdrawal"]["minimum"] == "33.50"
    assert answer["withdrawal"]["windows"] == [[25, -1]]
    assert answer["withdrawal"]["paypal_fee_rate"] == "0.047"
    assert answer["channels"]["hold_max_views"] == 100_000
    assert answer["languages"] == ["en", "ko", "zh-CN", "zh-TW"]
    assert answer["currencies"] == ["USD"]
    assert answer["today"] == FixedClock().today().isoformat()


def test_countries_have_names_in_the_readers_language_and_a_place(client: TestClient) -> None:
    answer = client.simulate_get("/api/site/countries", headers={"Accept-Language": "ko"}).json
    korea = next(item for item in answer["items"] if item["code"] == "KR")

    assert len(answer["items"]) == 250
    assert korea["name"] == "대한민국"
    assert (round(float(korea["lat"])), round(float(korea["lng"]))) == (36, 128)


def test_a_partners_look_is_given_for_its_host_only(client: TestClient) -> None:
    known = client.simulate_get("/api/site/metadata", query_string="host=www.partner.example").json
    unknown = client.simulate_get("/api/site/metadata", query_string="host=evil.example").json

    unproved = client.simulate_get("/api/site/metadata", params={"host": "unproved.example"}).json

    assert known["metadata"] == {
        "domain": "partner.example",
        "name": "Partner",
        "color_primary": "#112233",
        "color_primary_dim": "#445566",
        "exclusive_logo": None,
        "landing": [{"language": "ko", "title": "먼저", "lead": "한 줄"}],
    }
    assert unknown["metadata"] is None
    assert unproved["metadata"] is None


def test_a_text_is_given_in_the_readers_language(client: TestClient) -> None:
    titles = {
        client.simulate_get(
            "/api/site/terms", query_string="kind=terms", headers={"Accept-Language": language}
        ).json["title"]
        for language in ("en", "ko", "zh-CN", "zh-TW")
    }

    assert len(titles) == 4
    unknown = client.simulate_get("/api/site/terms", query_string="kind=rules")
    assert unknown.json["details"]["fields"] == {"kind": "bad_value"}
    assert client.simulate_get("/api/site/terms").json["code"] == 4


def test_a_short_code_leads_to_a_kind_and_a_target(client: TestClient) -> None:
    for code in ("autumn", "AUTUMN"):
        answer = client.simulate_get("/api/site/short", params={"code": code})
        assert (answer.json["kind"], answer.json["target"]) == ("url", "/events")


@pytest.mark.parametrize("code", ["nothing", "../autumn", "autumn/", "a" * 100, "%00"])
def test_an_unknown_short_code_is_not_found(client: TestClient, code: str) -> None:
    answer = client.simulate_get("/api/site/short", params={"code": code})

    assert (answer.status_code, answer.json["code"]) == (404, 2)
    assert answer.json["details"] == {"reason": "not_found"}


@pytest.mark.parametrize("query", ["", "code=", "code=a%00b", "code=" + "a" * 101, "code=a&code=b"])
def test_what_is_no_short_code_is_refused(client: TestClient, query: str) -> None:
    assert client.simulate_get("/api/site/short", query_string=query).status_code == 400


TOKEN = "/.well-known/backbeat-site"


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        ("partner.example", (200, "a-token\n")),
        ("www.Partner.example:8000", (200, "a-token\n")),
        ("portal.example", (404, None)),
    ],
)
def test_a_partners_domain_answers_its_token_and_no_other_does(
    host: str, answer: tuple[int, str | None]
) -> None:
    transactions = MemoryTransactions.empty(FixedClock(), counting_ids())
    with transactions.begin() as books:
        books.sites.put(
            PartnerSite("partner.example", "Partner", "#112233", "#445566", token="a-token")
        )
    client = serving(object(), (), sites=Sites(transactions, FixedClock()))

    found = client.simulate_get(TOKEN, headers={"Host": host})

    assert (found.status_code, found.text if found.status_code == 200 else None) == answer
    assert client.simulate_head(TOKEN, headers={"Host": host}).status_code == found.status_code
    if found.status_code == 200:
        assert found.headers["Content-Type"].startswith("text/plain")
        assert found.headers["Cache-Control"] == "no-store"


def test_a_logo_that_was_taken_in_is_shown_where_the_site_says() -> None:
    assert logo_path("ab" * 16) == path_of_picture(PictureId("ab" * 16))
