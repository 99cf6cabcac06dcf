"""A second look at a short whose music was not recognised, asked for by its link (VIDEO-6)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import earning, enter
from tests.browser.test_looks import look
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform

from backbeat.channels.platform import PlatformVideo
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import VideoId
from backbeat.settings import Features, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

ANN = Actor.operator("ann")
CLIP = VideoId("clip000001A")
A_DAY = r"\d{4}/\d\d/\d\d\."


@pytest.fixture
def settings() -> Settings:
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), features=Features(video_review=True))


def test_it_is_asked_for_and_answered_on_a_day(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path, 1)
    platform = site.portal.container.platform()
    assert isinstance(platform, FakePlatform)
    at = datetime(2025, 9, 20, 10, tzinfo=UTC)
    platform.clips[CLIP] = PlatformVideo(CLIP, platform_id(1), "My letter", None, at, 40)

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
