"""The parts of a platform. One that lacks a part fails the type check at its own module."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from attrs import frozen

from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.languages import Language
from backbeat.platforms.addresses import Address, Link
from backbeat.platforms.kinds import Kind
from backbeat.platforms.layouts import FileName, Layout


class Ids(Protocol):
    """The platform's ids: their form, and how reports write them. Case matters."""

    def is_channel(self, text: str) -> bool:
        """Whether the text has the form of a channel's id."""

    def is_video(self, text: str) -> bool:
        """Whether the text has the form of a video's id."""

    def reported_channel(self, cell: str) -> str:
        """The channel's id from a report's cell; blank if the cell is, ValueError if it is not an
        id.
        """

    def reported_video(self, cell: str) -> str:
        """The video's id from a report's cell; blank if the cell is, ValueError if it is not an id."""


class Links(Protocol):
    """The platform's addresses. Nothing here is ever fetched."""

    @property
    def domains(self) -> frozenset[str]:
        """Every address on one of these, or below it, belongs to the platform."""

    def bare(self, text: str) -> Link | None:
        """An id or a handle that was typed without an address, when the platform is known; None if
        the text has the form of neither.
        """

    def read(self, address: Address) -> Link:
        """What an address on one of the domains leads to."""

    def channel_url(self, link: Link) -> str:
        """The address of a channel to store and show: https, the usual host, no query."""

    def video_url(self, video: str, channel_link: str) -> str | None:
        """The address of a video of the channel; None if it has none."""


class ReportKinds(Protocol):
    @property
    def kinds(self) -> Sequence[Kind]:
        """Every kind, in the order in which they are listed and shown."""

    @property
    def layouts(self) -> Sequence[Layout]:
        """The layout of each; if several fit a header, the first counts."""

    @property
    def summary_lines(self) -> Mapping[str, Sequence[Kind]]:
        """Which kinds explain a line of a payment summary; the first with figures counts."""

    @property
    def summary_deductions(self) -> Collection[str]:
        """Words, in lower case, by which a line of a payment summary is recognised as not being
        revenue.
        """

    def named(self, text: str) -> Kind | None:
        """The kind that a person means; None if it is none of these."""

    def told_by(self, name: str) -> FileName:
        """What a file's name tells: the content owner, the month."""


@frozen
class Verification:
    """How the ownership of a channel is proved."""

    text: str | None
    """Which text of the channel contains the code, by its name in the file of channels; None if
    there is none, so that an operator has to vouch for the channel by its id.
    """

    @property
    def by_operator(self) -> bool:
        """Whether only an operator registers such channels, which are verified from the start."""
        return self.text is None


@frozen
class Thumbnails:
    """The hosts of channels' and videos' pictures: pages may show pictures from these."""

    hosts: tuple[str, ...]


@frozen(eq=False)
class Platform:
    """A video platform. Its name is sent and stored, so it never changes.

    Ids are unique within their platform. A *key* is unique among all: the id after the platform's
    mark, `tiktok:6959123456789012345`. The mark of one platform may be blank.
    """

    name: str
    title: Mapping[Language, str]
    """What people call it."""
    mark: str
    ids: Ids
    links: Links | None
    """None if channels have no address."""
    verification: Verification
    report_kinds: ReportKinds
    thumbnails: Thumbnails

    def channel_key(self, channel: str) -> PlatformChannelId:
        """The key of the channel with this id; blank stays blank."""
        return PlatformChannelId(self.mark + channel if channel else "")

    def video_key(self, video: str) -> VideoId:
        """The key of the video with this id; blank stays blank."""
        return VideoId(self.mark + video if video else "")

    def id_of(self, key: PlatformChannelId | VideoId) -> str:
        """The platform's own id from one of its keys."""
        return key.removeprefix(self.mark)

    def video_url(self, video: VideoId, channel_link: str) -> str | None:
        """The address of a video; None if the platform has none."""
        links = self.links
        return None if links is None else links.video_url(self.id_of(video), channel_link)
