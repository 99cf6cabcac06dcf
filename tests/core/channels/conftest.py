"""One house of channels for each test."""

import pytest
from tests.fakes.channel_house import ChannelHouse


@pytest.fixture
def house() -> ChannelHouse:
    return ChannelHouse()
