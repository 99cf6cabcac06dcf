"""The demo's own page: what may move time, and from where it is seen."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from falcon import App
from falcon.testing import Result, TestClient

from backbeat_adapters.demo.pages import PATH, DemoPages
from backbeat_adapters.demo.sms import SmsFolder, TextMessage

HERE = "127.0.0.1:8000"
OWN = {"Origin": f"http://{HERE}", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def moved() -> list[str]:
    """How often a month has passed."""
    return []


@pytest.fixture
def client(tmp_path: Path, moved: list[str]) -> TestClient:
    def let_a_month_pass() -> str:
        moved.append("a month")
        return "It is October."

    pages = DemoPages(
        App(),
        tmp_path,
        SmsFolder(tmp_path),
        (),
        (),
        "http://x",
        lambda: date(2025, 9, 1),
        let_a_month_pass,
    )
    return TestClient(pages)


def ask(client: TestClient, method: str, host: str = HERE, **headers: str) -> Result:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.simulate_request(method, PATH, headers={"Host": host, **named})


def test_the_pages_own_form_moves_time(client: TestClient, moved: list[str]) -> None:
    for headers in (
        OWN,
        {"Origin": OWN["Origin"]},
        {"Sec-Fetch-Site": "same-origin"},
    ):
        assert "October" in ask(client, "POST", **headers).text
    assert len(moved) == 3


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9000"},
        {"Origin": f"http://{HERE}", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_no_other_page_moves_time(
    client: TestClient, moved: list[str], headers: dict[str, str]
) -> None:
    assert ask(client, "POST", **headers).status_code == 403
    assert moved == []


def test_a_foreign_name_that_leads_to_this_machine_sees_nothing(
    client: TestClient, moved: list[str]
) -> None:
    foreign = "evil.example:8000"

    assert ask(client, "GET").status_code == 200
    assert ask(client, "GET", foreign).status_code == 403
    assert ask(client, "POST", foreign, Origin=f"http://{foreign}").status_code == 403
    assert moved == []


def test_text_messages_stand_on_the_page_as_they_are(client: TestClient, tmp_path: Path) -> None:
    assert "No text message has been sent yet." in ask(client, "GET").text
    SmsFolder(tmp_path).keep(TextMessage("+821012345678", "<b>123456</b>"))
    page = ask(client, "GET").text
    assert "to +821012345678" in page
    assert "&lt;b&gt;123456&lt;/b&gt;" in page
