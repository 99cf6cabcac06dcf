"""Why a campaign does not take a channel or a short, or does not give its files."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class TargetReached(Refusal):
    """The campaign has the views it was made for and takes no more channels."""

    code = 60000


@define(eq=False)
class AlreadyApplied(Refusal):
    """The channel takes part in the campaign."""

    code = 60001


@define(eq=False)
class AlreadyEntered(Refusal):
    code = 60002


@define(eq=False)
class OtherVideoEntered(Refusal):
    """Another video of the channel takes part."""

    code = 60003


@define(eq=False)
class ForeignVideo(Refusal):
    """The video is of a channel that the account does not hold."""

    code = 60004


@define(eq=False)
class NotApplied(Refusal):
    """The video's channel does not take part in the campaign."""

    code = 60005


@define(eq=False)
class NoShort(Refusal):
    """The video is not in its channel's list of Shorts."""

    code = 60006


@define(eq=False)
class MadeBefore(Refusal):
    """The video was there before its channel applied."""

    code = 60007


@define(eq=False)
class NotJoined(Refusal):
    """No channel of the account takes part in the campaign."""

    code = 60008


@define(eq=False)
class TooEarly(Refusal):
    """The files open in `seconds` seconds."""

    code = 60009
    seconds: int


@define(eq=False)
class ThirdPartyMusic(Refusal):
    """The video uses music that is not in the catalogue."""

    code = 60010


@define(eq=False)
class CampaignClosed(Refusal):
    """The budget is spent, or the campaign has ended."""

    code = 60011


@define(eq=False)
class OtherSong(Refusal):
    """The video uses a track other than the campaign's."""

    code = 60012


@define(eq=False)
class TooShort(Refusal):
    """The video is shorter than the `seconds` that the campaign asks for."""

    code = 60013
    seconds: int


@define(eq=False)
class CampaignRefused(Refusal):
    """The campaign, or the entry, is not in a state in which this can be done."""

    code = 2
    reason = "campaign_state"
