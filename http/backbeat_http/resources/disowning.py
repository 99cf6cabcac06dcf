"""A change of the payment details that was not the owner's: `withdrawal/info.disown`."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import CodeExpired, LoginRequired
from backbeat.kernel.errors import NotFound, TooManyRequests
from backbeat.withdrawals.disowning import Disowning
from backbeat_http.caller import Caller, Visitor
from backbeat_http.operation import operation


@frozen
class DisownBody:
    """The ticket from the mail's link; without one, the caller's session says who it is."""

    ticket: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


@frozen
class DisowningResource:
    """Answers `withdrawal/info.disown`."""

    disowning: Disowning

    @operation(
        "disownPaymentInfo",
        refuses=(LoginRequired, NotFound, CodeExpired, TooManyRequests),
    )
    def on_post_disown(self, caller: Caller | None, visitor: Visitor, body: DisownBody) -> None:
        """Say that the change was not made by the owner: payouts are locked (WITHDRAW-28).

        By the link of the mail every session ends, by the owner's own session every other one.
        """
        if body.ticket is not None:
            self.disowning.by_link(body.ticket, visitor.device)
        elif caller is not None:
            self.disowning.by_owner(caller.account, caller.session)
        else:
            raise LoginRequired
