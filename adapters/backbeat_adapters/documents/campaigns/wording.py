"""A campaign's report in words; in English, since labels may be in any country."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from attrs import frozen

from backbeat.campaigns.model import CampaignEntry, Report
from backbeat.formatting.dates import format_date
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money, total

COLUMNS = ("Entered", "Short", "Channel", "State", "Views", "Bonus (USD)")
TITLE = "Campaign report"
LABELS = {"page": "Page {page} of {pages}"}


@frozen
class PrintedEntry:
    entered: str
    short: str
    channel: str
    state: str
    views: int
    bonus: Money

    @property
    def words(self) -> Sequence[str]:
        """Everything but the numbers."""
        return self.entered, self.short, self.channel, self.state


@frozen
class PrintedReport:
    """Every text of the report, and its numbers."""

    name: str
    facts: Sequence[tuple[str, str]]
    entries: Sequence[PrintedEntry]
    views: int
    bonus: Money
    language: Language = Language.ENGLISH

    @property
    def labels(self) -> Mapping[str, str]:
        return LABELS

    @property
    def text(self) -> str:
        rows = (word for entry in self.entries for word in entry.words)
        facts = (text for fact in self.facts for text in fact)
        return "".join((self.name, TITLE, *COLUMNS, *facts, *rows, *LABELS.values()))


def printed(report: Report, zone: tzinfo) -> PrintedReport:
    """The report as it is written; views and bonuses are those that count, posted or not, without
    what was taken back."""
    campaign = report.campaign
    entries = [_entry(report, each, zone) for each in report.entries]
    back = report.taken_back
    facts = (
        ("Campaign", campaign.title),
        ("Track", report.track),
        ("Rate", f"{campaign.rate} USD for 1,000 views"),
        ("Budget", f"{campaign.budget} USD, {campaign.goal:,} views"),
        ("Counted", f"{campaign.views:,} views up to {campaign.counted_until or '-'}"),
        ("Paid so far", f"{report.paid} USD"),
        *([("Taken back", f"{back} USD")] if back else []),
    )
    return PrintedReport(
        campaign.title,
        facts,
        entries,
        sum(each.views for each in entries),
        total(each.bonus for each in entries),
    )


def _entry(report: Report, entry: CampaignEntry, zone: tzinfo) -> PrintedEntry:
    return PrintedEntry(
        format_date(entry.entered_at.astimezone(zone).date()),
        entry.title,
        report.channels.get(entry.channel, entry.channel),
        entry.state.value,
        entry.views,
        report.earned(entry).bonus,
    )
