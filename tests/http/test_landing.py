"""The landing page's music as anybody gets it: one track that can be heard, and two numbers (MUSIC-16)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from falcon.testing import Result
from PIL import Image
from tests.fakes.snapshots import Snapshots
from tests.fakes.sounds import RATE, heard, loudness, tone
from tests.http.test_statements_per_call import counting
from tests.http.world import MAIN, STRANGER, World, filled

from backbeat.catalogue.model import Track
from backbeat.catalogue.service import Marks
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.limits.rules import ANONYMOUS
from backbeat.settings import Landing, Limits, LimitsProfile, Settings
from backbeat.site.model import PartnerSite

SONG, MUTE, UNKNOWN = Isrc("QZBB12600001"), Isrc("QZBB12600003"), Isrc("QZBB12699999")
OPERATOR = Actor.operator("ann")
PARTNER, UNPROVED = "lumen.example", "unproved.example"
OWN = [Isrc(f"QZBB1260020{number}") for number in range(1, 4)]


@pytest.fixture
def named() -> str:
    """The track that the setting names, as an operator may write it."""
    return "qz-bb1-26-00001"


@pytest.fixture
def profile() -> LimitsProfile:
    return LimitsProfile.WIDE


@pytest.fixture
def settings(named: str, profile: LimitsProfile) -> Settings:
    return Settings(landing=Landing(named), limits=Limits(profile=profile))


@pytest.fixture
def song(world: World, tmp_path: Path, snapshots: Snapshots) -> World:
    """A track with sound and a cover, one without, three of a partner's, and the job done."""
    made = partial(make_song, world, tmp_path)
    filled(world.container, snapshots, "landing", made, folder="media")
    return world


def make_song(world: World, folder: Path) -> None:
    now = world.container.security_clock().now()
    moods = frozenset({"calm", "bright", "own_word"})
    with world.container.transactions().begin() as books:
        books.sites.put(PartnerSite(PARTNER, "Lumen", "#112233", "#445566", proved_at=now))
        books.sites.put(PartnerSite(UNPROVED, "Nobody", "#112233", "#445566"))
        books.tracks.save(
            [
                Track(SONG, "Neon Tides", "Hana Field", seconds=72, moods=moods),
                Track(MUTE, "Unheard", "Kite Theory"),
                *(Track(isrc, f"Secret {isrc}", "Aya", partner=PARTNER) for isrc in OWN),
                Track(Isrc("QZBB12600211"), "Unshown", partner=UNPROVED),
            ]
        )
    files = [tone(folder / f"{isrc}.wav", 2, pitch) for isrc, pitch in ((SONG, 330), (OWN[0], 262))]
    Image.new("RGB", (600, 600), "teal").save(folder / f"{SONG}.png")
    intake = world.container.portal().media_intake
    assert not intake.take_audio(files, OPERATOR).refused
    assert not intake.take_covers([folder / f"{SONG}.png"], OPERATOR).refused
    world.container.portal().rankings.refresh()


def landing(world: World, host: str = "", language: str = "en", **headers: str) -> Result:
    return world.client.simulate_get(
        "/api/site/landing",
        params={"host": host} if host else {},
        headers={"Accept-Language": language} | headers,
    )


def test_anybody_hears_the_track_that_is_named(song: World) -> None:
    answer = landing(song)

    track = answer.json["track"]
    assert answer.status_code == 200
    assert (track["isrc"], track["name"], track["artist"]) == (SONG, "Neon Tides", "Hana Field")
    assert (track["duration"], track["preview_seconds"]) == (72, 2)
    assert (len(track["peaks"]), max(track["peaks"])) == (100, 100)
    assert (track["favorited"], track["exclusive_logo"], track["available"]) == (False, None, True)
    address, _, proof = track["audio_url"].partition("?")
    sound = song.client.simulate_get(address, query_string=proof)
    samples = heard(sound.content)
    assert (sound.status_code, sound.headers["content-type"]) == (200, "audio/mpeg")
    assert len(samples) / RATE == pytest.approx(2, abs=0.1)
    assert loudness(samples) > 0.05
    cover = song.client.simulate_get(track["thumbnail"])
    assert (cover.status_code, cover.headers["content-type"]) == (200, "image/webp")


@pytest.mark.parametrize(
    ("language", "moods"),
    [
        ("en", ["Bright", "Calm", "own_word"]),
        ("ko", ["밝은", "차분한", "own_word"]),
        ("zh-TW", ["明亮", "平靜", "own_word"]),
    ],
)
def test_moods_are_words_in_the_readers_language(
    song: World, language: str, moods: list[str]
) -> None:
    assert landing(song, language=language).json["moods"] == moods


@pytest.mark.parametrize("named", [""])
def test_where_none_is_named_there_are_the_numbers_alone(song: World) -> None:
    told = landing(song, PARTNER).json

    assert (told["track"], told["moods"]) == (None, [])
    assert (told["tracks"], told["exclusive"]) == (2, 3)


@pytest.mark.parametrize("named", [UNKNOWN, MUTE, OWN[0]], ids=["unknown", "mute", "exclusive"])
def test_what_cannot_be_heard_by_anybody_is_left_out(song: World, named: str) -> None:
    for host in ("", PARTNER):
        answer = landing(song, host)

        assert (answer.status_code, answer.json["track"], answer.json["moods"]) == (200, None, [])
        assert "Secret" not in answer.text
        assert OWN[0] not in answer.text


def test_a_track_is_gone_with_its_retirement_and_heard_again_after_it(song: World) -> None:
    catalogue = song.container.portal().catalogue
    before = landing(song).json["track"]["audio_url"]

    catalogue.retire(SONG, OPERATOR)

    assert landing(song).json["track"] is None
    address, _, proof = before.partition("?")
    assert song.client.simulate_get(address, query_string=proof).json["code"] == 10000
    catalogue.bring_back(SONG, OPERATOR)
    assert landing(song).json["track"]["isrc"] == SONG


def test_a_track_is_gone_once_it_is_a_partners(song: World) -> None:
    song.container.portal().catalogue.mark(SONG, Marks(partner=PARTNER), OPERATOR)

    assert landing(song, PARTNER).json["track"] is None
    assert "Neon" not in landing(song, PARTNER).text


@pytest.mark.parametrize(
    ("host", "exclusive"),
    [
        ("", 0),
        (PARTNER, 3),
        (f"www.{PARTNER.upper()}", 3),
        (UNPROVED, 0),
        ("other.example", 0),
    ],
)
def test_of_a_partners_tracks_the_number_is_told_under_its_domain_alone(
    song: World, host: str, exclusive: int
) -> None:
    answer = landing(song, host)

    assert (answer.json["tracks"], answer.json["exclusive"]) == (2, exclusive)
    assert answer.json["track"]["isrc"] == SONG
    assert "Secret" not in answer.text


def test_a_retired_track_of_a_partner_counts_no_more_once_the_job_ran(song: World) -> None:
    portal = song.container.portal()
    portal.catalogue.retire(OWN[2], OPERATOR)
    portal.catalogue.retire(MUTE, OPERATOR)

    portal.rankings.refresh()

    told = landing(song, PARTNER).json
    assert (told["tracks"], told["exclusive"]) == (1, 2)


def test_who_is_logged_in_is_told_what_everybody_is(song: World) -> None:
    tokens = ("", "nonsense", song.tokens[MAIN], song.tokens[STRANGER])

    answers = [landing(song, PARTNER, **{"Zs-Authentification": token}) for token in tokens]

    assert {answer.text for answer in answers} == {answers[0].text}
    assert answers[0].status_code == 200


def test_a_proxy_may_keep_the_answer_for_a_minute_by_language(song: World) -> None:
    answer = landing(song)

    assert answer.headers["Cache-Control"] == "public, max-age=0, s-maxage=60"
    assert "Accept-Language" in answer.headers["Vary"]
    refused = song.client.simulate_get("/api/site/landing", query_string=f"host={'a' * 254}")
    assert (refused.status_code, refused.headers["Cache-Control"]) == (400, "no-store")
    unknown = song.client.simulate_get("/api/site/landing", query_string="isrc=QZBB12600201")
    assert unknown.status_code == 400


def test_it_takes_few_statements(song: World) -> None:
    landing(song)  # the caller's counter is known from now on

    with counting(song) as count:
        assert landing(song, PARTNER).json["track"]

    assert (count.statements, count.transactions) == (7, 1)


@pytest.mark.parametrize("profile", [LimitsProfile.NORMAL])
def test_strangers_are_asked_to_wait_after_so_many_calls(song: World) -> None:
    [window] = ANONYMOUS.windows

    codes = [landing(song).status_code for _ in range(window.count + 1)]

    assert codes == [200] * window.count + [429]
