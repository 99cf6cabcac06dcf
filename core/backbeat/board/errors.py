"""Why something cannot be published. Operators write posts, so a refusal names the place in the
file.
"""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


class Unpublishable(Exception):
    """A post or banner breaks a rule about what may be published; the message says which.

    `line` is the line that causes it, if there is one.
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
    """A picture has more bytes than allowed (BOARD-7)."""

    code = 5
    limit: int
