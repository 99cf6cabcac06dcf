"""Reads the settings of an installation: defaults, then a TOML file, then `BACKBEAT_*` variables.

Every setting has one path (`withdrawal.minimum`), which is its place in the file and, in capitals
with underscores, its variable (`BACKBEAT_WITHDRAWAL_MINIMUM`). All faults are reported at once.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

from attrs import Attribute, fields, frozen, has, resolve_types
from cattrs import Converter

from backbeat.kernel.decimals import plain_decimal
from backbeat.settings import Settings
from backbeat_adapters.deployment import SECRET, Deployment

PREFIX = "BACKBEAT_"
FILE_VARIABLE = "BACKBEAT_CONFIG"
DEFAULT_FILE = Path("backbeat.toml")
MASK = "********"

_NO_SETTINGS = {FILE_VARIABLE, "BACKBEAT_OPERATOR", "BACKBEAT_DEBUG"}
_OF_TESTS = "BACKBEAT_TEST_"

_ADDRESS = re.compile(r"[\w+]+://(?:[^:/]*(?::[^@]*)?@)?(?:\[[^/?]+\]|[^/:?]*)(?::\d+)?(?:[/?]|$)")
"""Dialect, then perhaps user and password, host and port, and the database. SQLAlchemy reads the
rest when it connects: completion reads settings too, and must not load it (decision 0035)."""
_SECTION = re.compile(r"\s*\[\s*([\w.\- ]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.\-]+)\s*=")
_PASSWORD = re.compile(r"^([\w+]+://[^:/]*:)[^@]*@")


@frozen
class ConfigurationErrors(Exception):
    """Settings that cannot be used: one line each, with the setting's name and where it stands."""

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join(self.lines)


@frozen
class Setting:
    """One setting in force: its path, value and origin (`default`, the file or the variable)."""

    path: str
    value: Any
    origin: str
    is_secret: bool

    @property
    def shown(self) -> object:
        """The value as it may be shown: secrets masked, passwords in addresses too."""
        if self.is_secret:
            return MASK if self.value else ""
        if self.path == "database_url":
            return _PASSWORD.sub(r"\1***@", self.value)
        return self.value


@frozen
class Configuration:
    """Everything that an installation configures."""

    settings: Settings
    deployment: Deployment
    all: tuple[Setting, ...]
    file: Path | None


@frozen
class _Raw:
    value: Any
    origin: str


def load(environment: Mapping[str, str], file: Path | None = None) -> Configuration:
    """The configuration of the environment and of the file.

    Without `file`: the one that `BACKBEAT_CONFIG` names, else `backbeat.toml` where there is one.
    Raises `ConfigurationErrors` naming every setting that is wrong.
    """
    path = _file(environment, file)
    known = {key: attribute for root in (Settings, Deployment) for key, attribute in _leaves(root)}
    errors: list[str] = []
    given = _from_file(path, known, errors) if path else {}
    given |= _from_environment(environment, known, errors)
    values: dict[str, Any] = {}
    for key, raw in given.items():
        try:
            values[key] = _structured(raw.value, known[key])
        except (ValueError, TypeError, ArithmeticError, LookupError) as error:
            errors.append(f"{key} ({_place(raw.origin, key, path)}): {_words(error)}")
    if errors:
        raise ConfigurationErrors(tuple(sorted(errors)))
    try:
        settings, deployment = _built(Settings, values), _built(Deployment, values)
    except ValueError as error:  # faults of settings that contradict each other
        raise ConfigurationErrors((_words(error),)) from None
    every = tuple(
        Setting(
            key,
            _value_at((settings, deployment), key),
            given[key].origin if key in given else "default",
            bool(attribute.metadata.get(SECRET)),
        )
        for key, attribute in known.items()
    )
    return Configuration(settings, deployment, every, path)


def template(chosen: Mapping[str, object]) -> str:
    """A configuration file with every setting: what was chosen is set, the rest is a comment.

    Reading it back gives the chosen values and the defaults.
    """
    roots = (Deployment, Settings)
    # Settings without a section must come before the first section.
    lines = [line for root in roots for line in _written_leaves(root, "", chosen)]
    sections = [line for root in roots for line in _written_sections(root, "", chosen)]
    head = "# Settings of Backbeat. A line in comments shows the default."
    return "\n".join([head, "", *lines, *sections]) + "\n"


def variable_of(path: str) -> str:
    return PREFIX + path.upper().replace(".", "_")


def _file(environment: Mapping[str, str], file: Path | None) -> Path | None:
    named = file or (Path(environment[FILE_VARIABLE]) if environment.get(FILE_VARIABLE) else None)
    if named is None:
        return DEFAULT_FILE if DEFAULT_FILE.is_file() else None
    if not named.is_file():
        raise ConfigurationErrors((f"{named}: there is no such configuration file",))
    return named


def _leaves(cls: type, above: str = "") -> Iterator[tuple[str, Attribute[Any]]]:
    resolve_types(cls)
    for attribute in fields(cls):
        path = f"{above}{attribute.name}"
        if isinstance(attribute.type, type) and has(attribute.type):
            yield from _leaves(attribute.type, f"{path}.")
        else:
            yield path, attribute


def _from_file(
    path: Path, known: Mapping[str, Attribute[Any]], errors: list[str]
) -> dict[str, _Raw]:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationErrors((f"{path}: not TOML: {error}",)) from None
    found = {}
    for key, value in _flat(document):
        if key in known:
            found[key] = _Raw(value, str(path))
        else:
            errors.append(f"{key} ({_place(str(path), key, path)}): there is no such setting")
    return found


def _place(origin: str, key: str, file: Path | None) -> str:
    """Where a setting comes from: its variable, or the file and the line in it."""
    if file is None or origin != str(file):
        return origin
    section = ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if found := _SECTION.match(line):
            section = f"{found[1].replace(' ', '')}."
        elif (found := _KEY.match(line)) and section + found[1] == key:
            return f"{origin}, line {number}"
    return origin


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _from_environment(
    environment: Mapping[str, str], known: Mapping[str, Attribute[Any]], errors: list[str]
) -> dict[str, _Raw]:
    paths = {variable_of(path): path for path in known}
    found = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name in _NO_SETTINGS or name.startswith(_OF_TESTS):
            continue
        if name in paths:
            try:
                found[paths[name]] = _Raw(_of_text(text, known[paths[name]].type), name)
            except tomllib.TOMLDecodeError as error:
                errors.append(f"{paths[name]} ({name}): not a list: {error}")
        else:
            errors.append(f"{name}: there is no such setting")
    return found


def _of_text(text: str, kind: Any) -> Any:
    """A variable's text as the value that a file would have: lists as TOML or separated by commas."""
    if type(None) in get_args(kind) and text == "":
        return None
    if get_origin(kind) not in (tuple, frozenset):
        return text
    if text.lstrip().startswith("["):
        return tomllib.loads(f"value = {text}")["value"]
    return [part.strip() for part in text.split(",") if part.strip()]


def _structured(value: Any, attribute: Attribute[Any]) -> Any:
    kind: Any = attribute.type or str
    is_choice = isinstance(kind, type) and issubclass(kind, Enum)
    made = _member(value, kind) if is_choice else _converter.structure(value, kind)
    if attribute.name == "database_url":
        _require_address(made)
    if attribute.validator is not None:
        attribute.validator(None, attribute, made)
    return made


def _words(error: Exception) -> str:
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(_words(each) for each in error.exceptions if isinstance(each, Exception))
    return str(error.args[0]) if error.args else type(error).__name__


def _require_address(url: str) -> None:
    """Refuse a text that does not have the form of a database address; no connection is made."""
    if not _ADDRESS.match(url):
        raise ValueError("not a database address")


def _built(cls: type, values: Mapping[str, Any], above: str = "") -> Any:
    made = {}
    for attribute in fields(cls):
        path = f"{above}{attribute.name}"
        if isinstance(attribute.type, type) and has(attribute.type):
            made[attribute.name] = _built(attribute.type, values, f"{path}.")
        elif path in values:
            made[attribute.name] = values[path]
    return cls(**made)


def _written_leaves(cls: type, above: str, chosen: Mapping[str, object]) -> Iterator[str]:
    made = cls()
    for attribute in fields(cls):
        path, value = f"{above}{attribute.name}", getattr(made, attribute.name)
        if path in chosen:
            yield f"{attribute.name} = {_toml(chosen[path])}"
        elif not has(type(value)):
            yield f"# {attribute.name} = {'' if value is None else _toml(value)}"


def _written_sections(cls: type, above: str, chosen: Mapping[str, object]) -> Iterator[str]:
    made = cls()
    for attribute in fields(cls):
        kind, path = type(getattr(made, attribute.name)), f"{above}{attribute.name}"
        if has(kind):
            yield ""
            yield f"# {(kind.__doc__ or '').strip().splitlines()[0]}"
            yield f"[{path}]"
            yield from _written_leaves(kind, f"{path}.", chosen)
            yield from _written_sections(kind, f"{path}.", chosen)


def _toml(value: object) -> str:
    match value:
        case Enum():
            return json.dumps(value.value)
        case bool() | int():
            return json.dumps(value)
        case tuple() | frozenset() | list():
            return f"[{', '.join(_toml(item) for item in value)}]"
    return json.dumps(str(value), ensure_ascii=False)


def _value_at(roots: tuple[object, ...], path: str) -> Any:
    first, *rest = path.split(".")
    value = next(getattr(root, first) for root in roots if hasattr(root, first))
    for name in rest:
        value = getattr(value, name)
    return value


def _integer(value: Any, _: Any) -> int:
    if type(value) is int:
        return value
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        return int(value)
    raise ValueError(f"a whole number is needed, not {value!r}")


def _flag(value: Any, _: Any) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in words:
        return words[value.lower()]
    raise ValueError(f"true or false is needed, not {value!r}")


def _text(value: Any, _: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"a text is needed, not {value!r}")
    return value


def _decimal(value: Any, _: Any) -> Decimal:
    if isinstance(value, float):
        raise ValueError(f'{value!r} is no exact number: write it in quotes, "{value}"')
    try:
        if type(value) is int:
            return Decimal(value)
        return plain_decimal(_text(value, None).strip())
    except ValueError:
        raise ValueError(f"a number is needed, not {value!r}") from None


def _member(value: Any, kind: Any) -> Any:
    for member in kind:
        if member.value == value:
            return member
    raise ValueError(f"one of {', '.join(member.value for member in kind)} is needed")


def _path(value: Any, _: Any) -> Path:
    return Path(_text(value, None))


def _make_converter() -> Converter:
    converter = Converter()
    readers = {int: _integer, bool: _flag, str: _text, Decimal: _decimal, Path: _path}
    for kind, reader in readers.items():
        converter.register_structure_hook(kind, reader)
    return converter


_converter = _make_converter()
