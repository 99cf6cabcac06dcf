"""Setting rules from a certain day, and finding those that apply."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.transactions import Transactions
from backbeat.policies import rules
from backbeat.policies.model import OPEN, Change, InForce, Policy
from backbeat.policies.ports import Books, PolicyRepository
from backbeat.settings import Settings


def settings_on(policies: PolicyRepository, settings: Settings, day: date) -> Settings:
    """The settings with every rule as it applies on a day (POLICY-2, POLICY-1).

    A rule without a row has the configuration's value.
    """
    return rules.ruled(settings, policies.all(), day)


@frozen
class Policies:
    """The rules that affect money. `business` dates acts, `security` dates records (DAY-7, DAY-8)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    settings: Settings

    def on(self, day: date | None = None) -> Settings:
        """The settings with every rule as it applies on a day, today by default."""
        with self.transactions.look() as books:
            return settings_on(books.policies, self.settings, day or self.business.today())

    def show(self, day: date | None = None) -> Sequence[InForce]:
        """Every rule as it applies on a day, today by default."""
        with self.transactions.look() as books:
            return rules.in_force(self.settings, books.policies.all(), day or self.business.today())

    def history(self) -> Sequence[tuple[Policy, bool]]:
        """Every row ever set, by rule and day, and whether a later one replaced it."""
        with self.transactions.look() as books:
            return rules.replaced(books.policies.all())

    def seed(self, actor: Actor) -> int:
        """Give every rule without a first value that of the configuration (POLICY-2). Returns how
        many there were.

        Safe to repeat: it is part of creating and of upgrading a database.
        """
        with self.transactions.begin() as books:
            books.policies.lock()
            known = {policy.key for policy in books.policies.all() if policy.from_day == OPEN}
            first = [
                Policy(path, value, OPEN, 0, actor, self.security.now())
                for path in rules.KEYS
                if path not in known
                for value in [rules.written(rules.value_of(self.settings, path))]
            ]
            if first:
                books.policies.add(first)
                books.audit.record(
                    AuditEntry(
                        self.business.now(),
                        actor,
                        "policy.seeded",
                        "policies",
                        after={"rules": len(first)},
                    )
                )
            return len(first)

    def set(
        self,
        path: str,
        text: str,
        from_day: date,
        actor: Actor,
        *,
        reason: str,
        dry_run: bool = False,
    ) -> Change:
        """Give a rule another value from a certain day, until the day of its next value.

        Refused with `UnknownPolicy`, with `PolicyRefused` for a value that the setting cannot have
        or, for rules of the close, a day that is not the first of a month, and with `PolicyInUse`
        (2 `policy_in_use`) if a month was closed, a withdrawal requested or an act done since that
        day.
        """
        key = rules.key_of(path)
        value = rules.written(rules.read(path, text))
        rules.require_day(key, from_day)
        today = self.business.today()
        with self.transactions.look() if dry_run else self.transactions.begin() as books:
            if not dry_run:
                books.policies.lock()
            rules.require_free(
                key,
                from_day,
                today=today,
                last_closed=books.settlements.last_closed(),
                last_request=books.withdrawals.last_requested(),
            )
            known = books.policies.all()
            before = rules.ruled(self.settings, known, from_day)
            revision = rules.next_revision(known, path, from_day)
            created = Policy(path, value, from_day, revision, actor, self.security.now(), reason)
            change = Change(
                created,
                rules.written(rules.value_of(before, path)),
                rules.until(known, path, from_day),
            )
            if not dry_run:
                books.policies.add([created])
                books.audit.record(self._audited(change))
        return change

    def _audited(self, change: Change) -> AuditEntry:
        made = change.policy
        return AuditEntry(
            self.business.now(),
            made.actor,
            "policy.set",
            f"policy:{made.key}",
            before={"value": change.before},
            after={"value": made.value, "from": made.from_day, "until": change.until},
            reason=made.reason,
        )
