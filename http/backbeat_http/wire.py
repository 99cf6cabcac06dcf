"""What crosses the wire: one strict way in for queries and bodies, and one way out for answers.

Request classes (`...Query`, `...Body`) and answers (`...View`) are frozen attrs classes. Reading is
strict: an unknown key, a wrong type, a value out of range, text with control characters or a number
beyond 64 bits is refused with the field's name, all fields at once (HTTP-13). Views have no
defaults. Where a wire name is a Python word (`from`), the class is a frozen `msgspec.Struct` with
`rename`.
"""

from __future__ import annotations

import json
import re
import types
from abc import ABC, abstractmethod
from codecs import getincrementaldecoder
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote_to_bytes

import attrs
import msgspec
from msgspec import Meta

from backbeat.kernel.errors import BadValues, FieldsMissing
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.payout_methods.model import MethodName
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms import registry

T = TypeVar("T")


class Assembled(ABC):
    """A record whose fields are those of all registered values, so that its class is made only when
    it is needed.

    A subclass names the record in signatures and in the document.
    """

    @classmethod
    @abstractmethod
    def record(cls) -> type[Any]:
        """The attrs class with every possible field, for the document."""

    @classmethod
    def record_for(cls, values: Mapping[str, object]) -> type[Any]:
        """The attrs class that reads these values; refuses those that belong to another."""
        del values
        return cls.record()

    @classmethod
    @abstractmethod
    def of_record(cls, record: Any) -> Self: ...


@attrs.frozen
class UploadedFile:
    """A file in a form: the name that its sender gave it, and its bytes."""

    name: str
    content: bytes = attrs.field(repr=False)


def utf8(content: bytes) -> str:
    """The text of these bytes; a character that was cut at the end is left out.

    Other bytes that are not UTF-8 raise a ValueError.
    """
    return getincrementaldecoder("utf-8")().decode(content)


class LongText(str):
    """A text of several lines from a form; the use case decides how long it may be."""

    __slots__ = ()

    @classmethod
    def read(cls, content: bytes) -> LongText:
        """The text with plain line ends; control characters raise a ValueError."""
        text = utf8(content).replace("\r\n", "\n").replace("\r", "\n")
        if not _is_clean(text.replace("\n", " ").replace("\t", " ")):
            raise ValueError("control characters")
        return cls(text)


LARGEST_BODY = 64 * 1024
LONGEST_TEXT = 2_000
LARGEST_INT = 2**63 - 1
DEEPEST = 8
MOST_KEYS = 100

MISSING = "required"
UNKNOWN = "unknown_field"
BAD_VALUE = "bad_value"
BODY = "body"

_DECIMAL = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,9})?")
# Control characters, lone surrogates and the two characters that are none (SEC-6, EXPORT-6).
_UNSPEAKABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

MONEY_PATTERN = r"^-?[0-9]+\.[0-9]{2,9}$"
MONTH_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])$"

Instant = Annotated[datetime, Meta(tz=True)]
"""A moment in an answer: RFC 3339, UTC."""
Amount = Annotated[str, Meta(extra_json_schema={"pattern": MONEY_PATTERN})]
"""Money in an answer, as decimal text in the answer's currency; make it with `amount`."""
Rate = Annotated[str, Meta(extra_json_schema={"pattern": r"^-?[0-9]+(\.[0-9]+)?$"})]
"""A fraction in an answer, as decimal text; make it with `decimal_text`."""
Percent = Annotated[str, Meta(extra_json_schema={"pattern": r"^-?[0-9]+(\.[0-9]+)?$"})]
"""A share of a hundred in an answer, as decimal text; make it with `decimal_text`."""
MonthText = Annotated[str, Meta(extra_json_schema={"pattern": MONTH_PATTERN})]
"""A month in an answer, `yyyy-MM`; make it with `str`. What is asked takes `Month` itself."""
PlatformName = Annotated[str, Meta(max_length=32, extra_json_schema={"enum": list(registry.NAMES)})]
"""A registered platform by its name."""
Count = Annotated[int, Meta(ge=0)]
"""A whole number that is never negative."""
Flag = Annotated[int, Meta(ge=0, le=1)]
"""Zero or one (`permission_flag`)."""


def amount(value: Money) -> Amount:
    """Money as the wire writes it: at least two and at most six places."""
    return str(value)


def amount_of_decimal(value: Decimal) -> Amount:
    """A decimal amount of a setting as the wire writes money."""
    return amount(Money.of(value))


def amount_of_nanos(nanos: int) -> Amount:
    """A statistic in nano-units as the wire writes it: at least two and at most nine places
    (MONEY-6)."""
    whole, rest = divmod(abs(nanos), 1_000_000_000)
    places = f"{rest:09d}".rstrip("0").ljust(2, "0")
    return f"{'-' if nanos < 0 else ''}{whole}.{places}"


def decimal_text(value: Decimal) -> str:
    """A rate or percentage as plain decimal text, without an exponent or trailing zeros."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# --- in -------------------------------------------------------------------------------------------


def read_query(query_string: str) -> dict[str, object]:
    """The parameters of a query string.

    Raises BadValues for a repeated key, bytes that are not UTF-8 and unprintable characters.
    """
    values: dict[str, object] = {}
    wrong: dict[str, str] = {}
    parts = [part for part in query_string.split("&") if part]
    if len(parts) > MOST_KEYS:
        raise BadValues(fields={"query": BAD_VALUE})
    for part in parts:
        name, _, value = part.partition("=")
        try:
            key, text = _unquoted(name), _unquoted(value)
        except UnicodeDecodeError:
            raise BadValues(fields={"query": BAD_VALUE}) from None
        if key in values or key in wrong or not _is_clean(key) or not _is_clean(text):
            wrong[shown(key)] = BAD_VALUE
        else:
            values[key] = text
    if wrong:
        raise BadValues(fields=wrong)
    return values


def read_body(raw: bytes) -> dict[str, object]:
    """The object in a JSON body; an empty body is an empty object.

    Raises BadValues for anything that is not one JSON object of sane size and depth, or that names
    a key twice, because programs on the way may read either value.
    """
    if not raw:
        return {}
    try:
        values = msgspec.json.decode(raw)
        json.loads(raw, object_pairs_hook=_once_each)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        raise BadValues(fields={BODY: BAD_VALUE}) from None
    if not isinstance(values, dict) or len(values) > MOST_KEYS:
        raise BadValues(fields={BODY: BAD_VALUE})
    return values


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = {key for key in keys if keys.count(key) > 1}
        raise BadValues(fields={shown(key): BAD_VALUE for key in twice})
    return values


def decode(kind: type[T], values: Mapping[str, object], *, from_text: bool = False) -> T:
    """Read `values` into the attrs class `kind`; `from_text` reads numbers and flags from text.

    Raises FieldsMissing (code 4) when a required field is missing or blank, else BadValues (code 2)
    when any field is unknown or wrong; both name every field at fault.
    """
    if issubclass(kind, Assembled):
        return kind.of_record(decode(kind.record_for(values), values, from_text=from_text))
    faults: dict[str, str] = {}
    result = _record(kind, values, "", faults, from_text=from_text)
    if MISSING in faults.values():
        raise FieldsMissing(fields=faults)
    if faults:
        raise BadValues(fields=faults)
    return result  # type: ignore[no-any-return]


_ABSENT = object()


def _record(
    kind: type[Any],
    values: Mapping[str, object],
    path: str,
    faults: dict[str, str],
    *,
    from_text: bool,
) -> Any:
    """Read one record; problems are collected under their dotted names."""
    fields = _fields(kind)
    read: dict[str, Any] = {}
    for name, field in fields.items():
        raw = values.get(name, _ABSENT)
        if raw is _ABSENT or (from_text and field.is_empty_box(raw)):
            if not field.has_default:
                faults[path + name] = MISSING
        else:
            read[name] = _value(field.hint, raw, path + name, faults, from_text=from_text)
    for key in values.keys() - fields.keys():
        faults[path + shown(key)] = UNKNOWN
    if faults:
        return None
    try:
        return kind(**read)
    except (ValueError, TypeError):
        faults[path.rstrip(".") or BODY] = BAD_VALUE
        return None


@attrs.frozen
class _Field:
    hint: Any
    has_default: bool
    is_optional_text: bool

    def is_empty_box(self, raw: object) -> bool:
        """Whether an optional text in a query is empty, as an empty search box sends it.

        Spaces alone are something that was typed, and are refused as blank.
        """
        return self.is_optional_text and raw == ""


_FIELDS: dict[type[Any], Mapping[str, _Field]] = {}


def _fields(kind: type[Any]) -> Mapping[str, _Field]:
    """The fields of a record by name, worked out once."""
    if kind not in _FIELDS:
        hints = _hints(kind)
        _FIELDS[kind] = {each.name: _field(each, hints[each.name]) for each in attrs.fields(kind)}
    return _FIELDS[kind]


def _field(attribute: attrs.Attribute[Any], hint: Any) -> _Field:
    has_default = attribute.default is not attrs.NOTHING
    return _Field(hint, has_default, has_default and str in _options(hint))


def _value(hint: Any, raw: object, path: str, faults: dict[str, str], *, from_text: bool) -> Any:
    """Read one value; a nested record reports its own fields, anything else reports itself."""
    if isinstance(raw, str) and not raw.strip():
        faults[path] = MISSING
        return None
    if isinstance(raw, UploadedFile | LongText) and type(raw) in _options(hint):
        return raw
    inner = _record_of(hint)
    if inner is not None and isinstance(raw, dict):
        return _record(inner, raw, f"{path}.", faults, from_text=from_text)
    if _is_sane(raw):
        try:
            return _converted(hint, raw, from_text=from_text)
        except (msgspec.ValidationError, ValueError, OverflowError):
            pass
    faults[path] = BAD_VALUE
    return None


def _converted(hint: Any, raw: object, *, from_text: bool) -> Any:
    options = _options(hint)
    if Month in options and isinstance(raw, str):
        return Month.parse(raw)
    if MethodName in options:
        return _method(raw)
    if Decimal in options and isinstance(raw, str | int | float):
        return _exact(raw)
    if from_text and bool in options and raw not in {"true", "false"}:
        raise ValueError
    if from_text and str(raw).lower() == "null" and str not in options:
        raise ValueError
    if from_text and int in options and not re.fullmatch(r"-?[0-9]{1,19}", str(raw)):
        raise ValueError
    lax = from_text and str not in options
    return msgspec.convert(raw, hint, strict=not lax)


def _method(raw: object) -> MethodName:
    """A payout method by its name; it must be registered."""
    if not isinstance(raw, str) or raw not in METHODS:
        raise ValueError
    return MethodName(raw)


def _exact(raw: str | float) -> Decimal:
    """Decimals must come as text, because a JSON number has already lost its last places."""
    if not isinstance(raw, str) or not _DECIMAL.fullmatch(raw):
        raise ValueError
    return Decimal(raw)


_HINTS: dict[type[Any], dict[str, Any]] = {}


def _hints(kind: type[Any]) -> dict[str, Any]:
    """The resolved annotations of a class, worked out once."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind, include_extras=True)
    return _HINTS[kind]


def options_of(kind: type[Any], name: str) -> tuple[Any, ...]:
    """The plain types that a field of a record allows."""
    return _options(_hints(kind)[name])


def _options(hint: Any) -> tuple[Any, ...]:
    """The plain types a hint allows: `Annotated[int, ...] | None` allows int and None."""
    if get_origin(hint) is Annotated:
        return _options(get_args(hint)[0])
    if get_origin(hint) in {Union, types.UnionType}:
        return tuple(option for part in get_args(hint) for option in _options(part))
    return (hint,)


def _record_of(hint: Any) -> type | None:
    """The record that a hint allows, if it allows one; a month is text on the wire."""
    records = (o for o in _options(hint) if isinstance(o, type) and attrs.has(o) and o is not Month)
    return next(records, None)


def _is_clean(text: str) -> bool:
    return not _UNSPEAKABLE.search(text)


def _is_sane(raw: object, depth: int = 0) -> bool:
    """Whether every part of a value is of sane size: text, numbers, depth."""
    match raw:
        case str():
            return len(raw) <= LONGEST_TEXT and _is_clean(raw)
        case bool() | None:
            return True
        case int():
            return abs(raw) <= LARGEST_INT
        case list():
            return depth < DEEPEST and all(_is_sane(item, depth + 1) for item in raw)
        case dict():
            return depth < DEEPEST and all(
                _is_sane(key) and _is_sane(item, depth + 1) for key, item in raw.items()
            )
    return True


def shown(key: str) -> str:
    """A key in the form in which an answer may quote it: short and without unprintable characters."""
    return _UNSPEAKABLE.sub("?", key)[:60] or "?"


def _unquoted(text: str) -> str:
    return unquote_to_bytes(text.replace("+", " ")).decode("utf-8")


# --- out ------------------------------------------------------------------------------------------

_SUCCESS = b'{"success":true,"message":""'


def encode(view: object) -> bytes:
    """An answer in the flat envelope of HTTP-1: the view's fields beside `success` and
    `message`."""
    fields = b"{}" if view is None else msgspec.json.encode(view, enc_hook=_plain)
    return _SUCCESS + (b"}" if fields == b"{}" else b"," + fields[1:])


def _plain(value: object) -> object:
    if isinstance(value, MethodName):
        return str(value)
    raise NotImplementedError(f"an answer holds {value!r}")


def encode_refusal(code: int, message: str, details: Mapping[str, object] | None) -> bytes:
    """A refusal in the envelope of HTTP-1."""
    return msgspec.json.encode(
        {"success": False, "code": code, "message": message, "details": details or None}
    )
