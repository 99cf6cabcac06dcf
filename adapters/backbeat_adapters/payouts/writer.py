"""Which function writes which kind of file of a payout method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from attrs import define, field

from backbeat.payout_methods.errors import MethodIncomplete
from backbeat.payout_methods.model import FileForm, FileKind, PayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.model import Sheet
from backbeat_adapters.payouts import bank, pain001, paypal

Write: TypeAlias = Callable[[Sheet], bytes]
"""The file; the same sheet gives the same bytes."""

Writes: TypeAlias = Mapping[tuple[FileKind, FileForm], Write]


@define(eq=False)
class FileWriters:
    """The registered writers, by kind of file and form."""

    known: Writes = field(factory=lambda: MappingProxyType({}))

    def register(self, writes: Writes) -> None:
        """Add the writers of a method's files; each is in the module of its kind of file."""
        self.known = MappingProxyType({**self.known, **writes})

    def require_all(self, methods: Iterable[PayoutMethod]) -> None:
        """Raise `MethodIncomplete` for the first method with a kind of file that has no writer."""
        for method in methods:
            missing = [
                f"nobody writes file {kind.name} as {form}"
                for kind in method.files
                for form in kind.forms
                if (kind, form) not in self.known
            ]
            if missing:
                raise MethodIncomplete(method.name, missing)


WRITERS = FileWriters()
"""The writers of this program."""

for _writes in (bank.WRITES, pain001.WRITES, paypal.WRITES):
    WRITERS.register(_writes)


class PayoutWriter:
    """Makes the content of files. It fulfils `SheetWriter`."""

    def __init__(self) -> None:
        WRITERS.require_all(METHODS)

    def content(self, sheet: Sheet) -> bytes:
        """The file; the same sheet gives the same bytes."""
        return WRITERS.known[sheet.batch.kind, sheet.batch.form](sheet)
