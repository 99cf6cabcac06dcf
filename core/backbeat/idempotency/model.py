"""A call with a key, and the answer that was stored for it."""

from __future__ import annotations

from attrs import frozen

from backbeat.kernel.ids import AccountId


@frozen
class Call:
    """One call under its sender's `key`, which is unique within the account.

    `fingerprint` is a digest of what was asked, without secrets.
    """

    account: AccountId
    key: str
    fingerprint: str


@frozen
class KeptAnswer:
    """What an earlier call with the same key asked for, and the answer it got, as JSON text."""

    fingerprint: str
    answer: str
