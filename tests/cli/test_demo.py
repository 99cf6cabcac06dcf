"""The demo: its sample data, time that passes, and a newcomer's walk from sign-up to invoice."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from attrs import frozen
from falcon.testing import Result, TestClient
from tests.fakes.ports import free_port
from tests.fakes.sounds import tone
from tests.fakes.waiting import PATIENCE
from typer.testing import CliRunner

from backbeat.catalogue.landing import Silence
from backbeat.kernel.actors import Actor
from backbeat_adapters.demo.pages import PATH, newest_mails
from backbeat_adapters.demo.paths import DemoPaths
from backbeat_adapters.demo.runtime import DemoRuntime
from backbeat_adapters.demo.sample_data import PASSWORD, PEOPLE
from backbeat_adapters.demo.simulated import SimulatedPlatform
from backbeat_adapters.demo.simulator import Simulator
from backbeat_cli.app import app
from backbeat_cli.commands.demo import demo_site

FORM = {"method": "paypal", "currency": "USD"}
PAYPAL = {"method": "paypal", "account_name": "New Comer", "account_email": "new@example.org"}


@frozen
class Demo:
    """A demo in the test's process, and a person's hands on it."""

    runtime: DemoRuntime
    simulator: Simulator
    site: TestClient

    @classmethod
    def of(cls, paths: DemoPaths, simulator: Simulator) -> Demo:
        """The demo of a folder whose platform is served already."""
        paths.write_config(8000, simulator.port, free_port(), free_port())
        runtime = DemoRuntime(paths)
        return cls(runtime, simulator, TestClient(demo_site(runtime, simulator.port)))

    def get(self, path: str, token: str | None = None, /, **query: str) -> Any:
        """What a GET answers."""
        return self._json("GET", path, token, params=query)

    def post(self, path: str, token: str | None = None, /, **body: str) -> Any:
        """What a POST answers."""
        return self._json("POST", path, token, json=body)

    def page(self, method: str = "GET", **headers: str) -> Result:
        """The demo's own page."""
        return self.site.simulate_request(method, PATH, headers=headers, host="localhost")

    def operator(self, *words: str) -> str:
        """What a command of the program prints."""
        ran = CliRunner().invoke(app, ["--config", str(self.runtime.paths.config), *words])
        assert ran.exit_code == 0, ran.output
        return ran.stdout

    def work(self) -> None:
        """Let the worker do what is due."""
        self.runtime.container().portal().worker.run_once()

    def mailed_code(self) -> str:
        """The code in the newest mail, as the demo's page shows it."""
        self.work()
        part = newest_mails(self.runtime.paths.mails)[0].get_body(("plain",))
        assert part is not None
        found = re.search(r"\b\d{6}\b", str(part.get_content()))
        assert found is not None
        return found[0]

    def _json(self, method: str, path: str, token: str | None, **more: Any) -> Any:
        headers = {"Zs-Authentification": token} if token else {}
        result = self.site.simulate_request(method, f"/api/{path}", headers=headers, **more)
        assert result.status_code == 200, result.text
        return result.json


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> DemoPaths:
    """The sample data, made once; every test gets a copy."""
    paths = DemoPaths(tmp_path_factory.mktemp("demo"))
    port = free_port()
    paths.write_config(8000, port, free_port(), free_port())
    DemoRuntime(paths).make_sample_data(port, lambda _: None)
    return paths


@pytest.fixture
def demo(made: DemoPaths, tmp_path: Path) -> Iterator[Demo]:
    paths = DemoPaths(tmp_path / "demo")
    shutil.copytree(made.folder, paths.folder)
    with Simulator(SimulatedPlatform(paths.platform), invent=True) as simulator:
        yield Demo.of(paths, simulator)


def months_of(demo: Demo, token: str) -> Sequence[str]:
    return [row["month"] for row in demo.get("withdrawal/report", token)["items"]]


def test_everybody_of_the_sample_world_can_log_in_and_the_ledger_is_whole(demo: Demo) -> None:
    tokens = [
        str(demo.post("member/login", id=person.email, password=PASSWORD)["token"])
        for person in PEOPLE
    ]
    channels = [demo.get("channel/list", token)["items"] for token in tokens]

    assert [len(each) for each in channels] == [0, 1, 5, 1]
    with_pictures = [channel for each in channels for channel in each if channel["thumbnail"]]
    assert {channel["platform"] for channel in with_pictures} == {"youtube"}
    assert [channel["name"] for channel in channels[2] if channel["platform"] == "tiktok"] == [
        "Studio Noodles"
    ]
    balances = [Decimal(demo.get("withdrawal/summary", token)["balance"]) for token in tokens]
    assert balances[0] == 0
    assert min(balances[1:]) > 100
    paid = demo.get("withdrawal/list", tokens[1])["items"]
    assert [each["status"] for each in paid] == ["success"]
    assert json.loads(demo.operator("ledger", "check", "--json"))["findings"] == []


def test_a_campaign_and_a_second_look_wait_in_the_sample_world(demo: Demo) -> None:
    [asked] = json.loads(demo.operator("video-review", "list", "--json"))["items"]
    assert (asked["email"], asked["state"]) == ("mina@example.org", "waiting")
    mina = str(demo.post("member/login", id="mina@example.org", password=PASSWORD)["token"])
    [seen] = demo.get("v2/music/video/review", mina)["items"]
    assert (seen["title"], seen["state"]) == (asked["title"], "waiting")
    assert demo.get("campaign/list", mina)["counts"] == {"open": 2, "mine": 1, "over": 0}


def test_the_landing_page_plays_a_track_of_the_demos_own(demo: Demo, tmp_path: Path) -> None:
    """MUSIC-16; the sounds are made by a process beside the demo, so this one comes by itself."""
    portal = demo.runtime.container().portal()
    named = portal.settings.landing.track
    assert portal.landing_page.silence() is Silence.NO_PREVIEW

    portal.media_intake.take_audio([tone(tmp_path / f"{named}.wav")], Actor.operator("ann"))

    told = demo.get("site/landing")
    assert (told["track"]["isrc"], told["track"]["preview_seconds"]) == (named, 2)
    assert len(told["moods"]) == 2


def test_a_newcomer_walks_from_the_sign_up_to_the_paid_invoice(demo: Demo) -> None:
    """J1, by the means the demo offers."""
    joined = demo.post("member/join", id="new@example.org", password="long enough", nickname="new")
    token = str(joined["token"])
    demo.post("member/email", token)
    demo.post("member/emailverify", token, code=demo.mailed_code())

    link = "https://www.youtube.com/@newcomer.moves"
    added = demo.post("channel/add", token, link=link, category="music_dance")
    channel = demo.simulator.world.channel_of_handle("@newcomer.moves")
    assert channel is not None
    code = added["verification"]["code"]
    form = {"channel": channel.id, "description": f"Hi. {code}", "views": "1250000"}
    edit = f"{demo.simulator.page}edit"
    httpx.post(edit, data=form, follow_redirects=True, timeout=PATIENCE).raise_for_status()
    verified = demo.post("channel/verify", token, id=added["id"])
    assert verified["channel"]["status"] == "pending"

    demo.operator("channel", "approve", "--all", "--yes")
    told = demo.operator("demo", "advance", "--folder", str(demo.runtime.paths.folder))
    assert "the request window is open" in told
    assert months_of(demo, token) == ["2026-10"]

    demo.post("withdrawal/info.register", token, **PAYPAL)
    quote = demo.get("withdrawal/quote", token, **FORM)
    assert quote["allowed"], quote
    demo.post("withdrawal/request", token, **FORM, total=quote["total"])
    demo.operator("withdrawal", "pay", "--due-by", "2099-12-31", "--yes")

    [paid] = demo.get("withdrawal/list", token)["items"]
    assert paid["status"] == "success"
    invoice = demo.get("withdrawal/invoice", token, id=paid["invoice_id"])
    lines = sum(Decimal(line["amount"]) for line in invoice["lines"])
    assert lines - Decimal(invoice["fee"]) == Decimal(invoice["total"]) == Decimal(quote["net"])
    assert json.loads(demo.operator("ledger", "check", "--json"))["findings"] == []


def test_the_demos_page_shows_whom_to_be_what_to_type_and_sent_mails(demo: Demo) -> None:
    demo.post("member/account/find.password", email="mina@example.org")
    demo.work()

    page = demo.page()

    assert page.status_code == 200
    assert "script" not in page.headers["Content-Security-Policy"]
    for shown in ("mina@example.org", "2026/10/27", "channel approve --all", demo.simulator.page):
        assert shown in page.text
    assert "<details>" in page.text


def test_time_passes_on_the_demos_page_but_not_from_elsewhere(demo: Demo) -> None:
    refused = demo.page("POST", **{"Sec-Fetch-Site": "cross-site"})
    assert refused.status_code == 403
    assert "2026/10/27" in demo.page().text

    moved = demo.page("POST", **{"Sec-Fetch-Site": "same-origin"})

    assert "2026-10 is settled" in moved.text
    assert "2026/11/25" in moved.text
    token = str(demo.post("member/login", id="mina@example.org", password=PASSWORD)["token"])
    assert months_of(demo, token)[0] == "2026-10"


def test_a_simulators_port_stays_while_it_is_free(tmp_path: Path) -> None:
    paths = DemoPaths(tmp_path)
    free, taken = (lambda _: True), (lambda _: False)

    assert paths.platform_port(lambda: 5001, free) == 5001
    assert paths.platform_port(lambda: 5002, free) == 5001
    assert paths.platform_port(lambda: 5003, taken) == 5003
    assert paths.tax_port(lambda: 6001, free) == 6001
    assert paths.tax_port(lambda: 6002, free) == 6001


def test_there_is_nothing_to_advance_without_a_demo(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["demo", "advance", "--folder", str(tmp_path)])

    assert ran.exit_code == 1
    assert "start one with backbeat demo" in ran.stderr
