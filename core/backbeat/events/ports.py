"""What events need: where they are kept, the posts that they belong to, channels, the ledger."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Protocol

from attrs import frozen

from backbeat.accounts.model import Account
from backbeat.audit.ports import AuditTrail
from backbeat.board.model import Post, PostId
from backbeat.channels.ports import ChannelRepository
from backbeat.events.model import BoardEvent, Participation
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.ledger import Ledger
from backbeat.notifications.ports import NotificationRepository
from backbeat.policies.ports import PolicyRepository


@frozen
class Untold:
    """An event whose benefit is open; `up_to` is the last account that has been told about it."""

    event: BoardEvent
    up_to: AccountId | None


class EventRepository(Protocol):
    def put(self, event: BoardEvent) -> None:
        """Keep an event; it takes the place of one with the same id."""

    def get(self, event: PostId) -> BoardEvent | None: ...

    def lock(self, event: PostId) -> BoardEvent | None:
        """The event; nobody else changes it or who takes part until the transaction ends."""

    def join(self, participation: Participation) -> None: ...

    def keep(self, participation: Participation) -> None:
        """Keep a change of one that is there."""

    def leave(self, participation: Participation) -> None: ...

    def participation(self, event: PostId, account: AccountId) -> Participation | None: ...

    def participations(self, event: PostId, page: PageRequest) -> Page[Participation]:
        """Those of an event, the oldest first."""

    def all_of(self, account: AccountId) -> Sequence[Participation]:
        """An account's participations in all events, the oldest first."""

    def participants_after(
        self, event: PostId, account: AccountId | None, most: int
    ) -> Sequence[AccountId]:
        """Who takes part and has not claimed, in order of their ids; those after `account`, if given."""

    def untold(self, today: date) -> Untold | None:
        """An event whose benefit is open today and about which not everybody has been told, locked:
        nobody else tells of it until the transaction ends.
        """

    def told(self, event: PostId, up_to: AccountId | None) -> None:
        """Everybody up to that account has been told; None: everybody."""


class Posts(Protocol):
    def get(self, post: PostId) -> Post | None: ...

    def lock(self, post: PostId) -> Post | None: ...


class Accounts(Protocol):
    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...


class Books(Protocol):
    """What a transaction about events sees."""

    @property
    def accounts(self) -> Accounts: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def channels(self) -> ChannelRepository: ...

    @property
    def events(self) -> EventRepository: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def posts(self) -> Posts: ...
