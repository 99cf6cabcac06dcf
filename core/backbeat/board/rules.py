"""What may be published."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from backbeat.board.errors import AttachmentTooLarge, ContentTooLong, Unpublishable
from backbeat.board.model import PublishedSpan
from backbeat.board.rich_text import is_link
from backbeat.kernel.languages import FALLBACK, Language

LONGEST_TITLE = 120
LONGEST_BODY = 20_000
LARGEST_PICTURE = 2 * 1024 * 1024
HIGHEST_ORDER = 999


def require_languages(texts: Mapping[Language, object]) -> None:
    """Refuse texts that lack the fallback language."""
    if FALLBACK not in texts:
        raise Unpublishable(f"the text in English is missing (.{FALLBACK}.md)")


def require_title(title: str) -> None:
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise Unpublishable(f"a title is one line of 1 to {LONGEST_TITLE} characters", 1)


def require_body(body: str) -> None:
    """Refuse a text that is too long (6), blank, or contains control characters."""
    if len(body) > LONGEST_BODY:
        raise ContentTooLong(limit=LONGEST_BODY)
    if not body.strip():
        raise Unpublishable("there is no text below the title")
    for number, line in enumerate(body.splitlines(), start=1):
        if not line.replace("\t", "").isprintable():
            raise Unpublishable("the text holds control characters", number)


def require_size(content: bytes) -> None:
    """Refuse a picture of too many bytes (5)."""
    if len(content) > LARGEST_PICTURE:
        raise AttachmentTooLarge(limit=LARGEST_PICTURE)


def require_span(span: PublishedSpan, zone: ZoneInfo) -> None:
    """Refuse an end before the beginning."""
    if span.until is not None and span.until < span.begin.astimezone(zone).date():
        raise Unpublishable(f"it would end on {span.until}, before it begins")


def require_target(link: str) -> None:
    """Refuse a banner that leads neither to a page of the portal nor to an https address."""
    if not is_link(link) or link.startswith("mailto:"):
        raise Unpublishable(
            f"a banner leads to a path of the portal or to https://, not to {link!r}"
        )


def require_order(order: int) -> None:
    if not 0 <= order <= HIGHEST_ORDER:
        raise Unpublishable(f"the order is a number from 0 to {HIGHEST_ORDER}")
