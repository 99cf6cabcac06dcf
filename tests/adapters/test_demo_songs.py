"""The demo's music: composed from codes, decoded again, heard."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve
from tests.fakes.platform import FakePlatform
from tests.fakes.sounds import heard, loudness
from tests.fakes.standins import FixedClock

from backbeat.catalogue.model import Track
from backbeat.portal import Portal
from backbeat.settings import Settings
from backbeat_adapters.demo import sounds
from backbeat_adapters.demo.catalogue import sample_isrcs
from backbeat_adapters.demo.songs import LONGEST, RATE, SHORTEST, compose, play
from backbeat_adapters.demo.sounds import SampleSounds
from backbeat_adapters.mail import FileTransport
from backbeat_adapters.media.folder import FolderFiles
from backbeat_adapters.media.previews import Mp3Previews

SCORES = [compose(code) for code in sample_isrcs()]


def test_there_are_many_pieces_of_a_minute_or_so() -> None:
    assert len(SCORES) >= 24
    assert all(40 <= SHORTEST <= score.seconds <= LONGEST <= 90 for score in SCORES)


def test_no_two_pieces_are_alike() -> None:
    keys = {(score.root, tuple(score.scale)) for score in SCORES}

    assert len(set(SCORES)) == len(SCORES)
    assert len(keys) >= 12
    assert len({score.tempo for score in SCORES}) >= 12
    assert len({(score.pad, score.bass, score.lead) for score in SCORES}) >= 12


def test_a_code_gives_the_same_piece_each_time() -> None:
    short = [evolve(compose(sample_isrcs()[0]), bars=3) for _ in range(2)]

    assert play(short[0]) == play(short[1])


def test_a_piece_is_heard_from_its_beginning_to_its_end_and_fades() -> None:
    score = evolve(SCORES[0], bars=4)
    samples = play(score)

    seconds = [samples[at : at + RATE] for at in range(0, len(samples) - RATE, RATE)]
    loud = [math.sqrt(sum(value * value for value in part) / RATE) for part in seconds]
    assert len(samples) == 4 * score.bar
    assert min(loud[:-4]) > 500
    assert all(later < earlier for earlier, later in pairwise(loud[-3:]))
    assert max(map(abs, samples)) <= 26_000
    assert abs(samples[0]) < 100 > abs(samples[-1])


def test_every_beat_is_played_one_without_a_drum_too() -> None:
    of_beat = {tuple(score.beat): score for score in SCORES}

    assert any("x" not in part for beat in of_beat for part in beat)
    for score in of_beat.values():
        samples = play(evolve(score, bars=1))
        assert len(samples) == score.bar
        assert max(map(abs, samples)) > 500


@pytest.fixture
def portal(tmp_path: Path, clock: FixedClock) -> Portal:
    """Three tracks of the sample catalogue, whose pieces are of two bars."""
    portal = Portal(
        Settings(),
        clock,
        FakePlatform(),
        FileTransport(clock, "x@example.org", tmp_path / "mails"),
        media_files=FolderFiles(tmp_path / "media"),
        preview_maker=Mp3Previews(),
    )
    with portal.storage.transactions.begin() as books:
        books.tracks.save([Track(isrc, isrc) for isrc in sample_isrcs()[:3]])
    return portal


def test_each_track_gets_a_sound_of_its_own_once(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sounds, "compose", lambda code: evolve(compose(code), bars=2))
    made = SampleSounds(portal)
    turns = iter([True, True, False])

    made.make(lambda: next(turns))
    assert made.missing() == sample_isrcs()[2:3]
    made.make(lambda: True)

    assert made.missing() == []
    heard_of = {}
    keys = list(portal.media_files.keys())
    for key in keys:
        content = portal.media_files.open(key)
        assert content is not None
        with content:
            heard_of[key[:12]] = heard(content.read())
    assert sorted(heard_of) == sample_isrcs()[:3]
    assert len({samples.tobytes() for samples in heard_of.values()}) == 3
    assert all(loudness(samples) > 0.03 for samples in heard_of.values())
    made.make(lambda: pytest.fail("nothing is left to be made"))
