"""Accounts for tests: every part has a default but the point of the test."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from attrs import evolve

from backbeat.accounts.model import Account, Role
from backbeat.kernel.ids import AccountId

NOW = datetime(2025, 9, 1, 9, 0, tzinfo=UTC)


def an_account(**changes: Any) -> Account:
    """mina, a creator who signed up by herself."""
    name = changes.pop("name", "mina")
    account = Account(
        id=AccountId(changes.pop("id", "a1")),
        email=changes.pop("email", f"{name}@example.org"),
        name=name,
        password_hash="hash of secret",
        role=Role.MAIN,
        created_at=NOW,
        referral_code=changes.pop("referral_code", "K7M2Q9XA"),
        password_changed_at=NOW,
        permission_flag=True,
    )
    return evolve(account, **changes)
