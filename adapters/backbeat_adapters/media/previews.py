"""Previews made by FFmpeg's libraries: decoded, measured, cut, evened out, encoded (decision 0240).

A file is decoded twice, so that only a moment of it is in memory, however long it is.
"""

from __future__ import annotations

import hashlib
import math
import struct
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from attrs import define, field, frozen

from backbeat.media.errors import UnusableFile
from backbeat.media.model import MadePreview, Measures

if TYPE_CHECKING:
    from av import AudioFrame
    from av.container import InputContainer
    from av.filter import Graph

RATE = 44_100
BITS_PER_SECOND = 128_000
TARGET = Decimal(-16)
"""The loudness of every preview, in LUFS."""
CEILING = -1.0
"""The highest true peak after that, in dB; a track that would exceed it stays quieter."""
FADE = 1.5
"""Seconds over which a cut preview fades out."""
PEAKS = 110

LARGEST = 512 * 1024 * 1024
LONGEST = 3600
SHORTEST = 1
PATIENCE = 120
"""Seconds that a file may take."""

_FORMATS = "aac,aiff,caf,flac,mov,mp3,ogg,w64,wav"
_TELL_THEIR_LENGTH = ("aiff", "caf", "flac", "mov", "w64", "wav")
_SILENCE = Decimal(-60)
_PIECE = RATE // 5
_WINDOW = _PIECE // 10
_MOST_BAD = 0.02
_SHORT = 0.95
_NOT_TOLD = 0xFFFF_FF00


@frozen
class Mp3Previews:
    """Fulfils `PreviewMaker`. The result is MP3, whatever the format of the source."""

    largest: int = LARGEST
    longest: int = LONGEST
    patience: float = PATIENCE

    @contextmanager
    def make(self, path: Path, seconds: int) -> Iterator[MadePreview]:
        limits = _Limits(seconds or self.longest, self.longest, monotonic() + self.patience)
        with _opened(path, self.largest) as file, TemporaryFile() as content:
            heard = _listen(file, limits)
            file.seek(0)
            samples = _encode(file, content, heard, limits)
            size = content.tell()
            content.seek(0)
            digest = hashlib.file_digest(content, "sha256").hexdigest()
            content.seek(0)
            yield MadePreview(
                content=content,
                size=size,
                digest=digest,
                milliseconds=samples * 1000 // RATE,
                measures=Measures(heard.loudness, heard.peaks),
            )


@frozen
class _Limits:
    wanted: int
    """Seconds of the preview."""
    longest: int
    until: float

    def watch(self) -> None:
        if monotonic() > self.until:
            raise UnusableFile("too_slow", "decoding it takes too long")


@frozen
class _Heard:
    loudness: Decimal
    gain: float
    peaks: Sequence[int]
    is_cut: bool


@contextmanager
def _opened(path: Path, largest: int) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if not size:
                raise UnusableFile("empty", "it is empty")
            if size > largest:
                raise UnusableFile("too_large", f"audio has at most {largest >> 20} MiB")
            _require_whole(file, size)
            yield file
    except OSError as error:
        raise UnusableFile("unreadable", error.strerror or "it can't be read") from None


def _require_whole(file: BinaryIO, size: int) -> None:
    """Refuse WAV and AIFF files whose header announces more bytes than there are, which FFmpeg
    would accept.

    A file that was written to a pipe announces nothing, or the largest possible number.
    """
    kind, told = struct.unpack(">4sI", file.read(8).ljust(8, b"\0"))
    file.seek(0)
    if kind == b"RIFF":
        (told,) = struct.unpack("<I", struct.pack(">I", told))
    if kind in {b"RIFF", b"FORM"} and told < _NOT_TOLD and told + 8 > size + 1:
        raise UnusableFile("cut_short", f"its header tells {told + 8} bytes, but {size} are there")


def _listen(file: BinaryIO, limits: _Limits) -> _Heard:
    """Decode all of it, and measure the part that the preview will contain."""
    meter = _Meter()
    decoded, told = 0, None
    with _decoding(file) as container:
        stream = container.streams.audio[0]
        if container.format.name.partition(",")[0] in _TELL_THEIR_LENGTH and stream.duration:
            told = float(stream.duration * (stream.time_base or 0))
        for frame in _resampled(container, limits):
            if decoded < limits.wanted * RATE:
                meter.take(frame)
            decoded += frame.samples
            if decoded > limits.longest * RATE:
                raise UnusableFile("too_long", f"it is longer than {limits.longest // 60} minutes")
    if told is not None and decoded / RATE < told * _SHORT - 1:
        raise UnusableFile(
            "cut_short", f"its header tells {told:.0f} s, but {decoded / RATE:.0f} s are there"
        )
    if decoded < SHORTEST * RATE:
        raise UnusableFile("too_short", "it is shorter than a second")
    return meter.heard(is_cut=decoded > limits.wanted * RATE)


def _encode(file: BinaryIO, content: BinaryIO, heard: _Heard, limits: _Limits) -> int:
    """Write the preview; returns the number of its samples."""
    import av  # noqa: PLC0415 - slow, and few commands take audio in

    chain = [("volume", f"{heard.gain:.2f}dB:precision=float")]
    if heard.is_cut:
        chain.append(("afade", f"t=out:st={limits.wanted - FADE}:d={FADE}"))
    chain.append(("aformat", "sample_fmts=fltp"))
    graph = _graph(chain)
    written = 0
    options = {"id3v2_version": "0", "fflags": "+bitexact"}
    with _decoding(file) as source, av.open(content, "w", "mp3", options=options) as made:
        out = made.add_stream("libmp3lame", rate=RATE, layout="stereo")
        out.bit_rate = BITS_PER_SECOND
        for frame in _resampled(source, limits):
            if written >= limits.wanted * RATE:
                break
            written += frame.samples
            for each in _through(graph, frame):
                made.mux(out.encode(each))
        for each in _through(graph, None):
            made.mux(out.encode(each))
        made.mux(out.encode(None))
    content.seek(0, 2)
    return min(written, limits.wanted * RATE)


@contextmanager
def _decoding(file: BinaryIO) -> Iterator[InputContainer]:
    """The audio in a file, judged by its bytes alone: its name is ignored, and no reference in it
    is followed.
    """
    import av  # noqa: PLC0415

    try:
        with av.open(file, "r", options={"format_whitelist": _FORMATS}) as container:
            pictures = av.stream.Disposition.attached_pic
            films = [s for s in container.streams.video if not s.disposition & pictures]
            if films or not container.streams.audio:
                raise UnusableFile("not_audio", "there is no audio in it, or more than audio")
            yield container
    except (av.FFmpegError, ValueError) as error:
        raise UnusableFile("not_audio", f"it can't be read as audio: {_words(error)}") from None


def _resampled(container: InputContainer, limits: _Limits) -> Iterator[AudioFrame]:
    """The audio as 16-bit stereo in pieces of a moment each; a few bad packets are skipped."""
    import av  # noqa: PLC0415

    resampler = av.AudioResampler("s16", "stereo", RATE, frame_size=_PIECE)
    good = bad = at = 0
    for packet in container.demux(container.streams.audio[0]):
        limits.watch()
        try:
            frames = packet.decode()
        except av.InvalidDataError:
            bad += 1
            continue
        good += 1
        for frame in frames:
            frame.pts = None
            for piece in resampler.resample(frame):
                piece.pts, piece.time_base = at, Fraction(1, RATE)
                at += piece.samples
                yield piece
    for piece in resampler.resample(None):
        piece.pts, piece.time_base = at, Fraction(1, RATE)
        at += piece.samples
        yield piece
    if bad > 1 + good * _MOST_BAD:
        raise UnusableFile("damaged", f"{bad} of its {good + bad} pieces can't be decoded")


@define
class _Meter:
    """Measures loudness by EBU R 128, and peaks."""

    graph: Graph = field(factory=lambda: _graph([("ebur128", "metadata=1:peak=true")]))
    told: dict[str, str] = field(factory=dict)
    windows: list[int] = field(factory=list)

    def take(self, frame: AudioFrame) -> None:
        samples = array("h", bytes(frame.planes[0])[: frame.samples * 4])
        for begin in range(0, len(samples), 2 * _WINDOW):
            window = samples[begin : begin + 2 * _WINDOW]
            highest, lowest = max(window), min(window)
            self.windows.append(max(highest, -lowest))
        for each in _through(self.graph, frame):
            self.told = each.metadata or self.told

    def heard(self, *, is_cut: bool) -> _Heard:
        for each in _through(self.graph, None):
            self.told = each.metadata or self.told
        loudness = Decimal(self.told.get("lavfi.r128.I", "-70")).quantize(Decimal("0.1"))
        if loudness < _SILENCE:
            raise UnusableFile("silent", "nothing is to be heard in it")
        peak = float(self.told["lavfi.r128.true_peak"])
        highest = CEILING - _decibels(peak)
        return _Heard(
            loudness, min(float(TARGET - loudness), highest), _peaks(self.windows), is_cut
        )


def _peaks(windows: Sequence[int]) -> Sequence[int]:
    """The loudest moment of each of that many equal parts, relative to the loudest of all."""
    count = len(windows)
    parts = min(PEAKS, count)
    top = max(windows)
    bounds = [count * number // parts for number in range(parts + 1)]
    loudest = [max(windows[a:b]) for a, b in pairwise(bounds)]
    return tuple(round(100 * each / top) for each in loudest)


def _graph(chain: Sequence[tuple[str, str]]) -> Graph:
    from av.filter import Graph  # noqa: PLC0415

    graph = Graph()
    last: Any = graph.add_abuffer(
        format="s16", sample_rate=RATE, layout="stereo", time_base=Fraction(1, RATE)
    )
    for name, settings in [*chain, ("abuffersink", None)]:
        step = graph.add(name, settings)
        last.link_to(step)
        last = step
    graph.configure()
    return graph


def _through(graph: Graph, frame: AudioFrame | None) -> Iterator[AudioFrame]:
    """The output of the filters for a frame, or at the end."""
    import av  # noqa: PLC0415

    graph.push(frame)
    while True:
        try:
            yield cast("AudioFrame", graph.pull())
        except (av.BlockingIOError, av.EOFError):
            return


def _decibels(value: float) -> float:
    return 20 * math.log10(value)


def _words(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
