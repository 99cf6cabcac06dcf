"""A server to try one resource on: real edge, stand-ins for sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from attrs import define, field, frozen
from falcon.testing import TestClient
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import LoginRequired, WrongPassword
from backbeat.accounts.model import Viewing
from backbeat.board.service import Board
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.limits.ports import LimitStore
from backbeat.limits.service import Limits
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.limits import MemoryLimits
from backbeat.memory.media import MemoryFiles
from backbeat.settings import LimitsProfile, Site
from backbeat.site.service import Sites
from backbeat_adapters.board.markdown import MarkdownIt
from backbeat_http.app import Setup, make_app
from backbeat_http.covers import Covers
from backbeat_http.operation import Edge
from backbeat_http.partners import SiteToken
from backbeat_http.pictures import Pictures
from backbeat_http.readiness import Readiness
from backbeat_http.routes import Path as Route
from backbeat_http.security_text import SecurityText
from backbeat_http.static import Pages

MINA = AccountId("mina")
NO_PAGES = Pages(Path(__file__).parent / "nothing")
HER_SESSION = SessionId("s1")


@frozen
class Somebody:
    """A live session of an account."""

    account: AccountId = MINA
    session: SessionId = HER_SESSION
    email_verified: bool = True
    proven: bool = True
    totp_missing: bool = False
    viewing: Viewing | None = None


@define
class ScriptedSessions:
    """Tokens that open sessions, or answer with a refusal; the password is always `open sesame`."""

    tokens: Mapping[str, Somebody | Refusal]
    proofs: list[SessionId] = field(factory=list)

    def resolve(self, token: str) -> Somebody:
        found = self.tokens.get(token, LoginRequired())
        if isinstance(found, Refusal):
            raise found
        return found

    def prove(self, account: AccountId, session: SessionId, password: str) -> None:
        if password != "open sesame":
            raise WrongPassword
        self.proofs.append(session)


def serving(
    resource: object,
    paths: tuple[Route, ...],
    tokens: Mapping[str, Somebody | Refusal] | None = None,
    profile: LimitsProfile = LimitsProfile.WIDE,
    pages: Pages = NO_PAGES,
    store: LimitStore | None = None,
    *,
    is_https: bool = False,
    site: Site = Site(),  # noqa: B008 - a value
    sites: Sites | None = None,
    one_moment: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> TestClient:
    """A client of a server that has this one resource."""
    edge = Edge(
        ScriptedSessions(tokens or {"live": Somebody()}),
        Limits(store or MemoryLimits(), FixedClock(), profile),
        one_moment=one_moment,
    )
    ready = Readiness(can_write=lambda: True, require_schema=lambda: None)
    text = SecurityText(site, FixedClock())
    transactions = MemoryTransactions.empty(FixedClock(), counting_ids())
    board = Board(transactions, FixedClock(), MarkdownIt())
    token = SiteToken(sites or Sites(transactions, FixedClock()))
    pictures, covers = Pictures(board), Covers(MemoryFiles())
    setup = Setup(edge, [resource], pages, pictures, covers, ready, text, token, is_https=is_https)
    return TestClient(make_app(setup, paths))
