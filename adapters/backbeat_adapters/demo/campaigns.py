"""The demo's campaigns: one that Mina has joined, and one to join."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from attrs import frozen

from backbeat.campaigns.model import CampaignId
from backbeat.campaigns.operations import CampaignDraft
from backbeat.channels.model import Channel
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.portal import Portal
from backbeat_adapters.demo.catalogue import sample_isrcs
from backbeat_adapters.demo.generator import SampleVideo


@frozen
class DemoCampaigns:
    """Runs the demo's campaigns as an operator and a creator would."""

    portal: Portal
    operator: Actor

    def begin(self, until: date, videos: Sequence[SampleVideo]) -> CampaignId:
        """Open both: the first for the track of the most viewed of these videos, and tell which."""
        track = max(videos, key=lambda video: (video.views, video.id)).isrc
        other = next(isrc for isrc in sample_isrcs() if isrc != track)
        begun = self._open("Your own first line", track, "100.00", "2.00", until)
        self._open("The slow pour", other, "750.00", "1.50", until + timedelta(7))
        return begun

    def join(self, which: CampaignId, account: AccountId, channel: Channel) -> None:
        self.portal.campaigns.apply(account, which, channel.id)

    def enter(self, which: CampaignId, account: AccountId, video: SampleVideo) -> None:
        """Enter a short, and count its views."""
        address = f"https://www.youtube.com/shorts/{video.id}"
        self.portal.campaigns.enter(account, which, address)
        self.portal.counting.count()

    def _open(self, title: str, isrc: str, budget: str, rate: str, until: date) -> CampaignId:
        draft = CampaignDraft(
            title=title,
            track=isrc,
            rate=Money.of(rate),
            budget=Money.of(budget),
            until=until,
            text="Sing along, cook along, walk along: the first line is yours.",
            min_seconds=20,
            files=[("Lyrics.zip", _zip("lyrics.txt", "The first line is yours.\n"))],
        )
        made = self.portal.campaign_office.create(draft, self.operator)
        return self.portal.campaign_office.open(made.id, self.operator).id


def _zip(name: str, text: str) -> bytes:
    """The same bytes whenever it is made."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        packed.writestr(ZipInfo(name), text)
    return content.getvalue()
