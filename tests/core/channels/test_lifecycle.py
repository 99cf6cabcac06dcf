"""No sequence of acts leads a channel out of the table of CHAN-9."""

import itertools
from datetime import UTC, date, datetime, timedelta

import pytest
from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.fakes.channels import a_channel, holder_on, span_on

from backbeat.channels.errors import WrongStatus
from backbeat.channels.lifecycle import ChannelStatus, Step, may
from backbeat.channels.model import ChangeContext, Channel
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId

TABLE = {
    ("need-approved", "verify_above"): "pending",
    ("need-approved", "verify_below"): "denied-pending",
    ("denied-pending", "review"): "pending",
    ("denied-pending", "approve"): "approved",
    ("pending", "approve"): "approved",
    ("pending", "hold"): "denied-pending",
    ("pending", "deny"): "denied",
    ("approved", "deny"): "denied",
    ("denied", "reopen"): "pending",
}
"""Written out by hand from the decision, on purpose apart from the program's own table."""

NEEDED = 100_000
ACCOUNTS = [AccountId("owner"), AccountId("kai"), AccountId("lee"), AccountId("other")]


def test_the_statuses_are_the_five() -> None:
    assert {status.value for status in ChannelStatus} == {
        "pending",
        "denied-pending",
        "need-approved",
        "approved",
        "denied",
    }


@pytest.mark.parametrize("status", ChannelStatus)
@pytest.mark.parametrize("step", Step)
def test_exactly_the_listed_steps_are_possible(status: ChannelStatus, step: Step) -> None:
    assert may(status, step) == ((status.value, step.value) in TABLE)


class ChannelLife(RuleBasedStateMachine):
    """Everything that can be done to one channel, in any order, over days that go on."""

    def __init__(self) -> None:
        super().__init__()
        self.day = date(2025, 9, 1)
        self.channel = a_channel(registered_at=self.now)
        self.paid: dict[date, AccountId] = {}

    @property
    def now(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)

    @property
    def stamp(self) -> ChangeContext:
        return ChangeContext(self.now, Actor.operator("ann"), "because")

    def go(self, step: Step, change: object) -> None:
        """Do it, and judge by the table whether it had to be refused."""
        before = self.channel
        expected = TABLE.get((before.status.value, step.value))
        try:
            after = change()  # type: ignore[operator]
        except WrongStatus:
            assert expected is None
            return
        assert after.status.value == expected
        assert after.history[:-1] == before.history
        assert after.history[-1].status is after.status
        self.channel = after

    @rule(days=st.integers(1, 40))
    def time_passes(self, days: int) -> None:
        for _ in range(days):
            span = span_on(self.channel, self.day)
            if span is not None:
                self.paid[self.day] = span.holder
            self.day += timedelta(1)

    @rule(views=st.sampled_from([0, NEEDED, NEEDED + 1, 5_000_000]))
    def verify(self, views: int) -> None:
        step = Step.VERIFY_ABOVE if views > NEEDED else Step.VERIFY_BELOW
        read = evolve(self.channel, total_views=views)
        self.go(step, lambda: read.verified(self.stamp, seen=self.now, needed_views=NEEDED))

    @rule()
    def review(self) -> None:
        self.go(Step.REVIEW, lambda: self.channel.reviewed(self.stamp))

    @rule()
    def approve(self) -> None:
        self.go(Step.APPROVE, lambda: self.channel.approved(self.stamp, earning_from=self.day))

    @rule()
    def hold(self) -> None:
        self.go(Step.HOLD, lambda: self.channel.held(self.stamp))

    @rule()
    def deny(self) -> None:
        self.go(Step.DENY, lambda: self.channel.denied(self.stamp, on=self.day))

    @rule()
    def reopen(self) -> None:
        self.go(Step.REOPEN, lambda: self.channel.reopened(self.stamp))

    @rule(account=st.sampled_from(ACCOUNTS))
    def assign(self, account: AccountId) -> None:
        self.channel = self.channel.given_to(account, self.day)

    @rule(account=st.sampled_from(ACCOUNTS))
    def transfer(self, account: AccountId) -> None:
        self.channel = self.channel.transferred(account, self.day)
        assert self.channel.owner == self.channel.holder == account

    @invariant()
    def approved_channels_earn_and_no_others(self) -> None:
        assert self.channel.timeline.earns == (self.channel.status is ChannelStatus.APPROVED)

    @invariant()
    def intervals_are_in_order_and_apart(self) -> None:
        intervals = self.channel.timeline.earnings
        for one, following in itertools.pairwise(intervals):
            assert one.until is not None
            assert one.from_day < one.until <= following.from_day

    @invariant()
    def one_holder_a_day(self) -> None:
        days = [holding.from_day for holding in self.channel.timeline.holdings]
        assert days == sorted(set(days))

    @invariant()
    def a_day_that_is_over_stays_with_who_had_it(self) -> None:
        for day, holder in self.paid.items():
            span = span_on(self.channel, day)
            assert span is not None
            assert span.holder == holder

    @invariant()
    def every_earning_day_lies_in_one_span(self) -> None:
        for offset in range(-3, 90):
            day = self.day - timedelta(offset)
            inside = [span for span in self.channel.timeline.spans() if day in span]
            earning = any(day in interval for interval in self.channel.timeline.earnings)
            assert len(inside) == (1 if earning else 0)
            if inside:
                assert inside[0].holder == holder_on(self.channel, day)

    @precondition(lambda self: self.channel.status is not ChannelStatus.NEED_APPROVED)
    @invariant()
    def what_is_past_the_first_status_is_verified(self) -> None:
        assert self.channel.is_verified


TestChannelLife = ChannelLife.TestCase
TestChannelLife.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def test_a_deletion_loses_the_owners_open_days_and_keeps_the_members() -> None:
    channel = _approved(date(2025, 9, 1))
    channel = channel.given_to(AccountId("kai"), date(2025, 9, 11))
    channel = channel.given_to(channel.owner, date(2025, 9, 21))

    gone = channel.deleted(
        datetime(2025, 9, 26, tzinfo=UTC), on=date(2025, 9, 26), lost_from=date(2025, 9, 6)
    )

    whose = [span_on(gone, date(2025, 9, day)) for day in (5, 6, 10, 11, 20, 21, 25, 26)]
    assert [span and span.holder for span in whose] == [
        gone.owner,
        None,
        None,
        AccountId("kai"),
        AccountId("kai"),
        None,
        None,
        None,
    ]


def test_a_deletion_after_a_transfer_leaves_the_former_owner_its_days() -> None:
    channel = _approved(date(2025, 9, 1)).transferred(AccountId("rio"), date(2025, 9, 16))

    gone = channel.deleted(
        datetime(2025, 9, 26, tzinfo=UTC), on=date(2025, 9, 26), lost_from=date(2025, 9, 1)
    )

    whose = [span_on(gone, date(2025, 9, day)) for day in (1, 15, 16, 25)]
    assert [span and span.holder for span in whose] == [
        channel.timeline.holdings[0].account
    ] * 2 + [None] * 2


def test_a_denial_on_the_day_of_approval_leaves_no_earning_day() -> None:
    channel = _approved(date(2025, 9, 1))
    stamp = ChangeContext(
        datetime(2025, 9, 1, 18, tzinfo=UTC), Actor.operator("ann"), "copied videos"
    )

    denied = channel.denied(stamp, on=date(2025, 9, 1))

    assert denied.timeline.earnings == ()
    assert denied.deny_reason == "copied videos"


def _approved(day: date) -> Channel:
    now = datetime(day.year, day.month, day.day, tzinfo=UTC)
    stamp = ChangeContext(now, Actor.operator("ann"))
    channel = a_channel(registered_at=now, total_views=NEEDED + 1)
    verified = channel.verified(stamp, seen=now, needed_views=NEEDED)
    return verified.approved(stamp, earning_from=day)
