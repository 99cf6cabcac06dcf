"""Fixtures of the account suites."""

import pytest
from tests.fakes.accounts import People


@pytest.fixture
def people() -> People:
    """Nobody has an account yet."""
    return People()
