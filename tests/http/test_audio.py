"""Previews as browsers get them: signed addresses, parts, and who hears what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from falcon.testing import Result
from PIL import Image
from tests.fakes.snapshots import Snapshots
from tests.fakes.sounds import RATE, heard, loudness, tone
from tests.fakes.standins import FixedClock
from tests.http.world import MAIN, STRANGER, World, filled

from backbeat.catalogue.model import Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc

SONG, MUTE = Isrc("QZBB12600001"), Isrc("QZBB12600003")
OPERATOR = Actor.operator("ann")


def call(world: World, path: str, query: str, actor: str = MAIN) -> Any:
    headers = {"Zs-Authentification": world.tokens[actor]}
    return world.client.simulate_get(f"/api/{path}", query_string=query, headers=headers).json


def track(world: World, isrc: str = SONG, actor: str = MAIN) -> Any:
    return call(world, "v2/music/detail", f"isrc={isrc}", actor)


def listen(
    world: World, address: str, method: str = "GET", headers: Mapping[str, str] | None = None
) -> Result:
    path, _, query = address.partition("?")
    return world.client.simulate_request(method, path, query_string=query, headers=headers)


def take(world: World, *paths: Path) -> None:
    report = world.container.portal().media_intake.take_audio(paths, OPERATOR)
    assert not report.refused


@pytest.fixture
def song(world: World, tmp_path: Path, snapshots: Snapshots) -> World:
    """Two tracks that can be heard, one of them a partner's, and one that cannot."""
    made = partial(make_song, world, tmp_path)
    filled(world.container, snapshots, "previews", made, folder="media")
    return world


def make_song(world: World, folder: Path) -> None:
    with world.container.transactions().begin() as books:
        books.tracks.save(
            [
                Track(SONG, "Neon Tides", audio_url="https://label.example/a.mp3"),
                Track(MUTE, "Unheard"),
            ]
        )
    own = tone(folder / f"{world.things['track', MAIN]}.wav", 1.5, 330)
    take(world, tone(folder / f"{SONG}.wav"), own)


@pytest.fixture
def address(song: World) -> str:
    found: str = track(song)["audio_url"]
    return found


def test_what_was_taken_in_is_heard_at_the_tracks_address(song: World) -> None:
    told = track(song)

    answer = listen(song, told["audio_url"])

    samples = heard(answer.content)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/mpeg")
    assert len(samples) / RATE == pytest.approx(2, abs=0.1)
    assert loudness(samples) > 0.05
    assert (told["preview_seconds"], max(told["peaks"])) == (2, 100)
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert "content-disposition" not in answer.headers


def test_lists_tell_the_address_and_no_peaks(song: World) -> None:
    (item,) = call(song, "v2/music/search", f"search={SONG}")["items"]

    assert item["audio_url"] == track(song)["audio_url"]
    assert (item["preview_seconds"], "peaks" in item) == (2, False)


def test_a_track_without_a_preview_has_no_address(song: World) -> None:
    told = track(song, MUTE)

    assert (told["audio_url"], told["preview_seconds"], told["peaks"]) == (None, 0, [])


def test_no_two_tracks_sound_alike(song: World) -> None:
    both = (SONG, song.things["track", MAIN])
    contents = {listen(song, track(song, isrc)["audio_url"]).content for isrc in both}

    assert len(contents) == 2


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-99", 0, 99),
        ("bytes=100-199", 100, 199),
        ("bytes=100-", 100, None),
        ("bytes=-50", -50, None),
        ("bytes=0-99999999", 0, None),
        ("Bytes=5-5", 5, 5),
    ],
)
def test_a_part_is_answered_as_a_part(
    song: World, address: str, asked: str, first: int, last: int | None
) -> None:
    whole = listen(song, address).content

    part = listen(song, address, headers={"Range": asked})

    wanted = whole[first : None if last is None else last + 1]
    begin = first % len(whole)
    assert (part.status_code, part.content) == (206, wanted)
    span = f"bytes {begin}-{begin + len(wanted) - 1}/{len(whole)}"
    assert part.headers["content-range"] == span
    assert int(part.headers["content-length"]) == len(wanted)


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=-0"])
def test_a_part_beyond_the_end_is_refused(song: World, address: str, asked: str) -> None:
    whole = len(listen(song, address).content)

    answer = listen(song, address, headers={"Range": asked})

    assert answer.status == "416 Range Not Satisfiable"
    assert answer.headers["content-range"] == f"bytes */{whole}"
    assert (answer.json["code"], answer.json["details"]) == (2, {"reason": "range", "size": whole})
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=a-b",
        "bytes=5-2",
        "bytes=-",
        "items=0-5",
        "bytes=0-1,5-9",
        "bytes",
        "bytes=0-" + "9" * 99,
    ],
)
def test_what_is_no_range_is_answered_by_the_whole(song: World, address: str, asked: str) -> None:
    answer = listen(song, address, headers={"Range": asked})

    assert (answer.status_code, "content-range" in answer.headers) == (200, False)


def test_a_part_of_what_changed_meanwhile_is_answered_by_the_whole(
    song: World, address: str
) -> None:
    tag = listen(song, address).headers["etag"]

    same = listen(song, address, headers={"Range": "bytes=0-9", "If-Range": tag})
    other = listen(song, address, headers={"Range": "bytes=0-9", "If-Range": '"other"'})

    assert (same.status_code, other.status_code) == (206, 200)


def test_what_the_browser_has_is_not_sent_again(song: World, address: str) -> None:
    tag = listen(song, address).headers["etag"]

    answer = listen(song, address, headers={"If-None-Match": tag})

    assert (answer.status_code, answer.content) == (304, b"")


def test_heads_tell_what_a_get_would_send(song: World, address: str) -> None:
    whole, head = listen(song, address), listen(song, address, "HEAD")

    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "etag", "accept-ranges", "content-type"):
        assert head.headers[name] == whole.headers[name]


def test_browsers_keep_it_as_long_as_the_address_holds(song: World, address: str) -> None:
    kept = listen(song, address).headers["cache-control"]

    seconds = int(kept.removeprefix("private, max-age=").removesuffix(", immutable"))
    assert 0 < seconds <= 1800
    assert track(song)["audio_url"] == address


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("signature=", "signature=A"),
        ("expires=", "expires=9"),
        (SONG, MUTE),
        (SONG, "QZBB12699999"),
        (r"....$", "AAAA"),
    ],
)
def test_an_address_that_was_not_given_out_leads_nowhere(
    song: World, address: str, part: str, other: str
) -> None:
    answer = listen(song, re.sub(part, other, address))

    assert (answer.status_code, answer.json["code"]) == (401, 10000)


@pytest.mark.parametrize("query", ["", "expires=1", "signature=x", "expires=x&signature=y"])
def test_an_address_without_its_proof_is_refused(song: World, query: str) -> None:
    answer = listen(song, f"/api/music/audio/{SONG}?{query}")

    assert answer.status_code == 400
    assert answer.json["code"] in {2, 4}


def test_an_address_ends(song: World, address: str) -> None:
    portal = song.container.portal()
    later = FixedClock(portal.security_clock.now() + timedelta(minutes=31))
    object.__setattr__(portal.addresses, "clock", later)

    assert listen(song, address).json["code"] == 10000


def test_new_audio_has_a_new_address(song: World, address: str, tmp_path: Path) -> None:
    take(song, tone(tmp_path / f"{SONG} better.wav", 3))

    assert listen(song, address).json["code"] == 10000
    assert track(song)["audio_url"] != address
    assert track(song)["preview_seconds"] == 3


def test_retired_tracks_are_silent(song: World, address: str) -> None:
    song.container.portal().catalogue.retire(SONG, OPERATOR)

    assert listen(song, address).json["code"] == 10000


def test_a_partners_track_is_heard_by_its_people_alone(song: World) -> None:
    own = song.things["track", MAIN]

    assert track(song, own, STRANGER)["code"] == 2
    assert listen(song, track(song, own)["audio_url"]).status_code == 200


def test_an_address_ends_when_its_track_becomes_a_partners(song: World, address: str) -> None:
    with song.container.transactions().begin() as books:
        books.tracks.save([Track(SONG, "Neon Tides", partner=f"{MAIN}.example")])

    assert listen(song, address).json["code"] == 10000


def test_a_preview_whose_file_is_gone_is_not_found(song: World, address: str) -> None:
    for file in (song.container.deployment().files / "media").rglob(f"{SONG}*"):
        file.unlink()

    answer = listen(song, address)

    assert (answer.status_code, answer.json["details"]) == (404, {"reason": "not_found"})


@pytest.mark.parametrize(
    "path", ["/api/music/audio/", "/api/music/audio", "/covers/", "/covers", "/files/media"]
)
def test_nobody_lists_what_there_is(song: World, path: str) -> None:
    assert SONG not in listen(song, path).text


def test_covers_are_shown_and_kept(song: World, tmp_path: Path) -> None:
    Image.new("RGB", (1200, 1200), "teal").save(tmp_path / f"{SONG}.png")
    song.container.portal().media_intake.take_covers([tmp_path / f"{SONG}.png"], OPERATOR)
    cover = track(song)["thumbnail"]

    answer = listen(song, cover)

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert listen(song, cover, "HEAD").content == b""


@pytest.mark.parametrize(
    "name", ["x.webp", "..%252Fsecret", "QZBB12600001-0000000000000000.webp", "%00.webp"]
)
def test_no_other_address_shows_a_cover(song: World, name: str) -> None:
    assert listen(song, f"/covers/{name}").status_code == 404


def test_a_label_s_own_address_is_never_told(song: World) -> None:
    assert "label.example" not in str(track(song))
