"""The world of the simulated platform: channels and videos in a small SQLite file of its own."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from attrs import frozen

from backbeat.platforms.addresses import same_handle

_SCHEMA = """
CREATE TABLE IF NOT EXISTS channels (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, handle TEXT NOT NULL, user TEXT NOT NULL,
    description TEXT NOT NULL, views INTEGER NOT NULL, published_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS videos (
    id TEXT PRIMARY KEY, channel TEXT NOT NULL, title TEXT NOT NULL, views INTEGER NOT NULL,
    seconds INTEGER NOT NULL, published_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS videos_of_channel ON videos (channel, published_at);
CREATE TABLE IF NOT EXISTS mode (name TEXT NOT NULL) STRICT;
"""
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_CHANNEL_ENDS = "AQgw"
_VIDEO_ENDS = "AEIMQUYcgkosw048"


class Mode(StrEnum):
    """How the platform behaves; everything but `NORMAL` is a fault to try."""

    NORMAL = "normal"
    DOWN = "down"
    """503 to every question."""
    QUOTA = "quota"
    """403 quotaExceeded."""
    NONSENSE = "nonsense"
    """200 with something that is no JSON."""
    SLOW = "slow"
    """Silence, then the right answer."""


@frozen
class SimulatedChannel:
    id: str
    name: str
    handle: str
    user: str = ""
    description: str = ""
    views: int = 0
    published_at: str = "2020-01-01T00:00:00Z"


@frozen
class SimulatedVideo:
    id: str
    channel: str
    title: str
    views: int = 0
    seconds: int = 30
    published_at: str = "2025-01-01T00:00:00Z"


def made_channel_id(seed: str) -> str:
    """A well-formed channel id; the same seed, the same id."""
    return "UC" + _characters(seed, 21) + _CHANNEL_ENDS[_number(seed) % len(_CHANNEL_ENDS)]


def made_video_id(seed: str) -> str:
    """A well-formed video id; the same seed, the same id."""
    return _characters(seed, 10) + _VIDEO_ENDS[_number(seed) % len(_VIDEO_ENDS)]


def _characters(seed: str, count: int) -> str:
    digest = hashlib.sha256(f"characters {seed}".encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:count])


def _number(seed: str) -> int:
    return hashlib.sha256(f"end {seed}".encode()).digest()[0]


@frozen
class SimulatedPlatform:
    """Keeps the world in a file, so that several processes can share and restart it."""

    path: Path

    def __attrs_post_init__(self) -> None:
        with self._open() as connection:
            connection.executescript(_SCHEMA)

    def put_channel(self, channel: SimulatedChannel) -> None:
        """Add a channel, or put it in place of the one with its id."""
        with self._open() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO channels VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    channel.id,
                    channel.name,
                    channel.handle,
                    channel.user,
                    channel.description,
                    channel.views,
                    channel.published_at,
                ),
            )

    def open_channel(
        self, handle: str, *, name: str | None = None, views: int = 0, description: str = ""
    ) -> SimulatedChannel:
        """Add a channel with this handle and an id made from it."""
        handle = f"@{handle.removeprefix('@')}"
        channel = SimulatedChannel(
            id=made_channel_id(handle.casefold()),
            name=name or handle.removeprefix("@"),
            handle=handle,
            description=description,
            views=views,
            published_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        )
        self.put_channel(channel)
        return channel

    def edit(
        self, channel: str, *, description: str | None = None, views: int | None = None
    ) -> None:
        """Change what its owner could change in the studio, and its views."""
        with self._open() as connection:
            connection.execute(
                "UPDATE channels SET description = coalesce(?, description),"
                " views = coalesce(?, views) WHERE id = ?",
                (description, views, channel),
            )

    def put_videos(self, videos: Sequence[SimulatedVideo]) -> None:
        """Add videos, or put them in place of those with their ids."""
        with self._open() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO videos VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (each.id, each.channel, each.title, each.views, each.seconds, each.published_at)
                    for each in videos
                ],
            )

    def channels(self) -> Sequence[SimulatedChannel]:
        """Every channel, the newest first."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT * FROM channels ORDER BY published_at DESC, name, id"
            ).fetchall()
        return [SimulatedChannel(*row) for row in rows]

    def channel(self, channel: str) -> SimulatedChannel | None:
        return next((each for each in self.channels() if each.id == channel), None)

    def channel_of_handle(self, handle: str) -> SimulatedChannel | None:
        return next((each for each in self.channels() if same_handle(each.handle, handle)), None)

    def channel_of_user(self, user: str) -> SimulatedChannel | None:
        return next((each for each in self.channels() if each.user and each.user == user), None)

    def videos(self, videos: Sequence[str]) -> Sequence[SimulatedVideo]:
        marks = ", ".join("?" for _ in videos)
        with self._open() as connection:
            rows = connection.execute(
                f"SELECT * FROM videos WHERE id IN ({marks})",  # noqa: S608 - question marks only
                list(videos),
            ).fetchall()
        return [SimulatedVideo(*row) for row in rows]

    def videos_of(self, channel: str) -> Sequence[SimulatedVideo]:
        """A channel's videos, the newest first."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT * FROM videos WHERE channel = ? ORDER BY published_at DESC, id", (channel,)
            ).fetchall()
        return [SimulatedVideo(*row) for row in rows]

    @property
    def mode(self) -> Mode:
        """How it behaves now."""
        with self._open() as connection:
            row = connection.execute("SELECT name FROM mode").fetchone()
        return Mode(row[0]) if row else Mode.NORMAL

    def behave(self, mode: Mode) -> None:
        with self._open() as connection:
            connection.execute("DELETE FROM mode")
            connection.execute("INSERT INTO mode VALUES (?)", (mode.value,))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=10)) as connection, connection:
            yield connection
