"""Doing something only once for each key."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from functools import cache
from typing import TypeVar

from attrs import frozen
from cattrs import Converter
from cattrs.preconf.json import make_converter

from backbeat.idempotency.errors import IdempotencyMismatch
from backbeat.idempotency.model import Call
from backbeat.idempotency.ports import Books, IdempotencyRepository
from backbeat.kernel.clock import Clock
from backbeat.kernel.transactions import Transactions

T = TypeVar("T")

KEPT_DAYS = 30

FORGET_ANSWERS = "idempotency.forget"
"""The job that removes old answers, every day."""


@frozen
class KeptAnswers:
    """The answers of calls with a key. `clock` is the security clock."""

    transactions: Transactions[Books]
    clock: Clock

    def forget_old(self) -> int:
        """Remove answers older than 30 days. Returns how many there were."""
        with self.transactions.begin() as books:
            return books.idempotency.forget_before(self.clock.now() - timedelta(days=KEPT_DAYS))


def once(
    kept: IdempotencyRepository,
    call: Call | None,
    kind: type[T],
    act: Callable[[], T],
) -> T:
    """Do `act`, unless this call was answered before: then return that answer again.

    To be called inside the transaction in which `act` writes, so that effect and answer are stored
    together or not at all. `kind` is the class of the answer, an attrs record of plain values.
    Without a call (the sender gave no key) the act is simply done. Refuses with
    `IdempotencyMismatch` if the key was used for something else. A refusal of `act` is not stored:
    the same call may be sent again.
    """
    if call is None:
        return act()
    before = kept.claim(call)
    if before is not None:
        if before.fingerprint != call.fingerprint:
            raise IdempotencyMismatch
        return _converter().structure(json.loads(before.answer), kind)
    result = act()
    kept.keep(call, json.dumps(_converter().unstructure(result, unstructure_as=kind)))
    return result


@cache
def _converter() -> Converter:
    converter = make_converter()
    converter.register_unstructure_hook(Decimal, str)
    converter.register_structure_hook(Decimal, lambda value, _: Decimal(value))
    return converter
