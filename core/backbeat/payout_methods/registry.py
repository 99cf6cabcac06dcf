"""All payout methods: register one here, and every layer knows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from attrs import define, field

from backbeat import settings
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.payout_methods.bank import BANK
from backbeat.payout_methods.errors import MethodIncomplete, UnknownPayoutMethod
from backbeat.payout_methods.model import (
    NAMING_COLUMNS,
    REQUIRED_COLUMNS,
    RESULT_COLUMNS,
    RESULTS,
    FileKind,
    MethodName,
    PayoutMethod,
    ResultLayout,
)
from backbeat.payout_methods.paypal import PAYPAL

RESERVED_FIELDS = frozenset({"method", "password", "updated_at"})
"""Fields of calls about payment details besides a method's own."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,19}")
_OUTSIDE = re.compile(r"external:[a-z][a-z0-9_]{0,19}")

Known = Mapping[str, PayoutMethod]


@define(eq=False)
class PayoutMethods:
    """The registered methods by name, in the order of their registration."""

    known: Known = field(factory=lambda: MappingProxyType({}))

    def register(self, method: PayoutMethod) -> None:
        """Add a method. Raises `MethodIncomplete`, which names every part that is missing or
        clashes.
        """
        problems = list(_problems(method, self.known))
        if problems:
            raise MethodIncomplete(method.name, problems)
        self.known = MappingProxyType({**self.known, method.name: method})

    def __iter__(self) -> Iterator[PayoutMethod]:
        return iter(self.known.values())

    def __contains__(self, name: object) -> bool:
        return name in self.known

    @property
    def names(self) -> tuple[MethodName, ...]:
        return tuple(method.name for method in self)

    def named(self, name: str, where: str) -> PayoutMethod:
        """The method with that name; `where` says what names it, for `UnknownPayoutMethod`."""
        if name not in self.known:
            raise UnknownPayoutMethod(name, where)
        return self.known[name]

    @property
    def files(self) -> tuple[FileKind, ...]:
        """Every kind of file that carries payouts."""
        return tuple(kind for method in self for kind in method.files)

    def file(self, name: str, where: str) -> FileKind:
        """The kind of file with that name, or `UnknownPayoutMethod`."""
        for kind in self.files:
            if kind.name == name:
                return kind
        raise UnknownPayoutMethod(name, where)

    def paid_by(self, kind: FileKind) -> PayoutMethod:
        """The method whose payouts such a file carries."""
        return next(method for method in self if kind in method.files)

    @property
    def results(self) -> tuple[ResultLayout, ...]:
        """Every layout of files of results, each once."""
        found: list[ResultLayout] = []
        for layout in (each for method in self for each in method.results):
            if layout not in found:
                found.append(layout)
        return tuple(found)

    def with_field(self, name: str) -> tuple[PayoutMethod, ...]:
        """The methods whose form has a field of that name."""
        return tuple(method for method in self if name in method.fields)


def _problems(method: PayoutMethod, known: Known) -> Iterator[str]:
    """The problems that keep a method from being registered."""
    yield from _names(method, known)
    yield from _words(method)
    yield from _form(method)
    yield from _money(method, known)
    yield from _files(method, known)
    yield from _results(method)


def _names(method: PayoutMethod, known: Known) -> Iterator[str]:
    if not _NAME.fullmatch(method.name):
        yield "name is not in small letters, digits and _, 20 at most"
    if method.name in known:
        yield "name is taken"


def _words(method: PayoutMethod) -> Iterator[str]:
    for language in Language:
        if not method.title.get(language, "").strip():
            yield f"title lacks {language}"


def _form(method: PayoutMethod) -> Iterator[str]:
    if not method.fields:
        yield "fields are none"
    for name in RESERVED_FIELDS.intersection((*method.fields, *method.shown)):
        yield f"field {name} is reserved"
    if not method.shown:
        yield "shown is empty"
    try:
        form = method.form(dict.fromkeys(method.fields, ""))
    except TypeError as error:
        yield f"form does not take its fields: {error}"
        return
    if form.method != method.name:
        yield f"form is of {form.method}"


def _money(method: PayoutMethod, known: Known) -> Iterator[str]:
    if not method.currencies:
        yield "currencies are none"
    if not _OUTSIDE.fullmatch(method.outside):
        yield "outside is no account of the form external:name"
    for other in known.values():
        if other.outside == method.outside:
            yield f"outside {method.outside} is the account of {other.name}"
    terms = method.terms(settings.Withdrawal(), settings.Fees())
    if terms.fee(Money.of("100.00")) < Money.zero():
        yield "terms give a fee below zero"


def _files(method: PayoutMethod, known: Known) -> Iterator[str]:
    if not method.files:
        yield "files are none"
    taken = {kind.name: other.name for other in known.values() for kind in other.files}
    for kind in method.files:
        if not _NAME.fullmatch(kind.name):
            yield f"file {kind.name!r} is not named in small letters, digits and _, 20 at most"
        if not kind.forms:
            yield f"file {kind.name} comes in no form"
        if kind.name in taken:
            yield f"file {kind.name} is one of {taken[kind.name]}"


def _results(method: PayoutMethod) -> Iterator[str]:
    if not method.results:
        yield "results are none"
    for layout in method.results:
        for name in _missing(REQUIRED_COLUMNS, layout.columns):
            yield f"results have no column for {name}"
        if not set(NAMING_COLUMNS) & set(layout.columns):
            yield f"results have no column for {' or '.join(NAMING_COLUMNS)}"
        for name in _missing(layout.columns, RESULT_COLUMNS):
            yield f"results know no column {name}"
        for name in _missing(RESULTS[:2], layout.results.values()):
            yield f"results have no word for {name}"
        for name in _missing(layout.results.values(), RESULTS):
            yield f"results know no result {name}"


def _missing(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    present = set(there)
    return [name for name in wanted if name not in present]


METHODS = PayoutMethods()
"""The methods of this program."""

for _method in (BANK, PAYPAL):
    METHODS.register(_method)
