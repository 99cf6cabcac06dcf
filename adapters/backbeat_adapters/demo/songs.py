"""Music for the demo, made from a track's code: the same code gives the same piece.

A piece has a key, a tempo, four chords, instruments and a beat, all drawn by chance from the code. Each
layer is played once for each chord; the arrangement puts the bars together.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

from attrs import frozen

RATE = 22_050
SHORTEST, LONGEST = 42, 88
"""Seconds."""

Samples = list[float]
Wave = Sequence[float]

_TABLE = 2_048
_STEPS = 16
"""In a bar."""

_MAJOR = (0, 2, 4, 5, 7, 9, 11)
_MINOR = (0, 2, 3, 5, 7, 8, 10)
_DORIAN = (0, 2, 3, 5, 7, 9, 10)
_PROGRESSIONS = (
    (0, 4, 5, 3),
    (5, 3, 0, 4),
    (0, 5, 3, 4),
    (0, 3, 5, 4),
    (0, 2, 3, 4),
    (5, 4, 3, 4),
    (0, 3, 0, 4),
    (1, 4, 0, 5),
)
_PADS = ((1.0, 0.4, 0.15, 0.05), (1.0, 0.0, 0.3, 0.0, 0.1), (1.0, 0.6, 0.3, 0.2, 0.1))
_BASSES = ((1.0, 0.3, 0.1), (1.0, 0.0, 0.2, 0.0, 0.08), (1.0, 0.5, 0.35, 0.2))
_LEADS = ((1.0, 0.1, 0.0, 0.25), (1.0, 0.0, 0.5, 0.0, 0.2, 0.0, 0.1), (1.0, 0.7, 0.2, 0.1), (1.0,))
_BEATS = (
    ("x.......x.......", "....x.......x...", "x.x.x.x.x.x.x.x."),
    ("x...x...x...x...", "....x.......x...", "..x...x...x...x."),
    ("x.....x...x.....", "....x.......x..x", "x.x.xxx.x.x.xx.x"),
    ("x.........x.....", "........x.......", "x...x...x...x..."),
    ("x..x..x...x.....", "....x.......x...", "xxxxxxxxxxxxxxxx"),
    ("................", "................", "x.......x......."),
)
_RHYTHMS = ("x...x.x...x.x...", "x..x..x.x..x....", "x.......x...x.x.", "..x.x...x.x...x.")
_BASS_LINES = ("x.......x.......", "x..x..x...x.....", "x.x.x.x.x.x.x.x.", "x.....x.x.......")


@frozen
class Score:
    tempo: int
    root: int
    scale: Sequence[int]
    chords: Sequence[int]
    pad: Wave
    bass: Wave
    lead: Wave
    beat: Sequence[str]
    bass_line: str
    rhythms: Sequence[str]
    tunes: Sequence[Sequence[int]]
    """For each chord, the steps of the scale that the melody takes."""
    bars: int
    bright: float

    @property
    def bar(self) -> int:
        return int(240 / self.tempo * RATE)

    @property
    def seconds(self) -> int:
        return round(self.bars * self.bar / RATE)


@frozen
class _Note:
    wave: Wave
    pitch: float
    begin: int
    length: int


def compose(code: str) -> Score:
    chance = Random(f"music {code}")
    tempo = chance.randrange(72, 129)
    wanted = chance.uniform(SHORTEST + 4, LONGEST - 4)
    return Score(
        tempo=tempo,
        root=chance.randrange(45, 57),
        scale=chance.choice((_MAJOR, _MAJOR, _MINOR, _DORIAN)),
        chords=chance.choice(_PROGRESSIONS),
        pad=_wave(chance.choice(_PADS)),
        bass=_wave(chance.choice(_BASSES)),
        lead=_wave(chance.choice(_LEADS)),
        beat=chance.choice(_BEATS),
        bass_line=chance.choice(_BASS_LINES),
        rhythms=tuple(chance.choices(_RHYTHMS, k=2)),
        tunes=tuple(_tune(chance) for _ in range(4)),
        bars=round(wanted * tempo / 240),
        bright=chance.uniform(0.6, 1.0),
    )


def play(score: Score) -> array[int]:
    """The piece, one channel of 16-bit samples."""
    pads = [_pad(score, chord) for chord in score.chords]
    basses = [_bass(score, chord) for chord in score.chords]
    tunes = [_melody(score, number) for number in range(len(score.chords))]
    drums = _drums(score)
    silence = [0.0] * score.bar
    mixed: Samples = []
    for bar in range(score.bars):
        layers = [pads[bar % 4]]
        part = bar / score.bars
        layers.append(basses[bar % 4] if part > 0.08 else silence)
        layers.append(drums if 0.12 < part < 0.9 else silence)
        layers.append(tunes[bar % 4] if 0.25 < part < 0.5 or 0.6 < part < 0.9 else silence)
        mixed.extend(map(sum, zip(*layers, strict=True)))
    return _finished(mixed)


def _tune(chance: Random) -> Sequence[int]:
    """Steps of a scale that mostly go to a neighbour."""
    at, steps = chance.choice((0, 2, 4)), []
    for _ in range(8):
        steps.append(at)
        at = max(-2, min(9, at + chance.choice((-2, -1, -1, 0, 1, 1, 2))))
    return tuple(steps)


@cache
def _wave(harmonics: Sequence[float]) -> Wave:
    """One turn of a tone with these harmonics."""
    turn = 2 * math.pi / _TABLE
    top = sum(harmonics)
    return tuple(
        sum(part * math.sin(turn * at * number) for number, part in enumerate(harmonics, 1)) / top
        for at in range(_TABLE)
    )


def _pitch(score: Score, step: int) -> float:
    octave, degree = divmod(step, len(score.scale))
    note = score.root + 12 * octave + score.scale[degree]
    return float(440 * 2 ** ((note - 69) / 12))


def _pad(score: Score, chord: int) -> Samples:
    bar, swell = [0.0] * score.bar, 0.25 * RATE
    end = score.bar
    for step in (chord, chord + 2, chord + 4):
        note = _Note(score.pad, _pitch(score, step + 7), 0, end)
        _add(bar, note, lambda at: 0.16 * min(1.0, at / swell, (end - at) / swell))
    return bar


def _bass(score: Score, chord: int) -> Samples:
    bar = [0.0] * score.bar
    for begin, length in _hits(score.bass_line, score.bar):
        size = min(length, RATE // 2)
        note = _Note(score.bass, _pitch(score, chord - 7), begin, size)
        _add(bar, note, _plucked(0.34, size))
    return bar


def _melody(score: Score, number: int) -> Samples:
    bar = [0.0] * score.bar
    rhythm = score.rhythms[number % 2]
    for (begin, length), step in zip(_hits(rhythm, score.bar), score.tunes[number], strict=False):
        size = min(length * 2, len(bar) - begin, RATE)
        loud = 0.2 * score.bright
        note = _Note(score.lead, _pitch(score, step + 14), begin, size)
        _add(bar, note, _plucked(loud, size))
    return bar


def _drums(score: Score) -> Samples:
    bar = [0.0] * score.bar
    for pattern, sound in zip(score.beat, (_kick(), _snare(), _hat()), strict=True):
        for begin, _ in _hits(pattern, score.bar):
            for at, value in enumerate(sound[: len(bar) - begin], begin):
                bar[at] += value
    return bar


def _hits(pattern: str, bar: int) -> Iterator[tuple[int, int]]:
    """Where each hit begins, and how long it is until the next."""
    steps = [at for at, sign in enumerate(pattern) if sign == "x"]
    for at, following in pairwise([*steps, _STEPS]):
        yield at * bar // _STEPS, (following - at) * bar // _STEPS


def _add(bar: Samples, note: _Note, loud: Callable[[int], float]) -> None:
    wave, begin = note.wave, note.begin
    phase, step, mask = 0.0, note.pitch * _TABLE / RATE, _TABLE - 1
    for at in range(note.length):
        bar[begin + at] += wave[int(phase) & mask] * loud(at)
        phase += step


def _plucked(loud: float, length: int) -> Callable[[int], float]:
    attack, fall = 0.006 * RATE, math.exp(-4 / length)
    level = [loud]
    for _ in range(length):
        level.append(level[-1] * fall)

    def envelope(at: int) -> float:
        return level[at] * min(1.0, at / attack, (length - at) / attack)

    return envelope


@cache
def _kick() -> Samples:
    length = RATE // 5
    return [
        0.7
        * math.exp(-18 * at / RATE)
        * math.sin(40 * (1 - math.exp(-30 * at / RATE)) + 300 * at / RATE)
        for at in range(length)
    ]


@cache
def _snare() -> Samples:
    noise = Random("snare")
    return [
        0.22 * math.exp(-22 * at / RATE) * (noise.uniform(-1, 1) + math.sin(1_130 * at / RATE))
        for at in range(RATE // 6)
    ]


@cache
def _hat() -> Samples:
    noise, last, made = Random("hat"), 0.0, []
    for at in range(RATE // 20):
        value = noise.uniform(-1, 1)
        made.append(0.09 * math.exp(-90 * at / RATE) * (value - last))
        last = value
    return made


def _finished(mixed: Samples) -> array[int]:
    """As loud as it may be, with a short fade in and a long one out."""
    highest, lowest = max(mixed), min(mixed)
    top = max(highest, -lowest)
    scale, size = 26_000 / top, len(mixed)
    fade_in, fade_out = RATE // 5, min(4 * RATE, size)
    finished = array("h", (int(value * scale) for value in mixed))
    for at in range(fade_in):
        finished[at] = finished[at] * at // fade_in
    for left in range(fade_out):
        finished[size - 1 - left] = finished[size - 1 - left] * left // fade_out
    return finished
