"""Both makers of app codes reckon as RFC 6238 does."""

from __future__ import annotations

from base64 import b32encode
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from backbeat.accounts.ports import Authenticator
from backbeat.defaults.authenticator import PlainAuthenticator
from backbeat_adapters.authenticator import TotpAuthenticator

SECRET = b32encode(b"12345678901234567890").decode()
VECTORS = [
    (1111111109, "081804"),
    (1111111111, "050471"),
    (1234567890, "005924"),
    (2000000000, "279037"),
    (20000000000, "353130"),
]
"""All but the first, which is too near to the beginning of time for a neighbour. Appendix B, SHA-1, the last six of eight digits."""


@pytest.fixture(params=[PlainAuthenticator, TotpAuthenticator])
def authenticator(request: pytest.FixtureRequest) -> Authenticator:
    made: Authenticator = request.param()
    return made


@pytest.mark.parametrize(("second", "digits"), VECTORS)
def test_the_codes_are_those_of_the_standard(
    authenticator: Authenticator, second: int, digits: str
) -> None:
    at = datetime.fromtimestamp(second, UTC)

    assert authenticator.step_of(SECRET, digits, at) == second // 30
    late, early = at + timedelta(seconds=30), at - timedelta(seconds=30)
    assert authenticator.step_of(SECRET, digits, late) == second // 30
    assert authenticator.step_of(SECRET, digits, early) == second // 30
    assert authenticator.step_of(SECRET, digits, at + timedelta(seconds=60)) is None
    assert authenticator.step_of(SECRET, "000000", at) is None


def test_secrets_have_160_bits_and_differ(authenticator: Authenticator) -> None:
    secrets = {authenticator.new_secret() for _ in range(20)}

    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {32}


def test_the_address_names_portal_and_account(authenticator: Authenticator) -> None:
    address = urlsplit(authenticator.address(SECRET, "mina@example.org", "Backbeat & friends"))

    assert unquote(address.path) == "/Backbeat & friends:mina@example.org"
    assert parse_qs(address.query) == {
        "secret": [SECRET],
        "issuer": ["Backbeat & friends"],
        "algorithm": ["SHA1"],
        "digits": ["6"],
        "period": ["30"],
    }
