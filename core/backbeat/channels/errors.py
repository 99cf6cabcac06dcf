"""Why something about a channel is refused: one class per rule, each with its public code."""

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
    """The text cannot be read as the address of a channel."""

    code = 30001
    reason = "invalid"


@define(eq=False)
class VideoLink(NotAChannelLink):
    """The link leads to a video (CHAN-4)."""

    reason = "video_link"


@define(eq=False)
class OtherPage(NotAChannelLink):
    """The link leads to a page of the platform that is not a channel, for example a playlist."""

    reason = "not_a_channel"


@define(eq=False)
class OtherSite(NotAChannelLink):
    """The link leads to a site that is not a known video platform."""

    reason = "unsupported_host"


@define(eq=False)
class OtherPlatform(NotAChannelLink):
    """The link leads to a known platform from which no channels are accepted."""

    reason = "unsupported_platform"
    platform: str


@define(eq=False)
class LinkOfOther(NotAChannelLink):
    """The link leads to `platform`, but a channel of the `wanted` one was requested."""

    reason = "other_platform"
    platform: str
    wanted: str


@define(eq=False)
class ShortLink(NotAChannelLink):
    """A short link, which does not show where it leads; nothing that is typed is ever fetched."""

    reason = "short_link"
    platform: str


@define(eq=False)
class NoLinks(NotAChannelLink):
    """Channels of this platform have no links; the operator registers them by their id."""

    reason = "no_links"
    platform: str


@define(eq=False)
class NeedsLink(NotAChannelLink):
    """Channels of this platform are registered by their link, and their owners prove them."""

    reason = "needs_link"
    platform: str


@define(eq=False)
class UnknownChannel(NotAChannelLink):
    """The platform knows no such channel."""

    reason = "unknown_channel"


@define(eq=False)
class ChannelUnreadable(Refusal):
    """The platform did not answer, so nothing is known about the channel and nothing was stored."""

    code = 30002


@define(eq=False)
class AlreadyRegistered(Refusal):
    """The channel is registered: by the same owner, or verified by another (CHAN-16).

    `hint` is `ask_assignment` if the account above the caller's owns it: then it should be assigned
    instead of registered again (S6.007).
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
    """Only a channel on hold (denied-pending) can be reviewed again (CHAN-11)."""

    code = 30006
    status: str


@define(eq=False)
class ReviewedToday(Refusal):
    """A review was already requested today, by the portal's calendar (CHAN-11)."""

    code = 30007


@define(eq=False)
class UnderReview(Refusal):
    """A review requested earlier is still open (CHAN-11)."""

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
    """The channel is assigned to a member and has to be unassigned before it is deleted (CHAN-19)."""

    code = 2
    reason = "channel_assigned"


@define(eq=False)
class ChannelUnassigned(Refusal):
    """The channel is assigned to nobody, so there is nothing to take back."""

    code = 2
    reason = "channel_unassigned"


@define(eq=False)
class DayNotAllowed(Refusal):
    """A transfer cannot take effect on that day, because it lies in the future, in a closed month,
    or before the day on which the channel last began to earn.
    """

    code = 2
    reason = "bad_range"
    earliest: date
    latest: date


@define(eq=False)
class VideoNotFetched(Refusal):
    """The platform gives no information about the video."""

    code = 70000


@define(eq=False)
class BadVideoAddress(Refusal):
    code = 70001
