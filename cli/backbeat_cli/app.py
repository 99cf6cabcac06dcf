"""The program `backbeat`: its commands by name, loaded only when one is run.

`COMMANDS` is the index. Each module has a Typer `app` made by `groups.py`: a `group` of commands
(`backbeat channel list`), or a `single` one (`backbeat worker`). Every call of `backbeat --help`
pays for what this module imports, so it imports next to nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from backbeat_cli.failures import told
from backbeat_cli.groups import single


class Entry(NamedTuple):
    """A command's module below `commands/` and its line in the help."""

    module: str
    help: str


COMMANDS = {
    "demo": Entry("demo", "The product with sample data on this machine."),
    "init": Entry("init", "Create the database and a commented configuration file."),
    "serve": Entry("serve", "Serve the HTTP API and the web UI."),
    "worker": Entry("worker", "Run the jobs: mails, channel checks, files, expiry."),
    "doctor": Entry("doctor", "Check the installation; each finding with its remedy."),
    "db": Entry("database", "The database's schema, backups and restores."),
    "config": Entry("config", "The settings in force."),
    "policy": Entry("policies", "The rules that touch money, each valid from a day on."),
    "account": Entry("accounts", "Accounts: opening, standing, one-time log-ins, sessions."),
    "member": Entry("members", "Members: the accounts below an account."),
    "channel": Entry("channels", "Channels: the review queue and every act on them."),
    "settle": Entry("settlement", "A month's shares: preview, close, adjust, explain."),
    "withdrawal": Entry("withdrawals", "The payout queue: list, show, approve, pay, reject."),
    "payout": Entry("payouts", "Paying people: files for banks and PayPal, and their results."),
    "ledger": Entry("ledger", "Statements, postings by hand, the check of the ledger."),
    "points": Entry("points", "Reward points: grant, list, expire."),
    "referral": Entry("referral", "Who came by whose invitation: list, release, refuse."),
    "fx": Entry("fx", "Exchange rates: by hand or from an ECB file."),
    "report": Entry(
        "report_files", "Report files: taking them in, what they held, suspense, undo."
    ),
    "track": Entry("catalogue", "The catalogue: import, export, list, mark, retire."),
    "tag": Entry("tags", "The vocabularies of moods, their words in four languages."),
    "site": Entry("sites", "Partner sites, whose people alone may use exclusive tracks."),
    "notice": Entry("notices", "Notices on the board, from Markdown files."),
    "event": Entry("events", "Events on the board, and who takes part in them."),
    "notify": Entry("notify", "Telling people something: asking for an invoice."),
    "banner": Entry("banners", "The banners that roll over the board."),
    "short": Entry("short_links", "Short links: /r/CODE leads to an invitation, a track, a page."),
    "campaign": Entry("campaigns", "View campaigns: create, open, close, entries, the report."),
    "program": Entry("programs", "Programs by term: open, applications, approve, deny, end."),
    "video-review": Entry(
        "video_reviews", "Videos that creators ask to have looked at once more: list, decide."
    ),
    "inquiry": Entry("inquiries", "Proposals by the partnership form: list, read, close."),
    "webhook": Entry("webhooks", "Telling partners' systems what happens, signed."),
    "audit": Entry("audit", "Who did what, when, to what, and why."),
    "openapi": Entry("openapi", "Print the API's OpenAPI document."),
}


class Globals(NamedTuple):
    """The options that come before the command on the command line."""

    config: Path | None = None


class LazyGroup(TyperGroup):
    """Knows its commands by name; imports a command only when it is run, and none to list them."""

    _listing = False

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Every command, in the order of the index."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command, or, while commands are only listed, a stand-in with its name and its line of
        help.
        """
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        if self._listing:
            return TyperCommand(cmd_name, help=entry.help)
        from backbeat_adapters.gc_tuning import loading

        with loading():
            module = import_module(f"backbeat_cli.commands.{entry.module}")
        command = typer.main.get_command(module.app)
        command.name, command.help = cmd_name, command.help or entry.help
        return command

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help without importing any command."""
        with self._only_listing():
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Offer the commands without importing any."""
        with self._only_listing():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _only_listing(self) -> Iterator[None]:
        self._listing = True
        try:
            yield
        finally:
            self._listing = False

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a failure ends as one line on stderr and exit code 1."""
        with told(debug=bool(os.environ.get("BACKBEAT_DEBUG"))):
            return super().invoke(ctx)


app = single(cls=LazyGroup, no_args_is_help=True, add_completion=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("backbeat-cli")
        except PackageNotFoundError:
            number = "(a checkout that is not installed)"
        sys.stdout.write(f"backbeat {number}\n")
        raise typer.Exit


@app.callback()
def backbeat(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            help="The configuration file; by default BACKBEAT_CONFIG, or backbeat.toml in this folder.",
        ),
    ] = None,
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Backbeat, a partner portal for creators: the operator's command line."""
    del show_version
    if ctx.obj is None:  # a test passes its own context
        ctx.obj = Globals(config)
