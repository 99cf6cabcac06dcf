"""The music over HTTP, on both databases: finding, saving, counting."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from attrs import evolve
from falcon.testing import Result
from tests.http.world import MAIN, STRANGER, World

from backbeat.catalogue.model import Category, Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.site.model import PartnerSite

CODES = [Isrc(f"KRBB125{number:05d}") for number in range(1, 121)]
NIGHT = Isrc("QZBB12500990")
PRINTED_MOODS = """
    exciting bright calm touching cheerful sexy atmospheric vivacious grand tense intense funny
    entertaining scary bouncy humorous joyful sensual ethereal anxiety heavy twist luminous merry
    curious horror peaceful sadness sad suspense edm
"""
PRINTED_AI_MOODS = """
    cheerful scary cute groovy tense simple dramatic romantic dreamy frightening bright majestic
    sad exciting mysterious wistful grand calm fun refreshing comic peaceful happy angry hopeful
"""


def call(world: World, path: str, query: str = "", *, actor: str = MAIN, **options: Any) -> Result:
    headers = {"Zs-Authentification": world.tokens[actor], **options.pop("headers", {})}
    method = "POST" if "json" in options else "GET"
    return world.client.simulate_request(
        method, f"/api/{path}", query_string=query, headers=headers, **options
    )


def isrcs(answer: Result) -> list[str]:
    return [item["isrc"] for item in answer.json["items"]]


@pytest.fixture
def music(world: World) -> World:
    """The world with a catalogue, its own and a hundred and twenty more, and the job done."""
    today = world.container.business_clock().today()
    with world.container.transactions().begin() as books:
        books.tracks.save([Track(code, f"Song {code[-3:]}", "밴드") for code in CODES])
        books.tracks.save(
            [
                Track(
                    NIGHT,
                    "Night Drive",
                    "Hana",
                    Category.POP,
                    185,
                    today,
                    thumbnail="cover.jpg",
                    moods=frozenset({"calm", "bright"}),
                    ai_tags=frozenset({"cheerful"}),
                    shopping=True,
                    prioritized=True,
                )
            ]
        )
    world.container.portal().rankings.refresh()
    return world


def test_a_search_tells_all_of_a_track(music: World) -> None:
    (found,) = call(music, "v2/music/search", "search=nigth").json["items"]

    assert found == {
        "isrc": NIGHT,
        "name": "Night Drive",
        "artist": "Hana",
        "thumbnail": None,
        "audio_url": None,
        "preview_seconds": 0,
        "duration": 185,
        "category": "pop",
        "is_new": True,
        "shopping": True,
        "tags": ["bright", "calm"],
        "ai_tags": ["cheerful"],
        "favorited": False,
        "exclusive_logo": None,
        "released_on": found["released_on"],
        "available": True,
    }
    assert date.fromisoformat(found["released_on"]) <= date(2100, 1, 1)
    assert call(music, "v2/music/detail", f"isrc={NIGHT}").json["name"] == "Night Drive"


def test_pages_are_of_fifty_and_lists_go_on_behind_a_track(music: World) -> None:
    pages = [call(music, "v2/music/search", f"search=song&page={page}") for page in range(3)]

    assert [len(page.json["items"]) for page in pages] == [50, 50, 20]
    assert (pages[0].json["total"], pages[0].json["page"], pages[0].json["size"]) == (120, 0, 50)
    of_seven = call(music, "v2/music/search", "search=song&size=7&page=1")
    assert isrcs(of_seven) == isrcs(pages[0])[7:14]
    last = pages[0].json["items"][-1]["isrc"]
    behind = call(music, "v2/music/search", f"search=song&after={last}")
    assert isrcs(behind) == isrcs(pages[1])


@pytest.mark.parametrize(
    "query",
    [
        "search=Night",
        "tags=calm,bright",
        "tags=ai:cheerful",
        "category=pop",
        "category=kpop",
        "category=new",
        "shopping=true",
        "search=qz-bb1-25-00990",
    ],
)
def test_each_parameter_narrows(music: World, query: str) -> None:
    assert isrcs(call(music, "v2/music/search", query)) == [NIGHT]


def test_the_operators_choice_comes_first_and_nothing_is_left_out(music: World) -> None:
    found = call(music, "v2/music/search", "prioritized=true").json

    assert (found["items"][0]["isrc"], found["total"]) == (NIGHT, 122)
    assert call(music, "v2/music/search").json["items"][0]["isrc"] != NIGHT
    assert call(music, "v2/music/search", "search=&shopping=false").json["total"] == 122


@pytest.mark.parametrize("path", ["v2/music/search", "v2/music/search/without"])
def test_a_search_of_spaces_alone_is_blank(music: World, path: str) -> None:
    refused = call(music, path, f"search={'+' * 50}&shopping=true")

    assert (refused.status_code, refused.json["code"]) == (400, 4)
    assert refused.json["details"]["fields"] == {"search": "required"}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("search=%21", "bad_search"),
        ("search=%E2%80%8B", "bad_search"),
        (f"search={'a' * 101}", "bad_search"),
        (f"search={'+'.join(['night'] * 13)}", "bad_search"),
        (f"search={'a' * 10_000}", "bad_value"),
        ("tags=nothing", "unknown_tag"),
        ("category=jazz", "bad_value"),
        ("size=201", "bad_value"),
        ("page=-1", "bad_value"),
        ("sort=name", "bad_value"),
    ],
)
def test_what_is_not_understood_is_refused(music: World, query: str, reason: str) -> None:
    refused = call(music, "v2/music/search", query)

    assert (refused.status_code, refused.json["code"]) == (400, 2)
    assert refused.json["details"]["reason"] == reason


def test_the_first_page_has_its_blocks_in_the_readers_language(music: World) -> None:
    home = call(music, "v2/music/home", headers={"Accept-Language": "ko"}).json

    assert home["ranking"]["items"] == []
    assert home["ranking"]["from"] < home["ranking"]["to"]
    assert [each["isrc"] for each in home["new_releases"]] == [NIGHT]
    assert [each["isrc"] for each in home["prioritized"]] == [NIGHT]
    assert [each["isrc"] for each in home["shopping"]] == [NIGHT]
    assert [(each["code"], each["label"]) for each in home["tag_sections"]] == [
        ("bright", "밝은"),
        ("calm", "차분한"),
    ]
    assert (home["all_new"], home["all_shopping"], home["ranking"]["by"]) == (1, 1, "plays")
    assert (home["own"], home["favorites"]) == ([], {"count": 0, "limit": 15})


def test_a_search_that_finds_nothing_says_what_would(music: World) -> None:
    asked = "search=Night&tags=calm,sad&category=pop&shopping=true"
    assert call(music, "v2/music/search", asked).json["total"] == 0

    found = call(music, "v2/music/search/without", asked).json["items"]

    assert found == [{"part": "tag", "tag": "sad", "total": 1}]
    more = call(music, "v2/music/search/without", "search=Song&category=pop").json["items"]
    assert [(each["part"], each["total"]) for each in more] == [("category", 120), ("search", 1)]
    assert call(music, "v2/music/search/without", "search=%21").json["code"] == 2


def test_a_search_may_have_a_hundred_characters_and_twelve_words(music: World) -> None:
    assert call(music, "v2/music/search", f"search={'a' * 100}").status_code == 200
    twelve = "+".join(["night"] * 12)
    assert isrcs(call(music, "v2/music/search", f"search={twelve}")) == [NIGHT]


def test_of_many_moods_the_first_eight_are_left_out_in_turn(music: World) -> None:
    """MUSIC-31."""
    eight = ["calm", "bright", "scary", "grand", "funny", "heavy", "twist", "curious"]
    with music.container.transactions().begin() as books:
        night = books.tracks.of([NIGHT])[NIGHT]
        books.tracks.save([evolve(night, moods=frozenset(eight))])
    music.container.portal().rankings.refresh()

    def would(tags: list[str]) -> list[str]:
        found = call(music, "v2/music/search/without", f"tags={','.join(tags)}").json["items"]
        return [each["tag"] for each in found]

    assert would(["sad", *eight[:7]]) == would([*eight[:7], "sad"]) == ["sad"]
    assert would([*eight, "sad"]) == []


def test_both_vocabularies_are_given_with_counts(music: World) -> None:
    tags = call(music, "v2/music/tags", headers={"Accept-Language": "zh-TW"}).json

    assert (len(tags["mood"]), len(tags["ai"])) == (31, 25)
    assert {"code": "calm", "label": "平靜", "count": 1} in tags["mood"]
    assert {"code": "calm", "label": "平靜", "count": 0} in tags["ai"]
    assert {each["code"] for each in tags["mood"]} == set(PRINTED_MOODS.split())
    assert {each["code"] for each in tags["ai"]} == set(PRINTED_AI_MOODS.split())


def test_favourites_are_toggled_listed_and_limited(music: World) -> None:
    for count, code in enumerate(CODES[:15], start=1):
        answer = call(music, "music/favorite.toggle", json={"isrc": code}).json
        assert (answer["favorited"], answer["count"], answer["limit"]) == (True, count, 15)

    refused = call(music, "music/favorite.toggle", json={"isrc": NIGHT})
    assert refused.json["code"] == 20000
    assert "15" in refused.json["message"]
    again = call(music, "music/favorite.toggle", json={"isrc": CODES[0]}).json
    assert (again["favorited"], again["count"]) == (False, 14)
    listed = call(music, "music/favorite.list")
    assert set(isrcs(listed)) == set(CODES[1:15])
    assert all(item["favorited"] for item in listed.json["items"])
    pages = [isrcs(call(music, "music/favorite.list", f"size=10&page={page}")) for page in (0, 1)]
    assert [*pages[0], *pages[1]] == isrcs(listed)
    assert len(pages[0]) == 10
    assert isrcs(call(music, "music/favorite.list", actor=STRANGER)) == []
    seen = [
        call(music, "v2/music/detail", f"isrc={CODES[1]}", actor=actor).json["favorited"]
        for actor in (MAIN, STRANGER)
    ]
    assert seen == [True, False]
    unknown = call(music, "music/favorite.toggle", json={"isrc": "QZBB12599999"})
    assert (unknown.status_code, unknown.json["code"]) == (404, 2)
    assert call(music, "music/favorite.toggle", json={}).json["code"] == 4


def test_a_retired_favourite_is_listed_as_no_longer_offered(music: World) -> None:
    call(music, "music/favorite.toggle", json={"isrc": NIGHT})
    music.container.portal().catalogue.retire(NIGHT, Actor.operator("ann"))

    (kept,) = call(music, "music/favorite.list").json["items"]
    assert (kept["isrc"], kept["available"]) == (NIGHT, False)
    assert call(music, "v2/music/search", "search=night").json["total"] == 0
    assert call(music, "v2/music/detail", f"isrc={NIGHT}").status_code == 404


def test_plays_are_counted_once_and_never_kept_in_a_cache(music: World) -> None:
    for _ in range(2):
        answer = call(music, "music/music.log", f"kind=play&isrc={NIGHT}")
        assert answer.json["success"]
        assert answer.headers["Cache-Control"] == "no-store"

    today = music.container.business_clock().today()
    with music.container.transactions().look() as books:
        assert books.plays.played(today, today) == {NIGHT: 1}
    assert call(music, "music/music.log", f"kind=skip&isrc={NIGHT}").json["code"] == 2
    assert call(music, "music/music.log", "kind=play&isrc=nothing").status_code == 404


def test_exclusive_tracks_are_for_their_partners_people_alone(music: World) -> None:
    own = music.things["track", MAIN]
    site = PartnerSite(f"{MAIN}.example", MAIN, "#112233", "#445566", "/logo.png")
    with music.container.transactions().begin() as books:
        books.sites.put(site)

    (found,) = call(music, "v2/music/search", f"search={own}").json["items"]
    assert (found["isrc"], found["exclusive_logo"]) == (own, "/logo.png")
    assert isrcs(call(music, "v2/music/search", f"search={own}", actor=STRANGER)) == []
    header = {"ZS-Mcn-Domain": f"{MAIN}.example"}
    foreign = call(music, "v2/music/search", f"search={own}", actor=STRANGER, headers=header)
    assert isrcs(foreign) == []


def test_a_partners_tracks_are_listed_by_themselves_to_its_people_alone(music: World) -> None:
    """MUSIC-16: who belongs to another partner, or to none, is told of no track of it."""
    own = music.things["track", MAIN]

    def listed(domain: str, actor: str = MAIN) -> list[str]:
        query = f"only_with={domain}"
        return isrcs(call(music, "v2/music/search", query, actor=actor))

    assert listed(f"{MAIN}.example") == [own]
    assert listed(f"{MAIN}.example", STRANGER) == []
    assert listed("nobody.example") == []
    assert listed(f"{STRANGER}.example", MAIN) == []
    with music.container.transactions().begin() as books:
        nobodys = books.accounts.get(AccountId(STRANGER))
        assert nobodys is not None
        books.accounts.save(evolve(nobodys, partner=None))
    assert listed("nobody.example", STRANGER) == []
