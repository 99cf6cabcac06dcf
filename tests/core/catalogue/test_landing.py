"""Which track anybody may hear, and why another is not heard (MUSIC-16)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from attrs import evolve
from tests.fakes.standins import NOON, FixedClock, counting_ids

from backbeat.catalogue.landing import LandingPage, Silence
from backbeat.catalogue.listening import Addresses
from backbeat.catalogue.model import Home, Track
from backbeat.defaults.signer import HmacSigner
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.media.model import FileKey, KeptPreview, Measures
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Landing, Music
from backbeat.site.model import PartnerSite

SONG = Track(Isrc("QZBB12600001"), "Neon Tides", moods=frozenset({"calm"}), is_flagged_new=True)
PREVIEW = KeptPreview(FileKey(f"{SONG.isrc}-{'a' * 16}.mp3"), 100, 2_400)
PARTNER = "partner.example"


def page(named: str = SONG.isrc, *tracks: Track, sound: bool = True) -> LandingPage:
    clock = FixedClock()
    transactions = MemoryTransactions.empty(clock, counting_ids())
    with transactions.begin() as books:
        books.tracks.save(tracks)
        for track in tracks if sound else ():
            books.media.put_preview(track.isrc, PREVIEW, Measures(Decimal(-14), (1, 100, 7)))
    addresses = Addresses(HmacSigner((b"k" * 32,)), clock)
    return LandingPage(transactions, clock, Landing(named), Music(), addresses)


def test_the_named_track_is_heard_as_nobody_in_particular_hears_it() -> None:
    own = page("qz-bb1-26-00001", SONG)

    shown = own.show("", Language.KOREAN).track

    assert own.silence() is None
    assert shown is not None
    assert (shown.track, shown.favorited, shown.logo, shown.is_new) == (SONG, False, None, True)
    assert shown.playable == own.addresses.of(SONG, PREVIEW)
    assert shown.peaks == (1, 100, 7)
    assert own.show("", Language.KOREAN).moods == ["차분한"]


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (page(), Silence.UNKNOWN),
        (page(SONG.isrc, evolve(SONG, retired_at=NOON)), Silence.RETIRED),
        (page(SONG.isrc, evolve(SONG, partner=PARTNER)), Silence.EXCLUSIVE),
        (page(SONG.isrc, SONG, sound=False), Silence.NO_PREVIEW),
    ],
    ids=["unknown", "retired", "exclusive", "no preview"],
)
def test_what_is_not_heard_has_its_reason_and_no_trace(own: LandingPage, why: Silence) -> None:
    told = own.show(PARTNER, Language.ENGLISH)

    assert own.silence() is why
    assert (told.track, told.moods) == (None, ())


def test_where_no_track_is_named_nothing_is_amiss() -> None:
    own = page("", SONG)

    assert own.silence() is None
    assert own.show("", Language.ENGLISH).track is None


@pytest.mark.parametrize("code", ["QZBB1260000", "Neon Tides", "QZBB126000011", "*"])
def test_what_is_no_track_code_is_no_setting(code: str) -> None:
    with pytest.raises(ValueError, match="track is a track code"):
        Landing(code)


def test_numbers_are_those_of_the_job_and_never_less_than_none() -> None:
    own = page(SONG.isrc, SONG)
    assert (own.show(PARTNER, Language.ENGLISH).tracks, own.show("", Language.ENGLISH).tracks) == (
        0,
        0,
    )
    today = own.clock.today()
    home = Home(today, today, today, all_tracks=5)
    with own.transactions.begin() as books:
        books.sites.put(PartnerSite(PARTNER, "Partner", "#112233", "#445566", proved_at=NOON))
        books.shelves.put(None, home)

    told = own.show(PARTNER, Language.ENGLISH)

    assert (told.tracks, told.exclusive) == (5, 0)
    with own.transactions.begin() as books:
        books.shelves.put(PARTNER, evolve(home, all_tracks=7))
    assert own.show(PARTNER, Language.ENGLISH).exclusive == 2
    assert own.show("elsewhere.example", Language.ENGLISH).exclusive == 0
