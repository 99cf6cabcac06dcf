"""Why something about a channel is refused: one class a rule, each with its public code."""

from __future__ import annotations

from datetime import date

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class AlreadyVerified(Refusal):
    """The channel's ownership is proved already: there is nothing left to verify."""

    code = 30000


@define(eq=False)
class NotAChannelLink(Refusal):
    """Nothing in the text can be read as the address of a channel."""

    code = 30001
    reason = "invalid"


@define(eq=False)
class VideoLink(NotAChannelLink):
    """The link leads to a video (CHAN-4)."""

    reason = "video_link"


@define(eq=False)
class OtherPage(NotAChannelLink):
    """The link leads to a page of the platform that is no channel, a playlist for example."""

    reason = "not_a_channel"


@define(eq=False)
class OtherSite(NotAChannelLink):
    """The link leads to a site that is no video platform known here."""

    reason = "unsupported_host"


@define(eq=False)
class OtherPlatform(NotAChannelLink):
    """The link leads to a platform that is known here, and from which no channel is taken."""

    reason = "unsupported_platform"
    platform: str


@define(eq=False)
class LinkOfOther(NotAChannelLink):
    """The link leads to `platform`, and a channel of the `wanted` one was asked for."""

    reason = "other_platform"
    platform: str
    wanted: str


@define(eq=False)
class ShortLink(NotAChannelLink):
    """A short link, which does not tell where it leads: nothing that is typed is ever fetched."""

    reason = "short_link"
    platform: str


@define(eq=False)
class NoLinks(NotAChannelLink):
    """Channels of this platform have no links: the operator registers them by their id."""

    reason = "no_links"
    platform: str


@define(eq=False)
class NeedsLink(NotAChannelLink):
    """Channels of this platform are registered by their link, and proved by whom they belong to."""

    reason = "needs_link"
    platform: str


@define(eq=False)
class UnknownChannel(NotAChannelLink):
    """The platform knows no such channel."""

    reason = "unknown_channel"


@define(eq=False)
class ChannelUnreadable(Refusal):
    """The platform did not answer, so nothing is known of the channel and nothing was stored."""

    code = 30002


@define(eq=False)
class AlreadyRegistered(Refusal):
    """The channel is registered: by the same owner, or verified by another (CHAN-16).

    `hint` is `ask_assignment` where the account above the caller's owns it: then it should be
    assigned and not registered anew (S6.007).
    """

    code = 30003
    hint: str | None = None


@define(eq=False)
class CannotBeRegistered(Refusal):
    """The operator blocked the channel, or denied it: to another account, or before it was deleted
    (CHAN-15)."""

    code = 30004


@define(eq=False)
class ReservedForAnother(Refusal):
    """The channel was pre-registered for another e-mail address (CHAN-15)."""

    code = 30005


@define(eq=False)
class NotUnderHold(Refusal):
    """Only a channel on hold (denied-pending) can be put to review again (CHAN-11)."""

    code = 30006
    status: str


@define(eq=False)
class ReviewedToday(Refusal):
    """A review was asked for today already, by the portal's calendar (CHAN-11)."""

    code = 30007


@define(eq=False)
class UnderReview(Refusal):
    """A review asked for earlier is still open (CHAN-11)."""

    code = 40007


@define(eq=False)
class WrongStatus(Refusal):
    """The channel's status does not allow this act (CHAN-9)."""

    code = 2
    reason = "channel_status"
    status: str
    step: str


@define(eq=False)
class ChannelAssigned(Refusal):
    """The channel is assigned to a member and has to be unassigned before it goes (CHAN-19)."""

    code = 2
    reason = "channel_assigned"


@define(eq=False)
class ChannelUnassigned(Refusal):
    """The channel is assigned to nobody, so there is nothing to take back."""

    code = 2
    reason = "channel_unassigned"


@define(eq=False)
class DayNotAllowed(Refusal):
    """A transfer cannot count from that day.

    It lies ahead, in a closed month, or before the days on which the channel last began to earn.
    """

    code = 2
    reason = "bad_range"
    earliest: date
    latest: date


@define(eq=False)
class VideoNotFetched(Refusal):
    """The platform does not tell of the video."""

    code = 70000


@define(eq=False)
class BadVideoAddress(Refusal):
    """The text is no address of a video."""

    code = 70001
