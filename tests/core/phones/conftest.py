"""Fixtures of the phone suites."""

import pytest
from tests.fakes.phones import PhoneHouse


@pytest.fixture
def house() -> PhoneHouse:
    """The feature is on, mina has an account and no number."""
    return PhoneHouse()
