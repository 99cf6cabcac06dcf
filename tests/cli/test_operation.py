"""Bringing an installation up: init, db, doctor, worker, serve, openapi."""

from __future__ import annotations

import json
import signal
import sqlite3
import stat
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Program
from tests.cli.installed import run_in, start_in
from tests.fakes.ports import free_port
from tests.fakes.smtp import mail_server
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.mail.model import Mail, Template
from backbeat_adapters.container import make_container
from backbeat_adapters.settings import load

A_MAIL = Mail(
    "mina@example.com",
    Template.PASSWORD_CHANGED,
    Language.ENGLISH,
    {"name": "Mina"},
    AccountId("mina"),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a fresh installation."""
    folder = tmp_path_factory.mktemp("house")
    ran = run_in(folder, "init", "--yes", "--name", "Sal", "--business-tz", "Asia/Seoul")
    assert ran.returncode == 0, ran.stderr
    return folder


def test_init_writes_a_private_file_and_a_private_database(house: Path) -> None:
    for name in ("backbeat.toml", "backbeat.sqlite3"):
        assert stat.S_IMODE((house / name).stat().st_mode) == 0o600
    shown = json.loads(run_in(house, "config", "show", "--changed", "--json").stdout)["items"]
    assert {row["setting"]: row["value"] for row in shown} == {
        "database_url": f"sqlite:///{house}/backbeat.sqlite3",
        "secret_keys": "********",
        "files": f"{house}/files",
        "business_tz": "Asia/Seoul",
        "site.name": "Sal",
        "site.url": "http://127.0.0.1:8000",
        "mail.sender": "no-reply@localhost",
    }


def test_init_never_overwrites(house: Path) -> None:
    before = (house / "backbeat.toml").read_text()

    ran = run_in(house, "init", "--yes")

    assert ran.returncode == 1
    assert "already exists" in ran.stderr
    assert (house / "backbeat.toml").read_text() == before


def test_init_refuses_what_is_no_time_zone(tmp_path: Path) -> None:
    ran = run_in(tmp_path, "init", "--yes", "--business-tz", "Mars/Olympus")

    assert ran.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_fresh_database_needs_no_upgrade(house: Path) -> None:
    assert run_in(house, "db", "upgrade").returncode == 0
    checked = run_in(house, "db", "check")
    assert checked.returncode == 0, checked.stderr


def test_counters_that_do_not_fit_are_named_and_an_upgrade_makes_them_anew(house: Path) -> None:
    (counters,) = house.glob("*.counters")
    with closing(sqlite3.connect(counters)) as connection, connection:
        connection.execute("ALTER TABLE limit_hits ADD COLUMN odd INTEGER")

    checked = run_in(house, "db", "check")
    found = json.loads(run_in(house, "doctor", "--json").stdout)["items"]

    assert checked.returncode == 1
    assert "odd" in checked.stderr
    assert any("odd" in each["found"] and "db upgrade" in each["cure"] for each in found)
    assert run_in(house, "db", "upgrade").returncode == 0
    assert run_in(house, "db", "check").returncode == 0


def test_a_database_without_schema_is_told(tmp_path: Path) -> None:
    ran = run_in(tmp_path, "db", "check")

    assert ran.returncode == 1
    assert "backbeat db upgrade" in ran.stderr


def test_the_doctor_finds_a_fresh_installation_usable_but_not_ready_for_production(
    house: Path,
) -> None:
    findings = json.loads(run_in(house, "doctor", "--json").stdout)["items"]
    strict = run_in(house, "doctor", "--production")

    faults = [row["found"] for row in findings if row["level"] == "fault"]
    assert [fault for fault in faults if fault != "no web UI"] == []
    assert strict.returncode == 1
    assert "need attention" in strict.stderr
    assert all(row["cure"] for row in findings if row["level"] != "ok")


def test_a_changed_file_does_not_change_a_rule_and_the_doctor_says_so(house: Path) -> None:
    rules = json.loads(run_in(house, "policy", "show", "fees", "--json").stdout)["items"]
    assert [(rule["value"], rule["since"]) for rule in rules] == [("20.00", None), ("0.047", None)]

    changed = {"BACKBEAT_FEES_BANK_USD": "15.00"}
    after = json.loads(run_in(house, "policy", "show", "fees", "--json", **changed).stdout)["items"]
    findings = json.loads(run_in(house, "doctor", "--json", **changed).stdout)["items"]

    assert after == rules
    (told,) = [row for row in findings if row["found"].startswith("fees.bank_usd")]
    assert told["found"] == "fees.bank_usd is 15.00 by BACKBEAT_FEES_BANK_USD, but 20.00 counts"
    assert "backbeat policy set fees.bank_usd" in told["cure"]
    shown = json.loads(run_in(house, "config", "show", "fees", "--json").stdout)["items"]
    assert {row["ruled_by"] for row in shown} == {"policy"}


def test_the_doctor_names_what_is_broken(tmp_path: Path) -> None:
    ran = run_in(
        tmp_path,
        "doctor",
        "--json",
        BACKBEAT_MAIL_TRANSPORT="smtp",
        BACKBEAT_MAIL_HOST="127.0.0.1",
        BACKBEAT_MAIL_PORT=str(free_port()),
        BACKBEAT_PLATFORM_KIND="youtube",
    )

    faults = {row["check"] for row in json.loads(ran.stdout)["items"] if row["level"] == "fault"}
    assert {"schema", "mail", "platform"} <= faults
    assert ran.returncode == 1


def test_the_doctor_tells_wrong_settings(tmp_path: Path) -> None:
    ran = run_in(tmp_path, "doctor", "--json", BACKBEAT_MAIL_PORT="x")

    assert json.loads(ran.stdout)["items"][0]["check"] == "configuration"
    assert ran.returncode == 1


def test_the_worker_does_what_is_due_and_ends(backbeat: Program) -> None:
    with backbeat.container.transactions().begin() as books:
        books.outbox.add(A_MAIL)

    answer = backbeat("worker", "--once")

    assert answer.code == 0
    assert "Mail to mina@example.com: Your password was changed" in answer.out
    assert "0 failed" in answer.err
    assert backbeat.container.job_engine().waiting() == 0


def test_jobs_given_up_can_be_revived(backbeat: Program) -> None:
    with backbeat.container.transactions().begin() as books:
        books.jobs.enqueue("odd", {})
    engine = backbeat.container.job_engine()
    job = engine.claim()
    assert job is not None
    engine.bury(job, "gone")

    answer = backbeat("worker", "--once", "--revive")

    assert "1 jobs queued again" in answer.err
    assert engine.dead() == []


def test_a_running_worker_sends_mails_and_stops_when_told(house: Path) -> None:
    configuration = load({}, house / "backbeat.toml")
    container = make_container(configuration.settings, configuration.deployment)
    with container.transactions().begin() as books:
        books.outbox.add(A_MAIL)
    container.engine().dispose()
    with mail_server() as server:
        process = start_in(
            house,
            "worker",
            BACKBEAT_MAIL_TRANSPORT="smtp",
            BACKBEAT_MAIL_HOST="127.0.0.1",
            BACKBEAT_MAIL_PORT=str(server.port),
            BACKBEAT_MAIL_SECURITY="none",
        )
        wait_until(lambda: bool(server.letters))
        process.send_signal(signal.SIGTERM)

        assert process.wait(PATIENCE) == 0
        assert server.letters[0]["To"] == "mina@example.com"


def test_serve_answers_and_stops_when_told(house: Path) -> None:
    port = free_port()
    process = start_in(house, "serve", "--bind", f"127.0.0.1:{port}", "--workers", "1")

    def is_ready() -> bool:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE
            ) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    wait_until(is_ready)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0


def test_the_document_is_printed(tmp_path: Path) -> None:
    document = json.loads(run_in(tmp_path, "openapi").stdout)

    assert document["openapi"].startswith("3.1")
    assert list(tmp_path.iterdir()) == []
