"""Who does something: the account, operator or part of the system under which an act is recorded."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from backbeat.kernel.ids import AccountId


class ActorKind(StrEnum):
    """The three kinds of actor that an audit row can name (AUDIT-1)."""

    ACCOUNT = "account"
    OPERATOR = "operator"
    SYSTEM = "system"


@frozen
class Actor:
    """One who acts: `id` is the account's id, the operator's name or the job's kind."""

    kind: ActorKind
    id: str

    @classmethod
    def account(cls, account: AccountId) -> Actor:
        return cls(ActorKind.ACCOUNT, account)

    @classmethod
    def operator(cls, name: str) -> Actor:
        """A person at the command line, by name."""
        return cls(ActorKind.OPERATOR, name)

    @classmethod
    def system(cls, part: str) -> Actor:
        """The program itself, for example a job."""
        return cls(ActorKind.SYSTEM, part)
