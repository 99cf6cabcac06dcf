"""How a command fails: one line on stderr, no traceback, exit code 1."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

import typer

STOPPED = "stopped by Ctrl-C before it was done"

UNKNOWN = (
    "the connection to the database was lost while the change was being kept, so it is not known "
    "whether it was; backbeat audit list shows it if so, and a close, a file, a payout or its end "
    "is never done twice when the command is run again"
)
CONFLICT = (
    "somebody else was changing the same records, and the database undid this change; "
    "run the command again"
)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Refused(Exception):
    """A command cannot do what it was asked to do; its text is the reason, in one line."""


class WrongUsage(Exception):
    """The command was called in a way that makes no sense; the text says why. Exit code 2."""


@contextmanager
def told(*, debug: bool = False) -> Iterator[None]:
    """Turn an exception of a command into a line and an exit code.

    `debug` (the variable BACKBEAT_DEBUG) lets tracebacks through.
    """
    try:
        yield
    except (typer.Exit, typer.Abort):
        raise
    except KeyboardInterrupt:
        sys.stderr.write(f"error: {STOPPED}\n")
        raise typer.Exit(1) from None
    except Exception as error:
        if debug:
            raise
        if type(error).__module__.startswith("typer."):
            raise  # wrong usage, which Typer explains itself
        for line in lines_of(error):
            sys.stderr.write(f"error: {line}\n")
        is_usage = isinstance(error, WrongUsage) or _is_no_text(error)
        raise typer.Exit(2 if is_usage else 1) from None


@contextmanager
def feature_told(
    feature: str,
    unknown: str,
    refused: type[Exception] | None = None,
    why: str = "",
    fields: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[None]:
    """Turn a refusal by the use cases of a feature that can be switched off into words about the
    request.

    `unknown` says what was not found, `why` is the text for the refusal `refused`, and `fields` say
    what a field has to be.
    """
    from backbeat.kernel.errors import BadValues, FeatureOff, NotFound

    try:
        yield
    except FeatureOff:
        raise Refused(f"{feature} are switched off: set features.{feature}") from None
    except NotFound:
        raise Refused(unknown) from None
    except BadValues as wrong:
        told = [f"{name} ({fields.get(name, reason)})" for name, reason in wrong.fields.items()]
        raise Refused(f"not taken: {', '.join(told)}") from None
    except Exception as error:
        if refused is None or not isinstance(error, refused):
            raise
        raise Refused(why) from None


def _is_no_text(error: Exception) -> bool:
    """Whether the failure came from writing out bytes of the command line that are not UTF-8."""
    return isinstance(error, UnicodeEncodeError) and error.reason == "surrogates not allowed"


def lines_of(error: Exception) -> tuple[str, ...]:
    """The words for a failure; a refusal has words for its code."""
    # Imported here: the help of the program must not wait for the core and the database.
    from backbeat.kernel.errors import NotRegistered, Refusal
    from backbeat.media.errors import FilesUnavailable
    from backbeat_adapters.settings import ConfigurationErrors
    from backbeat_adapters.sql.backups.backups import BackupRefused
    from backbeat_adapters.sql.engine.outages import (
        DatabaseConflict,
        DatabaseUnavailable,
        OutcomeUnknown,
    )
    from backbeat_adapters.sql.migrations.refusals import MigrationRefused
    from backbeat_adapters.sql.schema_version import WrongSchema

    if _is_no_text(error):
        return ("an argument holds bytes that are no text",)
    match error:
        case ConfigurationErrors():
            return error.lines
        case Refusal():
            return (_refusal(error),)
        case OutcomeUnknown():
            return (f"{UNKNOWN} ({_line(error)})",)
        case DatabaseConflict():
            return (f"{CONFLICT} ({_line(error)})",)
        case FilesUnavailable():
            return (f"previews and covers cannot be kept or read: {_line(error)}",)
        case DatabaseUnavailable():
            return (f"the database cannot be used: {_line(error)}",)
        case (
            Refused()
            | WrongUsage()
            | BackupRefused()
            | MigrationRefused()
            | WrongSchema()
            | NotRegistered()
        ):
            return (_line(error),)
        case OSError():
            return (_of_the_system(error),)
    return (f"unexpected {type(error).__name__}: {_line(error)} (BACKBEAT_DEBUG=1 shows where)",)


def _refusal(refusal: object) -> str:
    from backbeat.codes.words import message
    from backbeat.kernel.errors import Refusal
    from backbeat.kernel.languages import Language

    assert isinstance(refusal, Refusal)  # noqa: S101 - narrows for the reader
    details = refusal.details
    words = message(refusal.code, Language.ENGLISH, details).removesuffix(".")
    facts = ", ".join(f"{name}={value}" for name, value in details.items())
    return f"{words} (code {refusal.code}{', ' + facts if facts else ''})"


def _of_the_system(error: OSError) -> str:
    if error.errno in _FULL:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}: make room, then run the command again"
    return _line(error)


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
