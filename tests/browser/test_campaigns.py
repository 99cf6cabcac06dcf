"""View campaigns on the screens: the list, joining, files that open by themselves, shorts and their bonus."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import earning, enter, visit
from tests.browser.test_looks import READERS, look
from tests.fakes import report_files as fake
from tests.fakes.campaigns import SONG, a_track
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform

from backbeat.campaigns.model import Application, Bonus, CampaignEntry, CampaignId, EntryState
from backbeat.campaigns.operations import CampaignDraft
from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.report_files.service import Ingestion
from backbeat.settings import Campaign, Features, Limits, LimitsProfile, Settings
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.browser

OLGA = Actor.operator("olga")
WAIT = 2
CLIP, FOREIGN = "clip000001A", "clip000002A"
LIST = "/events?view=campaigns"


def _portal(wait: int) -> Settings:
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        features=Features(campaigns=True),
        campaign=Campaign(download_wait_seconds=wait),
    )


@pytest.fixture
def settings() -> Settings:
    return _portal(WAIT)


@frozen
class Label:
    """Who runs campaigns at a portal where Mina earns with her channels."""

    site: Site
    folder: Path
    token: str

    def opens(self, title: str, **changes: Any) -> str:
        office = self.site.portal.container.portal().campaign_office
        terms = {
            "rate": Money.of("2.00"),
            "budget": Money.of("500.00"),
            "until": date(2025, 11, 9),
            **changes,
        }
        made = office.create(CampaignDraft(title=title, track=SONG, **terms), OLGA)
        return office.open(made.id, OLGA).id

    def is_uploaded(self, video: str, channel: int) -> str:
        platform = self.site.portal.container.platform()
        assert isinstance(platform, FakePlatform)
        platform.clips[VideoId(video)] = PlatformVideo(
            VideoId(video),
            platform_id(channel),
            "The letter I did not send",
            None,
            datetime(2025, 10, 20, 10, tzinfo=UTC),
            40,
        )
        return f"https://www.youtube.com/shorts/{video}"

    def counts(self, views: int) -> None:
        """A day's file tells of the short, and the hourly job counts."""
        container = self.site.portal.container
        row = fake.daily_row(
            "2025-10-20", platform_id(1), CLIP, revenue="0.01", views=views, isrc=SONG
        )
        Ingestion(
            container.transactions(),
            SqlStaging(container.transactions()),
            DiskReports(),
            self.site.portal.business,
        ).ingest(fake.own_daily(self.folder / "more.csv", row), OLGA)
        container.portal().counting.count()


@pytest.fixture
def label(site: Site, tmp_path: Path) -> Label:
    token = earning(site, tmp_path, 1, 2)
    with site.portal.container.transactions().begin() as books:
        books.tracks.save([a_track(SONG, "Letter")])
    return Label(site, tmp_path, token)


def test_a_creator_joins_a_campaign_enters_a_short_and_sees_its_bonus(
    page: Page, label: Label
) -> None:
    """CAMPAIGN-1 to CAMPAIGN-6, CAMPAIGN-11."""
    main = page.get_by_role("main")
    enter(page, label.token, LIST)
    expect(main.get_by_role("heading", name="No campaign is open")).to_be_visible()
    words = (("First line.pdf", b"Dear summer,"),)
    label.opens("Summer letter", files=words, min_seconds=35)
    page.reload()
    expect(main.get_by_text("$2.00 for 1,000 views")).to_be_visible()
    expect(main.get_by_text("0 of 250.0k views reached, 20 days left")).to_be_visible()
    assert look(page) == []

    main.get_by_role("link", name="Summer letter").click()
    expect(main.get_by_text("A Short made for this campaign, 35 s or longer")).to_be_visible()
    expect(main.get_by_text("With “Letter”")).to_be_visible()
    expect(main).to_contain_text("Music, at your usual $2.00 for 1,000 views")
    expect(main).to_contain_text("$200.00")
    expect(main).to_contain_text("$400.00")
    assert look(page) == []

    main.get_by_role("combobox", name="Channel").select_option(label="Channel 1")
    main.get_by_role("button", name="Apply with Channel 1").click()
    expect(main.get_by_text("You joined with Channel 1.")).to_be_visible()
    label.site.portal.pass_time(seconds=WAIT)
    saved = main.get_by_role("link", name="First line.pdf")
    with page.expect_download() as got:
        saved.click()
    assert got.value.suggested_filename == "First line.pdf"
    assert Path(got.value.path()).read_bytes() == b"Dear summer,"

    link = main.get_by_role("textbox", name="Link of your short")
    submit = main.get_by_role("button", name="Submit")
    for address, refusal in (
        ("https://www.youtube.com/shorts/clip000009A", "information could not be fetched"),
        (label.is_uploaded(FOREIGN, 7), "Only your own channel can take part."),
    ):
        link.fill(address)
        submit.click()
        expect(main.get_by_role("alert")).to_contain_text(refusal)
        expect(main.get_by_text("Nothing is entered yet.")).to_be_visible()
    link.fill(label.is_uploaded(CLIP, 1))
    submit.click()
    expect(main).to_contain_text("The letter I did not send")
    expect(main).to_contain_text("Checking the music")
    expect(link).to_have_count(0)  # one short a channel
    expect(main.get_by_role("button", name="Apply with Channel 2")).to_be_visible()
    assert look(page) == []

    label.counts(200_000)
    page.reload()
    expect(main).to_contain_text("Channel 1, 200,000 views count")
    expect(main).to_contain_text("$400.00")
    expect(main.get_by_text("200.0k", exact=True)).to_be_visible()
    expect(main.get_by_text("At this week’s speed: around 22 October.")).to_be_visible()
    page.goto(f"{LIST}&tab=mine")
    expect(
        main.get_by_text("200.0k of 250.0k views reached, closes soon at this speed")
    ).to_be_visible()
    page.goto(f"{LIST}&tab=over")
    expect(main.get_by_role("heading", name="No campaign is over yet")).to_be_visible()

    label.counts(260_000)
    page.reload()
    main.get_by_role("link", name="Summer letter").click()
    expect(main).to_contain_text("Closed: the goal was reached.")
    expect(main).to_contain_text("Counted up to 20 October.")
    expect(main).to_contain_text("Channel 1, 250,000 views count")
    expect(main).to_contain_text("$500.00")
    expect(main.get_by_role("button", name="Apply with Channel 2")).to_have_count(0)
    assert look(page) == []


def test_a_bonus_that_is_taken_back_is_not_shown_as_paid(page: Page, label: Label) -> None:
    """CAMPAIGN-7."""
    which, portal = CampaignId(label.opens("Summer letter")), label.site.portal.container.portal()
    with portal.storage.transactions.begin() as books:
        (channel,) = books.channels.claims(platform_id(1))
        mina, today = channel.holder, portal.clock.today()
        assert mina is not None
        books.campaigns.apply(Application(which, channel.id, mina, today, portal.clock.now()))
    bonus = Correction(mina, EntryType.CPV_BONUS, Money.of("200.00"), "Summer letter")
    row = portal.account_ledger.post(bonus, OLGA, "October").entry
    with portal.storage.transactions.begin() as books:
        entry = CampaignEntry(
            which,
            VideoId(CLIP),
            channel.id,
            mina,
            "The letter I did not send",
            None,
            today,
            portal.clock.now(),
            EntryState.ACCEPTED,
        )
        books.campaigns.enter(entry)
        books.campaigns.keep(entry.paid(100_000, row.amount, today))
        rate, month = Money.of("2.00"), Month.of(today)
        books.campaigns.add_bonuses(
            [Bonus(which, entry.video, month, mina, 100_000, rate, row.amount, today, row.id)]
        )
    main = page.get_by_role("main")
    enter(page, label.token, f"/events/{which}")
    expect(main.get_by_text("$200.00 of it is paid")).to_be_visible()
    expect(main.get_by_text("was taken back")).to_have_count(0)

    portal.account_ledger.reverse(row.id, OLGA, "views were bought")
    page.reload()
    expect(main.get_by_text("$200.00 was taken back")).to_be_visible()
    expect(main.get_by_text("of it is paid")).to_have_count(0)
    expect(main.get_by_text("Estimated until the month is closed")).to_have_count(0)
    assert look(page) == []
    page.goto("/notifications")
    expect(main.get_by_text("Points taken back")).to_be_visible()
    expect(main.get_by_text("Reason: views were bought")).to_be_visible()


@pytest.mark.parametrize("settings", [_portal(wait=50)], ids=["a wait"])
def test_files_have_names_before_they_open_and_views_have_counts(page: Page, label: Label) -> None:
    """CAMPAIGN-4."""
    which = label.opens("Summer letter", files=(("First line.pdf", b"Dear summer,"),))
    main = page.get_by_role("main")
    enter(page, label.token, LIST)
    expect(main.get_by_text("Open 1", exact=True)).to_be_visible()
    expect(main.get_by_text("Mine", exact=True)).to_be_visible()
    page.goto(f"/events/{which}")
    main.get_by_role("button", name="Apply with").click()
    expect(main.get_by_role("heading", name="Files open in")).to_be_visible()
    expect(main.get_by_text("First line.pdf")).to_be_visible()
    expect(main.get_by_role("link", name="First line.pdf")).to_have_count(0)
    assert look(page) == []
    page.goto(LIST)
    expect(main.get_by_text("Open 1", exact=True)).to_be_visible()
    expect(main.get_by_text("Mine 1", exact=True)).to_be_visible()


@pytest.mark.parametrize("settings", [_portal(wait=1_800)], ids=["half an hour"])
def test_a_long_wait_for_files_is_said_in_minutes(page: Page, label: Label) -> None:
    """CAMPAIGN-4."""
    which = label.opens("Summer letter", files=(("First line.pdf", b"Dear summer,"),))
    main = page.get_by_role("main")
    enter(page, label.token, f"/events/{which}")
    main.get_by_role("button", name="Apply with").click()
    waiting = main.get_by_role("heading", name="Files open in")
    expect(waiting).to_have_text(re.compile(r"Files open in (30:00|29:\d\d)"))
    assert look(page) == []


@pytest.mark.variants
@pytest.mark.parametrize("device", READERS.values(), ids=list(READERS), indirect=True)
def test_campaigns_fit_their_screens(page: Page, label: Label) -> None:
    which = label.opens("Summer letter: your own first line", text="Write back.", view_target=1)
    label.opens("Tiny parade", rate=Money.of("1.20"))
    over = label.opens("Honey drip: the slow pour")
    office = label.site.portal.container.portal().campaign_office
    office.close(over, OLGA, "the label asked")
    enter(page, label.token, LIST)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for address in (LIST, f"{LIST}&tab=mine", f"{LIST}&tab=over", f"/events/{which}"):
        visit(page, address)
        assert look(page) == [], address


@pytest.fixture
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(getattr(request, "param", {}))
