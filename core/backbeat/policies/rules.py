"""Which settings are policies, how their values are read, and which one applies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from itertools import groupby
from typing import Any

from attrs import evolve

from backbeat.kernel.decimals import plain_decimal
from backbeat.kernel.months import Month
from backbeat.policies.errors import PolicyInUse, PolicyRefused, UnknownPolicy
from backbeat.policies.model import OPEN, Basis, InForce, Key, Policy
from backbeat.settings import Settings

_MONTH = frozenset({Basis.MONTH})
_REQUEST = frozenset({Basis.REQUEST})
_DAY = frozenset({Basis.DAY})

OPERATOR_RATE = "settlement.operator_rate"
"""The rule by which figures are shared with the operator."""

KEYS: Mapping[str, Key] = {
    path: Key(path, bases)
    for path, bases in (
        (OPERATOR_RATE, _MONTH),
        ("settlement.fee_change", _MONTH),
        ("settlement.member_payout", _MONTH | _REQUEST),
        ("settlement.default_fee_rate", _DAY),
        ("withdrawal.windows", _REQUEST),
        ("withdrawal.payout_rule", _REQUEST),
        ("withdrawal.payout_days", _REQUEST),
        ("withdrawal.minimum", _REQUEST),
        ("withdrawal.bank_minimum", _REQUEST),
        ("withdrawal.bank_minimum_basis", _REQUEST),
        ("fees.bank_usd", _REQUEST),
        ("fees.paypal_rate", _REQUEST),
        ("channels.first_earning_from", _DAY),
        ("channels.forfeit_scope", _DAY),
        ("channels.forfeit_small", _DAY),
        ("points.per_usd", _DAY),
        ("points.valid_months", _DAY),
        ("referral.window_months", _DAY),
        ("referral.reward_rate", _MONTH),
    )
}
"""The settings that affect money: the configuration gives their first value, then the table
decides.
"""


def key_of(path: str) -> Key:
    """The rule with that name; refuses any other with `UnknownPolicy`, naming the most similar."""
    if path not in KEYS:
        nearest = get_close_matches(path, KEYS)
        raise UnknownPolicy(key=path, known=nearest[0] if nearest else None)
    return KEYS[path]


def value_of(settings: Settings, path: str) -> Any:
    section, name = path.split(".")
    return getattr(getattr(settings, section), name)


def written(value: Any) -> str:
    """A value as text, as in the configuration file but without quotes."""
    match value:
        case Enum():
            return str(value.value)
        case Decimal():
            return format(value, "f")
        case tuple():
            return json.dumps(value)
    return str(value)


def read(path: str, text: str) -> Any:
    """A rule's value from text; refuses with `PolicyRefused` a value that the setting cannot have."""
    try:
        value = _read(value_of(Settings(), path), text.strip())
        with_values(Settings(), {path: value})
    except (ValueError, ArithmeticError, TypeError) as error:
        raise PolicyRefused(key=path, problem=_words(error)) from None
    return value


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with other values at these paths; raises ValueError if one is not allowed."""
    changed: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        section, name = path.split(".")
        changed.setdefault(section, {})[name] = value
    sections = {
        section: evolve(getattr(settings, section), **values) for section, values in changed.items()
    }
    return evolve(settings, **sections)


def counting(policies: Iterable[Policy], day: date) -> dict[str, Policy]:
    """The row that applies on a day, for every rule that has one by then."""
    found: dict[str, Policy] = {}
    for policy in sorted(policies, key=_order):
        if policy.from_day <= day:
            found[policy.key] = policy
    return found


def ruled(settings: Settings, policies: Iterable[Policy], day: date) -> Settings:
    """The settings with every rule as it applies on a day."""
    found = counting(policies, day)
    return with_values(
        settings,
        {
            key: _read(value_of(settings, key), policy.value)
            for key, policy in found.items()
            if key in KEYS
        },
    )


def in_force(settings: Settings, policies: Sequence[Policy], day: date) -> list[InForce]:
    """Every rule as it applies on a day, in the order of the settings."""
    found = counting(policies, day)
    return [_in_force(key, settings, policies, found.get(key.path), day) for key in KEYS.values()]


def _in_force(
    key: Key, settings: Settings, policies: Iterable[Policy], policy: Policy | None, day: date
) -> InForce:
    value = policy.value if policy else written(value_of(settings, key.path))
    since = policy.from_day if policy and policy.from_day != OPEN else None
    return InForce(key, value, since, until(policies, key.path, day), policy)


def until(policies: Iterable[Policy], path: str, day: date) -> date | None:
    """The last day on which the value of a given day applies; None if no other value follows."""
    later = [each.from_day for each in policies if each.key == path and each.from_day > day]
    return min(later) - timedelta(1) if later else None


def timeline(settings: Settings, policies: Iterable[Policy], path: str) -> list[tuple[date, Any]]:
    """A rule's values with the day from which each applies, in order; the first has always applied."""
    found: dict[date, Any] = {OPEN: value_of(settings, path)}
    for policy in sorted(policies, key=_order):
        if policy.key == path:
            found[policy.from_day] = _read(found[OPEN], policy.value)
    return sorted(found.items())


def next_revision(policies: Iterable[Policy], path: str, from_day: date) -> int:
    """The number for one more row for the same rule and day."""
    same = [each for each in policies if (each.key, each.from_day) == (path, from_day)]
    return max((each.revision + 1 for each in same), default=0)


def replaced(policies: Iterable[Policy]) -> list[tuple[Policy, bool]]:
    """Every row by rule and day, and whether a later row replaced it."""
    rows = []
    for _, group in groupby(sorted(policies, key=_order), key=lambda row: (row.key, row.from_day)):
        *former, last = group
        rows.extend([(row, True) for row in former] + [(last, False)])
    return rows


def require_day(key: Key, from_day: date) -> None:
    """Refuse a day that is not the first of a month, for rules by which months are settled."""
    if Basis.MONTH in key.bases and from_day != Month.of(from_day).first:
        first = Month.of(from_day).next.first
        raise PolicyRefused(
            key=key.path, problem=f"it counts for whole months: from the first, such as {first}"
        )


def require_free(
    key: Key,
    from_day: date,
    *,
    today: date,
    last_closed: Month | None,
    last_request: date | None,
) -> None:
    """Refuse a day if the rule was already used for it or for a later day (POLICY-3)."""
    used: list[tuple[date, str]] = []
    if Basis.MONTH in key.bases and last_closed:
        used.append((last_closed.last, f"the close of {last_closed}"))
    if Basis.REQUEST in key.bases and last_request:
        used.append((last_request, f"a withdrawal asked for on {last_request}"))
    if Basis.DAY in key.bases:
        used.append((today - timedelta(1), "what was done before today"))
    if not used:
        return
    last, by = max(used)
    if from_day <= last:
        first = last + timedelta(1)
        if Basis.MONTH in key.bases and first != Month.of(first).first:
            first = Month.of(first).next.first
        raise PolicyInUse(key=key.path, from_day=from_day, used_by=by, free_from=first)


def _order(policy: Policy) -> tuple[str, date, int]:
    return policy.key, policy.from_day, policy.revision


def _read(default: Any, text: str) -> Any:
    """Text converted to the type of the setting's default."""
    match default:
        case Enum():
            known = [member.value for member in type(default)]
            if text not in known:
                raise ValueError(f"one of {', '.join(known)} is needed")
            return type(default)(text)
        case Decimal():
            return _decimal(text)
        case int():
            return _whole(text)
    return _windows(text)


def _decimal(text: str) -> Decimal:
    try:
        return plain_decimal(text)
    except ValueError:
        raise ValueError(f"a number is needed, not {text!r}") from None


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise ValueError(f"a whole number is needed, not {text!r}")
    return int(text)


def _windows(text: str) -> tuple[tuple[int, int], ...]:
    needed = "pairs of days are needed, such as [[25, -1]]"
    try:
        pairs = json.loads(text)
    except ValueError:
        raise ValueError(needed) from None
    if not isinstance(pairs, list) or not all(_is_pair(pair) for pair in pairs):
        raise ValueError(needed)
    return tuple((first, last) for first, last in pairs)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and [type(day) for day in value] == [int, int]


def _words(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__
