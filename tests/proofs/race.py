"""Many at once, on SQLite and PostgreSQL: exactly as much succeeds as there is money for
(INTEG-21).

    nox -s race
    nox -s race -- --items 5000 --database sqlite

Processes compete for accounts and balances; threads compete over HTTP against the real server.
There is nothing to seed: the order is the machine's own, so a failure is replayed by running again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.waiting import PATIENCE
from tests.fakes.withdrawals import BY_PAYPAL
from tests.proofs.house import ANN, BOB, KINDS, SEPTEMBER, Databases, House
from tests.proofs.serving import Reply, serving
from tests.proofs.telling import Table, replayed
from tests.proofs.together import DONE, TURNED_AWAY, by_processes, by_threads

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, EntryId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.withdrawals.model import WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_adapters.sql.engine import transactions as sql_transactions

AMOUNT = Money.of("150.00")
AT_ONCE = 50
FORM = {"method": "paypal", "currency": "USD", "total": "150.00"}

SendsTwice = Callable[[str, str], Reply]
"""Sends a request for a payout with a total, under a key."""


# -- INTEG-21, both forms


def requests(url: str, folder: Path, accounts: int = 100, processes: int = 8) -> str:
    """So many accounts with one payout's worth each, four requests for each at once."""
    with House.over(url, folder) as house:
        for number in range(accounts):
            house.creator(number)
    made = by_processes(url, folder, partial(_request, accounts), 4 * accounts, processes=processes)
    waits = _require(made, {DONE: accounts, "pending_withdrawal": 3 * accounts})
    with House.over(url, folder) as house:
        balances = [_balance(house, AccountId(f"creator{n}")) for n in range(accounts)]
        assert set(balances) == {(Money.zero(), AMOUNT)}, Counter(balances)
        with house.container.transactions().look() as books:
            kept = books.withdrawals.page(WithdrawalFilter(), PageRequest(0, 1)).total
        assert kept == accounts, kept
        house.require_sound()
    return f"exactly {made[DONE]} of {4 * accounts}; {waits} had to ask again"


def _request(accounts: int, house: House, number: int) -> object:
    account = AccountId(f"creator{number % accounts}")
    return house.container.portal().withdrawal_requests.request(
        account, BY_PAYPAL, Currency.USD, AMOUNT
    )


def reservations(
    url: str,
    folder: Path,
    funded: int = 100,
    processes: int = 8,
    prepare: Callable[[], None] = lambda: None,
    has_read: Callable[[], object] = lambda: None,
    patient: bool = True,
) -> str:
    """One balance with money for so many reservations, four times as many attempts at once.

    `has_read` is called in each attempt between what it reads and what it writes.
    """
    attempts = 4 * funded
    with House.over(url, folder) as house:
        house.creator(0, str(Money.of(funded)))
    reserve = partial(_reserve, has_read)
    made = by_processes(
        url, folder, reserve, attempts, processes=processes, prepare=prepare, patient=patient
    )
    waits = _require(made, {DONE: funded, "40002": attempts - funded})
    with House.over(url, folder) as house:
        assert _balance(house, AccountId("creator0")) == (Money.zero(), Money.of(funded))
        with house.container.transactions().look() as books:  # no withdrawals stand behind these
            assert not books.ledger.check().findings
    return f"exactly {made[DONE]} of {attempts}; {waits} had to ask again"


def _reserve(has_read: Callable[[], object], house: House, number: int) -> object:
    act = ActContext(ANN, house.business.today(), house.security.now())
    with house.container.transactions().begin() as books:
        # A use case has read something before it locks: who asks, what is registered.
        books.accounts.get(AccountId("creator0"))
        has_read()
        return books.ledger.reservations.reserve(
            AccountId("creator0"), Money.of(1), WithdrawalId(f"w{number}"), act
        )


def without_begin_immediate(url: str, folder: Path, funded: int = 100, processes: int = 8) -> str:
    """The same race with BEGIN IMMEDIATE taken away (OPS-2): it has to be lost.

    All processes have read before the first of them writes; where the machine has nothing to give
    they would come one after another.
    """
    have_read = get_context("fork").Barrier(processes)
    once = iter([have_read])  # each process has its own copy

    def meet() -> None:
        for barrier in once:
            barrier.wait(PATIENCE)

    try:
        reservations(url, folder, funded, processes, _begin_deferred, meet, patient=False)
    except Lost as lost:
        return f"lost, as it has to be: {lost}"
    raise AssertionError("BEGIN IMMEDIATE makes no difference: nothing proves it any more")


def _begin_deferred() -> None:
    # The product's own constant, in a process of the proof's that ends with the race.
    sql_transactions.WRITER = {"sqlite_begin": "DEFERRED"}  # type: ignore[attr-defined]


class Lost(AssertionError):
    """The attempts did not end as they have to."""


def _require(made: Counter[str], wanted: dict[str, int]) -> int:
    """How often somebody was turned away, whose attempt then ended as wanted."""
    waits = made.pop(TURNED_AWAY, 0)
    if made != wanted:
        raise Lost(f"{dict(made)} instead of {wanted}")
    return waits


def _balance(house: House, account: AccountId) -> tuple[Money, Money]:
    with house.container.transactions().look() as books:
        balance = books.ledger.balance(account)
    return balance.available, balance.in_flight


# -- the same thing said twice


def one_key(send: SendsTwice, house: House, at_once: int = AT_ONCE) -> str:
    """A request for a payout sent many times at once under one key: one effect, equal answers.

    While the first is under way the others may be told so (409); then they are sent again.
    """
    key = "4b1f8a52-27f6-4c7e-8d0e-5d6a7c1b2a90"
    answers = by_threads([lambda: _until_ended(send, key)] * at_once)
    waited = sum(tries - 1 for _, tries in answers)
    assert all(reply == answers[0][0] for reply, _ in answers), Counter(
        (reply.status, str(reply.body)) for reply, _ in answers
    )
    assert answers[0][0].status == 200, answers[0]
    other = send("151.00", key)
    assert (other.status, other.reason) == (422, "idempotency_mismatch"), other
    with house.container.transactions().look() as books:
        kept = books.withdrawals.page(WithdrawalFilter(), PageRequest(0, 2))
    assert kept.total == 1, kept
    house.require_sound()
    return f"{at_once} at once, 1 effect, {at_once} equal answers; 422 for another; 409 x {waited}"


def _until_ended(send: SendsTwice, key: str) -> tuple[Reply, int]:
    for tries in range(1, 100):
        reply = send("150.00", key)
        if reply.status != 409:
            # The headers differ by time and request; what people are told does not.
            return Reply(reply.status, reply.body), tries
        assert reply.reason == "in_flight", reply
    raise AssertionError("in flight for ever")


def one_key_over_http(url: str, folder: Path, at_once: int = AT_ONCE) -> str:
    """`one_key` against the real server: two workers of eight threads."""
    with House.over(url, folder, real=True) as house:
        account = house.creator(0)
        token = house.token(account)
        with serving(url, folder) as server:

            def send(total: str, key: str) -> Reply:
                form = FORM | {"total": total}
                return server.call("POST", "/api/withdrawal/request", token, form, key=key)

            return one_key(send, house, at_once)


def held_key(url: str, folder: Path) -> str:
    """While a call under a key has not ended, the same call is refused with 409, and goes through later.

    On SQLite a second writer waits for the first, so only PostgreSQL can tell.
    """
    with House.over(url, folder, real=True) as house:
        account = house.creator(0)
        token = house.token(account)
        with serving(url, folder, workers=1) as server:
            call = partial(server.call, "POST", "/api/withdrawal/request", token, FORM, key="held")
            with house.container.engine().begin() as other:
                other.exec_driver_sql(
                    "INSERT INTO idempotency (account, key, fingerprint, answer, claimed_at)"
                    f" VALUES ('{account}', 'held', 'x', 'null', now())"
                )
                held = call()
                other.rollback()
            later = call()
    assert (held.status, held.reason) == (409, "in_flight"), held
    assert later.status == 200, later
    return "409 while it is held, 200 afterwards"


# -- operators: natural keys


def one_file(url: str, folder: Path, processes: int = 8) -> str:
    """Everybody takes the same report file in: one report; everybody closes the month: one close."""
    with House.over(url, folder) as house:
        house.creator(0, None)
    row = {
        "month": str(SEPTEMBER),
        "channel_id": platform_id(0),
        "video_id": "V1",
        "views": 1000,
        "revenue_usd": "150.00",
    }
    path = fake.own_monthly(folder / "race.csv", row)
    ingested = by_processes(url, folder, partial(_ingest, path), processes, processes=processes)
    _require(ingested, {DONE: processes})
    closed = by_processes(url, folder, _close, processes, processes=processes)
    _require(closed, {DONE: 1, "month_closed": processes - 1})
    with House.over(url, folder) as house:
        files = house.container.portal().ingestion.page(PageRequest()).total
        assert files == 1, f"{files} files"
        assert _balance(house, AccountId("creator0")) == (AMOUNT, Money.zero())
        house.require_sound()
    return f"{processes} of each at once: 1 file, 1 close, 150.00 once"


def _ingest(path: Path, house: House, number: int) -> object:
    return house.container.portal().ingestion.ingest(path, ANN)


def _close(house: House, number: int) -> object:
    return house.container.portal().settlements.close(SEPTEMBER, ANN)


def paid_twice(url: str, folder: Path, items: int = 500, processes: int = 8) -> str:
    """Every withdrawal is paid by both operators at once: each is paid once."""
    with House.over(url, folder) as house:
        ids = []
        for number in range(items):
            account = house.creator(number)
            asked = house.container.portal().withdrawal_requests.request(
                account, BY_PAYPAL, Currency.USD, AMOUNT
            )
            ids.append(asked.id)
    made = by_processes(url, folder, partial(_pay, ids), 2 * items, processes=processes)
    waits = _require(made, {DONE: items, "already_decided": items})
    with House.over(url, folder) as house:
        wanted = WithdrawalFilter(status=WithdrawalStatus.SUCCESS)
        with house.container.transactions().look() as books:
            assert books.withdrawals.page(wanted, PageRequest(0, 1)).total == items
        house.require_sound()
    return f"{items} x 2: exactly {made[DONE]} paid; {waits} had to ask again"


def _pay(ids: list[WithdrawalId], house: House, number: int) -> object:
    actor = ANN if number < len(ids) else BOB
    return house.container.portal().withdrawal_decisions.pay(ids[number % len(ids)], actor)


def reversed_twice(url: str, folder: Path, items: int = 500, processes: int = 8) -> str:
    """Every posting is reversed twice at once: each is reversed once, and the balance is as before."""
    with House.over(url, folder) as house:
        account = house.creator(0)
        wanted = Correction(account, EntryType.FAST_WITHDRAWAL_EXTRA, Money.of("1.00"), "event")
        earnings = house.container.portal().account_ledger
        posted = [earnings.post(wanted, ANN, "race").entry.id for _ in range(items)]
    made = by_processes(url, folder, partial(_reverse, posted), 2 * items, processes=processes)
    waits = _require(made, {DONE: items, "already_reversed": items})
    with House.over(url, folder) as house:
        assert _balance(house, AccountId("creator0")) == (AMOUNT, Money.zero())
        house.require_sound()
    return f"{items} x 2: exactly {made[DONE]} reversed; {waits} had to ask again"


def _reverse(posted: list[EntryId], house: House, number: int) -> object:
    return house.container.portal().account_ledger.reverse(
        posted[number % len(posted)], ANN, "race"
    )


# -- the session


def main() -> int:
    """Run what the arguments ask for; the exit code says whether all of it held."""
    parser = argparse.ArgumentParser(prog="nox -s race --", description=__doc__)
    parser.add_argument("--database", choices=(*KINDS, "both"), default="both")
    parser.add_argument("--items", type=int, default=500, help="for paying and reversing twice")
    parser.add_argument("--accounts", type=int, default=100, help="payouts there is money for")
    given = parser.parse_args()
    kinds = KINDS if given.database == "both" else (given.database,)
    table = Table("Race", replayed("race", sys.argv[1:]))
    with Databases.open() as databases:
        for kind in kinds:
            _prove(table, databases, kind, given.accounts, given.items)
    return table.close()


def _prove(table: Table, databases: Databases, kind: str, accounts: int, items: int) -> None:
    proofs: list[tuple[str, Callable[[str, Path], str]]] = [
        ("requests, one payout's worth each", partial(requests, accounts=accounts)),
        ("reservations of one balance", partial(reservations, funded=accounts)),
        ("one key over HTTP", one_key_over_http),
        ("the same file and the same close", one_file),
        ("paid twice", partial(paid_twice, items=items)),
        ("reversed twice", partial(reversed_twice, items=items)),
    ]
    if kind == "sqlite":
        lost = partial(without_begin_immediate, funded=accounts)
        proofs.insert(2, ("the same without BEGIN IMMEDIATE", lost))
    else:
        proofs.insert(3, ("a key that is held", held_key))
    for name, prove in proofs:
        table.tell(f"{kind}: {name}", partial(_proved, prove, databases, kind))


def _proved(prove: Callable[[str, Path], str], databases: Databases, kind: str) -> str:
    return prove(databases.new(kind), databases.folder)


if __name__ == "__main__":
    sys.exit(main())
