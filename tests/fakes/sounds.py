"""Small audio files, made on the spot, and what is heard in one."""

from __future__ import annotations

import math
import wave
from array import array
from io import BytesIO
from pathlib import Path
from typing import cast

import av
from av.audio.stream import AudioStream

RATE = 44_100


def tone(path: Path, seconds: float = 2.0, pitch: float = 440.0, volume: float = 0.3) -> Path:
    """A WAV of one tone, in stereo."""
    step = 2 * math.pi * pitch / RATE
    turn = [int(volume * 32_767 * math.sin(step * at)) for at in range(RATE // 10)]
    samples = array("h")
    for at in range(int(seconds * RATE)):
        samples.extend([turn[at % len(turn)]] * 2)
    return wav(path, samples)


def wav(path: Path, samples: array[int], channels: int = 2) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return path


def as_format(source: Path, target: Path, codec: str) -> Path:
    """The same sound in another format, by the target's ending."""
    with av.open(str(source), "r") as read, av.open(str(target), "w") as written:
        stream = cast("AudioStream", written.add_stream(codec, rate=RATE))
        for frame in read.decode(audio=0):
            written.mux(stream.encode(frame))
        written.mux(stream.encode(None))
    return target


def heard(content: bytes) -> array[int]:
    """The samples of encoded audio, one channel."""
    samples = array("h")
    resampler = av.AudioResampler("s16", "mono", RATE)
    with av.open(BytesIO(content), "r") as container:
        for frame in container.decode(audio=0):
            for piece in resampler.resample(frame):
                samples.frombytes(bytes(piece.planes[0])[: piece.samples * 2])
    return samples


def loudness(samples: array[int]) -> float:
    """Root of the mean square, 0 to 1."""
    return math.sqrt(sum(value * value for value in samples) / max(1, len(samples))) / 32_768
