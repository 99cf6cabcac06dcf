"""Markdown as a tree, read by markdown-it-py in its CommonMark preset (decision 0228)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import frozen

from backbeat.board.errors import Unpublishable
from backbeat.board.rich_text import Node, Part

if TYPE_CHECKING:
    from markdown_it import MarkdownIt as Parser
    from markdown_it.tree import SyntaxTreeNode

_PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "heading": Part.HEADING,
        "paragraph": Part.PARAGRAPH,
        "bullet_list": Part.BULLETS,
        "ordered_list": Part.NUMBERS,
        "list_item": Part.ITEM,
        "blockquote": Part.QUOTE,
        "hr": Part.RULE,
        "fence": Part.CODE_BLOCK,
        "code_block": Part.CODE_BLOCK,
        "text": Part.TEXT,
        "strong": Part.STRONG,
        "em": Part.EMPHASIS,
        "code_inline": Part.CODE,
        "link": Part.LINK,
        "image": Part.IMAGE,
        "hardbreak": Part.BREAK,
        "softbreak": Part.TEXT,
    }
)
_ADDRESSES = {Part.LINK: "href", Part.IMAGE: "src"}


@cache
def _parser() -> Parser:
    """HTML and all addresses are recognised, so that they are refused by name instead of shown as
    text.
    """
    from markdown_it import MarkdownIt as Parser  # noqa: PLC0415 - slow, and few commands read posts

    parser = Parser("commonmark", {"html": True})
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    return parser


@frozen
class MarkdownIt:
    """Fulfils `Markdown`. Anything for which the tree has no part is refused."""

    def read(self, text: str) -> tuple[Node, ...]:
        from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415 - see above

        root = SyntaxTreeNode(_parser().parse(text))
        return _nodes(root.children, 1)


def _nodes(found: Sequence[SyntaxTreeNode], line: int) -> tuple[Node, ...]:
    """The nodes on one level, the first of them on that line."""
    nodes: list[Node] = []
    for each in found:
        here = each.map[0] + 1 if each.map else line
        if each.type == "inline":
            nodes += _nodes(each.children, here)
        elif each.type != "text" or each.content:
            # Between marks the reader leaves empty texts.
            nodes.append(_node(each, here))
        if each.type in {"softbreak", "hardbreak"}:
            line += 1
    return tuple(nodes)


def _node(found: SyntaxTreeNode, line: int) -> Node:
    part = _PARTS.get(found.type)
    if part is None:
        what = "HTML has no place in a post" if "html" in found.type else f"no {found.type} here"
        raise Unpublishable(f"{what}: {found.content.strip()[:60]!r}", line)
    address = found.attrs.get(_ADDRESSES[part]) if part in _ADDRESSES else None
    return Node(
        part=part,
        line=line,
        text=_text(found, part),
        address=None if address is None else str(address),
        children=() if part is Part.IMAGE else _nodes(found.children, line),
    )


def _text(found: SyntaxTreeNode, part: Part) -> str:
    if found.type == "softbreak":
        return " "
    has_text = part in {Part.TEXT, Part.CODE, Part.CODE_BLOCK, Part.IMAGE}
    return found.content if has_text else ""
