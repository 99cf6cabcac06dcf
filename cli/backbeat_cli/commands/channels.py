"""`backbeat channel`: the review queue, and what an operator does with channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated

import typer

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category
from backbeat.channels.ports import ChannelFilter, Scope
from backbeat.channels.reviews import ChannelReviews, OperatorOrder
from backbeat.channels.visibility import ChannelCard
from backbeat.kernel.errors import Refusal, plain
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.onboarding.service import Order
from backbeat.platforms import registry
from backbeat.report_files.service import Ingestion
from backbeat_cli import completion
from backbeat_cli.context import (
    After,
    CliContext,
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Yes,
    acting,
    cli_context,
    page_request,
    platform_of,
    required_reason,
)
from backbeat_cli.failures import Refused, WrongUsage, lines_of
from backbeat_cli.groups import group
from backbeat_cli.imports import ImportFile, show_import
from backbeat_cli.output import (
    Row,
    confirm,
    note,
    say,
    say_trial,
    show_act,
    show_json,
    show_list,
    show_record,
    trial,
)
from backbeat_cli.suspense import offer, words_of

app = group()

Which = Annotated[
    str,
    typer.Argument(
        help="The channel: its id (or the beginning of it), platform id, or link.",
        autocompletion=completion.channels,
    ),
]
Several = Annotated[
    list[str] | None,
    typer.Argument(help="The channels; see `show`.", autocompletion=completion.channels),
]
PlatformChannel = Annotated[
    str, typer.Argument(help="The platform's channel id (tiktok:6959... or UC...), or a link.")
]
OnlyPlatform = Annotated[
    str | None,
    typer.Option("--platform", help="Only this platform's.", autocompletion=completion.platforms),
]
WantedPlatform = Annotated[
    str | None,
    typer.Option(
        "--platform",
        help="The channel's platform: a link has to lead there, an id without a mark is one of its ids.",
        autocompletion=completion.platforms,
    ),
]
MaybeReason = Annotated[
    str | None, typer.Option("--reason", help="Why; shown to the owner and audited.")
]
NeededReason = Annotated[
    str,
    typer.Option("--reason", help="Why; shown to the owner and audited.", callback=required_reason),
]


@app.command("list")
def list_(
    ctx: typer.Context,
    status: Annotated[ChannelStatus | None, typer.Option(help="Only this status.")] = None,
    account: Annotated[
        str | None,
        typer.Option(
            help="Owned or held by this account: its id or e-mail address.",
            autocompletion=completion.accounts,
        ),
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="Part of the name, link or platform id.")
    ] = None,
    platform: OnlyPlatform = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    after: After = None,
    as_json: Json = False,
) -> None:
    """List channels, the newest first; `--status pending` is the review queue."""
    at = cli_context(ctx)
    scope = None
    if account is not None:
        ids = frozenset({_account(at, account)})
        scope = Scope(ids, ids)
    found = at.container.portal().channel_reviews.list(
        ChannelFilter(scope, status, search=search, platform=platform_of(platform)),
        page_request(page, size, after),
    )
    show_list([_row(card) for card in found.items], as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, channel: Which, as_json: Json = False) -> None:
    """Show one channel with its history."""
    card = cli_context(ctx).container.portal().channel_reviews.find(channel)
    if as_json:
        show_json(_document(card))
        return
    show_record(_facts(card), as_json=False)
    show_list(_history(card), as_json=False, title="history")


@app.command("import")
def import_(
    ctx: typer.Context,
    file: ImportFile,
    operator: Operator,
    reason: Annotated[
        str,
        typer.Option(help="How their owners are known; audited.", callback=required_reason),
    ],
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Bring over channels that the operator vouches for: they earn from the day in the file.

    Columns: account (e-mail), channel (the platform's id), name, category, earning_from.
    """
    order = Order(acting(operator), "", reason, dry_run)
    done = cli_context(ctx).container.portal().onboarding.take_channels(file, order)
    show_import(done, dry_run=dry_run, as_json=as_json)


@app.command()
def approve(
    ctx: typer.Context,
    operator: Operator,
    channels: Several = None,
    every: Annotated[bool, typer.Option("--all", help="Every channel that is waiting.")] = False,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Approve channels: they earn from today on. If one is refused, the others go on."""
    portal = cli_context(ctx).container.portal()
    reviews = portal.channel_reviews
    if every == bool(channels):
        raise WrongUsage("name channels, or give --all")
    ids = [str(each) for each in reviews.waiting()] if every else channels or []
    if every and ids and not dry_run:
        confirm(f"Approve {len(ids)} channels?", yes=yes)
    order = OperatorOrder(operator, reason, dry_run)
    _each(
        ids,
        lambda which: reviews.approve(_found(reviews, which), order),
        order,
        as_json=as_json,
        offering=None if dry_run else portal.ingestion,
    )


@app.command()
def hold(
    ctx: typer.Context,
    channel: Which,
    operator: Operator,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Put a channel on hold; its owner may request a review again."""
    reviews = cli_context(ctx).container.portal().channel_reviews
    order = OperatorOrder(operator, reason, dry_run)
    _tell(reviews.hold(_found(reviews, channel), order), order, as_json=as_json)


@app.command()
def deny(
    ctx: typer.Context,
    channel: Which,
    reason: NeededReason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Deny a channel; from today on it no longer earns."""
    reviews = cli_context(ctx).container.portal().channel_reviews
    order = OperatorOrder(operator, reason, dry_run)
    _tell(reviews.deny(_found(reviews, channel), order), order, as_json=as_json)


@app.command()
def reopen(
    ctx: typer.Context,
    channel: Which,
    operator: Operator,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take back a denial; the channel waits for approval again."""
    reviews = cli_context(ctx).container.portal().channel_reviews
    order = OperatorOrder(operator, reason, dry_run)
    _tell(reviews.reopen(_found(reviews, channel), order), order, as_json=as_json)


@app.command()
def transfer(
    ctx: typer.Context,
    channel: Which,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="The new owner: account id or e-mail address.",
            autocompletion=completion.accounts,
        ),
    ],
    reason: NeededReason,
    operator: Operator,
    from_day: Annotated[
        datetime | None,
        typer.Option("--from", formats=["%Y-%m-%d"], help="The new owner's first day."),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Give a verified channel to another account, from a day on; earlier days stay."""
    container = cli_context(ctx).container
    card = container.portal().channel_reviews.find(channel)
    if not dry_run:
        confirm(f"Transfer {card.channel.name} from {card.owner.name} to {to}?", yes=yes)
    order = OperatorOrder(operator, reason, dry_run)
    day = from_day.date() if from_day else None
    _tell(
        container.portal().removals.transfer(card.channel.id, to, day, order),
        order,
        as_json=as_json,
    )


@app.command()
def block(
    ctx: typer.Context,
    channel: PlatformChannel,
    reason: NeededReason,
    operator: Operator,
    platform: WantedPlatform = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Bar a platform channel from being registered."""
    order = OperatorOrder(operator, reason, dry_run)
    key = cli_context(ctx).container.portal().channel_reviews.block(channel, order, _name(platform))
    show_act({**_keyed(key), "blocked": True}, dry_run=order.dry_run, as_json=as_json)


@app.command()
def preregister(
    ctx: typer.Context,
    channel: PlatformChannel,
    email: Annotated[str, typer.Argument(help="The only one who may register it.")],
    operator: Operator,
    platform: WantedPlatform = None,
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Reserve a platform channel for one e-mail address."""
    order = OperatorOrder(operator, reason, dry_run)
    key = (
        cli_context(ctx)
        .container.portal()
        .channel_reviews.preregister(channel, email, order, _name(platform))
    )
    show_act({**_keyed(key), "email": email}, dry_run=order.dry_run, as_json=as_json)


@app.command()
def register(
    ctx: typer.Context,
    channel: Annotated[str, typer.Argument(help="Its key, for example own:mina-radio.")],
    name: Annotated[str, typer.Option("--name", help="The name that its viewers see.")],
    account: Annotated[
        str,
        typer.Option(
            "--account",
            help="Whose it is: account id or e-mail address.",
            autocompletion=completion.accounts,
        ),
    ],
    category: Annotated[Category, typer.Option("--category", help="What it is about.")],
    reason: NeededReason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Register a channel that has no link by its id; it is verified and waits for approval."""
    order = OperatorOrder(operator, reason, dry_run)
    reviews = cli_context(ctx).container.portal().channel_reviews
    _tell(reviews.register(channel, name, account, category, order), order, as_json=as_json)


@app.command()
def recheck(
    ctx: typer.Context,
    operator: Operator,
    channels: Annotated[
        list[str],
        typer.Argument(help="The channels; see `show`.", autocompletion=completion.channels),
    ],
    reason: MaybeReason = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Read channels from the platform again: name, views, and the code of unverified ones."""
    reviews = cli_context(ctx).container.portal().channel_reviews
    order = OperatorOrder(operator, reason, dry_run)
    _each(
        channels,
        lambda which: reviews.recheck(_found(reviews, which), order),
        order,
        as_json=as_json,
    )


def _each(
    channels: Sequence[str],
    act: Callable[[str], ChannelCard],
    order: OperatorOrder,
    *,
    as_json: bool,
    offering: Ingestion | None = None,
) -> None:
    """Do it to each channel; those that are refused are reported, and the program then ends with
    code 1.

    With `offering` it also says which rows of the channels wait in suspense and can be booked now.
    """
    done, refused = [], []
    for which in channels:
        try:
            done.append(act(which))
        except Refusal as refusal:
            refused.append({"channel": which, "refused": lines_of(refusal)[0]})
    offered = None
    if offering is not None and done:
        offered = offer(offering, [card.channel.platform_id for card in done])
    if as_json:
        rows = [_row(card) for card in done]
        document = {"items": [_plain(row) for row in rows], "refused": refused}
        more = {"releasable": offered} if offering is not None else {}
        show_json({**document, **more, **trial(order.dry_run)})
    else:
        say_trial(order.dry_run)
        show_list([_row(card) for card in done], as_json=False)
        for each in refused:
            note(f"{each['channel']}: {each['refused']}")
        if offered is not None:
            say(words_of(offered))
    if refused:
        raise Refused(f"{len(refused)} of {len(channels)} refused")


def _tell(card: ChannelCard, order: OperatorOrder, *, as_json: bool) -> None:
    if as_json:
        show_json(_document(card) | trial(order.dry_run))
        return
    say_trial(order.dry_run)
    show_list([_row(card)], as_json=False)


def _name(platform: str | None) -> str | None:
    found = platform_of(platform)
    return None if found is None else found.name


def _keyed(key: PlatformChannelId) -> Row:
    return {"platform": registry.platform_of(key).name, "platform_id": key}


def _found(reviews: ChannelReviews, which: str) -> ChannelId:
    return reviews.find(which).channel.id


def _account(at: CliContext, text: str) -> AccountId:
    """The account that is meant; a text that fits none is treated as an id that nothing belongs to."""
    with at.container.transactions().look() as books:
        found = (
            books.accounts.by_email(text) if "@" in text else books.accounts.get(AccountId(text))
        )
    if found is None:
        raise Refused(f"no such account: {text}")
    return found.id


def _row(card: ChannelCard) -> Row:
    channel = card.channel
    return {
        "id": channel.id,
        "platform": channel.platform.name,
        "name": channel.name,
        "link": channel.link,
        "status": channel.status,
        "verification": card.state,
        "total_views": channel.total_views,
        "owner": card.owner.name,
        "member": card.member.name if card.member else None,
        "category": channel.category,
        "registered_at": channel.registered_at.replace(microsecond=0),
        "earning_from": channel.earning_from,
    }


def _facts(card: ChannelCard) -> Row:
    channel = card.channel
    return {
        **_row(card),
        "platform_id": channel.platform_id,
        "owner_id": channel.owner,
        "holder_id": channel.holder,
        "code": card.code,
        "approved_at": channel.approved_at and channel.approved_at.replace(microsecond=0),
        "review_asked_at": channel.review_asked_at
        and channel.review_asked_at.replace(microsecond=0),
        "deny_reason": channel.deny_reason,
        "enough_views_on": card.enough_views_on,
    }


def _history(card: ChannelCard) -> list[Row]:
    return [
        {
            "status": change.status,
            "at": change.at.replace(microsecond=0),
            "by": f"{change.by.kind}:{change.by.id}",
            "reason": change.reason,
        }
        for change in card.channel.history
    ]


def _document(card: ChannelCard) -> dict[str, object]:
    channel = card.channel
    return {
        **_plain(_facts(card)),
        "history": [_plain(line) for line in _history(card)],
        "holdings": [
            {"account": each.account, "from": each.from_day.isoformat()}
            for each in channel.timeline.holdings
        ],
        "earnings": [
            {
                "owner": each.owner,
                "from": each.from_day.isoformat(),
                "until": each.until and each.until.isoformat(),
            }
            for each in channel.timeline.earnings
        ],
    }


def _plain(row: Row) -> dict[str, object]:
    return {name: plain(value) for name, value in row.items()}
