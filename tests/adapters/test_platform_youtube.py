"""What the Data API may answer, and what becomes of it (PLATFORM-7, PLATFORM-9)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.canned import Canned, CannedServer, serving
from tests.fakes.waiting import PATIENCE

from backbeat.channels.platform import PlatformUnavailable
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.links import read
from backbeat_adapters.demo.simulated import made_channel_id, made_video_id
from backbeat_adapters.platforms.youtube import GOOGLE, Patience, YouTube

MINA = PlatformChannelId(made_channel_id("mina"))
QUICK = Patience(connect=1, read=0.4, whole=0.6, largest=100_000, tries=2, pause=0)
UNHURRIED = evolve(QUICK, connect=PATIENCE, read=PATIENCE, whole=PATIENCE)


def a_channel(**changes: Any) -> dict[str, Any]:
    """A channel as the Data API gives it."""
    snippet = {
        "title": "Mina",
        "description": "About\nBB-7F3K9QXA",
        "customUrl": "@mina",
        "publishedAt": "2021-09-28T18:44:35.90022Z",
        "thumbnails": {
            "default": {"url": "https://img.example/s88", "width": 88, "height": 88},
            "medium": {"url": "https://img.example/s240", "width": 240, "height": 240},
        },
        "localized": {"title": "Mina", "description": "About\nBB-7F3K9QXA"},
    }
    statistics = {
        "viewCount": "33651092463",
        "subscriberCount": "45600000",
        "hiddenSubscriberCount": False,
        "videoCount": "738",
    }
    snippet.update(changes.pop("snippet", {}))
    statistics.update(changes.pop("statistics", {}))
    item = {"kind": "youtube#channel", "id": MINA, "snippet": snippet, "statistics": statistics}
    return {**item, **changes}


def a_list(*items: object) -> dict[str, Any]:
    """A list answer with items."""
    return {"kind": "youtube#channelListResponse", "pageInfo": {}, "items": list(items)}


def asking(server: CannedServer, timeouts: Patience = UNHURRIED) -> YouTube:
    """The adapter, asking that server."""
    return YouTube("the-secret-key", server.url, timeouts)


def test_a_channel_is_read_with_all_its_facts() -> None:
    with serving(Canned.json(a_list(a_channel()))) as server:
        channel = asking(server).channel(MINA)

    assert channel is not None
    assert channel.total_views == 33_651_092_463
    assert channel.thumbnail == "https://img.example/s240"
    assert channel.descriptions == ("About\nBB-7F3K9QXA",)
    assert server.asked[0].startswith("/channels?")


def test_every_localised_description_is_read() -> None:
    localizations = {
        "ko": {"title": "미나", "description": "소개 BB-KKKKKKKK"},
        "ja": {"title": "ミナ", "description": "About\nBB-7F3K9QXA"},
    }
    with serving(Canned.json(a_list(a_channel(localizations=localizations)))) as server:
        channel = asking(server).channel(MINA)

    assert channel is not None
    assert channel.descriptions == ("About\nBB-7F3K9QXA", "소개 BB-KKKKKKKK")


@pytest.mark.parametrize("answer", [{"pageInfo": {"totalResults": 0}}, {"items": []}])
def test_absent_and_empty_items_both_mean_not_found(answer: dict[str, Any]) -> None:
    with serving(Canned.json(answer)) as server:
        assert asking(server).channel(MINA) is None


def test_a_channel_without_handle_thumbnail_and_view_count_is_read() -> None:
    item = a_channel()
    del item["snippet"]["customUrl"], item["snippet"]["thumbnails"]
    del item["statistics"]["viewCount"]
    with serving(Canned.json(a_list(item))) as server:
        channel = asking(server).channel(MINA)

    assert channel is not None
    assert (channel.handle, channel.thumbnail, channel.total_views) == (None, None, 0)


@pytest.mark.parametrize(
    "item",
    [
        a_channel(id="UCnot-an-id"),
        a_channel(id=made_channel_id("somebody else")),
        a_channel(id=17),
        a_channel() | {"snippet": None},
        a_channel() | {"statistics": []},
        a_channel(statistics={"viewCount": "-5"}),
        a_channel(statistics={"viewCount": "1e30"}),
        a_channel(statistics={"viewCount": "99999999999999999999"}),
        a_channel(statistics={"viewCount": "9223372036854775808"}),
        a_channel(statistics={"viewCount": 100}),
        a_channel(statistics={"viewCount": ""}),
        a_channel(statistics={"viewCount": "١٢٣"}),
        a_channel(snippet={"description": {"text": "BB-7F3K9QXA"}}),
        a_channel(snippet={"title": "a\x00b"}),
        "a string",
        None,
    ],
)
def test_a_channel_that_cannot_be_right_is_no_answer(item: object) -> None:
    with serving(Canned.json(a_list(item))) as server, pytest.raises(PlatformUnavailable):
        asking(server).channel(MINA)


@pytest.mark.parametrize(
    "answer",
    [
        Canned(b"<html>Sorry...</html>"),
        Canned(b""),
        Canned(b'{"items": NaN}'),
        Canned(b"[" * 50_000),
        Canned(b"\xff\xfe\x00"),
        Canned.json([]),
        Canned.json({"items": {}}),
        Canned.json(a_list(a_channel(), a_channel())),
        Canned.json({"error": {"code": 403, "errors": [{"reason": "quotaExceeded"}]}}, 403),
        Canned.json({"error": {"code": 400, "message": "API key not valid"}}, 400),
        Canned.json({"error": {"code": 404, "errors": []}}, 404),
        Canned(b"oops", 403),
        Canned(b'{"error": "text"}', 401),
        Canned(b"", 503),
        Canned(b" " * 200_000),
        Canned(b'{"items": []}' + b" " * 40, drip=0.05),
        Canned(b"{}", silence=2),
    ],
)
def test_an_answer_that_is_none_leaves_nothing_known(answer: Canned) -> None:
    with serving(answer) as server, pytest.raises(PlatformUnavailable):
        asking(server, QUICK).channel(MINA)


def test_nobody_at_the_address_is_no_answer() -> None:
    with serving(Canned()) as server:
        youtube = asking(server)
    with pytest.raises(PlatformUnavailable):
        youtube.channel(MINA)


def test_a_question_waits_as_long_as_is_promised() -> None:
    """PLATFORM-9: to connect, to be silent, all its tries, and what is read."""
    patience = Patience()

    assert (patience.connect, patience.read, patience.whole) == (5, 10, 15)
    assert (patience.tries, patience.largest) == (3, 2 * 1024 * 1024)


def test_all_tries_of_a_question_share_its_time() -> None:
    hurried = Patience(connect=1, read=0.3, whole=0.4, tries=3, pause=0)
    with serving(Canned(b"{}", silence=2)) as server, pytest.raises(PlatformUnavailable):
        asking(server, hurried).channel(MINA)

    assert len(server.asked) < 3


def test_a_fault_that_passes_is_tried_again() -> None:
    pauses: list[float] = []
    timeouts = Patience(tries=3, pause=0.3)
    with serving(
        Canned(status=503), Canned(status=500), Canned.json(a_list(a_channel()))
    ) as server:
        youtube = YouTube("key", server.url, timeouts, sleep=pauses.append)
        channel = youtube.channel(MINA)

    assert channel is not None
    assert pauses == [0.3, 0.6]


def test_a_spent_quota_is_not_tried_again() -> None:
    refused = Canned.json({"error": {"code": 403, "errors": [{"reason": "quotaExceeded"}]}}, 403)
    with serving(refused) as server, pytest.raises(PlatformUnavailable, match="quotaExceeded"):
        asking(server).channel(MINA)

    assert len(server.asked) == 1


def test_no_redirect_is_followed() -> None:
    with serving(Canned.json(a_list(a_channel()))) as inner:
        moved = Canned(status=302, location=f"{inner.url}/channels?id={MINA}")
        with serving(moved) as server, pytest.raises(PlatformUnavailable):
            asking(server).channel(MINA)

    assert inner.asked == []


def test_an_answer_that_drips_is_cut_off_in_time() -> None:
    # Read to its end it would be an answer: that nobody is known.
    dripping = Canned(b'{"items": []}' + b" " * 400, drip=0.05)
    with serving(dripping) as server, pytest.raises(PlatformUnavailable):
        asking(server, QUICK).channel(MINA)


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"],
        ["10.0.0.8"],
        ["169.254.169.254"],
        ["::1"],
        ["8.8.8.8", "fd00::1"],
        ["64:ff9b::10.0.0.8"],
        ["2002:a00:8::"],
        ["224.0.0.1"],
        [],
    ],
)
def test_a_name_that_leads_into_the_own_network_is_not_asked(found: Sequence[str]) -> None:
    youtube = YouTube("key", GOOGLE, QUICK, resolve=lambda host, port: found)

    with pytest.raises(PlatformUnavailable, match="private network"):
        youtube.channel(MINA)


@pytest.mark.parametrize(
    "base",
    [
        "http://www.googleapis.com/youtube/v3",
        "https://googleapis.com.evil.example/youtube/v3",
        "https://evil.example/youtube/v3",
        "http://10.0.0.8/youtube/v3",
        "ftp://127.0.0.1/",
    ],
)
def test_only_google_and_this_machine_can_be_the_platform(base: str) -> None:
    with pytest.raises(ValueError, match="Google's or this machine's"):
        YouTube("key", base)


def test_the_key_is_in_no_address_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), serving(Canned.json(a_list(a_channel()))) as server:
        youtube = asking(server)
        youtube.channel(MINA)

    assert all("the-secret-key" not in path for path in server.asked)
    assert server.headers[0]["X-Goog-Api-Key"] == "the-secret-key"
    assert "the-secret-key" not in caplog.text
    assert "the-secret-key" not in repr(youtube)


def test_a_handle_is_sent_as_one_value_whatever_it_holds() -> None:
    with serving(Canned.json({"pageInfo": {}})) as server:
        asking(server).channel_of_handle("@a&part=x#y/한국")

    assert "forHandle=%40a%26part%3Dx%23y" in server.asked[0]


def test_videos_are_asked_for_in_fifties_and_bad_ones_are_left_out() -> None:
    wanted = [VideoId(made_video_id(str(number))) for number in range(101)]

    def answer(path: str) -> Canned:
        ids = path.partition("id=")[2].partition("&")[0].split("%2C")
        items = [_video(each) for each in ids]
        items[0]["snippet"]["publishedAt"] = "some day"
        return Canned.json(a_list(*items, _video(made_video_id("never asked for"))))

    with serving(answer) as server:
        found = asking(server).videos([*wanted, VideoId("../../etc")])

    assert [len(path.partition("id=")[2].split("%2C")) for path in server.asked] == [50, 50, 1]
    assert [video.id for video in found] == wanted[1:50] + wanted[51:100]
    assert found[0].seconds == 65


def _video(video: str) -> dict[str, Any]:
    return {
        "id": video,
        "snippet": {
            "channelId": MINA,
            "title": "How to <b>whistle</b>",
            "publishedAt": "2021-04-19T06:27:18Z",
            "thumbnails": {"default": {"url": "javascript:alert(1)"}},
        },
        "contentDetails": {"duration": "PT1M5S"},
    }


def test_a_link_is_never_fetched() -> None:
    with serving(Canned.json(a_list(a_channel()))) as server:
        assert not read(f"{server.url}/@mina").names_a_channel
        assert not read("https://www.youtube.com@127.0.0.1/@mina").names_a_channel

    assert server.asked == []
