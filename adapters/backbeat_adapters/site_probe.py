"""Asks a partner's domain for its token, over the open network only unless the setting says
otherwise (SITE-6)."""

from __future__ import annotations

import socket
from http.client import HTTPException

from attrs import frozen

from backbeat.site.ports import ProbeFailed
from backbeat.site.rules import TOKEN_PATH
from backbeat_adapters.connecting import JudgedConnection, PrivateAddress

_TIMEOUT_SECONDS = 10
"""How long a domain may take as a whole, however it behaves."""
_PRIVATE = "it leads to a private address, and site.allow_private is off"
_LONGEST = 200
_OK = 200


@frozen
class HttpSiteProbe:
    """Fulfils `SiteProbe`. Redirects are not followed: the domain itself has to answer."""

    allow_private: bool = False
    seconds: float = _TIMEOUT_SECONDS

    def token_at(self, origin: str) -> str:
        with JudgedConnection(origin, self.seconds, allow_private=self.allow_private) as connection:
            try:
                connection.request("GET", TOKEN_PATH, headers={"Accept": "text/plain"})
                answer = connection.getresponse()
                content = answer.read(_LONGEST + 1)
            except PrivateAddress:
                raise ProbeFailed(_PRIVATE) from None
            except socket.gaierror as error:
                raise ProbeFailed("its name leads nowhere") from error
            except (OSError, HTTPException) as error:
                raise ProbeFailed(f"it cannot be asked ({type(error).__name__})") from error
        if connection.is_cut:
            raise ProbeFailed(f"it has no whole answer within {self.seconds:g} s")
        if answer.status != _OK:
            raise ProbeFailed(f"it answers {answer.status}")
        if len(content) > _LONGEST:
            raise ProbeFailed("it answers something else than a token")
        return content.decode("ascii", "replace")
