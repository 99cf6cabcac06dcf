"""What a command works with: the container, built from the configuration when it is first needed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import define

from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat_adapters.gc_tuning import loading, tune_gc
from backbeat_adapters.settings import Configuration, load
from backbeat_cli.app import Globals
from backbeat_cli.failures import Refused, WrongUsage

if TYPE_CHECKING:
    from backbeat.platforms.model import Platform
    from backbeat_adapters.container import Container

OPERATOR_VARIABLE = "BACKBEAT_OPERATOR"
LONGEST_NAME = 64
"""The longest name of an operator, in characters."""


def system_user() -> str:
    """The name of the user that runs the program."""
    try:
        return getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"


Operator = Annotated[
    str,
    typer.Option(
        envvar=OPERATOR_VARIABLE,
        default_factory=system_user,
        help="Who acts, for the audit.",
        show_default="the system user",
    ),
]


def month_of(text: str) -> Month:
    """The month that `yyyy-MM` names; anything else is wrong usage."""
    try:
        return Month.parse(text)
    except ValueError as error:
        raise WrongUsage(str(error)) from None


def encoding_of(text: str | None) -> str | None:
    """The encoding that an option names; an unknown name is wrong usage."""
    # Imported here: the help of the program must not wait for the report files.
    from backbeat.report_files.model import ENCODINGS

    name = None if text is None else text.strip().lower().replace("_", "-")
    if name is not None and name not in ENCODINGS:
        raise WrongUsage(f"no such encoding: {text}; --encoding is one of {', '.join(ENCODINGS)}")
    return name


def text_of(file: Path) -> str:
    """The text of a file that an operator wrote, in UTF-8."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(f"{file.name}: not a UTF-8 text") from None
    except OSError as problem:
        raise WrongUsage(f"{file}: {problem.strerror}") from None


def platform_of(name: str | None) -> Platform | None:
    """The platform that an option names; an unknown name is wrong usage."""
    # Imported here: the help of the program must not wait for the platforms.
    from backbeat.platforms import registry

    try:
        return None if name is None else registry.platform(name)
    except ValueError as error:
        raise WrongUsage(str(error)) from None


def required_reason(reason: str) -> str:
    """A reason that has to be given; one of spaces alone is refused, as the core refuses it."""
    if not reason.strip():
        raise FieldsMissing(fields={"reason": "required"})
    return reason.strip()


def page_request(page: int, size: int, after: str | None) -> PageRequest:
    """The page that the options ask for, by its number or by the place after which it begins."""
    if after is not None and page:
        raise typer.BadParameter("give --page or --after, not both", param_hint="--after")
    return PageRequest(page, size, after)


Reason = Annotated[str, typer.Option(help="Why; written to the audit.", callback=required_reason)]
ToldReason = Annotated[
    str | None,
    typer.Option("--reason", help="Why; written to the audit and shown to the people concerned."),
]
MonthArgument = Annotated[str, typer.Argument(metavar="MONTH", help="The month, yyyy-MM.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would happen; change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
PageNumber = Annotated[
    int, typer.Option("--page", min=0, max=1_000_000, help="Which page, from 0.")
]
PageSize = Annotated[int, typer.Option("--size", min=1, max=200, help="How many per page.")]
After = Annotated[
    str | None,
    typer.Option("--after", help="Begin after this place: the `next` of the page before."),
]


@define(slots=False)
class CliContext:
    """The parts of the program for one run of a command."""

    arguments: Globals

    @cached_property
    def configuration(self) -> Configuration:
        """The settings in force; raises `ConfigurationErrors`."""
        return load(os.environ, self.arguments.config)

    @cached_property
    def container(self) -> Container:
        """The container of every service, over a database of this program's version.

        Raises `WrongSchema` for another one (OPS-17).
        """
        with loading():
            from backbeat_adapters.sql.schema_version import require_ours

        container = self.container_of_any_version
        require_ours(container.engine())
        return container

    @cached_property
    def container_of_any_version(self) -> Container:
        """The container for whatever version the database has, for commands that inspect or mend
        it; an operator's work may take long.
        """
        # Help and completion do not need it, and loading it takes longer than everything else
        # (0035).
        with loading():
            from backbeat_adapters.container import make_container
            from backbeat_adapters.sql.engine.engines import LONG_TIMEOUTS

        configuration = self.configuration
        container = make_container(configuration.settings, configuration.deployment, LONG_TIMEOUTS)
        tune_gc()
        return container

    def require_platform_file(self) -> None:
        """Refuse a file of channels that cannot be read, before creators run into it (PLATFORM-13)."""
        from backbeat_adapters.platforms.choosing import file_faults

        if faults := file_faults(self.configuration.deployment.platform):
            raise Refused("; ".join(faults))

    def emails_of(self, accounts: Iterable[AccountId]) -> dict[AccountId, str]:
        """The log-in addresses of accounts."""
        with self.container.transactions().look() as books:
            found = books.accounts.get_all(set(accounts))
        return {account: known.email for account, known in found.items()}

    def channel_names(self, channels: Iterable[ChannelId]) -> dict[ChannelId, str]:
        with self.container.transactions().look() as books:
            found = [books.channels.get(each) for each in sorted(set(channels))]
        return {each.id: each.name for each in found if each is not None}


def cli_context(ctx: typer.Context) -> CliContext:
    """The context of the running command: `cli_context(ctx).container.portal().channels`.

    A test puts a `CliContext` of its own into `obj` when it invokes the program.
    """
    root = ctx.find_root()
    if not isinstance(root.obj, CliContext):
        root.obj = CliContext(root.obj)
    return root.obj


def acting(name: str) -> Actor:
    """The operator as the audit names one; wrong usage if that is not a valid name."""
    tidy = " ".join(word for word in name.split(" ") if word)
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise WrongUsage(f"an operator's name has 1 to {LONGEST_NAME} characters: --operator NAME")
    return Actor.operator(tidy)
