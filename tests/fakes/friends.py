"""Inviters and friends in an office that closes months, and the worker that rewards them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from attrs import define, evolve, field
from tests.adapters.test_settlement_closing import ANN, Office
from tests.fakes.channels import platform_id

from backbeat.accounts.invitations import Invitation
from backbeat.alerts.model import AlertKind
from backbeat.alerts.service import raised
from backbeat.channels.model import ChannelStatus
from backbeat.jobs.worker import RunningTask, Worker
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.service import AccountLedger
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.payout_methods.paypal import PayPalAccount
from backbeat.referral.costs import RewardCosts
from backbeat.referral.model import EVER, DaySpan, Friend, Overview
from backbeat.referral.rewards import Rewards
from backbeat.referral.service import Invitations
from backbeat.settlement.mailing import MAIL
from backbeat.settlement.rewarding import REWARD
from backbeat.withdrawals.model import PaymentDetails
from backbeat_adapters.sql.jobs.engine import SqlJobEngine

MINA, FERN, KAI = AccountId("mina"), AccountId("fern"), AccountId("kai")
OF_FERN = 4
"""The number of fern's channel."""


@define
class Circle:
    """`mina` invites."""

    office: Office
    alerts: list[Mapping[str, Any]] = field(factory=list)
    """What operators were told."""

    @property
    def rewards(self) -> Rewards:
        office = self.office
        return Rewards(office.transactions, office.clock, office.clock, office.settings)

    @property
    def invitations(self) -> Invitations:
        return Invitations(self.office.transactions, self.office.clock, self.office.settings)

    def invite(
        self,
        friend: AccountId = FERN,
        day: date = date(2025, 9, 10),
        months: int = 3,
        inviter: AccountId = MINA,
    ) -> None:
        with self.office.transactions.begin() as books:
            books.invitations.add(Invitation.made(friend, inviter, day, months))

    def earn(self, month: Month, amount: str, channel: int = OF_FERN) -> None:
        self.office.monthly(month, (channel, "F1", amount))

    def close(self, month: Month, on: date) -> None:
        """Close a month, and let the worker do what follows."""
        self.office.close(month, on)
        self.work()

    def cost(self, month: Month) -> Money:
        costs = RewardCosts(self.office.transactions, self.office.settings)
        return costs.of(self.office.settlements.preview(month))

    @property
    def jobs(self) -> Any:
        transactions = self.office.transactions
        if isinstance(transactions, MemoryTransactions):
            return MemoryJobEngine(transactions)
        return SqlJobEngine(transactions)

    def work(self) -> None:
        handlers = {
            MAIL: lambda _: None,
            REWARD: self.rewards.handle,
            raised(AlertKind.INVITATION_HELD): lambda task: self.alerts.append(task.job.payload),
        }
        Worker(self.jobs, self.office.clock, handlers).run_once()

    def ask(self, month: Month) -> None:
        """Ask once more for a month's rewards."""
        with self.office.transactions.begin() as books:
            books.jobs.enqueue(REWARD, {"month": str(month)})

    def claimed(self) -> Sequence[RunningTask[Any]]:
        """The jobs of rewards that wait, each in the hands of somebody."""
        jobs = self.jobs
        taken = iter(jobs.claim, None)
        return [RunningTask(each, jobs) for each in taken if each.kind == REWARD]

    def approve(self, channel: int = OF_FERN) -> None:
        with self.office.transactions.begin() as books:
            (found,) = books.channels.claims(platform_id(channel))
            books.channels.lock(found.id)
            books.channels.save(evolve(found, status=ChannelStatus.APPROVED))

    def paid_to(self, account: AccountId, address: str) -> None:
        with self.office.transactions.begin() as books:
            place = PayPalAccount("Somebody", address)
            books.payment_details.put(PaymentDetails(account, place, self.office.clock.now()))

    def rewarded(self, inviter: AccountId = MINA) -> list[tuple[str, str, str, str]]:
        """Type, amount, month and day of what invitations brought."""
        return [row for row in self.office.entries(inviter) if row[0].startswith("referral")]

    def overview(self, span: DaySpan = EVER) -> Overview:
        return self.invitations.overview(MINA, span)

    def points(self, span: DaySpan = EVER) -> tuple[int, int]:
        """Estimated and confirmed ones."""
        found = self.overview(span)
        return found.estimated_points, found.confirmed_points

    def friends(self, span: DaySpan = EVER, page: int = 0) -> Sequence[Friend]:
        return self.invitations.friends(MINA, PageRequest(page), span).items

    def expire(self) -> None:
        office = self.office
        ledger = AccountLedger(
            office.transactions, office.clock, office.clock, str, office.settings.points
        )
        ledger.expire_lots(ANN)
