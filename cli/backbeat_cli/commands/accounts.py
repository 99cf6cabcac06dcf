"""`backbeat account`: opening accounts, their standing, one-time log-ins and sessions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode

import typer

from backbeat.accounts.model import Account, AccountStatus, Permission
from backbeat.accounts.operations import NewAccount
from backbeat.accounts.ports import AccountFilter
from backbeat.accounts.sessions import OneTimeLogin
from backbeat.consents.model import Consent
from backbeat.dossiers.erasure import Fate
from backbeat.kernel.ids import SessionId
from backbeat.kernel.languages import Language
from backbeat.onboarding.service import Order
from backbeat_adapters.addresses import addresses
from backbeat_adapters.archives import zip_of
from backbeat_cli import completion
from backbeat_cli.context import (
    After,
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
    page_request,
    required_reason,
)
from backbeat_cli.dossiers import show_dossier
from backbeat_cli.failures import Refused, WrongUsage
from backbeat_cli.groups import group
from backbeat_cli.imports import ImportFile, show_import
from backbeat_cli.output import (
    Row,
    columns,
    confirm,
    say_trial,
    show_act,
    show_json,
    show_list,
    show_record,
    trial,
)
from backbeat_cli.private_files import write_private

app = group()

Which = Annotated[
    str,
    typer.Argument(
        help="The account: its e-mail address, its id, or the id's beginning.",
        autocompletion=completion.accounts,
    ),
]


@app.command("list")
def list_(
    ctx: typer.Context,
    status: Annotated[AccountStatus | None, typer.Option(help="Only this status.")] = None,
    permission: Annotated[
        str | None, typer.Option(help="Only this permission: mcn, mcn_creator, mcn_creator_sub.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="Part of the e-mail address or nickname.")
    ] = None,
    page: PageNumber = 0,
    size: PageSize = 50,
    after: After = None,
    as_json: Json = False,
) -> None:
    """List accounts, the newest first."""
    filter = AccountFilter(status, _permission(permission), search=search)
    found = (
        cli_context(ctx)
        .container.portal()
        .account_operations.list(filter, page_request(page, size, after))
    )
    show_list([_row(account) for account in found.items], as_json=as_json, page=found)


@app.command()
def show(ctx: typer.Context, account: Which, as_json: Json = False) -> None:
    """Show one account on one page: its place, channels, money, devices, limits and last acts."""
    portal = cli_context(ctx).container.portal()
    found = portal.account_operations.find(account)
    show_dossier(_facts(found), portal.dossiers.of(found.id), as_json=as_json)


@app.command()
def export(
    ctx: typer.Context,
    account: Which,
    to: Annotated[
        Path,
        typer.Option("--to", help="The ZIP file to write; an existing file is never replaced."),
    ],
    operator: Operator,
    as_json: Json = False,
) -> None:
    """Write everything that is stored about a person into a ZIP file, for that person."""
    portal = cli_context(ctx).container.portal()
    found = portal.account_operations.find(account)
    if to.exists():
        raise Refused(f"{to} is there already")
    files = portal.dossiers.export(found.id, acting(operator))
    write_private(to, zip_of(files))
    show_record({"file": str(to), "files": [file.name for file in files]}, as_json=as_json)


@app.command()
def erase(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Erase a person for good: whatever identifies the person is deleted, the books keep the id.

    Refused while money is on its way or something is owed. `--dry-run` says what is deleted, what
    stays, and why.
    """
    portal = cli_context(ctx).container.portal()
    found = portal.account_operations.find(account)
    if not dry_run:
        confirm(f"Erase {found.email} for good?", yes=yes)
    done = portal.erasures.erase(found.id, reason, acting(operator), dry_run=dry_run)
    if as_json:
        show_json({"id": found.id, "fates": [_fate(each) for each in done.fates], **trial(dry_run)})
        return
    show_list([_fate(each) for each in done.fates], as_json=False)
    say_trial(dry_run)


@app.command()
def create(
    ctx: typer.Context,
    email: Annotated[str, typer.Argument(help="The e-mail address to log in with.")],
    nickname: Annotated[str, typer.Argument(help="2 to 12 letters or digits.")],
    operator: Operator,
    permission: Annotated[
        str | None, typer.Option(help="mcn opens a network; without it, a creator's own account.")
    ] = None,
    password_stdin: Annotated[
        bool,
        typer.Option(
            "--password-stdin",
            help="Read the password from the first line of standard input; without one the "
            "account is entered by `account link` or after recovery.",
        ),
    ] = False,
    verified: Annotated[
        bool, typer.Option("--verified", help="Vouch for the e-mail address.")
    ] = False,
    language: Annotated[Language, typer.Option(help="The language of mails.")] = Language.ENGLISH,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Open an account; `--permission mcn` opens the top of a network."""
    new = NewAccount(
        email=email,
        nickname=nickname,
        permission=_permission(permission) or Permission.NONE,
        password=_typed_password() if password_stdin else None,
        language=language,
        verified=verified,
    )
    made = (
        cli_context(ctx)
        .container.portal()
        .account_operations.create(new, acting(operator), dry_run=dry_run)
    )
    _tell(made, dry_run=dry_run, as_json=as_json)


@app.command("import")
def import_(
    ctx: typer.Context,
    file: ImportFile,
    source: Annotated[
        str,
        typer.Option(help="The system they come from; each system can open a balance only once."),
    ],
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Bring people over from another system: accounts, where they are paid, and what it owed them.

    Columns: email, nickname (a line without one is about an existing account), language, verified,
    permission, manager, fee_rate, permission_flag, opening_balance, method and its fields.
    """
    order = Order(acting(operator), source, reason, dry_run)
    done = cli_context(ctx).container.portal().onboarding.take_people(file, order)
    show_import(done, dry_run=dry_run, as_json=as_json)


@app.command()
def suspend(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Suspend an account for a violation: its sessions end, its balance stays."""
    acts = cli_context(ctx).container.portal().account_operations
    after = acts.suspend(acts.find(account).id, reason, acting(operator), dry_run=dry_run)
    _tell(after, dry_run=dry_run, as_json=as_json)


@app.command()
def reinstate(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make a suspended or blocked account active again."""
    acts = cli_context(ctx).container.portal().account_operations
    after = acts.reinstate(acts.find(account).id, reason, acting(operator), dry_run=dry_run)
    _tell(after, dry_run=dry_run, as_json=as_json)


@app.command()
def block(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Block an account, as if it did not exist; `reinstate` makes it active again."""
    acts = cli_context(ctx).container.portal().account_operations
    after = acts.block(acts.find(account).id, reason, acting(operator), dry_run=dry_run)
    _tell(after, dry_run=dry_run, as_json=as_json)


@app.command()
def consent(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    needed: Annotated[
        bool,
        typer.Option(
            "--ask/--given",
            help="Hold withdrawals until a signed consent comes in, or record that it has.",
        ),
    ],
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Hold withdrawals until a signed consent to exclusivity has come in (40003)."""
    acts = cli_context(ctx).container.portal().account_operations
    after = acts.ask_consent(
        acts.find(account).id, reason, acting(operator), needed=needed, dry_run=dry_run
    )
    _tell(after, dry_run=dry_run, as_json=as_json)


@app.command()
def consents(
    ctx: typer.Context,
    account: Which,
    pdf: Annotated[
        Path | None,
        typer.Option(
            "--pdf", help="Write the newest as a PDF; an existing file is never replaced."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the consents that an account signed in the portal, the oldest first."""
    container = cli_context(ctx).container
    portal = container.portal()
    found = portal.account_operations.find(account)
    signed = portal.consents.signed(found.id)
    if pdf is not None:
        from backbeat_adapters.documents.consents.paper import to_pdf

        if not signed:
            raise Refused(f"{found.email} has signed no consent")
        write_private(pdf, to_pdf(signed[-1], found.email, container.fonts()))
    show_list([_consent(each) for each in signed], as_json=as_json)


@app.command("unlock-payouts")
def unlock_payouts(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Let payouts go out again after the owner denied having changed where to.

    First speak to the owner, who has to set a new password and check the payment details.
    """
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    after = container.portal().disowning.unlock(found.id, reason, acting(operator), dry_run=dry_run)
    _tell(after, dry_run=dry_run, as_json=as_json)


@app.command("reset-totp")
def reset_totp(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Remove the authenticator app of an owner who lost it; every session ends.

    First make sure that it is the owner who asks. Log-in then asks for the password alone.
    """
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    container.portal().second_factors.reset(found.id, reason, acting(operator), dry_run=dry_run)
    _tell(found, dry_run=dry_run, as_json=as_json)


@app.command()
def link(
    ctx: typer.Context,
    account: Which,
    operator: Operator,
    view_as: Annotated[
        bool,
        typer.Option(
            "--view-as",
            help="See the account as its owner does, for half an hour, and change nothing; needs --reason.",
        ),
    ] = False,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Of --view-as: why; written to the audit.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print a link that logs the account in once and expires soon."""
    at = cli_context(ctx)
    if view_as != (reason is not None):
        raise WrongUsage("--view-as and --reason are given together")
    found = at.container.portal().account_operations.find(account)
    sessions, actor = at.container.portal().sessions, acting(operator)
    issued = (
        sessions.issue_one_time_login(found.id, actor)
        if reason is None
        else sessions.issue_view(found.id, actor, required_reason(reason))
    )
    _show_link(at, issued, as_json=as_json)


@app.command()
def sessions(
    ctx: typer.Context,
    account: Which,
    operator: Operator,
    end: Annotated[str | None, typer.Option(help="End this session.")] = None,
    end_all: Annotated[bool, typer.Option("--end-all", help="End every session.")] = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """List where an account is signed in, or end sessions."""
    container = cli_context(ctx).container
    found = container.portal().account_operations.find(account)
    if end is not None and end_all:
        raise WrongUsage("give --end or --end-all, not both")
    if end is not None or end_all:
        if end_all:
            confirm(f"End every session of {found.name}?", yes=yes)
        which = None if end_all else SessionId(str(end))
        ended = container.portal().sessions.end(found.id, which, actor=acting(operator))
        show_record({"ended": ended}, as_json=as_json)
        return
    rows = columns(
        container.portal().sessions.of(found.id),
        id=lambda one: one.session.id,
        agent=lambda one: one.session.agent,
        network=lambda one: one.session.address,
        viewed_by=lambda one: one.session.viewing.operator if one.session.viewing else None,
        started_at=lambda one: one.session.started_at,
        last_seen_at=lambda one: one.last_seen,
    )
    show_list(rows, as_json=as_json)


@app.command()
def partner(
    ctx: typer.Context,
    account: Which,
    reason: Reason,
    operator: Operator,
    domain: Annotated[
        str | None, typer.Option(help="The partner's domain; leave it out for no partner.")
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Assign an account to a partner, whose exclusive tracks it may use, or to none."""
    acts = cli_context(ctx).container.portal().account_operations
    found = acts.find(account).id
    after = acts.put_with(found, domain, reason, acting(operator), dry_run=dry_run)
    _tell(after, dry_run=dry_run, as_json=as_json)


def _show_link(at: CliContext, issued: OneTimeLogin, *, as_json: bool) -> None:
    page = at.container.settings().site.url + addresses()["auth_external"]
    url = f"{page}?{urlencode({'t': issued.value})}"
    show_record({"url": url, "expires_in": issued.expires_in}, as_json=as_json)


def _fate(fate: Fate) -> dict[str, object]:
    return {
        "records": fate.records,
        "count": fate.count,
        "becomes": "stays" if fate.stays else "goes",
        "why": fate.why,
    }


def _permission(text: str | None) -> Permission | None:
    try:
        return None if text is None else Permission(text)
    except ValueError:
        known = ", ".join(each.value for each in Permission if each)
        raise WrongUsage(f"no such permission: {text}; there are {known}") from None


def _typed_password() -> str:
    """The password, never from the command line, where others could read it."""
    return sys.stdin.readline().rstrip("\r\n")


def _tell(account: Account, *, dry_run: bool, as_json: bool) -> None:
    show_act(_facts(account), dry_run=dry_run, as_json=as_json)


def _row(account: Account) -> Row:
    return {
        "id": account.id,
        "email": account.email,
        "nickname": account.name,
        "role": account.role,
        "permission": account.permission,
        "permission_flag": account.permission_flag,
        "status": account.status,
        "payouts_locked_at": account.payouts_locked_at,
        "totp_ends_at": account.totp_ends_at,
        "verified": account.is_verified,
        "created_at": account.created_at,
    }


def _consent(consent: Consent) -> Row:
    return {
        "id": consent.id,
        "signed_at": consent.signed_at,
        "name": consent.name,
        "version": consent.text.version,
        "language": consent.text.language,
        "address": consent.address,
    }


def _facts(account: Account) -> dict[str, object]:
    return {
        **_row(account),
        "manager": account.manager,
        "consent_required": account.consent_required,
        "status_reason": account.status_reason,
        "status_since": account.status_since,
        "has_password": account.password_hash is not None,
        "language": account.language,
        "terms_version": account.terms_version,
        "referral_code": account.referral_code,
        "invited_by": account.invited_by,
        "partner": account.partner,
    }
