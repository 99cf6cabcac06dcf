"""A broken file is told at the start and by the doctor, never by creators first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.installed import run_in

CHANNELS = '{"channels": [\n  {"id": "UC", "name": "Kai"}\n]}\n'


def test_a_broken_file_of_channels_stops_server_and_worker(installation: Path) -> None:
    (installation / "platform.json").write_text(CHANNELS)

    for words in (("serve", "--bind", "127.0.0.1:1"), ("worker",), ("worker", "--once")):
        ran = run_in(installation, *words)
        assert ran.returncode == 1, words
        assert ran.stderr.startswith("error: platform.json: line 2: not a channel id"), ran.stderr
        assert len(ran.stderr.splitlines()) == 1


WITH_KEY = {"BACKBEAT_PLATFORM_KIND": "youtube", "BACKBEAT_PLATFORM_API_KEY": "key"}


@pytest.mark.parametrize("variables", [{}, WITH_KEY], ids=["no key", "key"])
def test_the_doctor_names_what_is_broken_by_its_line(
    installation: Path, variables: dict[str, str]
) -> None:
    (installation / "platform.json").write_text(CHANNELS)

    ran = run_in(installation, "doctor", "--json", **variables)

    found = [row for row in json.loads(ran.stdout)["items"] if row["check"] == "platform"]
    assert (found[0]["level"], found[0]["cure"]) == ("fault", "correct platform.json")
    assert found[0]["found"].startswith("platform.json: line 2: ")


def test_the_doctor_names_a_broken_setting_by_its_line(installation: Path) -> None:
    with (installation / "backbeat.toml").open("a") as file:
        file.write("\n[fx]\nnonsense = 1\n")
    lines = (installation / "backbeat.toml").read_text().splitlines()

    ran = run_in(installation, "doctor", "--json")

    (found,) = json.loads(ran.stdout)["items"]
    assert found["check"] == "configuration"
    assert f"line {len(lines)})" in found["found"]
