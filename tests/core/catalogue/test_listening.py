"""Addresses of previews: what ends them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.catalogue.listening import Addresses, Listening, Playable
from backbeat.catalogue.model import Track
from backbeat.defaults.signer import HmacSigner
from backbeat.kernel.ids import Isrc
from backbeat.media.errors import AddressOver
from backbeat.media.model import FileKey, KeptPreview, Media
from backbeat.media.rules import STABLE
from backbeat.memory.books import MemoryTransactions

SONG = Track(Isrc("QZBB12600001"), "Neon Tides", partner="partner.example")
PREVIEW = KeptPreview(FileKey(f"{SONG.isrc}-{'a' * 16}.mp3"), 100, 2_400)
BEGIN = datetime.fromtimestamp(STABLE * 2_000_000, UTC)


def addresses(clock: FixedClock | None = None, *keys: bytes) -> Addresses:
    return Addresses(HmacSigner(keys or (b"k" * 32,)), clock or FixedClock(BEGIN))


def holds(
    own: Addresses, playable: Playable, track: Track = SONG, preview: KeptPreview = PREVIEW
) -> bool:
    return own.holds(track, preview, playable.expires, playable.signature)


def test_an_address_that_was_made_here_holds_until_its_end() -> None:
    own = addresses()
    playable = own.of(SONG, PREVIEW)

    end = datetime.fromtimestamp(playable.expires, UTC)
    assert holds(own, playable)
    assert holds(addresses(FixedClock(end - timedelta(seconds=1))), playable)
    assert not holds(addresses(FixedClock(end)), playable)
    assert playable.seconds == 2


def test_it_stays_the_same_for_a_while() -> None:
    later = addresses(FixedClock(BEGIN + timedelta(seconds=STABLE - 1)))

    assert later.of(SONG, PREVIEW) == addresses().of(SONG, PREVIEW)


@pytest.mark.parametrize(
    "other",
    [
        evolve(SONG, isrc=Isrc("QZBB12600002")),
        evolve(SONG, partner=None),
        evolve(SONG, partner="other.example"),
    ],
    ids=["another track", "everybody's", "another partner's"],
)
def test_it_is_of_this_track_and_partner_alone(other: Track) -> None:
    own = addresses()

    assert not holds(own, own.of(SONG, PREVIEW), other)


def test_it_is_of_these_bytes_alone() -> None:
    own = addresses()
    other = evolve(PREVIEW, file=FileKey(f"{SONG.isrc}-{'b' * 16}.mp3"))

    assert not holds(own, own.of(SONG, PREVIEW), preview=other)


def test_its_end_cannot_be_moved() -> None:
    own = addresses()
    playable = own.of(SONG, PREVIEW)

    assert not holds(own, evolve(playable, expires=playable.expires + STABLE))


def test_keys_change_and_addresses_go_on() -> None:
    old = addresses(None, b"old" * 11)
    playable = old.of(SONG, PREVIEW)

    assert holds(addresses(None, b"new" * 11, b"old" * 11), playable)
    assert not holds(addresses(None, b"new" * 11), playable)


def test_nothing_is_heard_of_what_is_not_there() -> None:
    own, clock = addresses(), FixedClock(BEGIN)
    transactions = MemoryTransactions.empty(clock, counting_ids())
    listening = Listening(transactions, own)
    playable = own.of(SONG, PREVIEW)

    with pytest.raises(AddressOver):
        listening.preview(SONG.isrc, playable.expires, playable.signature)
    retired = evolve(SONG, retired_at=BEGIN)
    assert own.heard(retired, Media(PREVIEW)) is None
    assert own.heard(SONG, Media()) is None
    assert own.heard(SONG, Media(PREVIEW)) == playable
