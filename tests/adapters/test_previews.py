"""Previews: what is heard of every format, and what is refused within bounds."""

from __future__ import annotations

import os
import struct
import tracemalloc
from array import array
from decimal import Decimal
from pathlib import Path

import pytest
from attrs import frozen
from tests.fakes.sounds import RATE, as_format, heard, loudness, tone, wav

from backbeat.media.errors import UnusableFile
from backbeat.media.model import Measures
from backbeat_adapters.media import covers, previews
from backbeat_adapters.media.previews import PEAKS, Mp3Previews

MAKER = Mp3Previews()


@frozen
class Made:
    content: bytes
    digest: str
    milliseconds: int
    measures: Measures


def made(path: Path, seconds: int = 60, maker: Mp3Previews = MAKER) -> Made:
    with maker.make(path, seconds) as preview:
        content = preview.content.read()
        assert len(content) == preview.size
        return Made(content, preview.digest, preview.milliseconds, preview.measures)


def refused(path: Path, maker: Mp3Previews = MAKER) -> str:
    with pytest.raises(UnusableFile) as caught, maker.make(path, 60):
        pass
    assert caught.value.problem
    return caught.value.why


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.flac", "flac"),
        ("a.mp3", "libmp3lame"),
        ("a.m4a", "aac"),
        ("a.ogg", "flac"),
        ("a.aiff", "pcm_s16be"),
        ("a.wav", "pcm_s24le"),
    ],
)
def test_every_format_of_labels_becomes_mp3(tmp_path: Path, name: str, codec: str) -> None:
    preview = made(as_format(tone(tmp_path / "tone.wav"), tmp_path / name, codec))

    assert preview.content[:3] != b"ID3"
    assert len(heard(preview.content)) / RATE == pytest.approx(2, abs=0.1)
    assert preview.milliseconds == pytest.approx(2000, abs=60)


def test_a_long_piece_is_cut_and_fades(tmp_path: Path) -> None:
    preview = made(tone(tmp_path / "a.wav", 6), seconds=3)

    samples = heard(preview.content)
    assert preview.milliseconds == 3000
    assert len(samples) / RATE == pytest.approx(3, abs=0.1)
    assert loudness(samples[: RATE // 2]) > 5 * loudness(samples[3 * RATE - RATE // 10 : 3 * RATE])


def test_with_no_length_the_whole_is_kept(tmp_path: Path) -> None:
    assert made(tone(tmp_path / "a.wav", 4), seconds=0).milliseconds == 4000


def test_loud_and_quiet_pieces_become_alike(tmp_path: Path) -> None:
    quiet, loud = (made(tone(tmp_path / f"{v}.wav", 3, volume=v)) for v in (0.05, 0.3))

    assert quiet.measures.loudness < loud.measures.loudness - 12
    assert loudness(heard(quiet.content)) == pytest.approx(loudness(heard(loud.content)), rel=0.1)
    assert made(write(tmp_path / "again.mp3", quiet.content)).measures.loudness == pytest.approx(
        Decimal(-16), abs=1
    )


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_nothing_is_made_so_loud_that_it_distorts(tmp_path: Path) -> None:
    clicks = array("h", bytes(4 * RATE * 4))
    for at in range(0, len(clicks) - 200, RATE):
        clicks[at : at + 200] = array("h", [16_000, -16_000] * 100)

    samples = heard(made(wav(tmp_path / "a.wav", clicks)).content)

    assert max(samples) < 32_767


def test_peaks_follow_the_piece(tmp_path: Path) -> None:
    halves = array(
        "h", [1_000, 1_000, -1_000, -1_000] * RATE + [8_000, 8_000, -8_000, -8_000] * RATE
    )

    peaks = made(wav(tmp_path / "a.wav", halves)).measures.peaks

    assert len(peaks) == PEAKS
    assert max(peaks[: PEAKS // 2 - 2]) < 20
    assert min(peaks[PEAKS // 2 + 2 :]) > 80
    assert max(peaks) == 100


def test_the_same_file_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tone(tmp_path / "a.wav")

    assert made(path).content == made(path).content


def test_what_is_no_audio_is_refused(tmp_path: Path) -> None:
    assert refused(write(tmp_path / "a.mp3", b"")) == "empty"
    assert refused(write(tmp_path / "b.mp3", b"just some words\n" * 99)) in {"not_audio", "damaged"}
    assert refused(write(tmp_path / "c.mp3", os.urandom(100_000))) in {"not_audio", "damaged"}
    assert refused(write(tmp_path / "d.wav", b"RIFF\x10\0\0\0WAVEfmt ")) in {
        "not_audio",
        "cut_short",
    }
    assert refused(tmp_path) == "unreadable"
    assert refused(tmp_path / "missing.mp3") == "unreadable"


def test_lists_that_name_other_files_are_not_followed(tmp_path: Path) -> None:
    secret = tone(tmp_path / "secret.wav")
    lists = {
        "a.m3u8": f"#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n{secret}\n",
        "b.ffconcat": f"ffconcat version 1.0\nfile '{secret}'\n",
    }
    for name, text in lists.items():
        assert refused(write(tmp_path / name, text.encode())) == "not_audio"


def test_silence_and_what_is_too_short_are_refused(tmp_path: Path) -> None:
    assert refused(wav(tmp_path / "a.wav", array("h", bytes(RATE * 8)))) == "silent"
    assert refused(tone(tmp_path / "b.wav", 0.3)) == "too_short"


@pytest.mark.parametrize("codec", ["pcm_s16le", "flac", "aac", "pcm_s16be"])
def test_a_file_whose_end_is_missing_is_refused(tmp_path: Path, codec: str) -> None:
    ending = {"pcm_s16le": "wav", "flac": "flac", "aac": "m4a", "pcm_s16be": "aiff"}[codec]
    whole = as_format(tone(tmp_path / "t.wav", 6), tmp_path / f"a.{ending}", codec).read_bytes()

    why = refused(write(tmp_path / f"cut.{ending}", whole[: len(whole) // 2]))

    assert why in {"cut_short", "not_audio", "damaged"}


def test_a_header_that_tells_too_much_is_not_believed(tmp_path: Path) -> None:
    content = bytearray(tone(tmp_path / "a.wav", 2).read_bytes())
    content[4:8] = struct.pack("<I", 400_000_000)

    assert refused(write(tmp_path / "b.wav", bytes(content))) == "cut_short"


def test_a_stream_that_tells_no_length_is_taken(tmp_path: Path) -> None:
    content = bytearray(tone(tmp_path / "a.wav", 2).read_bytes())
    content[4:8] = content[40:44] = b"\xff\xff\xff\xff"

    assert made(write(tmp_path / "b.wav", bytes(content))).milliseconds == 2000


def test_ten_gigabytes_are_refused_before_a_byte_is_read(tmp_path: Path) -> None:
    large = write(tmp_path / "a.wav", tone(tmp_path / "t.wav").read_bytes())
    os.truncate(large, 10 * 1024**3)

    assert refused(large) == "too_large"


def test_what_unpacks_to_hours_is_refused_in_little_memory(tmp_path: Path) -> None:
    bomb = as_format(tone(tmp_path / "t.wav", 30), tmp_path / "a.flac", "flac")
    tracemalloc.start()

    assert refused(bomb, Mp3Previews(longest=10)) == "too_long"

    assert tracemalloc.get_traced_memory()[1] < 20 * 1024**2
    tracemalloc.stop()


def test_what_takes_too_long_is_given_up(tmp_path: Path) -> None:
    assert refused(tone(tmp_path / "a.wav", 3), Mp3Previews(patience=-1)) == "too_slow"


def test_a_film_is_no_audio(tmp_path: Path) -> None:
    import av

    film = tmp_path / "a.mp4"
    with av.open(str(film), "w") as written:
        stream = written.add_stream("mpeg4", rate=5)
        stream.width = stream.height = 64
        stream.pix_fmt = "yuv420p"
        for _ in range(5):
            written.mux(stream.encode(av.VideoFrame(64, 64, "yuv420p")))
        written.mux(stream.encode(None))

    assert refused(film) == "not_audio"


def test_files_are_refused_from_the_sizes_and_lengths_on_that_are_promised() -> None:
    """MUSIC-29, and how many peaks are kept (MUSIC-15)."""
    assert (previews.LARGEST, covers.LARGEST) == (512 * 1024 * 1024, 20 * 1024 * 1024)
    assert (previews.SHORTEST, previews.LONGEST, previews.PATIENCE) == (1, 3600, 120)
    assert PEAKS == 110
