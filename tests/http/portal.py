"""A person's hands on the whole portal: sign up, log in, read mails, let time pass."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from attrs import define, frozen
from falcon.testing import TestClient
from sqlalchemy import select
from tests.fakes.standins import FixedClock

from backbeat.accounts.model import Account
from backbeat.kernel.actors import Actor
from backbeat.mail.model import Mail
from backbeat_adapters.container import Container
from backbeat_adapters.sql.mail import from_row, mails

NOW = datetime(2025, 9, 1, 9, 0, tzinfo=UTC)
PASSWORD = "correct horse"
OPERATOR = Actor.operator("olga")
HOME, CAFE = "203.0.113.77", "198.51.100.5"


@frozen
class Answer:
    """What came back over the wire."""

    status: int
    json: dict[str, Any]
    headers: dict[str, str]

    @property
    def code(self) -> int | None:
        """The code of a refusal; None for a success."""
        return self.json.get("code")

    @property
    def reason(self) -> str | None:
        """The reason of a refusal with code 2."""
        return (self.json.get("details") or {}).get("reason")

    def __getitem__(self, name: str) -> Any:
        return self.json[name]


@define
class Portal:
    """A portal, and a person's hands on it."""

    container: Container
    client: TestClient
    business: FixedClock
    security: FixedClock

    def get(self, path: str, token: str | None = None, /, **query: Any) -> Answer:
        """Send a GET."""
        return self.send("GET", path, token, params=query)

    def post(self, path: str, token: str | None = None, /, **body: Any) -> Answer:
        """Send a POST with a JSON body."""
        return self.send("POST", path, token, json=body)

    def send(
        self,
        method: str,
        path: str,
        token: str | None = None,
        *,
        address: str = HOME,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> Answer:
        """Send anything from anywhere."""
        sent = {"Zs-Authentification": token} if token else {}
        result = self.client.simulate_request(
            method,
            f"/api/{path}",
            headers={**sent, **(headers or {})},
            remote_addr=address,
            **more,
        )
        return Answer(result.status_code, result.json, dict(result.headers))

    def pass_time(self, **by: float) -> None:
        """Let both clocks go on, as in life."""
        self.business.move(timedelta(**by))
        self.security.move(timedelta(**by))

    def join(self, name: str = "mina", **more: str) -> Answer:
        """Sign somebody up."""
        form = {"id": f"{name}@example.org", "password": PASSWORD, "nickname": name} | more
        return self.post("member/join", **form)

    def token_of(self, name: str = "mina") -> str:
        """Sign somebody up and prove the address: the token of a usable account."""
        token = str(self.join(name)["token"])
        self.post("member/email", token)
        self.post("member/emailverify", token, code=self.mailed_code(f"{name}@example.org"))
        return token

    def log_in(self, name: str = "mina", password: str = PASSWORD, address: str = HOME) -> Answer:
        """Log in by name."""
        body = {"id": f"{name}@example.org", "password": password}
        return self.send("POST", "member/login", json=body, address=address)

    def account(self, name: str = "mina") -> Account:
        """The account of a name, as the operator sees it."""
        found: Account = self.container.portal().account_operations.find(f"{name}@example.org")
        return found

    def mails(self, to: str) -> list[Mail]:
        """The mails that wait for an address, the oldest first."""
        with self.container.engine().connect() as connection:
            rows = connection.execute(
                select(mails).where(mails.c.recipient == to).order_by(mails.c.added_at, mails.c.id)
            )
            return [from_row(row).mail for row in rows]

    def mailed_code(self, to: str) -> str:
        """The newest code that was mailed to an address."""
        codes = [str(mail.facts["code"]) for mail in self.mails(to) if "code" in mail.facts]
        return codes[-1]
