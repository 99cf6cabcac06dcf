"""Why a trail cannot be followed. These messages are for the operator (code 2)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.kernel.errors import Refusal


@define(eq=False)
class NoSuchFile(Refusal):
    """No report file with that number or name was taken in."""

    reason = "not_found"
    file: str


@define(eq=False)
class SeveralFiles(Refusal):
    """Several report files have that name: `reports` are their numbers."""

    reason = "several_files"
    file: str
    reports: Sequence[str] = field(factory=list)


@define(eq=False)
class NoRow(Refusal):
    """Nothing is stored for that line: `problem` says why, as far as it is known.

    `undone`: the file was taken back. `not_a_row`: a header, or no line of the file. `not_kept`:
    that, or the line was added to an earlier one of its key (`added_up` lines were), or was the
    same in a file before, under whose line it stands (`unchanged` were): the file itself tells.
    """

    reason = "no_row"
    file: str
    line: int
    problem: str
    added_up: int | None = None
    unchanged: int | None = None
