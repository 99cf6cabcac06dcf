"""Sessions: `member/sessions`, `member/stepup` and the log-out."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import (
    CodeExpired,
    NoPassword,
    WrongPassword,
)
from backbeat.accounts.login_notices import LoginNotices
from backbeat.accounts.sessions import OpenSession, Sessions
from backbeat.kernel.errors import NotFound, TooManyRequests
from backbeat.kernel.ids import SessionId
from backbeat_http.caller import Caller, Visitor
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.resources.accounts import PasswordBody
from backbeat_http.wire import Instant


@frozen
class StepUpView:
    """For how many seconds the password counts as fresh."""

    expires_in: int


@frozen
class SessionItem:
    """One open session of the caller; `ip` is the network it came from, `viewed_by` the operator to
    whom it belongs (SESSION-14).
    """

    id: str
    user_agent: str
    ip: str
    created_at: Instant
    last_seen_at: Instant
    current: bool
    viewed_by: str | None

    @classmethod
    def of(cls, one: OpenSession, caller: Caller) -> SessionItem:
        return cls(
            id=one.session.id,
            user_agent=one.session.agent,
            ip=one.session.address,
            created_at=one.session.started_at,
            last_seen_at=one.last_seen,
            current=one.session.id == caller.session,
            viewed_by=one.session.viewing.operator if one.session.viewing else None,
        )


@frozen
class SessionsView:
    """Every open session of the caller, the one used last first."""

    items: list[SessionItem]


@frozen
class EndSessionBody:
    """Which session; without an id, every session but the caller's. The password, unless it is fresh."""

    id: str | None = None
    password: str | None = None

    @property
    def session(self) -> SessionId | None:
        return None if self.id is None else SessionId(self.id)


@frozen
class EndedView:
    """How many sessions ended."""

    ended: int


@frozen
class DisownLoginBody:
    """The ticket of the mail's link."""

    ticket: Annotated[str, Meta(min_length=1, max_length=200)]


@frozen
class SessionsResource:
    """Answers for the caller's own sessions."""

    sessions: Sessions
    notices: LoginNotices

    @operation("logout", unverified=True, writes=False)
    def on_post_logout(self, caller: Caller) -> None:
        """End this session."""
        self.sessions.log_out(caller.session)

    @operation("stepUp", lane=Lane.PASSWORDS, unverified=True, refuses=(WrongPassword, NoPassword))
    def on_post_stepup(self, caller: Caller, body: PasswordBody) -> StepUpView:
        """Give the password again, for what asks for a fresh one."""
        self.sessions.prove(caller.account, caller.session, body.password)
        return StepUpView(expires_in=self.sessions.terms.step_up_seconds)

    @operation("listSessions")
    def on_get_sessions(self, caller: Caller) -> SessionsView:
        """Where the caller is signed in."""
        return SessionsView(
            [SessionItem.of(one, caller) for one in self.sessions.of(caller.account)]
        )

    @operation("endSession", step_up=True, refuses=(NotFound,))
    def on_post_sessions_end(self, caller: Caller, body: EndSessionBody) -> EndedView:
        """End one of the caller's sessions, or all but this one."""
        ended = self.sessions.end(caller.account, body.session, keep=caller.session)
        return EndedView(ended=ended)

    @operation("disownLogin", refuses=(CodeExpired, TooManyRequests))
    def on_post_disown(self, visitor: Visitor, body: DisownLoginBody) -> None:
        """Say by the link of a mail that a log-in was not the owner's: every session ends."""
        self.notices.disown(body.ticket, visitor.device)
