"""A call that names itself, and the answer that was kept for it."""

from __future__ import annotations

from attrs import frozen

from backbeat.kernel.ids import AccountId


@frozen
class Call:
    """One call as its sender named it: `key` is the sender's, unique within the account.

    `fingerprint` is a digest of what was asked; secrets are no part of it.
    """

    account: AccountId
    key: str
    fingerprint: str


@frozen
class KeptAnswer:
    """What an earlier call under the same key asked for, and the answer it got, as JSON text."""

    fingerprint: str
    answer: str
