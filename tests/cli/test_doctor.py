"""`backbeat doctor --production`: no on defaults, yes on the documented configuration."""

from __future__ import annotations

import base64
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import evolve
from sqlalchemy import event
from tests.cli.installed import run_in
from tests.fakes.smtp import mail_server

from backbeat.catalogue.model import Track
from backbeat.kernel.ids import Isrc
from backbeat.media.model import FileKey, KeptPreview, Measures
from backbeat_adapters.container import make_container
from backbeat_adapters.settings import load
from backbeat_cli.health import examine
from backbeat_cli.health.model import Level, Patient

SAMPLE = Path(__file__).parents[2] / "docs" / "production.toml"
OF_THE_MACHINE = {"no web UI", "runs as root"}
"""What a checkout on a build machine may lack, whatever its configuration says."""


class Usage(NamedTuple):
    """What `shutil.disk_usage` answers."""

    total: int
    used: int
    free: int


def items(printed: str) -> list[dict[str, Any]]:
    return list(json.loads(printed)["items"])


def bad(printed: str) -> list[tuple[str, str]]:
    return [
        (row["check"], row["found"])
        for row in items(printed)
        if row["level"] != "ok" and row["found"] not in OF_THE_MACHINE
    ]


@pytest.fixture
def doctor(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """The sample configuration of the documentation, at home in a folder of the test."""
    home = tmp_path / "srv"
    (home / "terms").mkdir(parents=True)
    for kind in ("terms", "policy"):
        (home / "terms" / f"{kind}.en.md").write_text("# Ours")
    (home / "files").mkdir(mode=0o700)
    key = base64.b64encode(b"k" * 32).decode()
    text = SAMPLE.read_text().replace("/srv/backbeat", str(home)).replace("SECRET_KEY", key)
    file = home / "backbeat.toml"
    file.write_text(text)
    file.chmod(0o600)

    def run(*words: str, **variables: str) -> tuple[int, str]:
        ran = run_in(home, *words, **variables)
        assert "Traceback" not in ran.stderr
        return ran.returncode, ran.stdout

    return run


def test_the_documented_configuration_passes(doctor: Callable[..., tuple[int, str]]) -> None:
    with mail_server() as server:
        mail = {
            "BACKBEAT_MAIL_HOST": "127.0.0.1",
            "BACKBEAT_MAIL_PORT": str(server.port),
            "BACKBEAT_MAIL_SECURITY": "none",
            "BACKBEAT_MAIL_USERNAME": "",
        }
        assert doctor("db", "upgrade", **mail)[0] == 0
        assert doctor("fx", "set", "CNY", "7.1", **mail)[0] == 0
        assert doctor("worker", "--once", **mail)[0] == 0
        assert doctor("db", "backup", "nightly.backup", **mail)[0] == 0

        code, printed = doctor("doctor", "--production", "--json", **mail)

    assert bad(printed) == []
    checks = items(printed)
    machine = [row for row in checks if row["level"] != "ok"]
    assert code == (1 if machine else 0)
    assert len(checks) >= 25
    assert len({row["check"] for row in checks}) >= 20


def test_a_database_that_cannot_be_written_to_is_a_fault(installation: Path) -> None:
    file = installation / "backbeat.sqlite3"
    url = {"BACKBEAT_DATABASE_URL": f"sqlite:///{file}"}
    configuration = load(url, installation / "backbeat.toml")
    container = make_container(configuration.settings, configuration.deployment)

    def read_only(*_: object) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{file}?mode=ro", uri=True, check_same_thread=False)

    event.listen(container.engine(), "do_connect", read_only)
    found = [
        each for each in examine(Patient(configuration, container)) if each.check == "database"
    ]
    container.engine().dispose()

    assert [each.found for each in found if each.level is Level.FAULT] == ["cannot be written to"]


def test_a_full_disk_is_a_fault_of_whatever_is_kept_on_it(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = {"BACKBEAT_DATABASE_URL": f"sqlite:///{installation / 'backbeat.sqlite3'}"}
    configuration = load(url, installation / "backbeat.toml")
    container = make_container(configuration.settings, configuration.deployment)
    patient = Patient(configuration, container)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        disk.setattr(shutil, "disk_usage", lambda _: Usage(1024**3, 1024**3, 0))
        found = [each for each in examine(patient) if each.level is Level.FAULT]
    healthy = [each for each in examine(patient) if each.level is Level.FAULT]
    container.engine().dispose()

    folder = configuration.deployment.files
    assert [(each.check, each.found) for each in found][:2] == [
        ("database", "cannot be written to"),
        ("disk", f"0.0 GiB free in {installation}"),
    ]
    assert f"{folder} cannot be written to" in {each.found for each in found}
    assert {"database", "disk", "files"}.isdisjoint(each.check for each in healthy)


def test_a_schema_of_a_newer_program_asks_for_that_program(installation: Path) -> None:
    file = installation / "backbeat.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    url = {"BACKBEAT_DATABASE_URL": f"sqlite:///{file}"}
    configuration = load(url, installation / "backbeat.toml")
    container = make_container(configuration.settings, configuration.deployment)

    (found,) = [
        each for each in examine(Patient(configuration, container)) if each.check == "schema"
    ]
    container.engine().dispose()

    assert (found.level, found.cure) == (
        Level.FAULT, "install that one"
    )  # fmt: skip


def test_texts_that_are_missing_are_told_by_kind(doctor: Callable[..., tuple[int, str]]) -> None:
    """And a database that is not there yet is told once, not by every check that reads it."""
    _, printed = doctor("doctor", "--production", "--json", BACKBEAT_SITE_TERMS_FOLDER="nowhere")

    found = dict(bad(printed))
    assert found["site"] == "the sample text is shown for terms, policy"
    assert found["schema"].startswith("there is no database ")
    assert "ledger" not in found


def test_defaults_do_not_pass_and_every_finding_has_a_cure(installation: Path) -> None:
    (installation / "backbeat.toml").chmod(0o644)
    shutil.copymode(installation / "backbeat.toml", installation / "backbeat.sqlite3")

    ran = run_in(installation, "doctor", "--production", "--json", BACKBEAT_DEBUG="1")

    assert ran.returncode == 1
    rows = [row for row in items(ran.stdout) if row["level"] != "ok"]
    assert all(row["cure"] for row in rows)
    assert {row["check"] for row in rows} >= {
        "database", "backups", "worker", "mail", "platform", "rates", "secrets", "debug", "site",
        "limits", "payouts", "invoices",
    }  # fmt: skip
    short = {row["found"]: row["cure"] for row in rows}["passwords from 4 characters on"]
    assert short == "set accounts.password_min to 8", "ACCT-2"


def test_an_intake_that_died_is_a_warning_with_what_to_do(installation: Path) -> None:
    file = installation / "backbeat.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO report_changes VALUES (3, 'ingest', 7, 'arriving')")
    configuration = load(
        {"BACKBEAT_DATABASE_URL": f"sqlite:///{file}"}, installation / "backbeat.toml"
    )
    container = make_container(configuration.settings, configuration.deployment)
    patient = Patient(configuration, container)

    (found,) = [each for each in examine(patient) if each.check == "unfinished"]
    container.engine().dispose()

    assert found.level is Level.WARNING
    assert found.found.startswith("the intake of report 7 was begun and did not come to its end")
    assert "backbeat worker" in found.cure


def test_previews_that_are_missing_and_files_of_no_track_are_told(
    installation: Path, tmp_path: Path
) -> None:
    file = installation / "backbeat.sqlite3"
    configuration = load(
        {"BACKBEAT_DATABASE_URL": f"sqlite:///{file}", "BACKBEAT_FILES": str(tmp_path)},
        installation / "backbeat.toml",
    )
    container = make_container(configuration.settings, configuration.deployment)
    here, gone, loose = (FileKey(f"QZBB1260000{n}-{'a' * 16}.webp") for n in (1, 2, 3))
    files = container.portal().media_files
    with container.transactions().begin() as books:
        for key in (here, gone):
            books.media.put_cover(Isrc(key[:12]), key)
    for key in (here, loose):
        files.put(key, BytesIO(b"picture"))

    missing, rest = [
        each for each in examine(Patient(configuration, container)) if each.check == "media"
    ]
    container.engine().dispose()

    assert (missing.level, rest.level) == (Level.FAULT, Level.WARNING)
    assert missing.found == f"1 previews and covers are missing: {gone}"
    assert rest.found == "1 files belong to no track"


HEARD, MUTE, GONE, OWN, NOBODYS = (f"QZBB1260000{number}" for number in range(1, 6))


@pytest.mark.parametrize(
    ("named", "level", "found", "cure"),
    [
        ("", Level.OK, "plays no track", ""),
        (HEARD, Level.OK, f"plays {HEARD}", ""),
        (MUTE, Level.WARNING, "there is no preview of it", "backbeat track audio"),
        (GONE, Level.WARNING, "it is retired", "backbeat track restore"),
        (OWN, Level.WARNING, "it is a partner's alone", "everybody's in landing.track"),
        (NOBODYS, Level.WARNING, "the catalogue has no such track", "backbeat track list"),
    ],
)
def test_a_track_of_the_landing_page_that_nobody_hears_is_named_with_its_cure(
    installation: Path, tmp_path: Path, named: str, level: Level, found: str, cure: str
) -> None:
    """MUSIC-16."""
    variables = {
        "BACKBEAT_DATABASE_URL": f"sqlite:///{installation / 'backbeat.sqlite3'}",
        "BACKBEAT_FILES": str(tmp_path),
        "BACKBEAT_LANDING_TRACK": named,
    }
    configuration = load(variables, installation / "backbeat.toml")
    container = make_container(configuration.settings, configuration.deployment)
    tracks = [Track(Isrc(code), code) for code in (HEARD, MUTE, GONE, OWN)]
    preview = KeptPreview(FileKey(f"{HEARD}-{'a' * 16}.mp3"), 100, 2_400)
    with container.transactions().begin() as books:
        tracks[2] = evolve(tracks[2], retired_at=container.business_clock().now())
        tracks[3] = evolve(tracks[3], partner="partner.example")
        books.tracks.save(tracks)
        for code in (HEARD, GONE, OWN):
            kept = evolve(preview, file=FileKey(f"{code}-{'a' * 16}.mp3"))
            books.media.put_preview(Isrc(code), kept, Measures(Decimal(-14), (1,)))

    [told] = [
        each for each in examine(Patient(configuration, container)) if each.check == "landing"
    ]
    container.engine().dispose()

    assert told.level is level
    assert told.found.endswith(found)
    assert named in told.found
    assert cure in told.cure
    assert (told.cure == "") is (level is Level.OK)


def test_what_is_no_track_code_is_refused_by_the_name_of_its_setting(installation: Path) -> None:
    ran = run_in(installation, "doctor", BACKBEAT_LANDING_TRACK="Neon Tides")

    assert ran.returncode == 1
    assert "landing.track" in ran.stdout + ran.stderr
    assert "Neon Tides" in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({}, []),
        (
            {"BACKBEAT_FEATURES_PHONE": "true"},
            [(Level.WARNING, "text messages go to the console")],
        ),
        (
            {
                "BACKBEAT_FEATURES_PHONE": "true",
                "BACKBEAT_SMS_KIND": "gateway",
                "BACKBEAT_SMS_URL": "https://gateway.example",
                "BACKBEAT_SMS_ACCOUNT": "AC1",
                "BACKBEAT_SMS_TOKEN": "secret",
                "BACKBEAT_SMS_SENDER": "+15005550006",
            },
            [(Level.OK, "text messages go to https://gateway.example")],
        ),
    ],
    ids=["off", "console", "gateway"],
)
def test_codes_that_nobody_gets_are_a_warning(
    installation: Path, variables: dict[str, str], told: list[tuple[Level, str]]
) -> None:
    """PHONE-6: the console is for a desk."""
    configuration = load(variables, installation / "backbeat.toml")
    container = make_container(configuration.settings, configuration.deployment)

    found = [each for each in examine(Patient(configuration, container)) if each.check == "sms"]
    container.engine().dispose()

    assert [(each.level, each.found) for each in found] == told
    assert all(("sms.kind" in (each.cure or "")) == (each.level is Level.WARNING) for each in found)
