"""The demo's previews: composed, played and taken in like an operator's files, one after another."""

from __future__ import annotations

import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.portal import Portal
from backbeat_adapters.demo.catalogue import partner_isrcs, sample_isrcs
from backbeat_adapters.demo.songs import RATE, compose, play

_OPERATOR = Actor.operator("demo")


def write_song(isrc: Isrc, folder: Path) -> Path:
    """The track's piece as a WAV file, named by its code."""
    return write_wav(folder / f"{isrc}.wav", play(compose(isrc)))


def write_wav(path: Path, samples: array[int]) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return path


@frozen
class SampleSounds:
    portal: Portal

    def missing(self) -> list[Isrc]:
        """Tracks of the sample catalogue that cannot be heard yet."""
        every = [*sample_isrcs(), *partner_isrcs()]
        with self.portal.storage.transactions.look() as books:
            there = books.media.of(every)
            known = books.tracks.known(every)
        return [
            isrc
            for isrc in every
            if isrc in known and (isrc not in there or there[isrc].preview is None)
        ]

    def make(self, goes_on: Callable[[], bool]) -> None:
        """Make what is missing, as long as `goes_on` says so. What was made stays for the next time."""
        for isrc in self.missing():
            if not goes_on():
                return
            with TemporaryDirectory() as folder:
                song = write_song(isrc, Path(folder))
                self.portal.media_intake.take_audio([song], _OPERATOR)
