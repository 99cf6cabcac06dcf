"""Which pages search engines may list: `/robots.txt` and `/sitemap.xml` (WEB-26)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import falcon
from attrs import frozen
from falcon import Request, Response

from backbeat.kernel.languages import Language
from backbeat_http.faces import Entry, Faces

ROBOTS = "/robots.txt"
SITEMAP = "/sitemap.xml"
_AN_HOUR = "public, max-age=3600"


@frozen
class Robots:
    """Answers `/robots.txt`. It forbids no pages: a page that must not be listed says so itself,
    which a crawler could not see if it were forbidden to read it.
    """

    faces: Faces

    def on_get(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """What crawlers may read, and where the sitemap is."""
        lines = ("User-agent: *", "Disallow: /api/", f"Sitemap: {self.faces.address(SITEMAP)}")
        resp.text, resp.content_type = "\n".join(lines) + "\n", falcon.MEDIA_TEXT
        resp.set_header("Cache-Control", _AN_HOUR)

    on_head = on_get


@frozen
class Sitemap:
    """Answers `/sitemap.xml`."""

    faces: Faces

    def on_get(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """Every public page, in each of its languages."""
        pages = "".join(self._page(entry) for entry in self.faces.entries())
        resp.text, resp.content_type = f"{_HEAD}{pages}</urlset>\n", falcon.MEDIA_XML
        resp.set_header("Cache-Control", _AN_HOUR)

    on_head = on_get

    def _page(self, entry: Entry) -> str:
        changed = f"<lastmod>{entry.changed.isoformat()}</lastmod>" if entry.changed else ""
        return (
            f"<url><loc>{escape(self.faces.address(entry.path))}</loc>{changed}"
            f"{''.join(self._alternates(entry.path))}</url>\n"
        )

    def _alternates(self, path: str) -> Iterable[str]:
        for language in Language:
            address = escape(self.faces.address(path, language))
            yield (f'<xhtml:link rel="alternate" hreflang="{language.value}" href="{address}"/>')


_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
