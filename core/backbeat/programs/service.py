"""Applying to a program of the board with a channel."""

from __future__ import annotations

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.board.model import PostId
from backbeat.channels.model import ChannelStatus
from backbeat.events.errors import OutsideApplicationPeriod
from backbeat.events.rules import seen
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.transactions import Transactions
from backbeat.programs.errors import AlreadyActive, ApplicationsOver, AppliedThisTerm
from backbeat.programs.model import (
    ApplicationState,
    Enrolment,
    Program,
    ProgramApplication,
    ProgramState,
)
from backbeat.programs.ports import Books
from backbeat.settings import Features
from backbeat.withdrawals.errors import ChannelNotApproved


@frozen
class Programs:
    """What creators do. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    features: Features

    def period(self, which: PostId) -> Program | None:
        """The program behind a post, for anybody; None where there is none, or programs are
        switched off."""
        if not self.features.programs:
            return None
        with self.transactions.look() as books:
            return books.programs.get(which)

    def show(self, account: AccountId, which: PostId) -> Enrolment:
        self._require_on()
        with self.transactions.look() as books:
            program = _found(books.programs.get(which))
            seen(books.posts.get(which), self.clock)
            return self._enrolment(books, program, account)

    def apply(self, account: AccountId, which: PostId, channel: ChannelId) -> Enrolment:
        """Apply with an approved channel that the account holds, once in a term; an application of
        an earlier term that nobody decided on lapses.

        Refuses with `NotFound`, 80002, 80000, 10026, 80001 and `ChannelNotApproved`.
        """
        self._require_on()
        with self.transactions.begin() as books:
            program = _found(books.programs.lock(which))
            seen(books.posts.get(which), self.clock)
            found = books.channels.get(channel)
            if found is None or found.is_deleted or found.holder != account:
                raise NotFound()
            made = books.programs.applications_of_channel(which, channel)
            if any(each.state is ApplicationState.ACTIVE for each in made):
                raise AlreadyActive()
            today = self.clock.today()
            _require_open(program.state(today))
            if any(each.term == program.term for each in made):
                raise AppliedThisTerm()
            if found.status is not ChannelStatus.APPROVED:
                raise ChannelNotApproved()
            for undecided in (each for each in made if each.state is ApplicationState.WAITING):
                books.programs.keep(undecided.decided(ApplicationState.LAPSED))
            now = self.clock.now()
            books.programs.apply(
                ProgramApplication(which, program.term, channel, account, today, now)
            )
            books.audit.record(
                AuditEntry(
                    now,
                    Actor.account(account),
                    "program.applied",
                    f"post:{which}",
                    after={"channel": channel, "term": program.term},
                )
            )
            return self._enrolment(books, program, account)

    # -- parts

    def _require_on(self) -> None:
        if not self.features.programs:
            raise FeatureOff()

    def _enrolment(self, books: Books, program: Program, account: AccountId) -> Enrolment:
        applications = books.programs.applications_of(program.id, account)
        channels = (books.channels.get(each) for each in {made.channel for made in applications})
        names = {channel.id: channel.name for channel in channels if channel is not None}
        return Enrolment(program, self.clock.today(), applications, names)


def _found(program: Program | None) -> Program:
    if program is None:
        raise NotFound()
    return program


def _require_open(state: ProgramState) -> None:
    if state is ProgramState.CLOSED:
        raise ApplicationsOver()
    if state is ProgramState.TO_COME:
        raise OutsideApplicationPeriod()
