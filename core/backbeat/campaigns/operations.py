"""What the operator does with campaigns: lay one down, open it, end it, refuse an entry, report."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from io import BytesIO

from attrs import frozen

from backbeat import settings
from backbeat.campaigns.bonuses import reversed_by_video
from backbeat.campaigns.counting import record, tell_of_refusal
from backbeat.campaigns.errors import CampaignRefused
from backbeat.campaigns.model import (
    Campaign,
    CampaignEntry,
    CampaignFile,
    CampaignId,
    Report,
)
from backbeat.campaigns.ports import Books
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing, NotFound
from backbeat.kernel.ids import Isrc, NewId, VideoId
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.money import Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.rules import require_reason
from backbeat.media.ports import FileStore
from backbeat.media.rules import key_of

LONGEST_TITLE = 200
LONGEST_FILE = 20 * 1024 * 1024
LEAST_RATE = Money(1)
"""For a thousand views, in USD."""
LEAST_VIEW_TARGET = 1
LEAST_SECONDS = 0

MEDIA_TYPES = {
    "zip": "application/zip",
    "pdf": "application/pdf",
    "png": "image/png",
    "webp": "image/webp",
    "mp3": "audio/mpeg",
}
"""What may be given to creators, by the end of the file's name."""


@frozen
class CampaignDraft:
    """A campaign as the operator asks for it; `files` are names with their bytes."""

    title: str
    track: str
    rate: Money
    budget: Money
    until: date
    text: str = ""
    view_target: int | None = None
    min_seconds: int = 0
    files: Sequence[tuple[str, bytes]] = ()


@frozen
class CampaignOffice:
    """The operator's part. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    new_id: NewId
    files: FileStore
    features: settings.Features

    def create(self, draft: CampaignDraft, actor: Actor, *, dry_run: bool = False) -> Campaign:
        """Keep a campaign that nobody sees until it is opened; refuses impossible fields."""
        self._require_on()
        _require_sound(draft, self.clock.today())
        isrc = _isrc(draft.track)
        files = [(_file(isrc, *each), each[1]) for each in draft.files]
        campaign = Campaign(
            id=CampaignId(self.new_id()),
            title=draft.title.strip(),
            text=draft.text.strip(),
            track=isrc,
            rate=draft.rate,
            budget=draft.budget,
            until=draft.until,
            created_at=self.clock.now(),
            view_target=draft.view_target,
            min_seconds=draft.min_seconds,
            files=tuple(file for file, _ in files),
        )
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            if not books.tracks.known([isrc]):
                raise BadValues(fields={"track": "bad_value"})
            books.campaigns.add(campaign)
            record(books, self._act(actor), "created", campaign.id)
            if not dry_run:
                for file, content in files:
                    self.files.put(file.key, BytesIO(content))
        return campaign

    def open(self, which: str, actor: Actor, *, dry_run: bool = False) -> Campaign:
        """Show it to creators, who may apply from now on. It is opened once."""
        self._require_on()
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.campaigns.lock(CampaignId(which)))
            today = self.clock.today()
            if before.opened_on is not None or before.closing(today) is not None:
                raise CampaignRefused()
            campaign = before.opened(today)
            books.campaigns.save(campaign)
            record(books, self._act(actor), "opened", campaign.id)
        return campaign

    def close(
        self, which: str, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> Campaign:
        """End it early: today is the last day whose views count. A reason is needed (code 4)."""
        reason = require_reason(reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.campaigns.lock(CampaignId(which)))
            today = self.clock.today()
            if before.opened_on is None or before.closing(today) is not None:
                raise CampaignRefused()
            campaign = before.ended(today)
            books.campaigns.save(campaign)
            record(books, self._act(actor, reason), "closed", campaign.id)
        return campaign

    def refuse(
        self, which: str, video: str, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> CampaignEntry:
        """Take an entry out: it loses what is not posted, and who entered it is told (CAMPAIGN-7).

        A reason is needed (code 4). What was posted is undone by reversal only.
        """
        reason = require_reason(reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            campaign = _found(books.campaigns.lock(CampaignId(which)))
            before = books.campaigns.entry(campaign.id, VideoId(video))
            if before is None:
                raise NotFound()
            if not before.takes_part:
                raise CampaignRefused()
            entry = before.refused(None, reason)
            books.campaigns.keep(entry)
            tell_of_refusal(books, campaign, entry, self.clock)
            record(books, self._act(actor, reason), "entry_refused", campaign.id, video=entry.video)
        return entry

    def list(self, page: PageRequest) -> Page[Campaign]:
        """Every campaign, the newest first."""
        with self.transactions.look() as books:
            return books.campaigns.all(page)

    def find(self, which: str) -> Campaign:
        with self.transactions.look() as books:
            return _found(books.campaigns.get(CampaignId(which)))

    def report(self, which: str) -> Report:
        """Everything that took part, what was posted for it, and what of that was reversed."""
        with self.transactions.look() as books:
            campaign = _found(books.campaigns.get(CampaignId(which)))
            entries = books.campaigns.entries(campaign.id)
            track = books.tracks.of([campaign.track]).get(campaign.track)
            channels = {each.channel: books.channels.get(each.channel) for each in entries}
            bonuses = books.campaigns.bonuses(campaign.id)
            return Report(
                campaign,
                campaign.track if track is None else f"{track.artist}, {track.name}",
                entries,
                {id_: found.name for id_, found in channels.items() if found is not None},
                reversed_by_video(books.ledger, bonuses).get(campaign.id, {}),
            )

    def _act(self, actor: Actor, reason: str | None = None) -> ActContext:
        return ActContext(actor, self.clock.today(), self.clock.now(), reason)

    def _require_on(self) -> None:
        if not self.features.campaigns:
            raise FeatureOff()


def _found(campaign: Campaign | None) -> Campaign:
    if campaign is None:
        raise NotFound()
    return campaign


def _isrc(text: str) -> Isrc:
    try:
        return Isrc(normalise_isrc(text))
    except ValueError:
        raise BadValues(fields={"track": "bad_value"}) from None


def _require_sound(draft: CampaignDraft, today: date) -> None:
    if not draft.title.strip():
        raise FieldsMissing(fields={"title": "required"})
    wrong = {
        "title": "too_long" if len(draft.title) > LONGEST_TITLE else None,
        "rate": None if draft.rate >= LEAST_RATE else "too_small",
        "budget": None if draft.budget.micros * 1000 >= draft.rate.micros > 0 else "too_small",
        "until": "date" if draft.until < today else None,
        "view_target": "too_small"
        if draft.view_target is not None and draft.view_target < LEAST_VIEW_TARGET
        else None,
        "min_seconds": "too_small" if draft.min_seconds < LEAST_SECONDS else None,
    }
    if fields := {name: why for name, why in wrong.items() if why is not None}:
        raise BadValues(fields=fields)


def _file(isrc: Isrc, name: str, content: bytes) -> CampaignFile:
    suffix = name.rpartition(".")[2].lower()
    if suffix not in MEDIA_TYPES:
        raise BadValues(fields={"files": "file_type"})
    if len(content) > LONGEST_FILE:
        raise BadValues(fields={"files": "too_large"})
    digest = hashlib.sha256(content).hexdigest()
    return CampaignFile(key_of(isrc, digest, f".{suffix}"), name, MEDIA_TYPES[suffix], len(content))
