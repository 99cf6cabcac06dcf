"""Where somebody is paid, as it is asked for and as the answers show it: masked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any

import attrs
from attrs import frozen
from msgspec import Meta

from backbeat.payout_methods.errors import OtherMethodsFields
from backbeat.payout_methods.model import Form, MethodName, PayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.withdrawals.model import PaymentDetails
from backbeat_http.wire import Assembled, Instant

Field = Annotated[str, Meta(max_length=300)]
Password = Annotated[str, Meta(max_length=1024)]


@frozen
class PaymentInfoBody(Assembled):
    """Payout details of one method, with no field of another."""

    form: Form
    password: str | None

    @classmethod
    def record(cls) -> type[Any]:
        return _body(_every(method.fields for method in METHODS))

    @classmethod
    def record_for(cls, values: Mapping[str, object]) -> type[Any]:
        """The record of the method that is named; refuses fields that others have and it has not."""
        name = values.get("method")
        if not isinstance(name, str) or name not in METHODS:
            return cls.record()
        method = METHODS.named(name, "the body")
        _require_own(method, values)
        return _body(method.fields)

    @classmethod
    def of_record(cls, record: Any) -> PaymentInfoBody:
        method = METHODS.named(record.method, "the body")
        typed = {name: getattr(record, name) for name in method.fields}
        return cls(method.form(typed), record.password)


class PaymentInfoView(Assembled):
    """A payout destination; the fields of other methods are null."""

    @classmethod
    def record(cls) -> type[Any]:
        return _view(_every(method.shown for method in METHODS))

    @classmethod
    def of(cls, details: PaymentDetails) -> PaymentInfoView:
        """The destination with its number or address masked."""
        record = cls.record()
        own = details.destination.shown()
        values = {name: own.get(name) for name in attrs.fields_dict(record)}
        view: PaymentInfoView = record(
            **{**values, "method": details.destination.method, "updated_at": details.updated_at}
        )
        return view


def _require_own(method: PayoutMethod, values: Mapping[str, object]) -> None:
    foreign = [name for name in values if name not in method.fields and METHODS.with_field(name)]
    if foreign:
        raise OtherMethodsFields(
            fields=dict.fromkeys(foreign, "other_method"),
            method=method.name,
            of=sorted({each.name for name in foreign for each in METHODS.with_field(name)}),
            expected=list(method.fields),
        )


def _every(names: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Each name once, in the order of the methods."""
    return tuple(dict.fromkeys(name for some in names for name in some))


def _typed(hint: Any, **options: Any) -> Any:
    """A field; its hint may be any that an annotation may be."""
    return attrs.field(type=hint, **options)


@lru_cache(maxsize=16)
def _body(fields: tuple[str, ...]) -> type[Any]:
    return attrs.make_class(
        "PaymentInfoBody",
        {
            "method": _typed(MethodName),
            **{name: _typed(Field, default="") for name in fields},
            "password": _typed(Password | None, default=None),
        },
        class_body={
            "__doc__": "Payout details of one method, with no field of another.\n\n"
            "A password is needed unless it was given within the last ten minutes."
        },
        frozen=True,
    )


@lru_cache(maxsize=16)
def _view(fields: tuple[str, ...]) -> type[Any]:
    return attrs.make_class(
        "PaymentInfoView",
        {
            "method": _typed(MethodName),
            **{name: _typed(str | None) for name in fields},
            "updated_at": _typed(Instant),
        },
        class_body={"__doc__": PaymentInfoView.__doc__},
        frozen=True,
    )
