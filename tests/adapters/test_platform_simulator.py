"""The simulated platform: what a person can do on its page, and who may reach it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from attrs import evolve
from tests.fakes.waiting import PATIENCE

from backbeat.channels.platform import PlatformUnavailable
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat_adapters.demo.simulated import (
    Mode,
    SimulatedPlatform,
    SimulatedVideo,
    made_channel_id,
    made_video_id,
)
from backbeat_adapters.demo.simulator import Simulator
from backbeat_adapters.platforms.youtube import Patience, YouTube

get, post = partial(httpx.get, timeout=PATIENCE), partial(httpx.post, timeout=PATIENCE)


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    world = SimulatedPlatform(tmp_path / "platform.sqlite3")
    with Simulator(world, slow_seconds=PATIENCE) as simulator:
        yield simulator


def asking(simulator: Simulator, seconds: float = PATIENCE) -> YouTube:
    timeouts = Patience(connect=PATIENCE, read=seconds, whole=PATIENCE, tries=1)
    return YouTube("key", simulator.api, timeouts)


def test_a_person_puts_a_code_into_a_description_on_the_page(simulator: Simulator) -> None:
    channel = simulator.world.open_channel("@mina", views=5)
    form = {"channel": channel.id, "description": "Hello\r\nBB-7F3K9QXA", "views": "1250000"}

    answer = post(f"{simulator.page}edit", data=form)

    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    found = asking(simulator).channel(PlatformChannelId(channel.id))
    assert found is not None
    assert found.descriptions == ("Hello\nBB-7F3K9QXA",)
    assert found.total_views == 1_250_000


def test_channels_stand_on_the_page_before_the_form_for_another_one(simulator: Simulator) -> None:
    simulator.world.open_channel("@mina")

    page = get(simulator.page).text

    assert page.index("@mina") < page.index("Description") < page.index('name="handle"')


def test_the_page_shows_what_was_typed_as_text(simulator: Simulator) -> None:
    channel = simulator.world.open_channel("@mina", name="<script>alert(1)</script>")
    simulator.world.edit(channel.id, description="</textarea><img src=x>")

    page = get(simulator.page).text

    assert "<script>" not in page
    assert "<img" not in page
    assert "&lt;/textarea&gt;&lt;img" in page


def test_every_channel_has_a_picture_of_its_own(simulator: Simulator) -> None:
    mina, hana = (simulator.world.open_channel(handle) for handle in ("@mina", "@hana"))
    found = asking(simulator).channel(PlatformChannelId(mina.id))
    assert found is not None
    assert found.thumbnail == simulator.picture(mina.id)

    pictures = [get(simulator.picture(channel.id)) for channel in (mina, hana, mina)]

    assert {picture.headers["Content-Type"] for picture in pictures} == {
        "image/svg+xml; charset=utf-8"
    }
    assert pictures[0].text == pictures[2].text != pictures[1].text
    assert "<script" not in get(f"{simulator.page}pictures/<script>").text


def test_a_person_opens_a_channel_on_the_page(simulator: Simulator) -> None:
    post(f"{simulator.page}open", data={"handle": "newcomer"})

    assert simulator.world.channel_of_handle("@newcomer") is not None
    assert "@newcomer" in get(simulator.page).text


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode is not Mode.NORMAL])
def test_faults_can_be_tried_and_end(simulator: Simulator, mode: Mode) -> None:
    channel = simulator.world.open_channel("@mina")
    post(f"{simulator.page}mode", data={"mode": mode.value})

    with pytest.raises(PlatformUnavailable):
        asking(simulator, seconds=0.3).channel_of_handle("@mina")

    post(f"{simulator.page}mode", data={"mode": "normal"})
    found = asking(simulator).channel_of_handle("@mina")
    assert found is not None
    assert found.id == channel.id


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("edit", {"channel": "x"}),
        ("edit", {"channel": "x", "description": "", "views": "-1"}),
        ("edit", {"channel": "x", "description": "", "views": "many"}),
        ("mode", {"mode": "odd"}),
        ("elsewhere", {}),
    ],
)
def test_a_form_that_makes_no_sense_changes_nothing(
    simulator: Simulator, path: str, form: dict[str, str]
) -> None:
    assert post(f"{simulator.page}{path}", data=form).status_code == 400


def test_the_world_outlives_the_server(tmp_path: Path) -> None:
    world = SimulatedPlatform(tmp_path / "platform.sqlite3")
    with Simulator(world) as first:
        channel = first.world.open_channel("@mina", description="BB-7F3K9QXA")
    again = SimulatedPlatform(tmp_path / "platform.sqlite3")

    with Simulator(again) as second:
        found = asking(second).channel_of_handle("@mina")

    assert found is not None
    assert (found.id, found.descriptions) == (channel.id, ("BB-7F3K9QXA",))


def test_a_web_site_cannot_reach_it_through_a_visitor(simulator: Simulator) -> None:
    elsewhere = [{"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]

    statuses = [get(simulator.page, headers=each).status_code for each in elsewhere]
    edit = post(f"{simulator.page}open", data={"handle": "x"}, headers=elsewhere[1])

    assert [*statuses, edit.status_code] == [403] * 4
    assert simulator.world.channels() == []


def test_without_a_key_it_answers_as_the_real_one_does(simulator: Simulator) -> None:
    answer = get(f"{simulator.api}/channels", params={"part": "snippet", "forHandle": "@x"})

    assert answer.status_code == 403
    assert answer.json()["error"]["errors"][0]["reason"] == "forbidden"


def test_only_the_parts_asked_for_are_given(simulator: Simulator) -> None:
    channel = simulator.world.open_channel("@mina")
    query = {"part": "statistics", "id": channel.id, "key": "key"}

    (item,) = get(f"{simulator.api}/channels", params=query).json()["items"]

    assert set(item) == {"kind", "id", "statistics"}


def test_a_channels_uploads_are_listed_by_pages(simulator: Simulator) -> None:
    channel = simulator.world.open_channel("@mina")
    simulator.world.put_videos(
        [SimulatedVideo(f"video-{at:05d}", channel.id, "Short") for at in range(7)]
    )
    query = {"part": "snippet", "playlistId": "UUSH" + channel.id[2:], "key": "key"}

    first = get(f"{simulator.api}/playlistItems", params=query).json()
    query["pageToken"] = first["nextPageToken"]
    second = get(f"{simulator.api}/playlistItems", params=query).json()

    assert [len(first["items"]), len(second["items"])] == [5, 2]
    assert "nextPageToken" not in second


def test_where_it_invents_any_handle_is_a_channel(tmp_path: Path) -> None:
    world = SimulatedPlatform(tmp_path / "platform.sqlite3")
    with Simulator(world, invent=True) as simulator:
        found = asking(simulator).channel_of_handle("@whoever")

    assert found is not None
    assert found.handle == "@whoever"


def test_a_short_is_what_its_channels_own_list_of_shorts_holds(simulator: Simulator) -> None:
    channel = simulator.world.open_channel("mina")
    short, long = VideoId(made_video_id("short")), VideoId(made_video_id("long"))
    simulator.world.put_videos(
        [
            SimulatedVideo(short, channel.id, "A short", seconds=40),
            SimulatedVideo(long, channel.id, "A walk", seconds=1_200),
        ]
    )
    youtube = asking(simulator)

    told = {each.id: youtube.is_short(each) for each in youtube.videos([short, long])}
    assert told == {short: True, long: False}
    stranger = evolve(
        youtube.videos([short])[0], channel=PlatformChannelId(made_channel_id("nobody"))
    )
    assert youtube.is_short(stranger) is False
    simulator.world.behave(Mode.DOWN)
    with pytest.raises(PlatformUnavailable):
        youtube.is_short(stranger)
