"""`backbeat policy`: the rules that touch money; each value counts from a given day on."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

import typer

from backbeat.policies.errors import UnknownPolicy
from backbeat.policies.model import OPEN, InForce, Policy
from backbeat_cli.context import DryRun, Json, Operator, Reason, acting, cli_context
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, show_list, show_record

app = group()


@app.command()
def show(
    ctx: typer.Context,
    section: Annotated[
        str, typer.Argument(help="Only rules that begin with this, such as withdrawal.")
    ] = "",
    at: Annotated[
        datetime | None,
        typer.Option("--at", formats=["%Y-%m-%d"], help="The day; today by default."),
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="Every value ever set instead of those in force.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the rules in force on a day: value, since when, until when, by whom."""
    policies = cli_context(ctx).container.portal().policies
    if history:
        rows = [_set(policy, replaced=gone) for policy, gone in policies.history()]
    else:
        rows = [_in_force(each) for each in policies.show(at.date() if at else None)]
    show_list([row for row in rows if row["key"].startswith(section)], as_json=as_json)


@app.command("set")
def set_(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(help="The rule, such as withdrawal.minimum.")],
    value: Annotated[str, typer.Argument(help="Its value, as the configuration file writes it.")],
    from_day: Annotated[
        datetime,
        typer.Option("--from", formats=["%Y-%m-%d"], help="The first day on which it counts."),
    ],
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Set a new value for a rule, from a day on.

    Closed months and requested withdrawals keep the values they used, so a first day from which the
    rule has been used already is refused.
    """
    at = cli_context(ctx)
    policies = at.container.portal().policies
    try:
        change = policies.set(
            key, value, from_day.date(), acting(operator), reason=reason, dry_run=dry_run
        )
    except UnknownPolicy as refusal:
        raise Refused(_no_rule(refusal, {each.path for each in at.configuration.all})) from None
    made = change.policy
    show_record(
        {
            "key": made.key,
            "before": change.before,
            "value": made.value,
            "from": made.from_day,
            "until": change.until,
            "dry_run": dry_run,
        },
        as_json=as_json,
    )


def _no_rule(refusal: UnknownPolicy, settings: Collection[str]) -> str:
    if refusal.key in settings:
        return (
            f"{refusal.key} is a setting, not a rule with days: change it in the configuration file,"
            " then start serve and worker again"
        )
    meant = f", the nearest is {refusal.known}" if refusal.known else ""
    return f"there is no rule {refusal.key}{meant}: backbeat policy show lists all of them"


def _in_force(each: InForce) -> Row:
    return {
        "key": each.key.path,
        "value": each.value,
        "since": each.since,
        "until": each.until,
        "set_by": each.policy.actor.id if each.policy else "configuration",
        "reason": each.policy.reason if each.policy else None,
        "goes_by": sorted(basis.value for basis in each.key.bases),
    }


def _set(policy: Policy, *, replaced: bool) -> Row:
    return {
        "key": policy.key,
        "value": policy.value,
        "from": None if policy.from_day == OPEN else policy.from_day,
        "replaced": replaced,
        "set_by": policy.actor.id,
        "recorded_at": policy.recorded_at,
        "reason": policy.reason,
    }
