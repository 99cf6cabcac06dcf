"""A stand-in for the video platform on this machine: the Data API's JSON, and a page to edit it.

For the demo and for tests: the real adapter is pointed at it. It listens on the loopback address
only and answers only requests that name this machine, so that no web site can reach it through a
visitor's browser.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from attrs import define

from backbeat_adapters.demo.local_server import LocalServer, Quiet
from backbeat_adapters.demo.pictures import picture
from backbeat_adapters.demo.simulated import (
    Mode,
    SimulatedChannel,
    SimulatedPlatform,
    SimulatedVideo,
)

API = "/youtube/v3"
PICTURES = "/pictures/"
_LARGEST_FORM = 64 * 1024
_MOST_VIDEOS = 50
_LONGEST_SHORT = 180
_LARGEST_VIEWS = 2**63 - 1

Query = Mapping[str, Sequence[str]]


@define
class Simulator(LocalServer):
    """Serves a `SimulatedPlatform` until it is stopped; a context manager does both.

    With `invent`, a handle that nobody has is given to a new channel as soon as it is asked for:
    whoever tries the demo may type any handle.
    """

    world: SimulatedPlatform
    invent: bool = False

    def handler(self) -> type[BaseHTTPRequestHandler]:
        return type("Handler", (_Handler,), {"simulator": self})

    @property
    def page(self) -> str:
        """Where a person edits the channels."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def api(self) -> str:
        """The base address for the real adapter."""
        return f"http://127.0.0.1:{self.port}{API}"

    def picture(self, id_: str) -> str:
        """Where the picture of a channel or a video is."""
        return f"http://127.0.0.1:{self.port}{PICTURES}{id_}"


class _Handler(Quiet, BaseHTTPRequestHandler):
    """One request."""

    simulator: ClassVar[Simulator]
    server_version = "BackbeatPlatformSimulator"

    def do_GET(self) -> None:
        if not self._is_local():
            return
        url = urlsplit(self.path)
        query = parse_qs(url.query, max_num_fields=50)
        if url.path == "/":
            self._send(HTTPStatus.OK, _page(self.simulator.world), "text/html")
        elif url.path.startswith(PICTURES):
            self._send(HTTPStatus.OK, picture(url.path.removeprefix(PICTURES)), "image/svg+xml")
        elif url.path.startswith(f"{API}/"):
            self._answer_api(url.path.removeprefix(f"{API}/"), query)
        else:
            self._send(HTTPStatus.NOT_FOUND, "not found", "text/plain")

    def do_POST(self) -> None:
        if not self._is_local():
            return
        size = int(self.headers.get("Content-Length") or 0)
        if not 0 <= size <= _LARGEST_FORM:
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too large", "text/plain")
            return
        form = parse_qs(self.rfile.read(size).decode("utf-8", "replace"), keep_blank_values=True)
        try:
            _change(self.simulator.world, urlsplit(self.path).path, form)
        except (LookupError, ValueError) as trouble:
            self._send(HTTPStatus.BAD_REQUEST, f"not understood: {trouble}", "text/plain")
            return
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer_api(self, method: str, query: Query) -> None:
        mode = self.simulator.world.mode
        if mode is Mode.SLOW:
            self.simulator.keep_silent()
        if mode is Mode.DOWN:
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, "down", "text/plain")
        elif mode is Mode.QUOTA:
            self._send_json(*_error(HTTPStatus.FORBIDDEN, "quotaExceeded", "youtube.quota"))
        elif mode is Mode.NONSENSE:
            self._send(HTTPStatus.OK, "<html>Sorry...</html>", "text/html")
        elif not (self.headers.get("X-Goog-Api-Key") or query.get("key")):
            self._send_json(*_error(HTTPStatus.FORBIDDEN, "forbidden", "global"))
        elif method in _METHODS:
            self._send_json(*_METHODS[method](self.simulator, query))
        else:
            self._send_json(*_error(HTTPStatus.NOT_FOUND, "notFound", "global"))

    def _is_local(self) -> bool:
        """Whether both the address asked for and the page it comes from are this very server."""
        here = {f"127.0.0.1:{self.simulator.port}", f"localhost:{self.simulator.port}"}
        origin = self.headers.get("Origin")
        if self.headers.get("Host") in here and (
            origin is None or origin.removeprefix("http://") in here
        ):
            return True
        self._send(HTTPStatus.FORBIDDEN, "this machine only", "text/plain")
        return False

    def _send_json(self, status: HTTPStatus, answer: Mapping[str, Any]) -> None:
        self._send(status, json.dumps(answer, ensure_ascii=False), "application/json")

    def _send(self, status: HTTPStatus, text: str, kind: str) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
        )
        self.end_headers()
        self.wfile.write(body)


Answer = tuple[HTTPStatus, dict[str, Any]]


def _channels(simulator: Simulator, query: Query) -> Answer:
    filters = [name for name in ("id", "forHandle", "forUsername") if query.get(name)]
    parts = _parts(query)
    if len(filters) != 1 or not parts:
        return _error(HTTPStatus.BAD_REQUEST, "missingRequiredParameter", "youtube.parameter")
    value = query[filters[0]][0]
    found = _find(simulator, filters[0], value)
    return _list(
        "youtube#channelListResponse",
        [_channel(each, simulator.picture(each.id), parts) for each in found],
    )


def _find(simulator: Simulator, by: str, value: str) -> Sequence[SimulatedChannel]:
    world = simulator.world
    match by:
        case "id":
            found = [world.channel(each) for each in value.split(",")]
        case "forUsername":
            found = [world.channel_of_user(value)]
        case _:
            channel = world.channel_of_handle(value)
            if channel is None and simulator.invent:
                channel = world.open_channel(value)
            found = [channel]
    return [channel for channel in found if channel is not None]


def _videos(simulator: Simulator, query: Query) -> Answer:
    ids = [each for text in query.get("id", ()) for each in text.split(",")]
    parts = _parts(query)
    if not ids or not parts:
        return _error(HTTPStatus.BAD_REQUEST, "missingRequiredParameter", "youtube.parameter")
    if len(ids) > _MOST_VIDEOS:
        return _error(HTTPStatus.BAD_REQUEST, "invalidFilters", "youtube.parameter")
    found = simulator.world.videos(ids)
    return _list(
        "youtube#videoListResponse",
        [_video(each, simulator.picture(each.id), parts) for each in found],
    )


def _playlist_items(simulator: Simulator, query: Query) -> Answer:
    """A channel's uploads: the playlist's id is the channel's with UU, UUSH or UULF in front."""
    playlist = (query.get("playlistId") or [""])[0]
    channel = _channel_of(playlist)
    if simulator.world.channel(channel) is None:
        return _error(HTTPStatus.NOT_FOUND, "playlistNotFound", "youtube.playlistItem")
    size = min(max(int((query.get("maxResults") or ["5"])[0]), 1), _MOST_VIDEOS)
    start = int((query.get("pageToken") or ["0"])[0])
    wanted = query.get("videoId")
    videos = [
        each
        for each in simulator.world.videos_of(channel)
        if (not wanted or each.id in wanted)
        and (not playlist.startswith("UUSH") or each.seconds <= _LONGEST_SHORT)
    ]
    status, answer = _list(
        "youtube#playlistItemListResponse",
        [_playlist_item(each, playlist) for each in videos[start : start + size]],
    )
    if start + size < len(videos):
        answer["nextPageToken"] = str(start + size)
    return status, answer


def _channel_of(playlist: str) -> str:
    for prefix in ("UUSH", "UULF", "UU"):
        if playlist.startswith(prefix):
            return "UC" + playlist.removeprefix(prefix)
    return ""


_METHODS: Mapping[str, Callable[[Simulator, Query], Answer]] = {
    "channels": _channels,
    "videos": _videos,
    "playlistItems": _playlist_items,
}


def _parts(query: Query) -> frozenset[str]:
    return frozenset(part for text in query.get("part", ()) for part in text.split(",") if part)


def _list(kind: str, items: list[dict[str, Any]]) -> Answer:
    """A list answer; like the real one it has no `items` where nothing was found."""
    answer: dict[str, Any] = {
        "kind": kind,
        "pageInfo": {"totalResults": len(items), "resultsPerPage": 50},
    }
    if items:
        answer["items"] = items
    return HTTPStatus.OK, answer


def _error(status: HTTPStatus, reason: str, domain: str) -> Answer:
    detail = {"message": reason, "domain": domain, "reason": reason}
    return status, {"error": {"code": status.value, "message": reason, "errors": [detail]}}


def _channel(channel: SimulatedChannel, picture: str, parts: frozenset[str]) -> dict[str, Any]:
    text = {"title": channel.name, "description": channel.description}
    every: dict[str, Any] = {
        "snippet": {
            **text,
            "customUrl": channel.handle.lower(),
            "publishedAt": channel.published_at,
            "thumbnails": {"medium": {"url": picture}},
            "localized": text,
        },
        "statistics": {
            "viewCount": str(channel.views),
            "subscriberCount": "0",
            "hiddenSubscriberCount": True,
            "videoCount": "0",
        },
        "contentDetails": {"relatedPlaylists": {"likes": "", "uploads": "UU" + channel.id[2:]}},
    }
    return _item("youtube#channel", channel.id, every, parts)


def _video(video: SimulatedVideo, picture: str, parts: frozenset[str]) -> dict[str, Any]:
    every: dict[str, Any] = {
        "snippet": {
            "publishedAt": video.published_at,
            "channelId": video.channel,
            "title": video.title,
            "description": "",
            "thumbnails": {"medium": {"url": picture}},
            "liveBroadcastContent": "none",
        },
        "contentDetails": {"duration": f"PT{video.seconds // 60}M{video.seconds % 60}S"},
        "statistics": {"viewCount": str(video.views), "likeCount": "0", "commentCount": "0"},
        "status": {"uploadStatus": "processed", "privacyStatus": "public"},
    }
    return _item("youtube#video", video.id, every, parts)


def _playlist_item(video: SimulatedVideo, playlist: str) -> dict[str, Any]:
    return {
        "kind": "youtube#playlistItem",
        "id": f"{playlist}.{video.id}",
        "snippet": {
            "publishedAt": video.published_at,
            "channelId": video.channel,
            "title": video.title,
            "playlistId": playlist,
            "resourceId": {"kind": "youtube#video", "videoId": video.id},
        },
        "contentDetails": {"videoId": video.id, "videoPublishedAt": video.published_at},
    }


def _item(kind: str, id_: str, every: Mapping[str, Any], parts: frozenset[str]) -> dict[str, Any]:
    return {"kind": kind, "id": id_, **{part: every[part] for part in every if part in parts}}


def _change(world: SimulatedPlatform, path: str, form: Query) -> None:
    """What a form of the page asks for; ValueError or LookupError where it makes no sense."""
    match path:
        case "/edit":
            views = int(form["views"][0])
            if not 0 <= views <= _LARGEST_VIEWS:
                raise ValueError("views")
            text = form["description"][0].replace("\r\n", "\n")
            world.edit(form["channel"][0], description=text, views=views)
        case "/open":
            world.open_channel(form["handle"][0].strip() or "@unnamed")
        case "/mode":
            world.behave(Mode(form["mode"][0]))
        case _:
            raise ValueError(path)


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1c24; background: #f6f6f9 }
article, form.bar { background: #fff; border: 1px solid #e2e2ea; border-radius: 12px;
  padding: 1rem; margin: 1rem 0 }
label { display: block; margin: .5rem 0; color: #55555f }
textarea, input, select { font: inherit; box-sizing: border-box; width: 100%; padding: .5rem;
  border: 1px solid #c9c9d4; border-radius: 8px }
button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: 8px; background: #5b5bf0;
  color: #fff }
code { color: #55555f; overflow-wrap: anywhere }
"""


def _page(world: SimulatedPlatform) -> str:
    modes = "".join(
        f"<option{' selected' if mode is world.mode else ''}>{mode}</option>" for mode in Mode
    )
    cards = "".join(_card(channel) for channel in world.channels())
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Video platform (simulated)</title><style>{_STYLE}</style></head><body>
<h1>Video platform (simulated)</h1>
<p>What the portal reads from the video platform comes from here. Put a channel's code into its
description and save: the portal finds it within seconds. The newest channel stands first.</p>
{cards}
<form class="bar" method="post" action="/open"><label>New channel's handle
<input name="handle" placeholder="@mina" required maxlength="31"></label>
<button>Open the channel</button></form>
<form class="bar" method="post" action="/mode"><label>The platform behaves
<select name="mode">{modes}</select></label><button>Change</button></form>
</body></html>"""


def _card(channel: SimulatedChannel) -> str:
    handle, name, id_ = (html.escape(text) for text in (channel.handle, channel.name, channel.id))
    return f"""<article id="{id_}"><h2>{name}</h2><p><code>https://www.youtube.com/{handle}</code><br>
<code>{id_}</code></p><form method="post" action="/edit">
<input type="hidden" name="channel" value="{id_}">
<label>Description
<textarea name="description" rows="3">
{html.escape(channel.description)}</textarea></label>
<label>Total views
<input name="views" type="number" min="0" value="{channel.views}"></label>
<button>Save</button></form></article>"""
