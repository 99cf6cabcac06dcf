"""What the checks of the core say of books that no act could leave behind."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_ledger_contract import (
    FIRST,
    MINA,
    SECOND,
    an_act,
    earn,
    give_points,
    usd,
)
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import TO_PAYPAL

from backbeat.kernel.ids import AccountId, EntryId, TransactionId
from backbeat.kernel.money import Money
from backbeat.ledger import checks
from backbeat.ledger.checks import State, Tally
from backbeat.ledger.model import (
    Balance,
    Checkpoint,
    EntryType,
    Head,
    Kind,
    Origin,
    Sealed,
    Siblings,
)
from backbeat.ledger.rules import FIRST_HASH, seal, seal_heads
from backbeat.memory.books import MemoryTransactions

NOTHING_BESIDE = State({}, {}, {})


def test_a_head_without_a_chain_is_found() -> None:
    checked = checks.check([], {}, [], {"mina": Head("mina", 3, "f" * 64)})

    assert [(each.invariant, each.what) for each in checked.findings] == [
        ("I18", "the chain of mina does not end where its head says")
    ]


def test_siblings_are_neither_fewer_nor_more_than_they_say() -> None:
    for said, there in ((2, 1), (1, 2)):
        told = (Siblings("channel", said, Money(there)), 1)
        tally = Tally(siblings={"channel": [told] * there})

        (found,) = checks.siblings_sum_to_what_they_share(tally, NOTHING_BESIDE)

        assert found.what == f"channel: {there} transactions, {said} said"


class Books:
    """Sound books of one account: a month, points, a payout, another on its way, a reversal."""

    def __init__(self) -> None:
        """As the acts of the core leave them."""
        clock = FixedClock()
        with MemoryTransactions.empty(clock, counting_ids()).begin() as books:
            ledger = books.ledger
            earn(ledger, "100.00")
            give_points(ledger, "4.00", source="lot", until=date(2026, 4, 20))
            ledger.reservations.reserve(MINA, usd("60.00"), FIRST, an_act())
            ledger.reservations.settle(FIRST, usd("2.82"), TO_PAYPAL, an_act())
            ledger.reservations.reserve(MINA, usd("20.00"), SECOND, an_act())
            ledger.post(MINA, EntryType.PORTAL_PROFIT, usd("9.00"), an_act(), source="op")
            posted = ledger.store.by_source(MINA, "op")
            assert posted is not None
            ledger.reversals.reverse(posted.id, an_act(reason="typed twice"))
            give_points(ledger, "3.00", source="later", until=date(2026, 5, 20))
            whole = ledger.store.whole
            self.chain = [each.transaction for each in whole.chain()]
            self.balances = dict(whole.all_balances())
            self.open = {each.entry.id: each for each in whole.all_open()}

    def at(self, source: str) -> int:
        """Where the transaction of that source stands."""
        return next(place for place, each in enumerate(self.chain) if each.source == source)

    def change(self, source: str, /, **values: Any) -> None:
        """Let it say something else, sealed as if it had always said so."""
        place = self.at(source)
        self.chain[place] = evolve(self.chain[place], **values)

    def sealed(self) -> list[Sealed]:
        """The chain with right numbers and hashes."""
        made: list[Sealed] = []
        for number, transaction in enumerate(self.chain, 1):
            before = made[-1].hash if made else FIRST_HASH
            made.append(Sealed(number, transaction, before, seal(number, before, transaction)))
        return made

    def said(self, chain: list[Sealed] | None = None) -> list[tuple[str, str]]:
        """What the checks find."""
        chain = self.sealed() if chain is None else chain
        heads: dict[str, Head] = {MINA: chain[-1].head}
        found = checks.check(chain, self.balances, self.open.values(), heads)
        assert found.holds == (not found.findings)
        return [(each.invariant, each.what) for each in found.findings]


@pytest.fixture
def books() -> Books:
    return Books()


def test_books_that_acts_have_left_are_sound_and_counted(books: Books) -> None:
    assert books.said() == []
    heads: dict[str, Head] = {MINA: books.sealed()[-1].head}
    checked = checks.check(books.sealed(), books.balances, books.open.values(), heads)
    assert checked.transactions == len(books.chain) == 8
    assert checked.entries == sum(len(each.entries) for each in books.chain) == 7


def test_the_text_that_is_sealed_is_in_plain_letters(books: Books) -> None:
    """Whoever checks a hash by other means spells it the same way."""
    said = evolve(books.chain[0], reason="이유 é").text
    assert '"이유 é"' in said
    assert ", " not in said
    assert said.startswith(f'["{books.chain[0].id}","{MINA}","profit","posting","2025-10-20",')


def test_a_number_left_out_and_a_hash_that_is_another_are_found(books: Books) -> None:
    whole = books.sealed()
    assert ("I1", "transaction 3 of mina does not follow number 1") in books.said(
        [whole[0], *whole[2:]]
    )
    for changed in (evolve(whole[2], hash="0" * 64), evolve(whole[2], previous="0" * 64)):
        found = books.said([*whole[:2], changed, *whole[3:]])
        assert ("I14", "transaction 3 of mina does not fit the chain") in found
        assert {invariant for invariant, _ in found} == {"I14"}


def test_a_transaction_of_somebody_else_too_is_found(books: Books) -> None:
    [entry] = books.chain[0].entries
    books.change("profit", entries=(evolve(entry, account=AccountId("hao")),))
    assert ("I16", "profit is not of mina alone") in books.said()


def test_postings_that_do_not_sum_to_zero_are_found(books: Books) -> None:
    first, *others = books.chain[0].postings
    books.change("profit", postings=(evolve(first, amount=first.amount + Money(1)), *others))
    found = books.said()
    assert ("I2", "profit does not sum to zero") in found
    assert ("I15", "the accounts do not sum to zero") in found


def test_a_source_that_is_posted_twice_is_found(books: Books) -> None:
    books.change("lot", source="profit")
    assert books.said() == [("I6", "profit is posted twice")]


def test_rows_that_miss_their_postings_are_found(books: Books) -> None:
    [entry] = books.chain[0].entries
    books.change("profit", entries=(evolve(entry, amount=entry.amount + Money(1)),))
    assert ("I3", "profit: the rows of mina miss its postings") in books.said()


def test_a_use_of_an_entry_that_is_not_there_is_found(books: Books) -> None:
    source = f"withdrawal:{FIRST}:request"
    taken = books.chain[books.at(source)].allocations
    nobodys = EntryId("nobody's")
    for changed in (evolve(taken[0], entry=nobodys), evolve(taken[0], consumer=nobodys)):
        other = Books()
        other.change(source, allocations=(changed, *taken[1:]))
        assert ("I10", f"{source} uses an entry that is not there") in other.said()


def test_an_end_without_a_request_and_money_moved_in_flight_are_found(books: Books) -> None:
    end = f"withdrawal:{FIRST}:end"
    books.change(end, source="withdrawal:unknown:end")
    assert ("I5", "withdrawal:unknown:end ends what was never asked for") in books.said()

    other = Books()
    request = f"withdrawal:{SECOND}:request"
    other.change(request, kind=Kind.ADJUSTMENT)
    assert other.said() == [("I5", f"{request} moves money in flight")]


def test_a_reversal_mirrors_what_may_be_reversed_and_once(books: Books) -> None:
    place = next(place for place, each in enumerate(books.chain) if each.reverses)
    mirror = books.chain[place]
    first, *others = mirror.postings
    halved = (evolve(first, amount=-first.amount), *(evolve(e, amount=-e.amount) for e in others))
    books.change(mirror.source, postings=halved)
    assert ("I8", f"{mirror.source} does not mirror its original") in books.said()

    twice = Books()
    twice.chain.append(evolve(mirror, source="again", entries=(), allocations=()))
    assert ("I8", f"{mirror.reverses} is reversed twice") in twice.said()

    unknown = Books()
    unknown.change(mirror.source, reverses=TransactionId("profit's"))
    assert unknown.said() == [("I8", f"{mirror.source} does not mirror its original")]


@pytest.mark.parametrize("part", ["available", "in_flight", "debt"])
def test_a_balance_that_is_not_the_sum_of_its_postings_is_found(books: Books, part: str) -> None:
    balance = books.balances[MINA]
    books.balances[MINA] = evolve(balance, **{part: getattr(balance, part) + Money(1)})
    found = books.said()
    assert ("I3", "the balance of mina is not the sum of its postings") in found
    shown = ("I3", "the statement of mina does not sum to its balance")
    assert (shown in found) is (part != "in_flight")
    flying = ("I5", "the money of mina in flight is not what was asked for")
    assert (flying in found) is (part == "in_flight")
    unspent = ("I10", "what mina has unspent does not sum to its balance")
    assert (unspent in found) is (part != "in_flight")


def test_an_account_that_is_kept_and_never_posted_to_is_found_by_what_it_has(books: Books) -> None:
    books.balances[AccountId("hao")] = Balance()
    assert books.said() == []
    books.balances[AccountId("hao")] = Balance(available=Money(1))
    assert ("I3", "the balance of hao is not the sum of its postings") in books.said()
    del books.balances[AccountId("hao")], books.balances[MINA]
    assert ("I3", "the balance of mina is not the sum of its postings") in books.said()


@pytest.mark.parametrize("part", ["available", "in_flight", "debt"])
def test_nothing_is_below_zero_and_nobody_owes_and_has(part: str) -> None:
    def said(balance: Balance) -> list[str]:
        state = State({MINA: balance}, {}, {})
        found = list(checks.balances_are_not_negative(Tally(), state))
        assert {each.invariant for each in found} <= {"I4"}
        return [each.what for each in found]

    assert said(Balance()) == []
    assert said(evolve(Balance(), **{part: Money(1)})) == []
    assert said(evolve(Balance(), **{part: Money(-1)})) == ["the balance of mina is negative"]
    both = Balance(available=Money(1), debt=Money(1))
    assert said(both) == ["mina owes money and has some available"]


def test_what_is_open_is_what_uses_leave(books: Books) -> None:
    whole, each = books.said(), next(iter(books.open.values()))
    assert whole == []
    rest = f"the rest of entry {each.entry.id} is not what its uses leave"
    books.open[each.entry.id] = evolve(each, remaining=each.remaining - Money(1))
    assert ("I10", rest) in books.said()
    del books.open[each.entry.id]
    assert ("I10", rest) in books.said()


def test_an_open_entry_of_no_transaction_is_found(books: Books) -> None:
    each = next(iter(books.open.values()))
    stray = evolve(each.entry, id=EntryId("stray"))
    books.open[stray.id] = evolve(each, entry=stray)
    assert ("I10", "entry stray is open and in no transaction") in books.said()


@pytest.mark.parametrize(("left", "is_over"), [(0, False), (5, False), (-1, True), (6, True)])
def test_no_more_of_an_entry_is_used_than_there_was(left: int, is_over: bool) -> None:
    for sign in (1, -1):
        tally = Tally(left={EntryId("e"): sign * left}, amounts={EntryId("e"): sign * 5})
        found = [each.what for each in checks.open_entries_are_what_is_left(tally, NOTHING_BESIDE)]
        assert ("more of entry e is used than there was" in found) is is_over
        assert len(found) == is_over + bool(left)


def test_lots_are_points_that_lapse_and_are_never_negative(books: Books) -> None:
    [lot] = [each for each in books.open.values() if each.expires_on]
    name = lot.entry.id
    wrong = f"entry {name} has an expiry and should not, or lacks one"

    def said(changed: Any) -> list[str]:
        state = State({}, {name: changed}, {})
        return [each.what for each in checks.lots_are_points(Tally(), state)]

    assert said(lot) == []
    assert said(evolve(lot, remaining=Money(0))) == []
    assert said(evolve(lot, remaining=Money(-1))) == [f"lot {name} is negative"]
    assert said(evolve(lot, expires_on=None)) == [wrong]
    assert said(evolve(lot, entry=evolve(lot.entry, expires_on=None))) == [wrong]
    plain = evolve(lot, expires_on=None, entry=evolve(lot.entry, expires_on=None))
    assert said(evolve(plain, remaining=Money(-1))) == []


def test_siblings_say_the_same_and_sum_to_it() -> None:
    def said(*told: tuple[int, int]) -> list[str]:
        found = [(Siblings("s", len(told), Money(total)), part) for total, part in told]
        tally = Tally(siblings={"s": found})
        return [each.what for each in checks.siblings_sum_to_what_they_share(tally, NOTHING_BESIDE)]

    assert said((5, 2), (5, 3)) == []
    assert said((5, 2), (5, 2)) == [
        "s: its transactions do not sum to 0.000005 USD",
    ]
    assert "s: its transactions differ in what they say of it" in said((5, 2), (6, 3))


def test_what_moves_between_accounts_leaves_nothing_over() -> None:
    tally = Tally(by_account={"house:transfer": 1, "house:fees": -1})
    assert [each.what for each in checks.transfers_sum_to_zero(tally, NOTHING_BESIDE)] == [
        "house:transfer does not sum to zero"
    ]
    assert list(checks.everything_sums_to_zero(tally, NOTHING_BESIDE)) == []


def test_checkpoints_follow_each_other_and_keep_what_they_sealed(books: Books) -> None:
    chain = books.sealed()
    heads = ((chain[1].head,), (chain[4].head,))
    first = Checkpoint(1, FIRST_HASH, seal_heads(1, FIRST_HASH, heads[0]), heads[0])
    second = Checkpoint(2, first.hash, seal_heads(2, first.hash, heads[1]), heads[1])

    def said(*kept: Checkpoint) -> list[str]:
        return [each.what for each in checks.checkpoints_agree(kept, chain)]

    def resealed(each: Checkpoint, **values: Any) -> Checkpoint:
        changed = evolve(each, **values)
        return evolve(changed, hash=seal_heads(changed.number, changed.previous, changed.heads))

    assert said(first, second) == []
    assert said(evolve(first, hash="0" * 64)) == ["checkpoint 1 is not what was sealed"]
    assert said(second) == ["checkpoint 2 is not what was sealed"]
    assert said(resealed(first, number=2)) == ["checkpoint 2 is not what was sealed"]
    assert said(first, resealed(second, previous=FIRST_HASH)) == [
        "checkpoint 2 is not what was sealed"
    ]
    assert said(first, resealed(second, number=3)) == ["checkpoint 3 is not what was sealed"]
    other = evolve(chain[1].head, hash="0" * 64)
    for head in (other, evolve(chain[1].head, number=99)):
        assert said(resealed(first, heads=(head,))) == [
            "checkpoint 1: the chain of mina was another then"
        ]


def test_the_first_checkpoint_may_follow_the_chain_of_an_earlier_version(books: Books) -> None:
    former = "a" * 64
    books.change("profit", origin=Origin("t1", former))
    chain = books.sealed()
    heads = (chain[-1].head,)
    kept = Checkpoint(1, former, seal_heads(1, former, heads), heads)
    assert list(checks.checkpoints_agree([kept], chain)) == []
    other = "b" * 64
    lost = Checkpoint(1, other, seal_heads(1, other, heads), heads)
    assert [each.what for each in checks.checkpoints_agree([lost], chain)] == [
        "checkpoint 1 is not what was sealed"
    ]
