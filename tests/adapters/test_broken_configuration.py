"""What an operator wrote wrong is named by its line: settings, keys, the file of channels."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from attrs import evolve

from backbeat_adapters.deployment import PlatformKind, PlatformRoute
from backbeat_adapters.platforms.choosing import file_faults
from backbeat_adapters.settings import ConfigurationErrors, load

SETTINGS = """business_tz = "UTC"

[withdrawal]
minimum = "ten"
minimun = "10"

[ mail ]
port = 99999

[auth]
session_max_days = "a month"
"""
CHANNELS = """{
  "videos": [],

  "channels": [
    {"id": "UCabcdefghijklmnopqrstuA", "name": "Mina"},
    {"id": "UC", "name": "Kai"},
    {"id": "UCabcdefghijklmnopqrstuQ",
     "views": 5, "name": "Lee"}
  ]
}
"""


def faults_of(folder: Path, text: str, **variables: str) -> tuple[str, ...]:
    file = folder / "backbeat.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationErrors) as wrong:
        load(variables, file)
    return tuple(line.replace(f"{folder}/", "") for line in wrong.value.lines)


def test_every_setting_that_is_wrong_is_named_with_its_line(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, SETTINGS)

    assert [fault.partition(":")[0] for fault in faults] == [
        "auth.session_max_days (backbeat.toml, line 11)",
        "mail.port (backbeat.toml, line 8)",
        "withdrawal.minimum (backbeat.toml, line 4)",
        "withdrawal.minimun (backbeat.toml, line 5)",
    ]


def test_what_is_no_toml_is_named_with_its_line(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "a = 1\n[mail\n")

    assert "line 2" in fault


@pytest.mark.parametrize(
    "key", ["short", base64.b64encode(b"x" * 31).decode(), "not base64 at all, this!"]
)
def test_a_key_of_another_form_is_found_at_the_start_and_not_shown(
    tmp_path: Path, key: str
) -> None:
    faults = faults_of(tmp_path, f"secret_keys = {json.dumps([key])}\n")

    assert faults == (
        "secret_keys (backbeat.toml, line 1): each key is 32 bytes in base64:"
        " openssl rand -base64 32",
    )


def test_a_list_in_a_variable_that_breaks_off_is_a_line(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "", BACKBEAT_SITE_IMAGE_HOSTS='["https://a.example"')

    assert fault.startswith("site.image_hosts (BACKBEAT_SITE_IMAGE_HOSTS): not a list: ")


def route(folder: Path, text: str | bytes | None) -> PlatformRoute:
    file = folder / "platform.json"
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return PlatformRoute(kind=PlatformKind.FILE, file=file)


def test_each_broken_entry_of_the_channels_is_named_with_its_line(tmp_path: Path) -> None:
    bad_id, unknown = file_faults(route(tmp_path, CHANNELS))

    assert bad_id.startswith(f"{tmp_path}/platform.json: line 6: not a channel id of YouTube: UC ")
    assert unknown.startswith(f"{tmp_path}/platform.json: line 7: extra fields found (views) ")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"channels": [\n\n  {,}]}', "line 3 column 4"),
        ("[]", "not an object"),
        ('{"channels": 5}', "channels"),
        (b"\xff\xfe", "utf-8"),
        ("", "line 1 column 1"),
        ('{"channels": [{"id": "UC", "name": "Mina"}]}', "line 1: not a channel id of YouTube"),
    ],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, text: str | bytes, named: str) -> None:
    (fault,) = file_faults(route(tmp_path, text))

    assert named in fault


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "platform.json").mkdir()
    (fault,) = file_faults(route(tmp_path, None))

    assert fault.startswith(f"{tmp_path}/platform.json: ")
    assert "directory" in fault


def test_a_broken_file_beside_a_key_is_named_too(tmp_path: Path) -> None:
    beside_a_key = evolve(route(tmp_path, CHANNELS), kind=PlatformKind.DATA_API, api_key="key")

    assert len(file_faults(beside_a_key)) == 2
    assert file_faults(evolve(beside_a_key, file=tmp_path / "none.json")) == ()


@pytest.mark.parametrize("section", ["[ payout.debtor ]", "[payout . debtor]"])
def test_spaces_within_the_name_of_a_section_hide_no_line(tmp_path: Path, section: str) -> None:
    (fault,) = faults_of(tmp_path, f"\n{section}\nwrong = 1\n")

    assert fault.startswith("payout.debtor.wrong (backbeat.toml, line 3): ")


def test_a_whole_file_and_one_that_is_not_there_yet_are_fine(tmp_path: Path) -> None:
    assert file_faults(route(tmp_path, None)) == ()
    assert file_faults(route(tmp_path, '{"channels": [], "videos": []}')) == ()
