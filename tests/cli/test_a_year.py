"""A year of an operator in Seoul: journeys 2, 3, 8, 11 and 12 with other amounts and days.

The machine stands in New York and everything happens in the first minutes of a day in Seoul, when
it is the day before in New York and in UTC. Every figure was worked out from docs/rules beforehand:

    earned  hao     kai     mina       teo    rio A  rio B
    2027-09 412.00  120.00  20.00      75.00   6.40  41.10
    2027-10  95.00   60.00  99.98                           mina's is 100.00 after a correction
    2027-11 130.50   40.00                    81.00         7 of 30 equal days before its approval
    2027-12 300.00          55.555555  88.88  12.00         hao's is 287.35 after a correction
    2028-01                 10.00
    2028-02         1450.00                                 26 of 29 equal days kai's, then hao's
    2028-03                 60.00
    2028-04                 60.00
    2028-05 100.00
    2028-06                            45.45
    2028-07                                   33.30

Kai stands below hao, who gets 5 % of September and 8 % from October on:

    2027-09 kai 114.00, hao 6.00    2027-11 kai 36.80, hao 3.20
    2027-10 kai  55.20, hao 4.80    2028-02 1450.00 x 26/29 = 1300.00: kai 1196.00, hao 104.00;
                                            1450.00 x  3/29 =  150.00: hao

PayPal keeps 4.7 %, rounded half up to the cent; a bank 20.00. Points are lots of a thousandth of
a dollar, for six months. In the end everybody has what was earned, less what was paid or is lost:

    hao  418.00 + 99.80 + 133.70 + 287.35 + 254.00 + 100.00 - 418.00 - 233.50 - 541.35 = 100.00
    kai  114.00 + 55.20 + 36.80 + 1196.00 + 6.00 - 6.00 (points)                       = 1402.00
    mina 20.00 + 0.04 + 100.00 + 55.555555 + 10.00 + 60.00 + 60.00
         - 120.04 - 55.55 - 130.00                                                     = 0.005555
    teo  75.00 - 75.00 (kept by the house) + 88.88 - 88.88 + 45.45                     = 45.45
    rio  6.40 - 6.40 (deleted) + 41.10 - 41.10 + 62.10 + 12.00 - 74.10 + 33.30         = 33.30
    sam  2.50 - 2.50 (points)                                                          = 0.00
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from attrs import evolve, frozen
from tests.cli.conftest import Answer, Program
from tests.cli.living import added, approved, platform, put_code, real_adapter
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import MAIN, MEMBER, PASSWORD, World

from backbeat.accounts.model import FeeRate
from backbeat.kernel.ids import AccountId
from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["platform", "real_adapter"]

SEOUL = ZoneInfo("Asia/Seoul")
IBAN = "DE89370400440532013000"
BANK = {
    "method": "bank",
    "holder": "Hao Wang",
    "bank_name": "Example Bank",
    "bank_address": "1 Example Street, Berlin",
    "swift": "DEUTDEFF",
    "account_number": IBAN,
    "account_number_confirm": IBAN,
    "postal_code": "10115",
}
HAO, KAI, MINA, TEO, RIO, SAM = (
    f"{name}@example.org" for name in (MAIN, MEMBER, "mina", "teobald", "rio.k", "sammy")
)
BALANCES = {
    HAO: "100.00",
    KAI: "1402.00",
    MINA: "0.005555",
    TEO: "45.45",
    RIO: "33.30",
    SAM: "0.00",
}


@frozen
class Year:
    """The operator at the command line, creators over HTTP, and the time in Seoul."""

    world: World
    backbeat: Program
    platform: SimulatedPlatform
    clock: FixedClock
    folder: Path
    handles: dict[str, str]

    def at(self, moment: str) -> None:
        """Let it be that moment in Seoul."""
        self.clock.set(datetime.fromisoformat(moment).replace(tzinfo=SEOUL).astimezone(UTC))

    def of(self, email: str) -> Client:
        """Somebody who is logged in."""
        return Client(self.world, email)

    def runs(self, *words: str) -> Answer:
        """A command that goes through."""
        answer = self.backbeat(*words)
        assert answer.code == 0, (words, answer.err)
        return answer

    def is_refused(self, reason: str, *words: str) -> None:
        """A command that is refused with that reason."""
        answer = self.backbeat(*words)
        assert (answer.code, reason in answer.err) == (1, True), (words, answer.err)

    def opens(self, email: str, handle: str) -> Any:
        """Add a channel, and have it verified and approved."""
        channel = approved(self.of(email), self.backbeat, self.platform, handle)
        self.handles[handle] = platform_id(self.platform, handle)
        return channel

    def rows(self, month: str, dollars: Mapping[str, str]) -> list[fake.Row]:
        """A line of the monthly report for each handle."""
        return [
            {
                "month": month,
                "channel_id": self.handles.get(handle, handle),
                "video_id": f"V{handle}"[:11],
                "views": 1_000,
                "revenue_usd": amount,
            }
            for handle, amount in dollars.items()
        ]

    def report(self, name: str, *rows: fake.Row) -> str:
        """A monthly file with these lines."""
        return str(fake.own_monthly(self.folder / f"{name}.csv", *rows))

    def days(self, month: str, count: int, handle: str, revenue: str) -> Answer:
        """The estimates of a month whose days are all alike come in."""
        rows = [
            fake.daily_row(f"{month}-{day:02}", self.handles[handle], f"V{handle}"[:11])
            | {"revenue_usd": revenue}
            for day in range(1, count + 1)
        ]
        return self.runs("report", "ingest", str(fake.own_daily(self.folder / "days.csv", *rows)))

    def closes(self, month: str, dollars: Mapping[str, str], moment: str) -> Any:
        """The month's report comes in, and the month is closed at that moment; what it said."""
        self.at(moment)
        self.runs("report", "ingest", self.report(month, *self.rows(month, dollars)))
        return self.runs("settle", "close", month, "--yes", "--json").json

    def balance(self, email: str) -> str:
        """What the portal shows."""
        return str(self.of(email).get("withdrawal/summary")["balance"])

    def quote(self, email: str, method: str = "paypal", currency: str = "USD") -> Any:
        """What a payout would come to."""
        return self.of(email).get("withdrawal/quote", method=method, currency=currency)

    def asks(self, email: str, total: str, method: str = "paypal", currency: str = "USD") -> Any:
        """What a request for a payout is answered with."""
        asked = {"method": method, "currency": currency, "total": total}
        return self.of(email).post("withdrawal/request", **asked)

    def listed(self, email: str, withdrawal: Any) -> Any:
        """The withdrawal as its owner's list has it."""
        items = self.of(email).get("withdrawal/list")["items"]
        return next(each for each in items if each["id"] == withdrawal["id"])

    def newest(self, email: str) -> tuple[str, str, str]:
        """The newest row of a statement: type, amount and day."""
        row = self.of(email).get("withdrawal/ledger")["items"][0]
        return row["type"], row["amount"], row["date"]

    def rejects(self, withdrawal: Any, how: str) -> None:
        """The operator decides against a payout."""
        self.runs("withdrawal", "reject", withdrawal["id"], how, "--reason", "Wrong name", "--yes")


def platform_id(platform: SimulatedPlatform, handle: str) -> str:
    found = platform.channel_of_handle(handle)
    assert found is not None
    return str(found.id)


def reasons(quote: Any) -> list[tuple[int, str]]:
    return [(each["code"], each["reason"]) for each in quote["blocked"]]


def parts(answer: Mapping[str, Any], *names: str) -> list[Any]:
    return [answer[name] for name in names]


@pytest.fixture
def zone() -> ZoneInfo:
    return SEOUL


@pytest.fixture
def in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine's own zone is another one than that of the business."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def year(
    in_new_york: None,
    world: World,
    backbeat: Program,
    platform: SimulatedPlatform,
    clock: FixedClock,
    business_clock: FixedClock,
    tmp_path: Path,
) -> Year:
    """Everybody's account, on the last day of August."""
    tokens = {HAO: world.tokens[MAIN], KAI: world.tokens[MEMBER]}
    year = Year(evolve(world, tokens=tokens), backbeat, platform, business_clock, tmp_path, {})
    year.at("2027-08-31 00:10:00")
    clock.set(business_clock.now())
    with world.container.transactions().begin() as books:
        for rate, since in (("0.05", date(2027, 1, 1)), ("0.08", date(2027, 10, 1))):
            books.fee_rates.put(FeeRate(AccountId(MEMBER), Decimal(rate), since))
    for email in (MINA, TEO, RIO, SAM):
        name = email.partition("@")[0].replace(".", "")
        create = ("account", "create", email, name, "--verified", "--password-stdin")
        assert backbeat(*create, stdin=f"{PASSWORD}\n").code == 0
    for email in BALANCES:
        found = world.client.simulate_post(
            "/api/member/login", json={"id": email, "password": PASSWORD}
        )
        tokens[email] = found.json["token"]
    return year


def test_a_year_of_an_operator(year: Year) -> None:
    everybody_begins(year)
    september_is_closed_once(year)
    october_of_rejections_and_deletions(year)
    hao_is_paid_in_yuan(year)
    november_and_a_correction(year)
    the_years_end(year)
    january_below_a_cent(year)
    a_leap_day(year)
    march_corrects_december(year)
    spring_and_another_policy(year)
    the_year_adds_up(year)


def everybody_begins(year: Year) -> None:
    for email, handle in (
        (HAO, "@hao"),
        (HAO, "@kai"),
        (MINA, "@mina"),
        (TEO, "@teo"),
        (RIO, "@rio.a"),
        (RIO, "@rio.b"),
    ):
        channel = year.opens(email, handle)
        assert channel["earning_from"] == "2027-08-31"
        if handle == "@kai":
            assert year.of(HAO).post("channel/assign", id=channel["id"], target=MEMBER)["success"]
    for email, name in ((MINA, "Mina Kim"), (TEO, "Teo Park"), (RIO, "Rio Lee"), (KAI, "Kai Cho")):
        form = {"method": "paypal", "account_name": name, "account_email": email}
        assert year.of(email).post("withdrawal/info.register", **form)["success"]
    for email, points in ((KAI, "6000"), (SAM, "2500")):
        year.runs("points", "grant", email, points, "--reason", "a prize", "--yes")
    # Six months after 31 August is the last day of a February of 29 days.
    lots = year.runs("points", "list", "--json").items
    assert {row["expires_on"] for row in lots} == {"2028-02-29"}


def september_is_closed_once(year: Year) -> None:
    september = {
        "@hao": "412.00",
        "@kai": "120.00",
        "@mina": "20.00",
        "@teo": "75.00",
        "@rio.a": "6.40",
        "@rio.b": "41.10",
        "UC0000000000000000000999": "5.55",
    }
    year.at("2027-09-30 23:59:59")
    bad = year.report("bad", *year.rows("2027-09", {**september, "@mina.": "lots"}))
    year.is_refused("line 9: revenue_usd", "report", "ingest", bad)
    assert year.runs("report", "list", "--json").items == []
    good = year.report("good", *year.rows("2027-09", september))
    [stored] = year.runs("report", "ingest", good, "--json").items
    assert parts(stored, "added", "suspended") == [7, 1]
    year.is_refused("month_open", "settle", "close", "2027-09", "--yes")

    # The month is over as soon as October has begun in Seoul.
    year.at("2027-10-01 00:00:00")
    seen = year.runs("settle", "close", "2027-09", "--dry-run", "--json").json
    assert parts(seen, "confirmed", "shared", "kept") == ["674.50", "674.50", "0.00"]
    year.at("2027-10-20 00:10:00")
    assert year.runs("settle", "close", "2027-09", "--yes", "--json").json["entries"] == 7
    year.is_refused("month_closed", "settle", "close", "2027-09", "--yes")
    found = {email: year.balance(email) for email in (HAO, KAI, MINA, TEO, RIO)}
    assert found == {HAO: "418.00", KAI: "120.00", MINA: "20.00", TEO: "75.00", RIO: "47.50"}
    assert year.newest(TEO) == ("music_profit", "75.00", "2027-10-20")


def october_of_rejections_and_deletions(year: Year) -> None:
    rio = year.of(RIO)
    channels = {each["link"].rpartition("/")[2]: each for each in rio.get("channel/list")["items"]}
    year.at("2027-10-21 00:40:00")
    assert rio.get("channel/delete.preview", id=channels["@rio.a"]["id"])["balance"] == "6.40"
    gone = rio.post("channel/delete", id=channels["@rio.a"]["id"], password=PASSWORD, confirm=True)
    assert gone["forfeited"] == "6.40"
    assert year.newest(RIO) == ("expire", "-6.40", "2027-10-21")

    # The window opens with the 25th in Seoul.
    year.at("2027-10-24 23:59:59")
    refused = year.asks(TEO, "75.00")
    assert (refused["code"], refused["details"]["opens_on"]) == (40001, "2027-10-25")
    year.at("2027-10-25 00:00:00")
    first = year.asks(TEO, "75.00")
    assert parts(first, "fee", "net", "due_on") == ["3.53", "71.47", "2027-11-10"]
    year.rejects(first, "--recover")
    assert year.listed(TEO, first)["status"] == "rejected"
    assert (year.newest(TEO), year.balance(TEO)) == (("recovery", "75.00", "2027-10-25"), "75.00")
    second = year.asks(TEO, "75.00")
    year.rejects(second, "--no-recover")
    assert year.listed(TEO, second)["status"] == "rejected_without_recovery"
    assert year.balance(TEO) == "0.00"
    year.is_refused("already", "withdrawal", "pay", second["id"], "--yes")

    # Exactly the minimum is not above it; ten points a cent above it are, but not for a bank.
    assert reasons(year.quote(MINA)) == [(40002, "minimum")]
    assert year.asks(MINA, "20.00")["code"] == 40002
    year.runs("points", "grant", MINA, "40", "--reason", "thanks", "--yes")
    assert year.newest(MINA) == ("bonus_point", "0.04", "2027-10-25")
    offer = year.quote(MINA)
    assert parts(offer, "total", "fee", "net", "allowed") == ["20.04", "0.94", "19.10", True]
    assert reasons(year.quote(MINA, "bank")) == [(40002, "bank_minimum")]

    year.at("2027-10-26 00:10:00")
    asked = year.asks(RIO, "41.10")
    assert parts(asked, "fee", "net") == ["1.93", "39.17"]
    gone = rio.post("channel/delete", id=channels["@rio.b"]["id"], password=PASSWORD, confirm=True)
    assert (gone["forfeited"], year.balance(RIO)) == ("0.00", "0.00")
    assert year.listed(RIO, asked)["status"] == "pending"


def hao_is_paid_in_yuan(year: Year) -> None:
    year.at("2027-10-31 23:59:59")
    assert year.of(HAO).post("withdrawal/info.register", **BANK)["success"]
    set_ = year.runs("fx", "set", "CNY", "7.0456", "--json").json
    assert set_["day"] == "2027-10-31"
    # 418.00 and 398.00 times 7.0456 are 2945.0608 and 2804.1488, both rounded down.
    offer = year.quote(HAO, "bank", "CNY")
    assert parts(offer, "total_usd", "net_usd") == ["418.00", "398.00"]
    assert parts(offer, "total", "fee", "net") == ["2945.06", "140.92", "2804.14"]
    asked = year.asks(HAO, "2945.06", "bank", "CNY")
    assert parts(asked, "status", "fx_rate", "due_on") == ["pending", "7.0456", "2027-11-10"]
    year.at("2027-11-01 00:00:00")
    assert year.asks(MINA, "20.04")["code"] == 40001
    year.runs("fx", "set", "CNY", "7.2")
    invoice = evolve(year.of(HAO), currency="CNY").get(
        "withdrawal/invoice", id=year.listed(HAO, asked)["invoice_id"]
    )
    assert parts(invoice, "issued_on", "fee", "total") == ["2027-10-31", "140.92", "2804.14"]

    # Rio's first channel comes back; the day of its approval is the first that earns.
    year.at("2027-11-05 00:10:00")
    again = added(year.of(RIO), "@rio.a")
    put_code(year.platform, again)
    assert year.of(RIO).post("channel/verify", id=again["id"])["outcome"] == "success"
    year.at("2027-11-08 00:05:00")
    year.runs("channel", "approve", again["id"])
    earning = year.of(RIO).get("channel/detail", id=again["id"])["earning_from"]
    assert earning == "2027-11-08"

    year.at("2027-11-10 00:05:00")
    queue = year.runs("withdrawal", "list", "--status", "pending", "--json").items
    assert len(queue) == 2
    year.runs("withdrawal", "pay", "--due-by", "2027-11-10", "--yes")
    assert parts(year.listed(HAO, asked), "status", "paid_on") == ["success", "2027-11-10"]


def november_and_a_correction(year: Year) -> None:
    october = {"@hao": "95.00", "@kai": "60.00", "@mina": "99.98"}
    year.closes("2027-10", october, "2027-11-20 00:10:00")
    assert (year.balance(HAO), year.balance(KAI)) == ("99.80", "175.20")
    year.at("2027-11-25 00:00:00")
    # The last settled month is 99.98, and 99.80 of hao's: both a little below a bank's 100.00.
    assert reasons(year.quote(MINA, "bank")) == [(40002, "bank_minimum")]
    assert reasons(year.quote(HAO, "bank")) == [(40002, "bank_minimum")]
    late = year.report("late", *year.rows("2027-10", {"@mina": "100.00"}))
    year.runs("report", "ingest", late)
    done = year.runs("settle", "adjust", "2027-10", "--yes", "--json").json
    assert [row["amount"] for row in done["postings"]] == ["0.02"]
    assert year.quote(MINA, "bank")["allowed"]
    asked = year.asks(MINA, "120.04")
    assert parts(asked, "fee", "net") == ["5.64", "114.40"]
    year.at("2027-12-10 00:15:00")
    year.runs("withdrawal", "pay", asked["id"], "--yes")
    assert year.listed(MINA, asked)["paid_on"] == "2027-12-10"


def the_years_end(year: Year) -> None:
    estimated = year.days("2027-11", 30, "@rio.a", "2.50")
    assert "30 stored, 7 before start" in estimated.out
    november = {"@hao": "130.50", "@kai": "40.00", "@rio.a": "81.00"}
    done = year.closes("2027-11", november, "2027-12-20 00:10:00")
    # 81.00 x 7/30 were earned before the channel was approved.
    assert parts(done, "confirmed", "shared", "kept") == ["251.50", "232.60", "18.90"]
    assert (year.balance(RIO), year.balance(HAO)) == ("62.10", "233.50")
    # 233.50 and 213.50 times 7.3001 are 1704.57335 and 1558.57135, both rounded down.
    year.at("2027-12-31 23:50:00")
    year.runs("fx", "set", "CNY", "7.3001")
    asked = year.asks(HAO, "1704.57", "bank", "CNY")
    assert parts(asked, "fee", "net", "due_on") == ["146.00", "1558.57", "2028-01-10"]
    invoice = year.listed(HAO, asked)["invoice_id"]
    assert invoice == "INV-2027-000006"
    year.at("2028-01-01 00:00:00")
    refused = year.asks(RIO, "62.10")
    assert (refused["code"], refused["details"]["opens_on"]) == (40001, "2028-01-25")
    year.at("2028-01-10 00:05:00")
    year.runs("withdrawal", "pay", "--due-by", "2028-01-10", "--yes")
    assert parts(year.listed(HAO, asked), "status", "paid_on") == ["success", "2028-01-10"]


def january_below_a_cent(year: Year) -> None:
    december = {"@hao": "300.00", "@mina": "55.555555", "@teo": "88.88", "@rio.a": "12.00"}
    year.closes("2027-12", december, "2028-01-20 00:10:00")
    year.at("2028-01-25 00:00:00")
    asked = year.asks(MINA, "55.55")
    assert parts(asked, "fee", "net", "invoice_id") == ["2.61", "52.94", "INV-2028-000001"]
    assert year.balance(MINA) == "0.005555"
    both = year.asks(RIO, "74.10")
    assert parts(both, "fee", "net") == ["3.48", "70.62"]
    year.at("2028-02-10 00:05:00")
    year.runs("withdrawal", "pay", "--due-by", "2028-02-10", "--yes")
    assert year.listed(RIO, both)["paid_on"] == "2028-02-10"
    year.closes("2028-01", {"@mina": "10.00"}, "2028-02-20 00:10:00")


def a_leap_day(year: Year) -> None:
    # 114.00 + 55.20 + 36.80 and 6.00 of points, which come back with thirty days to use them.
    year.at("2028-02-25 00:00:00")
    asked = year.asks(KAI, "212.00")
    assert parts(asked, "fee", "net") == ["9.96", "202.04"]
    year.rejects(asked, "--recover")
    [_, lot] = year.runs("points", "list", "--json").items
    assert parts(lot, "account", "points", "expires_on") == [KAI, 6_000, "2028-03-26"]
    # From the 27th on the channel is hao's again: 26 days stay kai's.
    year.at("2028-02-27 00:05:00")
    [channel] = [
        each for each in year.of(HAO).get("channel/list")["items"] if "@kai" in each["link"]
    ]
    assert year.of(HAO).post("channel/unassign", id=channel["id"])["success"]

    year.at("2028-02-29 23:59:59")
    assert year.runs("points", "expire", "--yes", "--json").items == []
    leap = year.asks(TEO, "88.88")
    assert parts(leap, "fee", "net", "due_on") == ["4.18", "84.70", "2028-03-10"]
    invoice = year.of(TEO).get("withdrawal/invoice", id=leap["invoice_id"])
    assert invoice["issued_on"] == "2028-02-29"
    year.at("2028-03-01 00:00:00")
    assert year.asks(HAO, "300.00", "bank")["code"] == 40001
    [lost] = year.runs("points", "expire", "--yes", "--json").items
    assert lost["amount"] == "2.50"
    assert year.newest(SAM) == ("expire", "-2.50", "2028-03-01")


def march_corrects_december(year: Year) -> None:
    year.at("2028-03-05 00:15:00")
    late = year.report("later", *year.rows("2027-12", {"@hao": "287.35"}))
    year.runs("report", "ingest", late)
    year.runs("settle", "adjust", "2027-12", "--yes", "--reason", "a dispute")
    row = year.runs("ledger", "show", HAO, "--json").items[0]
    assert parts(row, "amount", "month", "date") == ["-12.65", "2027-12", "2028-03-05"]
    year.at("2028-03-10 00:30:00")
    [paid] = year.runs("withdrawal", "pay", "--due-by", "2028-03-10", "--yes", "--json").items
    assert parts(paid, "status", "paid_on") == ["success", "2028-03-10"]

    year.at("2028-03-20 00:00:00")
    year.days("2028-02", 29, "@kai", "10.00")
    year.closes("2028-02", {"@kai": "1450.00"}, "2028-03-20 00:10:00")
    assert (year.balance(KAI), year.balance(HAO)) == ("1408.00", "541.35")
    year.at("2028-03-25 00:00:00")
    asked = year.asks(HAO, "541.35", "bank")
    assert parts(asked, "fee", "net") == ["20.00", "521.35"]
    year.at("2028-03-26 23:59:59")
    assert year.runs("points", "expire", "--yes", "--json").items == []
    year.at("2028-03-27 00:00:00")
    [lost] = year.runs("points", "expire", "--yes", "--json").items
    assert (lost["amount"], year.balance(KAI)) == ("6.00", "1402.00")


def spring_and_another_policy(year: Year) -> None:
    year.closes("2028-03", {"@mina": "60.00"}, "2028-04-20 00:10:00")
    year.runs("withdrawal", "pay", "--due-by", "2028-04-10", "--yes")
    year.closes("2028-04", {"@mina": "60.00"}, "2028-05-20 00:10:00")
    for key, value, since in (
        ("withdrawal.bank_minimum_basis", "requested_amount", "2028-05-26"),
        ("withdrawal.windows", "[[3, -1]]", "2028-07-01"),
    ):
        year.runs("policy", "set", key, value, "--from", since, "--reason", "agreed")
    # 60.00 last month, 130.00 in all: the other basis counts from the 26th in Seoul.
    year.at("2028-05-25 23:59:59")
    assert reasons(year.quote(MINA, "bank")) == [(40002, "bank_minimum")]
    year.at("2028-05-26 00:00:00")
    assert (year.balance(MINA), year.quote(MINA, "bank")["allowed"]) == ("130.005555", True)
    year.closes("2028-05", {"@hao": "100.00"}, "2028-06-20 00:10:00")
    year.at("2028-07-02 23:59:59")
    assert year.asks(MINA, "130.00")["code"] == 40001
    year.at("2028-07-03 00:00:00")
    asked = year.asks(MINA, "130.00")
    assert parts(asked, "fee", "net", "due_on") == ["6.11", "123.89", "2028-08-10"]
    assert asked["invoice_id"] == "INV-2028-000006"
    year.closes("2028-06", {"@teo": "45.45"}, "2028-07-20 00:10:00")
    year.at("2028-08-10 00:05:00")
    year.runs("withdrawal", "pay", "--due-by", "2028-08-10", "--yes")
    year.closes("2028-07", {"@rio.a": "33.30"}, "2028-08-20 00:10:00")


def the_year_adds_up(year: Year) -> None:
    assert {email: year.balance(email) for email in BALANCES} == BALANCES
    runs = year.runs("settle", "list", "--json").items
    assert [(row["month"], row["revision"]) for row in runs if row["revision"]] == [
        ("2027-12", 1),
        ("2027-10", 1),
    ]
    # 674.50 + 255.00 + 251.50 + 443.785555 + 10 + 1450 + 60 + 60 + 100 + 45.45 + 33.30
    confirmed = sum(Decimal(row["confirmed"]) for row in runs)
    kept = sum(Decimal(row["kept"]) for row in runs)
    assert (confirmed, kept) == (Decimal("3383.535555"), Decimal("18.90"))
    withdrawals = year.runs("withdrawal", "list", "--size", "100", "--json").items
    assert sorted({row["status"] for row in withdrawals}) == [
        "rejected",
        "rejected_without_recovery",
        "success",
    ]
    year.runs("ledger", "check")
    year.runs("audit", "verify")
