"""Taking over people and channels from another system (ACCT-29, CHAN-27, LEDGER-24).

A file is checked as a whole before anything is stored: with a single mistake nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path

from attrs import frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.errors import EmailTaken, NicknameTaken
from backbeat.accounts.model import Permission
from backbeat.accounts.ports import Tokens
from backbeat.channels.model import Category, ChangeContext
from backbeat.channels.registration import Registrar
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, FieldsMissing, FieldsRefused, Refusal
from backbeat.kernel.ids import NewId, PlatformChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.rules import require_in_range
from backbeat.members import rules as member_rules
from backbeat.onboarding import cells
from backbeat.onboarding.batches import take
from backbeat.onboarding.cells import Reader
from backbeat.onboarding.claims import VOUCHED, Claim, ClaimsBatch
from backbeat.onboarding.model import (
    ACCOUNT_COLUMNS,
    CHANNEL_COLUMNS,
    NEEDED_OF_CHANNELS,
    Fault,
    ImportDone,
    ImportLine,
    in_order,
)
from backbeat.onboarding.people import PeopleBatch, Person
from backbeat.onboarding.ports import Books, ImportFiles
from backbeat.payout_methods.model import Destination
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.registry import channel_key
from backbeat.settings import Settings


@frozen
class Order:
    """Who imports a file, from which system, and why."""

    actor: Actor
    source: str
    reason: str
    dry_run: bool = False


@frozen
class Onboarding:
    """Reads files of people and channels and stores them as a whole or not at all."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    registrar: Registrar
    files: ImportFiles
    settings: Settings

    def take_people(self, path: Path, order: Order) -> ImportDone:
        """New accounts, where they are paid, and what another system owed them.

        A line without a nickname refers to an existing account. `permission_flag` lets a creator
        below the top of a network have members of its own, in the file or later (NET-3). An opening balance is posted as
        `portal_profit` with note `opening`, once for each account and source. With faults nothing
        is stored; they name line and column.
        """
        source = _named(order.source)
        table = self.files.read(path, _account_columns(), {"email"})
        readers = [Reader(line) for line in table.lines]
        people = [self._person(reader) for reader in readers]
        faults = [fault for reader in readers for fault in reader.faults]
        faults += _twice(table.lines, "email", account_rules.email_key, EmailTaken)
        faults += _twice(table.lines, "nickname", account_rules.name_key, NicknameTaken)
        if faults:
            return ImportDone(len(people), in_order(faults))
        act = ActContext(
            order.actor, self.business.today(), self.security.now(), _reason(order.reason)
        )
        batch = PeopleBatch(
            people, source, act, self.business, self.new_id, self.tokens, self.settings
        )
        return take(self.transactions, batch, dry_run=order.dry_run).done

    def take_channels(self, path: Path, order: Order) -> ImportDone:
        """Channels that earn from a certain day: approved, and vouched for by the operator
        (CHAN-27).

        No platform is asked. Refused by line are an unknown account (10001), a channel that is
        taken, barred or reserved (30003 to 30005), and a day in a closed month or in the future
        (`bad_range`).
        """
        table = self.files.read(path, CHANNEL_COLUMNS, NEEDED_OF_CHANNELS)
        readers = [Reader(line) for line in table.lines]
        claims = [_claim(reader) for reader in readers]
        faults = [fault for reader in readers for fault in reader.faults]
        faults += _twice(table.lines, "channel", str, BadValues)
        if faults:
            return ImportDone(len(claims), in_order(faults))
        by = ChangeContext(self.business.now(), order.actor, f"{VOUCHED}: {_reason(order.reason)}")
        batch = ClaimsBatch(claims, by, self.business.today(), self.security.now(), self.registrar)
        return take(self.transactions, batch, dry_run=order.dry_run).done

    def _person(self, reader: Reader) -> Person:
        email = reader.needed(
            "email", lambda text: account_rules.require_email(text, self.settings.accounts), ""
        )
        nickname = reader.given(
            "nickname",
            lambda text: account_rules.require_nickname(text, self.settings.accounts),
            "",
        )
        read_rate = lambda text: member_rules.require_rate(cells.rate(text))  # noqa: E731
        person = Person(
            reader.line,
            email,
            nickname,
            reader.given("language", _language, Language.ENGLISH),
            reader.given("verified", cells.yes_or_no, False),
            reader.given("permission", _permission, Permission.NONE),
            reader.line.get("manager"),
            reader.given("fee_rate", read_rate, None),
            reader.given("permission_flag", cells.yes_or_no, None),
            reader.given("opening_balance", _opening, None),
            reader.given("method", lambda name: self._destination(reader.line, name), None),
        )
        if person.manager and person.permission is not Permission.NONE:
            reader.refuse("permission", BadValues(fields={"permission": "bad_value"}))
        if person.fee_rate is not None and not person.manager:
            reader.refuse("fee_rate", BadValues(fields={"fee_rate": "bad_value"}))
        if person.may_manage is not None and not (person.manager and person.nickname):
            reader.refuse("permission_flag", BadValues(fields={"permission_flag": "bad_value"}))
        return person

    def _destination(self, line: ImportLine, name: str) -> Destination:
        if name not in METHODS:
            raise BadValues(fields={"method": "bad_value"})
        method = METHODS.named(name, "an import")
        return method.form({each: line.get(each) for each in method.fields}).destination(
            self.settings.payment
        )


def _account_columns() -> tuple[str, ...]:
    fields = dict.fromkeys(field for method in METHODS for field in method.fields)
    return (*ACCOUNT_COLUMNS, *(each for each in fields if each not in ACCOUNT_COLUMNS))


def _claim(reader: Reader) -> Claim:
    return Claim(
        reader.line,
        reader.needed("account", str, ""),
        reader.needed("channel", _key, PlatformChannelId("")),
        reader.line.get("name"),
        reader.needed("category", Category, Category.ENTERTAINMENT),
        reader.needed("earning_from", cells.day, date.min),
    )


def _key(text: str) -> PlatformChannelId:
    key = channel_key(text)
    if key is None:
        raise ValueError(text)
    return key


def _language(text: str) -> Language:
    return Language(text)


def _permission(text: str) -> Permission:
    if text != Permission.MCN:
        raise ValueError(text)
    return Permission.MCN


def _opening(text: str) -> Money:
    found = cells.amount(text)
    require_in_range(found)
    return found


def _named(source: str) -> str:
    """The other system's name, by which an opening balance is unique."""
    tidy = " ".join(source.split()).casefold()
    if not tidy:
        raise FieldsMissing(fields={"source": "required"})
    if len(tidy) > 40 or not tidy.isprintable() or ":" in tidy:
        raise BadValues(fields={"source": "bad_value"})
    return tidy


def _reason(text: str) -> str:
    if not text.strip():
        raise FieldsMissing(fields={"reason": "required"})
    return text.strip()


def _twice(
    lines: Iterable[ImportLine],
    column: str,
    key: Callable[[str], str],
    taken: type[Refusal],
) -> Iterator[Fault]:
    """Lines whose cell already occurred in an earlier line."""
    seen: set[str] = set()
    for line in lines:
        text = line.get(column)
        if not text:
            continue
        if key(text) in seen:
            facts = {"fields": {column: "bad_value"}} if issubclass(taken, FieldsRefused) else {}
            yield Fault(line.number, column, taken(**facts))
        seen.add(key(text))
