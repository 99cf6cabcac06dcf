"""Journey 16 as its creators see it, from a campaign's opening to the reversal of a bonus.

The amounts are worked out by hand in `tests/core/campaigns/test_journey_16.py`. Whatever creators do
here they do on the screens of a phone; what belongs to the operator is a command.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from attrs import frozen
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.test_looks import look
from tests.cli.campaigning import CLIPS, LETTER, SONG, Label
from tests.cli.conftest import Program
from tests.cli.living import approved, closed, form, platform, reader
from tests.conftest import Database, make_database
from tests.fakes import report_files as fake
from tests.fakes.campaigns import clip
from tests.http.calling import Client
from tests.http.portal import PASSWORD
from tests.http.world import World

from backbeat.settings import Features, Limits, LimitsProfile, Settings
from backbeat.settings import Site as SiteSettings
from backbeat_adapters.demo.simulated import SimulatedPlatform
from backbeat_adapters.demo.simulator import Simulator
from backbeat_adapters.platforms.choosing import Platforms

__all__ = ["platform"]

pytestmark = [pytest.mark.browser, pytest.mark.variants("databases")]

LIST = "/events?view=campaigns"


@pytest.fixture
def simulator(platform: SimulatedPlatform) -> Iterator[Simulator]:
    with Simulator(platform) as simulator:
        yield simulator


@pytest.fixture
def platforms(simulator: Simulator) -> Iterator[Platforms]:
    with reader(simulator) as platforms:
        yield platforms


@pytest.fixture
def settings(simulator: Simulator) -> Settings:
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        features=Features(campaigns=True),
        site=SiteSettings(image_hosts=(simulator.page.rstrip("/"),)),
    )


@pytest.fixture(params=["sqlite", "postgresql"])
def sqlite_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """Where the site keeps everything: each of both in its turn."""
    yield from make_database(request.param, request)


@pytest.fixture
def label(site: Site, platform: SimulatedPlatform, tmp_path: Path) -> Label:
    return Label(Program(site.portal.container), platform, site.portal, tmp_path)


@frozen
class Screens:
    """One phone, which the creators hold in turns."""

    page: Page
    tokens: dict[str, str]
    campaign: str

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    def sees(self, who: str, path: str, *words: str) -> Locator:
        """Somebody opens a page and reads these words on it."""
        enter(self.page, self.tokens[who], path)
        for each in words:
            expect(self.main).to_contain_text(each)
        assert look(self.page) == [], (who, path)
        return self.main

    def sees_campaign(self, who: str, *words: str) -> Locator:
        return self.sees(who, f"/events/{self.campaign}", *words)

    def applies(self, who: str) -> None:
        self.main.get_by_role("button", name=f"Apply with {who}").click()
        expect(self.main.get_by_text(f"You joined with {who}.")).to_be_visible()

    def submits(self, address: str) -> None:
        self.main.get_by_role("textbox", name="Link of your short").fill(address)
        self.main.get_by_role("button", name="Submit").click()

    def is_told(self, who: str, title: str, *words: str) -> None:
        told = self.sees(who, "/notifications").get_by_role("listitem").filter(has_text=title).first
        for each in words:
            expect(told).to_contain_text(each)

    def has_a_month(self, who: str, total: str, *lines: str) -> None:
        """October among the confirmed months, with its lines."""
        main = self.sees(who, "/withdrawal/report", "2025/10", total)
        main.get_by_text("2025/10").last.click()
        for line in lines:
            expect(main).to_contain_text(line)


def test_journey_16_on_the_screens(page: Page, site: Site, label: Label) -> None:
    backbeat, clock, folder = label.backbeat, site.portal.business, label.folder
    world = World(site.portal.container, site.portal.client, tokens := {})
    for name in ("studio", "mina", "fern"):
        tokens[name] = site.portal.token_of(name)
    assert Client(world, "studio").post("member/mcn/add", **form("kai"))["fee_rate"] == "0.05"
    tokens["kai"] = token_of_member(site, "kai")
    for who in ("mina", "kai", "fern"):
        approved(Client(world, who), backbeat, label.platform, f"@{who}")
    catalogue = folder / "catalogue.csv"
    catalogue.write_text(f"ISRC,Title,Artist\n{SONG},Letter,Minji Lee\n")
    assert backbeat("track", "import", str(catalogue)).code == 0

    # 1 October: laid down, seen by nobody; opened, seen by everybody
    clock.set(date(2025, 10, 1))
    words = folder / "First line.pdf"
    words.write_bytes(LETTER)
    campaign = backbeat(
        "campaign", "create", "Summer letter", "--track", SONG, "--rate", "2.00",
        "--budget", "500.00", "--until", "2025-12-31", "--file", str(words), "--json",
    ).json["id"]  # fmt: skip
    screens = Screens(page, tokens, campaign)
    screens.sees("mina", LIST, "No campaign is open")
    assert backbeat("campaign", "open", campaign).code == 0
    for who in ("mina", "kai", "fern"):
        screens.sees(who, LIST, "Summer letter", "$2.00 for 1,000 views")
        expect(screens.main).to_contain_text("0 of 250.0k views reached, 91 days left")

    # 2 October: mina joins; her files open after a minute; an older short is refused
    clock.set(date(2025, 10, 2))
    early = label.is_uploaded("@mina", clip(9))
    clock.move(seconds=1)
    main = screens.sees_campaign("mina", "With “Letter”", "What 100,000 views would bring")
    screens.applies("mina")
    expect(main.get_by_role("heading", name="Files open in")).to_be_visible()
    file = main.get_by_role("link", name="First line.pdf")
    clock.move(seconds=58)
    page.reload()
    expect(main.get_by_text("First line.pdf")).to_be_visible()
    expect(file).to_have_count(0)
    clock.move(seconds=2)
    with page.expect_download() as got:
        file.click()
    assert Path(got.value.path()).read_bytes() == LETTER
    screens.submits(early)
    expect(main.get_by_role("alert")).to_contain_text("Only Shorts made for this campaign")
    expect(main).to_contain_text("Nothing is entered yet.")
    screens.submits(label.is_uploaded("@mina", CLIPS["@mina"]))
    expect(main).to_contain_text("A letter by @mina")
    expect(main).to_contain_text("Checking the music")

    # 3 October: kai and fern
    clock.set(date(2025, 10, 3))
    for who in ("kai", "fern"):
        screens.sees_campaign(who, "of 250.0k views")
        screens.applies(who)
        screens.submits(label.is_uploaded(f"@{who}", CLIPS[f"@{who}"]))
        expect(main).to_contain_text(f"A letter by @{who}")
        expect(main).to_contain_text("Checking the music")
        expect(main).not_to_contain_text("@mina")
        assert look(page) == []

    # 5 October: the claims are known, what counts is seen
    label.reports(date(2025, 10, 2), mina=1_000, kai=5_000)
    label.reports(date(2025, 10, 4), mina=59_000, kai=30_000, fern=20_000)
    clock.set(date(2025, 10, 5))
    label.claims(dict.fromkeys(CLIPS, "0.00"))
    label.reports(date(2025, 10, 5), mina=40_000, kai=50_000, fern=10_000)
    for who, views, bonus in (
        ("mina", "100,000", "$200.00"),
        ("kai", "80,000", "$160.00"),
        ("fern", "30,000", "$60.00"),
    ):
        screens.sees_campaign(who, f"{who}, {views} views count", bonus, "210.0k")
        expect(main).not_to_contain_text("Checking the music")
        expect(main).to_contain_text("Estimated until the month is closed")

    # 6 October: fern's entry is refused, and fern is told
    clock.set(date(2025, 10, 6))
    why = ("--reason", "another song lies under it", "--yes")
    assert backbeat("campaign", "refuse", campaign, clip(3), *why).code == 0
    screens.sees_campaign(
        "fern", "Not taken", "Taken out by the operator: another song lies under it"
    )
    screens.is_told("fern", "Summer letter", "A letter by @fern", "another song lies under it")

    # the goal is passed in the middle of that day; nothing counts after it
    label.reports(date(2025, 10, 6), mina=50_000, kai=70_001, fern=5_000)
    label.reports(date(2025, 10, 7), mina=10_000, kai=10_000)
    clock.set(date(2025, 10, 8))
    label.reports(date(2025, 10, 8), mina=10_000)
    for who, views, bonus in (("mina", "129,166", "$258.33"), ("kai", "120,834", "$241.67")):
        screens.sees_campaign(who, "Closed: the goal was reached.", f"{who}, {views} views count")
        expect(main).to_contain_text(bonus)
        expect(main).to_contain_text("Estimated until the month is closed")
        expect(main.get_by_role("textbox", name="Link of your short")).to_have_count(0)
    screens.sees("fern", f"/events/{campaign}", "Closed: the goal was reached.", "Not taken")
    expect(main.get_by_role("textbox", name="Link of your short")).to_have_count(0)
    screens.sees("kai", LIST, "No campaign is open")
    screens.sees("kai", f"{LIST}&tab=over", "Summer letter", "Closed")

    # 20 November: the bonuses are paid with October
    label.claims({"@mina": "10.00", "@kai": "20.00", "@fern": "0.00"})
    clock.set(date(2025, 11, 20))
    closed(backbeat, "2025-10")
    label.hour_passes()
    screens.sees("mina", "/dashboard", "$268.33")
    screens.sees_campaign("mina", "$258.33 of it is paid")
    screens.is_told("mina", "Summer letter", "258,332 points from the campaign “Summer letter”.")
    screens.has_a_month(
        "mina", "$268.33", "View campaign bonus $258.332000", "Music revenue $10.000000"
    )
    screens.sees("kai", "/dashboard", "$260.66")
    screens.sees_campaign("kai", "$241.67 of it is paid")
    screens.is_told("kai", "Summer letter", "241,668 points from the campaign “Summer letter”.")
    screens.has_a_month(
        "kai", "$260.67", "View campaign bonus $241.668000", "Music revenue $19.000000"
    )
    screens.sees("studio", "/dashboard", "$1.00")
    screens.sees("fern", "/withdrawal/report", "No confirmed month yet")

    # kai's bonus is reversed: what stays is the music's
    [bonus] = Client(world, "kai").get("withdrawal/ledger", type="cpv_bonus")["items"]
    why = ("--reason", "views were bought", "--yes")
    assert backbeat("ledger", "reverse", bonus["id"], *why).code == 0
    screens.sees_campaign("kai", "$241.67 was taken back")
    expect(main).not_to_contain_text("of it is paid")
    screens.is_told("kai", "Points taken back", "241,668 points", "Reason: views were bought")
    screens.sees("kai", "/dashboard", "$19.00")
    screens.has_a_month(
        "kai",
        "$19.00",
        "View campaign bonus $241.668000",
        "View campaign bonus Correction−$241.668000",
        "Music revenue $19.000000",
        "Total$19.000000",
    )
    screens.sees_campaign("mina", "$258.33 of it is paid")
    expect(main).not_to_contain_text("was taken back")
    screens.sees("mina", "/dashboard", "$268.33")

    # November's close posts no bonus
    november = {"month": "2025-11", "channel_id": label.id_of("@mina"), "video_id": clip(1)}
    own = fake.own_monthly(folder / "november.csv", november | {"views": 9, "revenue_usd": "1"})
    label.takes(own)
    clock.set(date(2025, 12, 20))
    closed(backbeat, "2025-11")
    label.hour_passes()
    screens.sees("mina", "/dashboard", "$269.33")
    screens.sees("kai", "/dashboard", "$19.00")


def token_of_member(site: Site, name: str) -> str:
    """A new member who has logged in, proved the address and ended the walk."""
    token = str(site.portal.log_in(name, PASSWORD)["token"])
    site.portal.post("member/email", token)
    code = site.portal.mailed_code(f"{name}@example.org")
    assert site.portal.post("member/emailverify", token, code=code).status == 200
    site.portal.post("member/settings/step.tutorial", token, value="all")
    return token
