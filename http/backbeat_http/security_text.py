"""Where to report a vulnerability: /.well-known/security.txt (SEC-19)."""

from __future__ import annotations

from datetime import UTC, timedelta

import falcon
from attrs import frozen
from falcon import Request, Response

from backbeat.kernel.clock import Clock
from backbeat.kernel.languages import Language
from backbeat.settings import Site
from backbeat_http.errors import PathNotFound

SECURITY_TEXT = "/.well-known/security.txt"
VALID_FOR = timedelta(days=180)


@frozen
class SecurityText:
    """Answers as RFC 9116 says; `clock` is the security clock."""

    site: Site
    clock: Clock

    def on_get(self, req: Request, resp: Response) -> None:  # noqa: ARG002
        """The text, or 404 if the installation names no contact."""
        if self.site.security_contact is None:
            raise PathNotFound
        expires = (self.clock.now() + VALID_FOR).astimezone(UTC)
        fields = {
            "Contact": self.site.security_contact,
            "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "Preferred-Languages": ", ".join(Language),
            "Canonical": f"{self.site.url.rstrip('/')}{SECURITY_TEXT}",
        }
        resp.text = "".join(f"{name}: {value}\n" for name, value in fields.items())
        resp.content_type = falcon.MEDIA_TEXT

    on_head = on_get
