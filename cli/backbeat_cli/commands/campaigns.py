"""`backbeat campaign`: view campaigns, from laying one down to the report for who pays for it."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from backbeat.campaigns.errors import CampaignRefused
from backbeat.campaigns.model import Campaign, CampaignEntry, Earned
from backbeat.campaigns.operations import (
    LEAST_RATE,
    LEAST_SECONDS,
    LEAST_VIEW_TARGET,
    LONGEST_FILE,
    LONGEST_TITLE,
    MEDIA_TYPES,
    CampaignDraft,
)
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat_cli.context import (
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Reason,
    Yes,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused, feature_told
from backbeat_cli.groups import group
from backbeat_cli.output import Row, confirm, say, show_act, show_list, show_record

app = group()

FIELDS = {
    "title": f"at most {LONGEST_TITLE} characters",
    "track": "the catalogue has no such track; see backbeat track import",
    "rate": f"at least {LEAST_RATE}",
    "budget": "at least the price of one view",
    "until": "today or later",
    "view_target": f"at least {LEAST_VIEW_TARGET}",
    "min_seconds": f"at least {LEAST_SECONDS}",
    "files": f"{', '.join(MEDIA_TYPES)}, each of at most {LONGEST_FILE // 2**20} MiB",
}
"""What each part of a campaign has to be."""

_told = partial(
    feature_told, "campaigns", "no such campaign or entry", CampaignRefused, fields=FIELDS
)

Which = Annotated[str, typer.Argument(help="The campaign's id; see `list`.")]


@app.command()
def create(
    ctx: typer.Context,
    title: Annotated[str, typer.Argument(help="What creators read above it.")],
    track: Annotated[str, typer.Option(help="The code (ISRC) of the track to use.")],
    rate: Annotated[str, typer.Option(help="USD for a thousand views.")],
    budget: Annotated[str, typer.Option(help="USD that may be spent altogether.")],
    until: Annotated[
        datetime, typer.Option(formats=["%Y-%m-%d"], help="The last day whose views count.")
    ],
    operator: Operator,
    text: Annotated[str, typer.Option(help="What it is about, in a few sentences.")] = "",
    view_target: Annotated[
        int | None, typer.Option(help="So many views close it to new channels.")
    ] = None,
    min_seconds: Annotated[int, typer.Option(help="How long a short has to be.")] = 0,
    file: Annotated[
        list[Path] | None,
        typer.Option(help="A file for creators (zip, pdf, png, webp, mp3); may come repeatedly."),
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Lay a campaign down; creators see it once it is opened."""
    at = cli_context(ctx)
    draft = CampaignDraft(
        title=title,
        track=track,
        rate=_usd("rate", rate),
        budget=_usd("budget", budget),
        until=until.date(),
        text=text,
        view_target=view_target,
        min_seconds=min_seconds,
        files=[(each.name, _read(each)) for each in file or ()],
    )
    with _told():
        made = at.container.portal().campaign_office.create(
            draft, acting(operator), dry_run=dry_run
        )
    show_act(_row(at, made), dry_run=dry_run, as_json=as_json)


@app.command("open")
def open_(
    ctx: typer.Context,
    campaign: Which,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Show a campaign to creators, who may apply from now on."""
    at = cli_context(ctx)
    with _told(why=f"the campaign {campaign} was opened before, or is over"):
        done = at.container.portal().campaign_office.open(
            campaign, acting(operator), dry_run=dry_run
        )
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


@app.command()
def close(
    ctx: typer.Context,
    campaign: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """End a campaign early: today's views are the last that count."""
    at = cli_context(ctx)
    if not dry_run:
        confirm(f"End the campaign {campaign}?", yes=yes)
    with _told(why=f"the campaign {campaign} is not open"):
        done = at.container.portal().campaign_office.close(
            campaign, acting(operator), reason, dry_run=dry_run
        )
    show_act(_row(at, done), dry_run=dry_run, as_json=as_json)


@app.command("list")
def list_(
    ctx: typer.Context, page: PageNumber = 0, size: PageSize = 50, as_json: Json = False
) -> None:
    """List campaigns, the newest first."""
    at = cli_context(ctx)
    found = at.container.portal().campaign_office.list(PageRequest(page, size))
    show_list([_row(at, each) for each in found.items], as_json=as_json, page=found)


@app.command()
def show(
    ctx: typer.Context,
    campaign: Which,
    xlsx: Annotated[
        Path | None, typer.Option(help="Write the report for who pays into this workbook.")
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option(help="Write the report for who pays into this PDF.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a campaign with what was paid for it, and write its report."""
    from backbeat_adapters.documents.campaigns import papers

    at = cli_context(ctx)
    portal = at.container.portal()
    with _told():
        report = portal.campaign_office.report(campaign)
    record = {
        **_row(at, report.campaign),
        "track_name": report.track,
        "entries": len(report.entries),
        "paid": str(report.paid),
        "reversed": str(report.taken_back),
    }
    show_record(record, as_json=as_json)
    today = portal.clock.today()
    if xlsx is not None:
        xlsx.write_bytes(papers.to_xlsx(report, today, portal.settings.zone))
    if pdf is not None:
        pdf.write_bytes(papers.to_pdf(report, today, portal.settings.zone, at.container.fonts()))
    for written in filter(None, (xlsx, pdf)):
        if not as_json:
            say(f"wrote {written}")


@app.command()
def entries(ctx: typer.Context, campaign: Which, as_json: Json = False) -> None:
    """List a campaign's entries with their views and bonuses, the oldest first."""
    at = cli_context(ctx)
    with _told():
        report = at.container.portal().campaign_office.report(campaign)
    emails = at.emails_of(each.account for each in report.entries)
    rows = [
        {
            **_entry_row(each, report.earned(each)),
            "channel_name": report.channels.get(each.channel),
            "email": emails.get(each.account),
        }
        for each in report.entries
    ]
    show_list(rows, as_json=as_json)


@app.command()
def refuse(
    ctx: typer.Context,
    campaign: Which,
    video: Annotated[str, typer.Argument(help="The entry's video; see `entries`.")],
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Take an entry out: it loses what is not paid yet, and who entered it is told why."""
    at = cli_context(ctx)
    if not dry_run:
        confirm(f"Refuse the entry {video}?", yes=yes)
    office = at.container.portal().campaign_office
    with _told(why=f"the entry {video} is refused already"):
        done = office.refuse(campaign, video, acting(operator), reason, dry_run=dry_run)
        report = office.report(campaign)
    show_act(_entry_row(done, report.earned(done)), dry_run=dry_run, as_json=as_json)


def _usd(name: str, text: str) -> Money:
    try:
        return Money.of(text)
    except ValueError:
        raise Refused(f"not an amount of USD: --{name} {text}") from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        raise Refused(f"{file} cannot be read: {fault.strerror}") from None


def _row(at: CliContext, campaign: Campaign) -> Row:
    today = at.container.portal().clock.today()
    state = campaign.closing(today) or campaign.state(today)
    return {
        "id": campaign.id,
        "title": campaign.title,
        "state": "draft" if campaign.opened_on is None else state.value,
        "track": campaign.track,
        "rate": str(campaign.rate),
        "budget": str(campaign.budget),
        "goal": campaign.goal,
        "view_target": campaign.view_target,
        "views": campaign.views,
        "until": campaign.until.isoformat(),
        "files": len(campaign.files),
    }


def _entry_row(entry: CampaignEntry, earned: Earned) -> Row:
    return {
        "video": entry.video,
        "title": entry.title,
        "channel": entry.channel,
        "account": entry.account,
        "state": entry.state.value,
        "refused_code": entry.refused_code,
        "refused_reason": entry.refused_reason,
        "views": entry.views,
        "bonus": str(earned.bonus),
        "paid": str(earned.paid),
        "reversed": str(earned.reversed),
    }
