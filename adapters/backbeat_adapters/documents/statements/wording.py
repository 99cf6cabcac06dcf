"""What a statement says, in the reader's language; both forms of paper print these same texts."""

from __future__ import annotations

from attrs import frozen

from backbeat.codes.words import ledger_type_label
from backbeat.formatting.dates import format_date, format_month
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import ChannelName, Parties, Statement, StatementRow
from backbeat_adapters.documents.labels import Labels, labels_of

_CENTS, _MICROS = 2, 6


@frozen
class PrintedMovement:
    """One row as it is printed."""

    date: str
    description: str
    earned_in: str
    amount: Money


@frozen
class PrintedType:
    """The rows of one type, and what they come to."""

    name: str
    movements: tuple[PrintedMovement, ...]
    label: str
    """What its sum is called."""
    amount: Money


@frozen
class PrintedStatement:
    """A statement with every text in its language; amounts stay money."""

    language: Language
    labels: Labels
    facts: tuple[tuple[str, str], ...]
    """The month and the two parties: label and text."""
    opening: Money
    types: tuple[PrintedType, ...]
    closing: Money
    places: int
    """How many decimals every amount is written with: cents, unless one of them is finer."""

    @property
    def title(self) -> str:
        return self.labels["statement"]

    @property
    def currency(self) -> str:
        return self.closing.currency.value

    @property
    def text(self) -> str:
        parts = [
            *self.labels.values(),
            *(text for fact in self.facts for text in fact),
            *(type_.name for type_ in self.types),
            *(move.description for type_ in self.types for move in type_.movements),
        ]
        return "".join(parts)


def printed(statement: Statement, parties: Parties, language: Language) -> PrintedStatement:
    own = labels(language)
    amounts = [statement.opening, *(row.entry.amount for row in statement.rows)]
    is_whole = all(amount == amount.floored_to_cents() for amount in amounts)
    facts = [
        (own["month"], format_month(statement.month)),
        (own["until"], format_date(statement.until)),
        (own["account"], f"{parties.name} ({parties.email})"),
        (own["issuer"], parties.issuer),
    ]
    return PrintedStatement(
        language=language,
        labels=own,
        facts=tuple(facts),
        opening=statement.opening,
        types=tuple(
            PrintedType(
                ledger_type_label(each.type, language),
                tuple(_movement(row, own, language) for row in statement.rows_of(each.type)),
                own["type_sum"].format(type=ledger_type_label(each.type, language)),
                each.amount,
            )
            for each in statement.types
        ),
        closing=statement.closing,
        places=_CENTS if is_whole else _MICROS,
    )


def labels(language: Language) -> Labels:
    return labels_of(__package__, language)


def _movement(row: StatementRow, own: Labels, language: Language) -> PrintedMovement:
    entry = row.entry
    name = ledger_type_label(entry.type, language)
    if entry.correction:
        name = own["correction"].format(type=name)
    parts = [name, row.channel and _named(row.channel, language), entry.note]
    return PrintedMovement(
        format_date(entry.day),
        ", ".join(part for part in parts if part),
        format_month(entry.month) if entry.month else "",
        entry.amount,
    )


def _named(channel: ChannelName, language: Language) -> str:
    return f"{channel.name} ({channel.platform.title[language]})"
