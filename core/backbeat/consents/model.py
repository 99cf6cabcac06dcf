"""A consent: what was read, who signed it, when and from where."""

from __future__ import annotations

from datetime import datetime
from typing import NewType

from attrs import field, frozen

from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language

ConsentId = NewType("ConsentId", str)


@frozen
class ConsentText:
    """What is agreed to, in one language; `body` is Markdown."""

    version: str
    language: Language
    title: str
    body: str


@frozen
class Consent:
    """One signature. `text` is kept word for word, `signed_at` is security time, `address` the
    whole network address from which it came (ACCT-18).
    """

    id: ConsentId
    account: AccountId
    text: ConsentText
    name: str = field(repr=False)
    signed_at: datetime
    address: str = field(repr=False)


@frozen
class ConsentStanding:
    """Whether an account still has to sign, what there is to sign, and what it signed last."""

    required: bool
    text: ConsentText
    signed: Consent | None
