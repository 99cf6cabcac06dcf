"""`backbeat video-review`: videos that creators ask to have checked again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from backbeat.kernel.errors import NotFound
from backbeat.kernel.pages import PageRequest
from backbeat.video_reviews.errors import AlreadyReviewed
from backbeat.video_reviews.model import VideoReview
from backbeat_cli.context import (
    DryRun,
    Json,
    Operator,
    PageNumber,
    PageSize,
    Reason,
    acting,
    cli_context,
)
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, show_act, show_list, show_record

app = group()

Which = Annotated[str, typer.Argument(help="The review's id; see `list`.")]


@app.command("list")
def list_(
    ctx: typer.Context,
    with_decided: Annotated[
        bool, typer.Option("--all", help="Include decided ones, the newest first.")
    ] = False,
    page: PageNumber = 0,
    size: PageSize = 50,
    as_json: Json = False,
) -> None:
    """List the videos that wait for a review, the oldest first."""
    at = cli_context(ctx)
    reviews = at.container.portal().video_reviews
    found = reviews.queue(PageRequest(page, size), with_decided=with_decided)
    emails = at.emails_of(each.account for each in found.items)
    rows = [{**_row(each), "email": emails.get(each.account)} for each in found.items]
    show_list(rows, as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, review: Which, as_json: Json = False) -> None:
    """Show one review with its video's address."""
    with _told(review):
        found = cli_context(ctx).container.portal().video_reviews.find(review)
    show_record(
        {**_row(found), "note": found.note, "decided_at": found.decided_at}, as_json=as_json
    )


@app.command()
def accept(
    ctx: typer.Context,
    review: Which,
    operator: Operator,
    note: Annotated[str | None, typer.Option(help="What the creator is told with it.")] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Decide that the music is in it: the creator is told that the video counts."""
    reviews = cli_context(ctx).container.portal().video_reviews
    with _told(review):
        done = reviews.accept(review, acting(operator), note, dry_run=dry_run)
    show_act(_row(done), dry_run=dry_run, as_json=as_json)


@app.command()
def decline(
    ctx: typer.Context,
    review: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Decide that none of our music is in it: the creator is told the reason."""
    reviews = cli_context(ctx).container.portal().video_reviews
    with _told(review):
        done = reviews.decline(review, acting(operator), reason, dry_run=dry_run)
    show_act(_row(done), dry_run=dry_run, as_json=as_json)


@contextmanager
def _told(review: str) -> Iterator[None]:
    try:
        yield
    except NotFound:
        raise Refused(f"there is no review {review}") from None
    except AlreadyReviewed:
        raise Refused(f"the review {review} has its answer") from None


def _row(review: VideoReview) -> Row:
    return {
        "id": review.id,
        "asked_at": review.asked_at,
        "state": review.state,
        "account": review.account,
        "title": review.title,
        "url": review.url,
    }
