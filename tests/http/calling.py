"""A polite client: calls the API as one account, in a language and a currency."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from tests.http.world import World


@frozen
class Client:
    """Calls as one account."""

    world: World
    actor: str
    language: str = "en"
    currency: str = "USD"

    def get(self, path: str, **query: Any) -> Any:
        """The answer's fields, `success` included."""
        return self._json("GET", path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        """The answer's fields, `success` included."""
        return self._json("POST", path, json=body)

    def file(self, path: str, **query: Any) -> bytes:
        """What a download holds."""
        return bytes(self._send("GET", path, params=query).content)

    def status(self, method: str, path: str, **parts: Any) -> int:
        """The HTTP status of a call."""
        name = "json" if method == "POST" else "params"
        return int(self._send(method, path, **{name: parts}).status_code)

    def _json(self, method: str, path: str, **parts: Any) -> Any:
        return self._send(method, path, **parts).json

    def _send(self, method: str, path: str, **parts: Any) -> Any:
        headers = {
            "Zs-Authentification": self.world.tokens[self.actor],
            "Accept-Language": self.language,
            "ZS-Currency": self.currency,
        }
        return self.world.client.simulate_request(method, f"/api/{path}", headers=headers, **parts)
