"""SIGKILL before and after every statement and commit of the money commands (INTEG-23).

    nox -s crashpoints
    nox -s crashpoints -- --database sqlite --command pay --point 7

On PostgreSQL the answer to each commit is lost as well, kept and not kept, and each command is
deadlocked, and refused for what changed under its snapshot. Whatever changes report figures is killed before each of its pieces, too, and looked at after
each. After each crash the books have to be sound and to hold exactly what was committed, and the command,
repeated, has to complete its effect once. `--every 5` takes each fifth point only.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

from attrs import evolve
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.payouts import Lines, a_line
from tests.fakes.withdrawals import BY_PAYPAL
from tests.proofs.crashing import Command, Run, Scene, crash, undisturbed
from tests.proofs.house import ANN, BOB, KINDS, PASSWORD, SEPTEMBER, Databases, House
from tests.proofs.losing import prove_conflicts, prove_lost
from tests.proofs.pieces import ACTS, prove_in_pieces
from tests.proofs.telling import Table, replayed
from tests.proofs.together import DONE

from backbeat.idempotency.model import Call
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.integrity.service import WATCH
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchRequest
from backbeat.withdrawals.model import Withdrawal
from backbeat.withdrawals.ports import WithdrawalFilter

CREATOR = AccountId("creator1")
EVERY_POINT = 1


# -- what comes before


def _months_figures(house: House) -> None:
    for number in (1, 2, 3):
        house.creator(number, None)
    _ingest(house)


def _ingest(house: House) -> object:
    lines = [
        {
            "month": str(SEPTEMBER),
            "channel_id": platform_id(number),
            "video_id": f"V{number}{video}",
            "views": 1000,
            "revenue_usd": f"{number * 10}.123456",
        }
        for number in (1, 2, 3)
        for video in "abc"
    ]
    folder = house.container.deployment().files
    path = folder / "september.csv"
    if not path.exists():
        fake.own_monthly(path, *lines)
    return house.container.portal().ingestion.ingest(path, ANN)


def _ingest_and_sweep(house: House) -> object:
    """A file taken in, and the worker after it: it takes away what a killed intake left."""
    done = _ingest(house)
    house.container.portal().ingestion.sweep()
    return done


def _people(house: House) -> None:
    for number in (1, 2, 3):
        house.creator(number, None)


def _funded(house: House) -> None:
    house.creator(1)


def _asked(house: House) -> None:
    house.creator(1)
    _request(house)


def _several_asked(house: House) -> None:
    for number in (1, 2, 3):
        account = house.creator(number)
        requests = house.container.portal().withdrawal_requests
        requests.request(account, BY_PAYPAL, Currency.USD, Money.of("150.00"))


def _exported(house: House) -> None:
    _several_asked(house)
    _export(house)


def _lots(house: House) -> None:
    for number in (1, 2, 3):
        account = house.creator(number)
        points = Correction(account, EntryType.BONUS_POINT, Money.of("5.00"))
        house.container.portal().account_ledger.post(points, ANN, "a reward")
    house.business.move(days=400)
    house.security.move(days=400)


# -- the commands


def _close(house: House) -> object:
    """The close, and the worker's check after it: it seals what a killed close left unsealed."""
    try:
        return house.container.portal().settlements.close(SEPTEMBER, ANN)
    finally:
        house.container.portal().integrity.watch(Actor.system(WATCH))


def _request(house: House) -> Withdrawal:
    call = Call(CREATOR, "key", "fingerprint")
    requests = house.container.portal().withdrawal_requests
    return requests.request(CREATOR, BY_PAYPAL, Currency.USD, Money.of("150.00"), call)


def _only(house: House) -> WithdrawalId:
    with house.container.transactions().look() as books:
        [withdrawal] = books.withdrawals.page(WithdrawalFilter(), PageRequest()).items
    return withdrawal.id


def _pay(house: House) -> object:
    return house.container.portal().withdrawal_decisions.pay(_only(house), ANN)


def _reject(house: House, *, recover: bool) -> object:
    return house.container.portal().withdrawal_decisions.reject(
        _only(house), ANN, "why", recover=recover
    )


def _export(house: House) -> object:
    return house.container.portal().payout_batches.export(BatchRequest(PAYMENTS), ANN)


def _answers(house: House) -> object:
    """Two were paid, one came back; two lines are booked at a time."""
    with house.container.transactions().look() as books:
        asked = sorted(books.withdrawals.page(WithdrawalFilter(), PageRequest()).items, key=_number)
    today = str(house.business.today())
    rows = [
        a_line(each, result, date=today)
        for each, result in zip(asked, ("paid", "returned", "paid"), strict=True)
    ]
    return evolve(house.container.portal().payout_results, at_once=2).take(Lines(rows), BOB)


def _number(withdrawal: Withdrawal) -> str:
    return withdrawal.account


def _expire(house: House) -> object:
    house.business.set(house.business.instant.replace(year=2026, month=12))
    return house.container.portal().account_ledger.expire_lots(Actor.system("points"))


def _delete(house: House) -> object:
    return house.container.portal().removals.delete(
        CREATOR, ChannelId("channel-1"), PASSWORD, confirmed=True
    )


COMMANDS = (
    Command("settle close", _months_figures, _close, {DONE, "month_closed"}, effects=2),
    Command("request", _funded, _request, {DONE}),
    Command("pay", _asked, _pay, {DONE, "already_decided"}),
    Command("reject", _asked, partial(_reject, recover=True), {DONE, "already_decided"}),
    Command("reject, keep", _asked, partial(_reject, recover=False), {DONE, "already_decided"}),
    Command("payout export", _several_asked, _export, {DONE}),
    Command("payout import-result", _exported, _answers, {DONE}, effects=2),
    Command("expire", _lots, _expire, {DONE}, effects=3),
    Command("delete channel", _funded, _delete, {DONE, "not_found"}),
    Command("ingest", _people, _ingest_and_sweep, {DONE}, effects=5),
)


LOCKED = {
    "request": "ledger_balances.hash",
    "pay": "withdrawals.reason",
    "reject": "withdrawals.reason",
    "reject, keep": "withdrawals.reason",
    "payout export": "withdrawals.reason",
    "payout import-result": "withdrawals.reason",
    "expire": "ledger_balances.hash",
    "delete channel": "ledger_balances.hash",
}
"""A column of rows that a command locks: a report file, and a close of nobody's first month, lock none."""


def prove(
    databases: Databases, kind: str, command: Command, every: int = EVERY_POINT, start: int = 1
) -> int:
    """Crash the command at every n-th point; how many points that were."""
    with Scene.of(databases, kind, command) as scene:
        run = undisturbed(scene, command)
        points = range(start, len(run.points) + 1, every)
        for point in points:
            crash(scene, command, run, point)
    return len(points)


def main() -> int:
    """Run what the arguments ask for; the exit code says whether no crash left a bad state."""
    parser = argparse.ArgumentParser(prog="nox -s crashpoints --", description=__doc__)
    parser.add_argument("--database", choices=(*KINDS, "both"), default="both")
    parser.add_argument("--command", choices=[*(command.name for command in COMMANDS), *ACTS])
    parser.add_argument("--every", type=int, default=EVERY_POINT, help="each n-th point only")
    parser.add_argument("--point", type=int, help="this one alone")
    given = parser.parse_args()
    kinds = KINDS if given.database == "both" else (given.database,)
    chosen = [each for each in COMMANDS if given.command in (None, each.name)]
    table = Table("Crash points", replayed("crashpoints", sys.argv[1:]))
    total, bad = 0, 0
    with Databases.open() as databases:
        for kind in kinds:
            for command in chosen:
                tried, failed = _tell(table, databases, kind, command, given.every, given.point)
                total, bad = total + tried, bad + failed
            for act in ACTS:
                if given.command in {None, act}:
                    _tell_pieces(table, databases, kind, act)
    table.tell("all together", lambda: _summed(total, bad))
    return table.close()


def _tell_pieces(table: Table, databases: Databases, kind: str, act: str) -> None:
    table.tell(
        f"{kind}: {act}, in pieces",
        lambda: f"{prove_in_pieces(databases, kind, act)} pieces, 0 bad states",
    )


def _summed(total: int, bad: int) -> str:
    assert not bad, f"{bad} bad states of {total} points"
    return f"{total} points, 0 bad states"


def _tell(
    table: Table,
    databases: Databases,
    kind: str,
    command: Command,
    every: int,
    only: int | None,
) -> tuple[int, int]:
    """One line of the table: every point of a command, however many of them are bad."""
    tried, failed = 0, 0

    def proved() -> str:
        nonlocal tried, failed
        first = ""
        with Scene.of(databases, kind, command) as scene:
            run: Run = undisturbed(scene, command)
            for point in [only] if only else range(1, len(run.points) + 1, every):
                tried += 1
                try:
                    crash(scene, command, run, point)
                except AssertionError as error:
                    failed += 1
                    again = f"--database {kind} --command '{command.name}' --point {point}"
                    print(f"{error}\n  to repeat: nox -s crashpoints -- {again}", flush=True)
                    first = first or str(error)
        assert not failed, f"{failed} bad of {tried}: {first}"
        return f"{tried} points, {len(run.commits)} commits, 0 bad states"

    table.tell(f"{kind}: {command.name}", proved)
    if kind == "postgresql" and not only:
        table.tell(
            f"{kind}: {command.name}, answers lost",
            lambda: f"{prove_lost(databases, command, kept=(True, False))} commits, 0 bad states",
        )
        table.tell(
            f"{kind}: {command.name}, in conflict",
            lambda: ", ".join(prove_conflicts(databases, command, LOCKED.get(command.name))),
        )
    return tried, failed


if __name__ == "__main__":
    sys.exit(main())
