"""Moving an account below another one, from a day on (NET-18)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound, OtherRank
from backbeat.accounts.model import Account, FeeRate, Placement
from backbeat.accounts.records import record
from backbeat.accounts.rules import rate_on
from backbeat.channels.model import ChangeContext
from backbeat.channels.removal import ChannelRemovals
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.members import rules
from backbeat.members.ports import Books


@frozen
class Move:
    """Whom to place below whom; without a day from today on, without a rate at the one it has."""

    account: AccountId
    under: AccountId
    from_day: date | None = None
    fee_rate: Decimal | None = None


@frozen
class Moved:
    account: Account
    before: Account
    """Whom it stood below so far."""
    after: Account
    from_day: date
    rate: Decimal
    """What the new one keeps from that day on."""
    channels: int
    """So many channels changed their owner with it."""


@frozen
class Moves:
    """The operator's changes of a tree; the days before one stay with those who stood above then."""

    transactions: Transactions[Books]
    business: Clock
    removals: ChannelRemovals

    def move(self, wanted: Move, actor: Actor, reason: str, *, dry_run: bool = False) -> Moved:
        """Place an account, with all below it, under another one of the same rank as its manager.

        The channels that they hold go along: they are owned by the new manager from today on.
        Refuses an unknown or deleted account (10001), itself or one below it (`below_itself`), a
        fourth level (`depth`), an account below nobody, one whose members have another rank or that
        manages nobody (`other_rank`), the manager it has and a wrong rate (`bad_value`), and a day
        that is to come, of a month that is over, or before the last move (`bad_range`). With
        `dry_run` nothing is kept.
        """
        if wanted.fee_rate is not None:
            rules.require_rate(wanted.fee_rate)
        today = self.business.today()
        day = wanted.from_day or today
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            account, before, after = _locked(books, wanted)
            tree = books.accounts.family(account.id)
            rules.require_place(account, after, tree, books.accounts.family(after.id))
            placements = tree.places[account.id].placements
            rules.require_move_day(day, rules.move_days(placements, today))
            books.accounts.place(Placement(account.id, after.id, day))
            rate = _agree(books, account, wanted.fee_rate, day)
            by = ChangeContext(self.business.now(), actor, reason)
            branch = frozenset({account.id, *tree.below(account.id)})
            channels = self.removals.follow(books, branch, after.id, by)
            moved = Moved(account, before, after, day, rate, channels)
            self._record(books, moved, by)
            return moved

    def _record(self, books: Books, moved: Moved, by: ChangeContext) -> None:
        facts = {
            "manager": moved.after.id,
            "from_day": moved.from_day,
            "fee_rate": moved.rate,
            "channels": moved.channels,
        }
        record(
            books,
            self.business,
            by.by,
            "member_moved",
            moved.account.id,
            before={"manager": moved.before.id},
            after=facts,
            reason=by.reason,
        )


def _locked(books: Books, wanted: Move) -> tuple[Account, Account, Account]:
    """The account, its manager and the one it shall stand below, so that nobody changes any of them:
    the upper ones first, as everybody locks them."""
    seen, under = books.accounts.get(wanted.account), books.accounts.get(wanted.under)
    if seen is None or under is None:
        raise AccountNotFound()
    if seen.manager is None:
        raise OtherRank(permission=seen.permission, above=under.permission)
    if seen.manager == under.id:
        raise BadValues(fields={"under": "bad_value"})
    uppers = {each: books.accounts.lock(each) for each in sorted({seen.manager, wanted.under})}
    account = books.accounts.lock(seen.id)
    before, after = uppers[seen.manager], uppers[wanted.under]
    if account is None or account.is_deleted or account.manager != seen.manager:
        raise AccountNotFound()
    if before is None or after is None or after.is_deleted:
        raise AccountNotFound()
    return account, before, after


def _agree(books: Books, account: Account, rate: Decimal | None, day: date) -> Decimal:
    """The rate from the day on; a given one takes the place of those that were to come."""
    rates = books.fee_rates.of(account.id)
    if rate is None:
        return rate_on(rates, day)
    for each in sorted({day, *(known.from_day for known in rates if known.from_day > day)}):
        books.fee_rates.put(FeeRate(account.id, rate, each))
    return rate
