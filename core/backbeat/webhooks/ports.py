"""Where webhooks are stored, how events reach them, and the way to them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from backbeat.accounts.network.tree import AccountTree
from backbeat.audit import ports as audit
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.webhooks.model import (
    Delivery,
    DeliveryState,
    EventId,
    Happening,
    Webhook,
    WebhookId,
)


class WebhookRepository(Protocol):
    def add(self, webhook: Webhook, secret: str) -> None: ...

    def all(self) -> Sequence[Webhook]:
        """Every webhook, the oldest first."""

    def get(self, webhook: WebhookId) -> Webhook | None: ...

    def save(self, webhook: Webhook) -> None:
        """Store a change of an existing one."""

    def remove(self, webhook: WebhookId) -> None:
        """With it goes everything that waits for it."""

    def secrets(self, webhook: WebhookId, now: datetime) -> Sequence[str]:
        """What its posts are signed with: the newest, then the former one while that lasts."""

    def change_secret(self, webhook: WebhookId, secret: str, former_until: datetime) -> None:
        """Another secret; the newest until now signs beside it until that instant."""

    def tell(self, told: Sequence[tuple[Happening, Sequence[WebhookId]]]) -> None:
        """Store the event once, with a delivery for each of these webhooks, due now."""

    def take(self, webhook: WebhookId, now: datetime, until: datetime) -> bool:
        """Take its lane for the caller until then; False while it is another's or paused, or if the
        webhook no longer exists.
        """

    def hold(self, webhook: WebhookId, until: datetime) -> None:
        """Extend the caller's hold on the lane until then."""

    def taken_until(self, webhook: WebhookId) -> datetime | None:
        """Until when somebody has its lane."""

    def release(self, webhook: WebhookId) -> None:
        """From now on somebody else may take its lane."""

    def next_due(self, webhook: WebhookId, now: datetime) -> Delivery | None:
        """The one that has been due longest; of two due together the earlier event."""

    def record(self, delivery: Delivery) -> None:
        """Store the state of a delivery."""

    def wait_again(self, webhook: WebhookId, now: datetime, event: EventId | None) -> int:
        """Queue this event again or, without one, all that were given up. Returns how many."""

    def deliveries(
        self, webhook: WebhookId, state: DeliveryState | None, request: PageRequest
    ) -> Page[Delivery]:
        """What was told or is to be, the newest first."""

    def counts(self, webhook: WebhookId) -> Mapping[DeliveryState, int]:
        """How many deliveries are in each state; states without any are left out."""

    def forget_before(self, instant: datetime, most: int) -> int:
        """Remove up to `most` events that were kept before the instant, with their deliveries."""


class Accounts(Protocol):
    def upwards(self, accounts: Collection[AccountId]) -> AccountTree:
        """The places of these accounts and of all above them."""


class Told(Protocol):
    """What a transaction needs in which something happens that is reported."""

    @property
    def webhooks(self) -> WebhookRepository: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def jobs(self) -> JobQueue: ...


class OperatorAccounts(Accounts, Protocol):
    def get(self, account: AccountId) -> object | None: ...


class Books(audit.Books, Protocol):
    """What an operator's act on webhooks, and sending, see."""

    @property
    def webhooks(self) -> WebhookRepository: ...

    @property
    def accounts(self) -> OperatorAccounts: ...

    @property
    def jobs(self) -> JobQueue: ...


class Poster(Protocol):
    """The way to other systems."""

    def judge(self, url: str) -> None:
        """Refuse with `WebhookAddressRefused` an address to which nothing is ever posted."""

    def post(self, url: str, secrets: Sequence[str], id: str, content: Mapping[str, object]) -> int:
        """Hand content over, signed with each of the secrets, within seconds; the status of the answer, one of success.

        Raises `PostFailed` for every other outcome. The address is judged again (EMBED-9).
        """
