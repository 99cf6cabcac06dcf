"""What invitations need: who invited whom, what was rewarded, and what friends earn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol

from backbeat.accounts.invitations import Invitation, InvitationState
from backbeat.accounts.model import Account, FeeRate
from backbeat.accounts.network.tree import AccountTree
from backbeat.audit.ports import AuditTrail
from backbeat.dashboards import ports as dashboards
from backbeat.dashboards.ports import FigureQueries, Settlements
from backbeat.figures.ports import ConfirmedDays
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.ledger import Ledger
from backbeat.notifications.model import Notification
from backbeat.policies.ports import PolicyRepository
from backbeat.referral.model import EVER, DaySpan, Reward
from backbeat.settlement import ports as settlement
from backbeat.withdrawals.ports import PaymentDetailsRepository


class InvitationRepository(Protocol):
    """Who invited whom; one invitation per friend."""

    def add(self, invitation: Invitation) -> None: ...

    def get(self, friend: AccountId) -> Invitation | None: ...

    def save(self, invitation: Invitation) -> None:
        """Store a decision about an existing one."""

    def page(self, inviter: AccountId, joined: DaySpan, page: PageRequest) -> Page[Invitation]:
        """An inviter's, of friends who signed up on these days; the newest first."""

    def friends_within(self, inviter: AccountId, joined: DaySpan, day: date) -> Sequence[AccountId]:
        """The friends of these sign-ups whose window contains the day."""

    def count(self, inviter: AccountId, joined: DaySpan) -> int: ...

    def open_of(self, inviter: AccountId) -> Sequence[Invitation]:
        """An inviter's invitations with months that wait for their reward, by friend."""

    def inviters(self, month: Month, after: str, most: int) -> Sequence[AccountId]:
        """Inviters of somebody whose window has days of the month, in order, after a given one."""

    def touching(self, inviter: AccountId, month: Month) -> Sequence[Invitation]:
        """An inviter's invitations whose window has days of the month, by friend."""

    def of_month(self, month: Month) -> Iterator[Invitation]:
        """Everybody's invitations whose window has days of the month, by friend."""

    def all(self, state: InvitationState | None, page: PageRequest) -> Page[Invitation]:
        """Everybody's, the newest first; of one state or all."""


class RewardRepository(Protocol):
    """What friends' months brought; none of it ever changes."""

    def add(self, reward: Reward) -> None: ...

    def of(self, inviter: AccountId, friends: Collection[AccountId]) -> Sequence[Reward]:
        """What these friends brought an inviter, by friend, month and number."""

    def total(self, inviter: AccountId, last_days: DaySpan = EVER) -> int:
        """What an inviter received altogether, in micros; for months whose last rewarded day is one
        of these.
        """


class Accounts(Protocol):
    def get(self, account: AccountId) -> Account | None: ...

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def by_email(self, email: str) -> Account | None: ...

    def by_referral_code(self, code: str) -> Account | None: ...

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree: ...

    def downwards(self, accounts: Collection[AccountId]) -> AccountTree: ...


class FeeRates(Protocol):
    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]: ...


class Notifications(Protocol):
    def add(self, notification: Notification) -> None: ...


class EarningsBooks(Protocol):
    @property
    def accounts(self) -> Accounts: ...

    @property
    def fee_rates(self) -> FeeRates: ...

    @property
    def figures(self) -> FigureQueries: ...

    @property
    def statistics(self) -> dashboards.Statistics: ...

    @property
    def confirmed_days(self) -> ConfirmedDays: ...

    @property
    def settlements(self) -> Settlements: ...

    @property
    def policies(self) -> PolicyRepository: ...


class CostAccounts(Accounts, settlement.Accounts, Protocol):
    pass


class CostSettlements(Settlements, settlement.SettlementRepository, Protocol):
    pass


class CostStatistics(dashboards.Statistics, settlement.Estimates, Protocol):
    pass


class CostBooks(EarningsBooks, settlement.Books, Protocol):
    """What a month is previewed from, and who invited whom."""

    @property
    def accounts(self) -> CostAccounts: ...

    @property
    def settlements(self) -> CostSettlements: ...

    @property
    def statistics(self) -> CostStatistics: ...

    @property
    def invitations(self) -> InvitationRepository: ...


class Books(EarningsBooks, Protocol):
    """What a transaction about invitations reads and writes together."""

    @property
    def invitations(self) -> InvitationRepository: ...

    @property
    def rewards(self) -> RewardRepository: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def payment_details(self) -> PaymentDetailsRepository: ...

    @property
    def notifications(self) -> Notifications: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def audit(self) -> AuditTrail: ...
