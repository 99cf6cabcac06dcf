"""Why something cannot be published. Operators write posts, so a refusal says where in the file."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


class Unpublishable(Exception):
    """A post or banner breaks a rule of what may be published; the text says which.

    `line` is the line of the text that is to blame, where there is one.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


@define(eq=False)
class ContentTooLong(Refusal):
    """A text is longer than a post may be (BOARD-6)."""

    code = 6
    limit: int


@define(eq=False)
class AttachmentTooLarge(Refusal):
    """A picture has more bytes than one may have (BOARD-7)."""

    code = 5
    limit: int
