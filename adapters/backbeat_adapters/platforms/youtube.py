"""The YouTube Data API v3 behind the port `VideoPlatform`.

The address of a question is built here, from fixed hosts and ids: nothing that a person typed is
ever fetched, and no redirect is followed (PLATFORM-9).
"""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

import httpx
from attrs import Attribute, define, field, frozen

from backbeat.channels.platform import (
    BATCH,
    PlatformChannel,
    PlatformUnavailable,
    PlatformVideo,
)
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.youtube.ids import is_channel_id, is_video_id
from backbeat_adapters.connecting import is_public
from backbeat_adapters.platforms.answers import (
    Malformed,
    read_channel,
    read_items,
    read_only_channel,
    read_video,
)

GOOGLE = "https://www.googleapis.com/youtube/v3"
"""Where the Data API is served."""

_HOSTS = frozenset({"www.googleapis.com", "youtube.googleapis.com"})
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_AGAIN = frozenset({429, 500, 502, 503, 504})
_CHANNEL_PARTS = "snippet,statistics,localizations"
_MANY_CHANNELS = {"part": _CHANNEL_PARTS, "maxResults": str(BATCH)}
_SHORTS = "UUSH"
"""A channel's id with these letters in place of its first ones is the id of its list of Shorts."""
_MANY_VIDEOS = {"part": "snippet,contentDetails"}

log = logging.getLogger(__name__)

T = TypeVar("T")
Id = TypeVar("Id", bound=str)

Resolver = Callable[[str, int], Sequence[str]]


def addresses(host: str, port: int) -> Sequence[str]:
    """The network addresses of a host name; OSError if there are none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


@frozen
class Patience:
    """How long to wait and how much to read. Seconds, bytes, tries."""

    connect: float = 5.0
    read: float = 10.0
    whole: float = 15.0
    """The time for a question with all its tries, from the first byte sent to the last byte read.
    """
    largest: int = 2 * 1024 * 1024
    tries: int = 3
    pause: float = 0.3
    """The pause before the second try; it doubles with every further one."""


def _allowed_base(_: object, __: Attribute[str], base: str) -> None:
    url = httpx.URL(base)
    safe = url.scheme == "https" and url.host in _HOSTS
    if not safe and not (url.scheme in {"http", "https"} and url.host in _LOOPBACK):
        raise ValueError(f"the platform's address must be Google's or this machine's: {base}")


@define
class YouTube:
    """Asks the Data API with an API key; fulfils `VideoPlatform`. Safe to share between threads.

    `base` is Google's address, or the simulator's on this machine. The key is sent in a header, so
    that it appears in no log of addresses.
    """

    key: str = field(repr=False)
    base: str = field(default=GOOGLE, validator=_allowed_base)
    timeouts: Patience = Patience()
    resolve: Resolver = addresses
    sleep: Callable[[float], None] = time.sleep

    kind: ClassVar[str] = "youtube"

    @cached_property
    def _client(self) -> httpx.Client:
        # Created at the first question, because loading its certificates takes longer than most
        # commands.
        return httpx.Client(
            headers={"X-Goog-Api-Key": self.key, "Accept": "application/json"},
            follow_redirects=False,
            trust_env=False,
        )

    def channel(self, channel: PlatformChannelId) -> PlatformChannel | None:
        """The channel with this id; an answer about another channel is rejected."""
        if not is_channel_id(channel):
            return None
        found = self._channel({"id": channel})
        if found is not None and found.id != channel:
            raise PlatformUnavailable("the platform answered about another channel")
        return found

    def channels(self, channels: Sequence[PlatformChannelId]) -> Sequence[PlatformChannel]:
        """These channels; those that are unknown or not readable are left out."""
        wanted = [channel for channel in dict.fromkeys(channels) if is_channel_id(channel)]
        return [
            channel
            for batch in _batches(wanted)
            for channel in self._readable("channels", _MANY_CHANNELS, batch, read_channel)
            if channel.id in batch
        ]

    def channel_of_handle(self, handle: str) -> PlatformChannel | None:
        return self._channel({"forHandle": f"@{handle.removeprefix('@')}"})

    def channel_of_user(self, user: str) -> PlatformChannel | None:
        return self._channel({"forUsername": user})

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        """These videos; those that are unknown, hidden or not readable are left out."""
        wanted = [video for video in dict.fromkeys(videos) if is_video_id(video)]
        return [
            video
            for batch in _batches(wanted)
            for video in self._readable("videos", _MANY_VIDEOS, batch, read_video)
            if video.id in batch
        ]

    def is_short(self, video: PlatformVideo) -> bool:
        """Whether the video is in the channel's list of Shorts, which the platform keeps."""
        query = {
            "part": "contentDetails",
            "playlistId": f"{_SHORTS}{video.channel.removeprefix('UC')}",
            "videoId": video.id,
            "maxResults": "1",
        }
        try:
            answer = self._ask("playlistItems", query)
        except _NotThere:
            return False  # a channel without any Short has no such list
        try:
            return any(
                item.get("contentDetails", {}).get("videoId") == video.id
                for item in read_items(answer)
            )
        except (Malformed, AttributeError) as trouble:
            raise PlatformUnavailable(f"the platform's answer is malformed: {trouble}") from trouble

    def close(self) -> None:
        self._client.close()

    def _channel(self, which: Mapping[str, str]) -> PlatformChannel | None:
        answer = self._ask("channels", {"part": _CHANNEL_PARTS, **which})
        try:
            return read_only_channel(answer)
        except Malformed as trouble:
            raise PlatformUnavailable(f"the platform's answer is malformed: {trouble}") from trouble

    def _readable(
        self,
        method: str,
        query: Mapping[str, str],
        batch: Sequence[str],
        read: Callable[[Mapping[str, Any]], T],
    ) -> Iterator[T]:
        """The readable items of an answer about a batch of ids; one that makes no sense does not
        spoil the others.
        """
        answer = self._ask(method, {**query, "id": ",".join(batch)})
        try:
            items = read_items(answer)
        except Malformed as trouble:
            raise PlatformUnavailable(f"the platform's answer is malformed: {trouble}") from trouble
        for item in items:
            try:
                yield read(item)
            except Malformed as trouble:
                log.warning("an item of the platform's answer was left out: %s", trouble)

    def _ask(self, method: str, query: Mapping[str, str]) -> object:
        """The decoded answer. Temporary faults are retried after a growing pause."""
        until = time.monotonic() + self.timeouts.whole
        for attempt in range(1, self.timeouts.tries + 1):
            try:
                return self._ask_once(method, query, until)
            except _Passing as trouble:
                if attempt == self.timeouts.tries or time.monotonic() >= until:
                    raise PlatformUnavailable(str(trouble)) from trouble
                self.sleep(self.timeouts.pause * 2 ** (attempt - 1))
        raise PlatformUnavailable("the platform was not asked")

    def _ask_once(self, method: str, query: Mapping[str, str], until: float) -> object:
        self._require_public()
        address = f"{self.base}/{method}"
        try:
            with self._client.stream(
                "GET", address, params=dict(query), timeout=self._timeout(until)
            ) as answer:
                body = self._body(answer, until)
        except httpx.TransportError as trouble:
            raise _Passing(f"the platform did not answer: {type(trouble).__name__}") from trouble
        except httpx.HTTPError as trouble:
            raise PlatformUnavailable(f"not readable: {type(trouble).__name__}") from trouble
        if answer.status_code in _AGAIN:
            raise _Passing(f"the platform answered {answer.status_code}")
        if answer.status_code == httpx.codes.NOT_FOUND:
            raise _NotThere(f"the platform answered 404 ({_reason(body)})")
        if answer.status_code != httpx.codes.OK:
            raise PlatformUnavailable(
                f"the platform answered {answer.status_code} ({_reason(body)})"
            )
        return _decoded(body)

    def _timeout(self, until: float) -> httpx.Timeout:
        left = max(until - time.monotonic(), 0.001)
        connect, read = min(self.timeouts.connect, left), min(self.timeouts.read, left)
        return httpx.Timeout(read, connect=connect)

    def _body(self, answer: httpx.Response, until: float) -> bytes:
        """The body of the answer, within the limits of size and time."""
        body = bytearray()
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > self.timeouts.largest:
                raise PlatformUnavailable("the platform's answer is too large")
            if time.monotonic() > until:
                raise PlatformUnavailable("the platform's answer takes too long")
        return bytes(body)

    def _require_public(self) -> None:
        """Refuse if Google's name resolves to an address inside our own network."""
        url = httpx.URL(self.base)
        if url.host in _LOOPBACK:
            return
        try:
            found = self.resolve(url.host, url.port or 443)
        except OSError as trouble:
            raise _Passing("the platform's name is not known") from trouble
        if not found or not all(map(is_public, found)):
            raise PlatformUnavailable("the platform's name leads into a private network")


class _NotThere(PlatformUnavailable):
    """The platform does not know what was asked for."""


class _Passing(Exception):
    """A fault that may pass in a moment."""


def _batches(ids: Sequence[Id]) -> Iterator[Sequence[Id]]:
    return (ids[at : at + BATCH] for at in range(0, len(ids), BATCH))


def _decoded(body: bytes) -> object:
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as trouble:
        raise PlatformUnavailable("the platform's answer is no JSON") from trouble


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


_NO_REASON: Mapping[str, Any] = MappingProxyType({})


def _reason(body: bytes) -> str:
    """The reason that an error answer names, or a dash; it is for the log only."""
    try:
        error = json.loads(body)["error"]
        reason = str((error.get("errors") or [_NO_REASON])[0].get("reason", "-"))
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return "-"
    return reason if reason.isalnum() else "-"
