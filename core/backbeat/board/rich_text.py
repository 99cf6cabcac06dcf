"""Rich text as a small tree: everything that a post can contain, and nothing that a browser would
run (BOARD-5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Protocol

from attrs import frozen

from backbeat.board.errors import Unpublishable
from backbeat.board.model import IMAGE_ADDRESS


class Part(StrEnum):
    """What a node is. Blocks contain blocks or inline parts, inline parts contain inline parts."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    BULLETS = "bullets"
    NUMBERS = "numbers"
    ITEM = "item"
    QUOTE = "quote"
    RULE = "rule"
    CODE_BLOCK = "code_block"
    TEXT = "text"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    LINK = "link"
    IMAGE = "image"
    BREAK = "break"


@frozen
class Node:
    """One part of a text: `text` for words, code and what an image shows, `address` for links and
    images, `line` where it stands in the Markdown."""

    part: Part
    line: int
    text: str = ""
    address: str | None = None
    children: tuple[Node, ...] = ()


class Markdown(Protocol):
    def read(self, text: str) -> tuple[Node, ...]:
        """The text as a tree; raises `Unpublishable` if it contains HTML."""


_LINK = re.compile(r"https://[^\s/?#\\]+\.[^\s\\]+|mailto:[^\s@\\]+@[^\s@\\]+|/(?![/\\])[^\s\\]*")
_LONGEST_LINK = 500
_SUMMARY = 160


def is_link(address: str) -> bool:
    """Whether a link may lead there: a path of the portal, an https address, a mail address."""
    return len(address) <= _LONGEST_LINK and _LINK.fullmatch(address) is not None


def require_safe(nodes: Iterable[Node], pictures: Iterable[str]) -> None:
    """Refuse links that may not lead there, and images that do not belong to the post."""
    own = frozenset(pictures)
    for node in every(nodes):
        if node.part is Part.LINK and not is_link(node.address or ""):
            raise Unpublishable(
                f"a link leads to a path of the portal, to https:// or to mailto:,"
                f" not to {node.address!r}",
                node.line,
            )
        if node.part is Part.IMAGE and (node.address or "").removeprefix(IMAGE_ADDRESS) not in own:
            raise Unpublishable(f"no such picture: {node.address!r}", node.line)
        if node.part is Part.IMAGE and not node.text.strip():
            raise Unpublishable("a picture says in words what it shows: ![words](file)", node.line)


def summary(nodes: Iterable[Node]) -> str:
    """The text of the first paragraph, shortened at the end of a word if it is long."""
    first = next((node for node in every(nodes) if node.part is Part.PARAGRAPH), None)
    text = "" if first is None else " ".join(words(first.children).split())
    if len(text) <= _SUMMARY:
        return text
    cut = text[:_SUMMARY]
    return f"{cut.rpartition(' ')[0] or cut}\N{HORIZONTAL ELLIPSIS}"


def words(nodes: Sequence[Node]) -> str:
    """The plain text of some nodes, without images."""
    return "".join(
        " " if node.part is Part.BREAK else node.text + words(node.children)
        for node in nodes
        if node.part is not Part.IMAGE
    )


def every(nodes: Iterable[Node]) -> Iterator[Node]:
    """Every node, including nested ones."""
    for node in nodes:
        yield node
        yield from every(node.children)
