"""A second look at a short whose music was not recognised, asked for by its link (VIDEO-6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import NEWEST, TODAY, earning, enter
from tests.browser.test_looks import look
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform

from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import VideoId
from backbeat.report_files.service import Ingestion
from backbeat.settings import Features, Limits, LimitsProfile, Settings
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.browser

ANN = Actor.operator("ann")
CLIP = VideoId("clip000001A")
A_DAY = r"\d{4}/\d\d/\d\d\."


@pytest.fixture
def settings() -> Settings:
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), features=Features(video_review=True))


def is_uploaded(site: Site) -> None:
    platform = site.portal.container.platform()
    assert isinstance(platform, FakePlatform)
    at = datetime(2025, 9, 20, 10, tzinfo=UTC)
    platform.clips[CLIP] = PlatformVideo(CLIP, platform_id(1), "My letter", None, at, 40)


def is_reported(site: Site, folder: Path) -> None:
    """The short stands in a day's file, whatever its music is."""
    container = site.portal.container
    row = fake.daily_row(str(NEWEST), platform_id(1), CLIP, revenue="0.01", views=7)
    Ingestion(
        container.transactions(),
        SqlStaging(container.transactions()),
        DiskReports(),
        site.portal.business,
    ).ingest(fake.own_daily(folder / "more.csv", row), ANN)
    with container.transactions().begin() as books:
        video = books.videos.get(CLIP)
        assert video is not None
        books.videos.described([evolve(video, title="My letter", described_at=TODAY)])


def test_it_is_asked_for_and_answered_on_a_day(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path, 1)
    is_uploaded(site)

    enter(page, token, "/guides/iphone-upload")
    link = page.get_by_role("textbox", name="Link to the short")
    ask = page.get_by_role("button", name="Ask for a second look")
    expect(ask).to_be_disabled()
    link.fill("https://youtu.be/clip000009A")
    link.press("Enter")
    expect(page.get_by_role("main").get_by_role("alert")).to_be_visible()
    link.fill(f"https://www.youtube.com/shorts/{CLIP}")
    ask.click()
    expect(link).to_have_value("")
    asked = page.get_by_role("list", name="Asked for").get_by_role("listitem")
    expect(asked).to_contain_text("My letter")
    expect(asked).to_contain_text(re.compile(f"We look at itAsked on {A_DAY} You will be notified"))
    assert look(page) == []

    (review,) = site.portal.get("v2/music/video/review", token)["items"]
    portal = site.portal.container.portal()
    portal.video_reviews.decline(review["id"], ANN, "Another song.")
    page.reload()
    expect(asked).to_contain_text(re.compile(f"Not foundAnswered on {A_DAY}Another song."))
    assert look(page) == []


def test_it_is_asked_for_from_a_shorts_sheet_which_tells_the_answer(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path, 1)
    is_uploaded(site)
    is_reported(site, tmp_path)
    enter(page, token, "/dashboard")
    short = page.get_by_role("button", name="My letter")
    short.click()
    sheet = page.get_by_role("dialog", name="Short details")
    ask = sheet.get_by_role("button", name="Ask for a second look")
    ask.click()
    expect(sheet).to_contain_text(re.compile(f"We look at itAsked on {A_DAY} You will be notified"))
    expect(ask).to_have_count(0)
    assert look(page) == []

    def answers(how: Callable[[str], object]) -> None:
        """The operator decides on the newest, and the sheet is opened anew."""
        how(site.portal.get("v2/music/video/review", token)["items"][0]["id"])
        page.goto("/dashboard")
        short.click()

    reviews = site.portal.container.portal().video_reviews
    answers(lambda id_: reviews.decline(id_, ANN, "Another song."))
    expect(sheet).to_contain_text(re.compile(f"Not foundAnswered on {A_DAY}Another song."))
    assert look(page) == []
    sheet.get_by_role("button", name="Ask once more").click()
    expect(sheet).to_contain_text("We look at it")
    answers(lambda id_: reviews.accept(id_, ANN))
    expect(sheet).to_contain_text(
        re.compile(f"Music foundAnswered on {A_DAY} It counts from the next report on.")
    )
    expect(sheet.get_by_role("button", name="Ask")).to_have_count(0)
    assert look(page) == []
    page.goto("/notifications")
    expect(page.get_by_role("main")).to_contain_text("Another song.")
