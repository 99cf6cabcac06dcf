"""What holds for every registered platform; one that is added is tried without another line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields

from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.languages import Language
from backbeat.platforms import links, registry
from backbeat.platforms.addresses import Link, LinkKind
from backbeat.platforms.errors import UnknownStored
from backbeat.platforms.kinds import Assets, Daily, Kind, Role
from backbeat.platforms.layouts import FIELDS
from backbeat.platforms.model import Platform
from backbeat.settings import Site
from backbeat.site.rules import require_logo

PLATFORMS = registry.PLATFORMS
LINKED = [each for each in PLATFORMS if each.links is not None]
KINDS = [(each, kind) for each in PLATFORMS for kind in each.report_kinds.kinds]
IDS = {
    "youtube": ("UCabcdefghijklmnopqrstuQ", "abcdefghijA"),
    "tiktok": ("6959123456789012345", "7212345678901234567"),
    "own": ("mina-radio", "episode.1"),
}
"""A channel's and a video's id on each."""
PICTURES = {
    "youtube": ["https://i.ytimg.com/vi/abcdefghijA/hqdefault.jpg", "https://yt3.ggpht.com/ytc/a"],
    "tiktok": [
        "https://p16-sign-va.tiktokcdn.com/a.webp",
        "https://p19-common-sign.tiktokcdn-us.com/a.webp",
    ],
    "own": [],
}
"""Pictures of videos and channels as each gives them."""
LOCALES = Path(__file__).parents[3] / "webui/src/i18n/locales"


def texts(language: Language, file: str) -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = json.loads(
        (LOCALES / language.value / f"{file}.json").read_text("utf-8")
    )
    return found


@pytest.fixture(params=PLATFORMS, ids=registry.NAMES)
def platform(request: pytest.FixtureRequest) -> Platform:
    found: Platform = request.param
    return found


def test_every_platform_has_ids_and_pictures_to_try() -> None:
    assert set(IDS) == set(PICTURES) == set(registry.NAMES)


def test_a_platform_is_found_by_its_name(platform: Platform) -> None:
    assert registry.platform(platform.name) is platform
    assert registry.stored_platform(platform.name, "x") is platform


def test_a_key_leads_back_to_the_platform_and_the_id(platform: Platform) -> None:
    channel, video = IDS[platform.name]
    assert platform.ids.is_channel(channel)
    assert platform.ids.is_video(video)

    for key, id_ in (
        (platform.channel_key(channel), channel),
        (platform.video_key(video), video),
    ):
        assert registry.platform_of(key) is platform
        assert platform.id_of(key) == id_
    assert registry.channel_key(platform.channel_key(channel)) == platform.channel_key(channel)


def test_no_two_platforms_share_a_key() -> None:
    """Not even for the same id: its mark tells the platforms apart."""
    ids = {id_ for id_, _ in IDS.values()}
    keys = [each.channel_key(id_) for each in PLATFORMS for id_ in ids]

    assert len(set(keys)) == len(keys)


def test_blank_ids_have_no_key(platform: Platform) -> None:
    assert not platform.channel_key("")
    assert not platform.video_key("")


@pytest.mark.parametrize("text", ["", " ", "a b", "tiktok:1", "x\0", "<script>", "x" * 65])
def test_what_is_no_id_is_none(platform: Platform, text: str) -> None:
    assert not platform.ids.is_channel(text)
    assert not platform.ids.is_video(text)


@pytest.mark.parametrize("cell", ["a b", "tiktok:1", "own:x", "a,b", '"x"', "x" * 65])
def test_a_cell_of_a_report_that_holds_no_id_is_refused(platform: Platform, cell: str) -> None:
    for read in (platform.ids.reported_channel, platform.ids.reported_video):
        with pytest.raises(ValueError, match="not "):
            read(cell)


def test_an_id_is_read_from_a_report_as_it_is_kept(platform: Platform) -> None:
    channel, video = IDS[platform.name]

    assert platform.ids.reported_channel(f" {channel} ") == channel
    assert platform.ids.reported_video(f" {video} ") == video
    assert platform.ids.reported_video("") == ""


@pytest.mark.parametrize("one", LINKED, ids=lambda each: each.name)
def test_the_link_that_is_kept_reads_as_what_it_was_made_of(one: Platform) -> None:
    link = Link(LinkKind.HANDLE, "@mina", one.name)

    url = links.url_of(link)

    assert url.startswith("https://")
    assert links.read(url) == link
    assert links.read(url.replace("https://", "http://")) == link


@pytest.mark.parametrize("one", LINKED, ids=lambda each: each.name)
def test_the_address_of_a_video_is_read_as_a_video_of_the_platform(one: Platform) -> None:
    _, video = IDS[one.name]
    channel = links.url_of(Link(LinkKind.HANDLE, "@mina", one.name))

    url = one.video_url(one.video_key(video), channel)

    assert url is not None
    assert links.read(url) == Link(LinkKind.VIDEO, video, one.name)


def test_no_two_platforms_share_a_domain() -> None:
    domains = [domain for each in LINKED if each.links for domain in each.links.domains]

    assert len(set(domains)) == len(domains)


def test_a_platform_without_links_is_vouched_for(platform: Platform) -> None:
    assert (platform.links is None) == platform.verification.by_operator


@pytest.mark.parametrize(("one", "kind"), KINDS, ids=lambda each: getattr(each, "name", str(each)))
def test_a_kind_is_whole(one: Platform, kind: Kind) -> None:
    layouts = [layout for layout in one.report_kinds.layouts if layout.kind is kind]

    assert registry.kind(kind.value) is registry.stored_kind(kind.value, "x") is kind
    assert registry.kind_named(kind.value) is kind
    assert registry.platform_of_kind(kind) is (None if kind.is_open else one)
    assert (kind.sort is not None) == (kind.role is Role.RECORD)
    assert not kind.daily or kind.is_daily
    assert kind.assets is not Assets.OF_TRACKS or kind.role is Role.CHECK
    assert layouts
    for layout in layouts:
        assert registry.recognised(sorted(layout.needs)) is layout
        assert set(layout.columns) <= set(FIELDS)
        named = {name for names in layout.columns.values() for name in names}
        assert set(layout.key) & (named | layout.needs)
        if kind.daily:
            # Of a kind's rows the figures by day add up what it decides, and nothing else.
            assert {
                Daily.MONEY if "revenue" in name else Daily.VIEWS
                for name in FIELDS[FIELDS.index("views") :]
                if name in layout.columns
            } == kind.daily


def test_pictures_come_over_https(platform: Platform) -> None:
    assert all(host.startswith("https://") for host in platform.thumbnails.hosts)


def test_pages_may_show_the_pictures_that_the_platform_gives(platform: Platform) -> None:
    for picture in PICTURES[platform.name]:
        require_logo(picture, platform.thumbnails.hosts)
        require_logo(picture, Site().image_hosts)


@pytest.mark.parametrize("language", Language)
def test_every_screen_has_words_for_the_platform(platform: Platform, language: Language) -> None:
    names: Any = texts(language, "common")["platform"]
    assert names[platform.name] == platform.title[language]
    if not platform.verification.by_operator:
        proof = texts(language, "channels")["proof"][platform.name]
        assert set(proof) == {"next", "step2", "place", "edit", "failure"}
        assert "{{name}}" in proof["step2"]


def test_a_platform_that_lacks_a_part_cannot_be_made(platform: Platform) -> None:
    parts = {each.name: getattr(platform, each.name) for each in fields(Platform)}
    for name in parts:
        with pytest.raises(TypeError, match=name):
            Platform(**{key: part for key, part in parts.items() if key != name})


def test_two_platforms_of_one_name_cannot_be_registered() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        registry._by((each.name, each) for each in (*PLATFORMS, evolve(PLATFORMS[0], mark="x:")))


def test_what_nobody_registered_is_named_with_its_place_and_what_to_do() -> None:
    with pytest.raises(UnknownStored, match=r"channels\.platform holds 'myspace'.*register it in"):
        registry.stored_platform("myspace", "channels.platform")
    with pytest.raises(UnknownStored, match=r"report_files\.kind holds 'x'.*run the version"):
        registry.stored_kind("x", "report_files.kind")
    with pytest.raises(UnknownStored, match="the key myspace:1"):
        registry.platform_of(PlatformChannelId("myspace:1"))
