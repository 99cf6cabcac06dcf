"""How commands print: tables for people, one JSON document for scripts, bars on terminals.

The library that draws them is loaded only when something is drawn (decision 0035).

Money, days and instants are plain text in both. What strangers typed (names, titles) is shown
without control characters, so that it cannot repaint the operator's terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from backbeat.kernel.chunks import batches
from backbeat.kernel.errors import plain
from backbeat.kernel.pages import Page
from backbeat_cli.failures import WrongUsage

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Row = Mapping[str, Any]
"""A row by stable keys: texts, numbers, money, days, enumerations, lists, None."""

ROWS_A_TABLE = 1_000
"""A list with more rows is printed as several tables."""

_WIDE = 10_000
_STEPS = 10


class LongList(list[Row]):
    """Rows that are made while they are printed, so that they are never all in memory, however many
    there are.
    """

    def __init__(self, count: int, rows: Callable[[], Iterator[Row]]) -> None:
        super().__init__()
        self._count, self._rows = count, rows

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Row]:
        return self._rows()


def usd(nanos: int) -> str:
    """Nano-USD as decimal text."""
    return format(Decimal(nanos).scaleb(-9), "f")


def exact(amount: Decimal) -> str:
    """An exact amount without needless zeros, but with at least two places."""
    whole, _, places = f"{amount:f}".partition(".")
    return f"{whole}.{places.rstrip('0').ljust(2, '0')}"


def exact_usd(nanos: int) -> str:
    return exact(Decimal(nanos).scaleb(-9))


def show_list(
    rows: Sequence[Row], *, as_json: bool, page: Page[Any] | None = None, title: str | None = None
) -> None:
    """Print rows: a table, or `{"items": [...]}` with `page`, `size`, `total`, `next` of a page."""
    if as_json:
        document: dict[str, object] = {"items": [plain(row) for row in rows]}
        if page is not None:
            document |= {"page": page.page, "size": page.size, "total": page.total}
            document |= {"next": page.next} if page.next else {}
        show_json(document)
        return
    if not rows:
        say("nothing found")
        return
    console = _console()
    for some in batches(rows, ROWS_A_TABLE):
        table = _table(some, title)
        if _fits(console, table):
            console.print(table)
        else:
            _print_below_each_other(console, some, title)
    if page is not None and page.total is not None and page.total > len(rows):
        say(f"page {page.page}: {len(rows)} of {page.total}")
    if page is not None and page.next is not None:
        say(f"go on with --after {page.next}")


def _table(rows: Sequence[Row], title: str | None) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left")
    for name, value in rows[0].items():
        is_number = isinstance(value, int) and not isinstance(value, bool)
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell(value)) for value in row.values()))
    return table


def _fits(console: Console, table: Table) -> bool:
    """Whether every word has room. A table with too many columns for its terminal breaks ids in
    pieces, or shows nothing at all.
    """
    wide = console.options.update(max_width=_WIDE)
    return console.measure(table, options=wide).minimum <= console.width


def _print_below_each_other(console: Console, rows: Sequence[Row], title: str | None) -> None:
    if title:
        console.print(title, style="italic")
    for row in rows:
        console.print(_grid(row))
        console.print()


def trial(dry_run: bool) -> dict[str, object]:
    """What a document says of an act in addition to its facts (CLI-2): the same key either way."""
    return {"dry_run": dry_run}


def say_trial(dry_run: bool) -> None:
    """Say that nothing was changed, if that is so."""
    if dry_run:
        say("a dry run: nothing was changed")


def show_record(record: Row, *, as_json: bool) -> None:
    """Print one thing: one line per key, or a JSON object."""
    if as_json:
        show_json(plain(record))
        return
    _console().print(_grid(record))


def _grid(record: Row) -> Table:
    """A line per key."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column()
    # Rich would cut a word that is longer than its place, such as a link.
    table.add_column(overflow="fold")
    for name, value in record.items():
        table.add_row(Text(name, style="bold"), Text(cell(value)))
    return table


def show_act(record: Row, *, dry_run: bool, as_json: bool) -> None:
    """Print one thing as an act has left it or, in a dry run, would leave it."""
    show_record({**record, **(trial(dry_run) if as_json else {})}, as_json=as_json)
    if not as_json:
        say_trial(dry_run)


def show_json(document: object) -> None:
    """Print a JSON document."""
    for piece in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(document):
        sys.stdout.write(piece)
    sys.stdout.write("\n")


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{printable(text)}\n")


def note(text: str) -> None:
    """Print a line that is not part of the results, on stderr."""
    sys.stderr.write(f"{printable(text)}\n")


def confirm(question: str, *, yes: bool) -> None:
    """Ask before doing what cannot be undone; `--yes` answers, and is required without a terminal.

    Ends the program with code 1 when the answer is no.
    """
    if yes:
        return
    if not sys.stdin.isatty():
        raise WrongUsage(f"{question} Answer with --yes.")
    import typer

    typer.confirm(printable(question), abort=True)


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show the progress of long work: a bar on a terminal, plain lines otherwise, both on stderr.

    Call the returned function with the number done so far.
    """
    if not sys.stderr.isatty():
        yield _plain_lines(label, total)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(printable(label), total=total)
        yield lambda done: bar.update(task, completed=done)


def _plain_lines(label: str, total: int | None) -> Callable[[int], None]:
    told = 0

    def tell(done: int) -> None:
        nonlocal told
        step = done * _STEPS // total if total else done // 100_000
        if step > told:
            told = step
            note(f"{label}: {done:,}" + (f" of {total:,}" if total else ""))

    return tell


def cell(value: object) -> str:
    """A value as a table shows it."""
    match plain(value):
        case None | "":
            return "-"
        case bool() as flag:
            return "yes" if flag else "no"
        case list() as items:
            return ", ".join(cell(item) for item in items) or "-"
        case dict() as facts:
            return ", ".join(f"{name}={cell(fact)}" for name, fact in facts.items()) or "-"
        case other:
            return printable(str(other))


def printable(text: str) -> str:
    """The text without control characters; a line break becomes a space."""
    return "".join(c if c.isprintable() else " " for c in text.replace("\r\n", "\n"))


def columns(items: Iterable[Any], **getters: Callable[[Any], object]) -> list[Row]:
    """Rows out of things: `columns(page.items, id=lambda c: c.id, name=lambda c: c.name)`."""
    return [{name: getter(item) for name, getter in getters.items()} for item in items]


def _console() -> Console:
    from rich.console import Console

    # If the output is no terminal, a table must not be cut to 80 columns, because a script may read
    # it.
    return Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False)
