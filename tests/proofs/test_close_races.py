"""A month is closed while something else moves the same money: whichever comes first, it adds up.

The other act comes in at the worst moment, after the month was worked out and drafted and before it
is posted; and once more at the same time, as the machine has it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from tests.proofs.crashing import Command, Scene
from tests.proofs.crashpoints import COMMANDS, CREATOR
from tests.proofs.house import ANN, KINDS, PASSWORD, SEPTEMBER, Databases, House
from tests.proofs.together import DONE, by_threads, outcome

from backbeat.channels.reviews import OperatorOrder
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.settlement import posting

CLOSE = next(command for command in COMMANDS if command.name == "settle close")
OTHER = AccountId("creator2")


def prepay(house: House) -> None:
    """Money that was given beforehand is booked against what comes."""
    wanted = Correction(CREATOR, EntryType.PREPAID, -Money.of("12.00"), "an advance")
    house.container.portal().account_ledger.post(wanted, ANN, "agreed")


def delete(house: House) -> None:
    """The creator deletes the channel, whose September is not settled yet."""
    house.container.portal().removals.delete(
        CREATOR, ChannelId("channel-1"), PASSWORD, confirmed=True
    )


def transfer(house: House) -> None:
    """The operator gives the channel to somebody else from the 16th of September on."""
    order = OperatorOrder("ann", "agreed")
    house.container.portal().removals.transfer(
        ChannelId("channel-1"), OTHER, date(2025, 9, 16), order
    )


Act = Callable[[House], None]
ACTS: dict[str, tuple[Act, tuple[str, str], bool]] = {
    "prepaid": (prepay, ("18.370368", "60.370368"), False),
    "deletion": (delete, ("0.00", "60.370368"), True),
    "transfer": (transfer, ("15.185184", "75.555552"), True),
}
"""The act; what both creators have, of 3 x 10.123456 and 3 x 20.123456 for all of September, when it came first, and whether the month has to be worked out anew."""


def close(house: House) -> Any:
    return house.container.portal().settlements.close(SEPTEMBER, ANN)


def balances(house: House) -> tuple[str, str]:
    with house.container.transactions().look() as books:
        found = [books.ledger.balance(account).shown for account in (CREATOR, OTHER)]
    return format(found[0], ""), format(found[1], "")


def close_interrupted(house: House, act: Act) -> Any:
    """Close the month; once it is drafted, somebody else acts."""
    drafted, done = posting.draft, threading.Event()

    def interrupted(*given: Any) -> Any:
        made = drafted(*given)
        if not done.is_set():
            done.set()
            by_threads([lambda: act(house)])
        return made

    with patch.object(posting, "draft", interrupted):
        return close(house)


@pytest.mark.variants("databases")
@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_between_draft_and_posting_counts(kind: str, databases: Databases) -> None:
    with Scene.of(databases, kind, Command("close", CLOSE.prepare, close, {DONE})) as scene:
        for name, (act, wanted, anew) in ACTS.items():
            scene.reset()
            house = scene.house
            ended = outcome(partial(close_interrupted, house, act))
            assert ended == ("figures_changed" if anew else DONE), name
            if anew:
                assert list(house.container.portal().settlements.list()) == []
                close(house)
            assert (name, balances(house)) == (name, wanted)
            house.require_sound()


@pytest.mark.variants("databases")
@pytest.mark.parametrize("kind", KINDS)
def test_at_the_same_time_one_comes_first_and_all_of_it_counts(
    kind: str, databases: Databases
) -> None:
    with Scene.of(databases, kind, Command("close", CLOSE.prepare, close, {DONE})) as scene:
        for name, (act, wanted, _) in ACTS.items():
            scene.reset()
            house = scene.house
            ends = by_threads(
                [
                    partial(outcome, partial(close, house)),
                    partial(outcome, partial(act, house)),
                ]
            )
            if ends[0] == "figures_changed":
                ends[0] = outcome(partial(close, house))
            assert ends[0] == DONE, (name, ends)
            # After the close a channel cannot be given away from a day of that month.
            assert ends[1] in ({DONE, "month_closed"} if name == "transfer" else {DONE}), (
                name,
                ends,
            )
            if name == "prepaid" or ends[1] == DONE:
                assert balances(house) == wanted, (name, ends)
            house.require_sound()
