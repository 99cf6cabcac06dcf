"""Audit rows: written once, never changed, without anybody's personal data (AUDIT-2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import Attribute, field, frozen

from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import plain
from backbeat.kernel.ids import AuditId

Facts = Mapping[str, Any]
"""Values by name: texts, whole numbers, booleans, money, days, or lists of these; never a float."""

_ADDRESS = re.compile(r"[^\s@*]{2,}@[^\s@]+\.[^\s@]+")
_ANY_ADDRESS = re.compile(r"[^\s@*]+@[^\s@]+\.[^\s@]+")


def mask_email(address: str) -> str:
    """An address of which only the first letter and the domain can be read: `m***@example.com`."""
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}***@{domain}"


def mask_addresses(text: str) -> str:
    """A text, such as a file's name, with every e-mail address in it masked."""
    return _ANY_ADDRESS.sub(lambda found: mask_email(found[0]), text)


def _plain(facts: Facts) -> dict[str, object]:
    return {name: plain(value) for name, value in facts.items()}


def _no_addresses(_: object, attribute: Attribute[Any], value: object) -> None:
    if _ADDRESS.search(str(value)):
        raise ValueError(f"an audit row holds no e-mail address ({attribute.name}): mask it")


@frozen
class AuditEntry:
    """One act, as described by the code that records it.

    `action` names what happened as noun and past participle (`channel.approved`), `target` what
    it happened to as noun and id (`channel:0198...`). `before` and `after` hold only what changed;
    secrets are left out and personal values masked, so that erasing a person never touches this
    row. An unmasked e-mail address is a ValueError.
    """

    at: datetime
    """When, by the business clock, UTC (DAY-7)."""
    actor: Actor
    action: str
    target: str
    before: Facts = field(factory=dict, converter=_plain, validator=_no_addresses)
    after: Facts = field(factory=dict, converter=_plain, validator=_no_addresses)
    reason: str | None = None


@frozen
class AuditRow:
    id: AuditId
    recorded_at: datetime
    """When it was written, by the security clock, UTC."""
    entry: AuditEntry
    digest: str
    """SHA-256 over everything above: a row that was changed outside the program no longer matches
    it.
    """
