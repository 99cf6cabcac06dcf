"""Ways for text messages: every one takes a message, and what becomes of a gateway's faults (PHONE-6)."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import evolve
from tests.fakes.phones import KeptSms
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.phones.ports import SmsFailed, SmsRefused, SmsSender, SmsUncertain
from backbeat_adapters.demo import sms as simulator
from backbeat_adapters.demo.sms import ACCOUNT, SENDER, TOKEN, SmsFolder, SmsMode, TextMessage
from backbeat_adapters.deployment import SmsKind, SmsRoute
from backbeat_adapters.sms import ConsoleSms, GatewaySms, SmsPatience

NUMBER = "+821012345678"
TEXT = "[Backbeat] 인증번호 123456."
UNHURRIED = SmsPatience(PATIENCE, PATIENCE, PATIENCE)
QUICK = SmsPatience(connect=PATIENCE, read=0.3, whole=0.5)


@pytest.fixture
def kept(tmp_path: Path) -> SmsFolder:
    return SmsFolder(tmp_path / "sms")


@pytest.fixture
def gateway(kept: SmsFolder) -> Iterator[GatewaySms]:
    """The adapter before the simulator, which is a process of its own."""
    told = (kept.folder, 0, os.getpid())
    process = subprocess.Popen([sys.executable, "-m", simulator.__name__, *map(str, told)])
    port = kept.folder / "port"
    try:
        wait_until(port.is_file)
        url = f"http://127.0.0.1:{port.read_text()}"
        yield GatewaySms(url, ACCOUNT, TOKEN, SENDER, UNHURRIED)
    finally:
        process.terminate()
        process.wait()


def test_every_way_takes_a_message(gateway: GatewaySms, kept: SmsFolder) -> None:
    shown, remembered = io.StringIO(), KeptSms()
    ways: list[tuple[SmsSender, Callable[[], object], object]] = [
        (gateway, kept.messages, [TextMessage(NUMBER, TEXT)]),
        (ConsoleSms(shown), shown.getvalue, f"Text message to {NUMBER}: {TEXT}\n"),
        (remembered, lambda: remembered.sent, [(NUMBER, TEXT)]),
    ]
    for way, told, expected in ways:
        way.send(NUMBER, TEXT)
        assert told() == expected


@pytest.mark.parametrize(
    ("mode", "patience"),
    [
        (SmsMode.DOWN, UNHURRIED),
        (SmsMode.NONSENSE, UNHURRIED),
        (SmsMode.OTHER, UNHURRIED),
        (SmsMode.HALF, UNHURRIED),
        (SmsMode.SLOW, QUICK),
    ],
)
def test_a_fault_leaves_open_whether_the_message_went_out(
    gateway: GatewaySms, kept: SmsFolder, mode: SmsMode, patience: SmsPatience
) -> None:
    kept.behave(mode)
    with pytest.raises(SmsUncertain) as told:
        evolve(gateway, patience=patience).send(NUMBER, TEXT)
    assert NUMBER not in str(told.value)
    kept.behave(SmsMode.NORMAL)
    gateway.send(NUMBER, TEXT)
    assert kept.messages() == [TextMessage(NUMBER, TEXT)]


def test_a_number_that_the_gateway_sends_nothing_to_is_refused(
    gateway: GatewaySms, kept: SmsFolder
) -> None:
    with pytest.raises(SmsRefused):
        gateway.send("+821012345600", TEXT)
    assert kept.messages() == ()


def test_a_wrong_token_is_no_word_on_the_number(gateway: GatewaySms, kept: SmsFolder) -> None:
    with pytest.raises(SmsFailed) as told:
        evolve(gateway, token="wrong").send(NUMBER, TEXT)
    assert not isinstance(told.value, SmsUncertain)
    assert "wrong" not in str(told.value)
    assert kept.messages() == ()


def test_where_nobody_listens_nothing_was_sent() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(SmsFailed) as told:
            GatewaySms(url, ACCOUNT, TOKEN, SENDER, UNHURRIED).send(NUMBER, TEXT)
    assert not isinstance(told.value, SmsUncertain)


def test_the_token_is_not_shown() -> None:
    assert "hush" not in repr(GatewaySms("https://sms.example", "AC1", "hush", SENDER))
    assert "hush" not in repr(SmsRoute(SmsKind.GATEWAY, account="AC1", token="hush", sender="x"))


@pytest.mark.parametrize("left_out", ["account", "token", "sender"])
def test_a_gateway_needs_account_token_and_sender(left_out: str) -> None:
    told = {"account": "AC1", "token": "hush", "sender": SENDER}
    SmsRoute(SmsKind.GATEWAY, **told)
    with pytest.raises(ValueError, match=r"sms\.account, sms\.token and sms\.sender"):
        SmsRoute(SmsKind.GATEWAY, **{**told, left_out: ""})


@pytest.mark.parametrize(
    "url", ["http://sms.example", "ftp://sms.example", "https://a:b@sms.example"]
)
def test_messages_go_to_another_machine_by_https_only(url: str) -> None:
    with pytest.raises(ValueError, match="https"):
        SmsRoute(url=url)
