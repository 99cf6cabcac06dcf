"""Which faults a run plants: a sample by a commit's hash, without those that change nothing."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from attrs import frozen
from tests.mutants.planting import Fault, faults

ROOT = Path(__file__).parents[2]
EQUIVALENTS = Path(__file__).parent / "equivalents.toml"

CORE = Path("core/backbeat")
SQL = Path("adapters/backbeat_adapters/sql")
MONEY = ("ledger", "settlement", "withdrawals", "payouts", "payout_methods", "fx", "policies")
DOORS = ("accounts", "limits", "idempotency")
KERNEL = ("money", "decimals", "months", "spans")
TABLES = (
    *("ledger", "integrity", "settlement", "confirmed_days", "withdrawals", "payouts", "fx"),
    *("policies", "accounts", "counters", "limits", "idempotency", "books"),
)
WEBUI = Path("webui/src")
RULES = (
    *("format", "app/paths.ts", "app/guards.ts", "app/session.ts", "app/fresh-builds.ts"),
    *("app/storage.ts", "app/preferences.ts", "api/errors.ts", "api/base-query.ts"),
    *("api/step-up.ts", "api/cancel.ts", "api/empty.ts", "api/headers.ts", "components/domain"),
    *("features/accounts", "features/channels", "features/dashboards", "features/ledger"),
    *("features/withdrawals", "components/kit/countdown.ts", "components/kit/error-text.ts"),
    *("components/kit/address.ts", "i18n/languages.ts"),
)
PICTURES = {"beats.ts", "chart-colors.ts", "share-picture.ts"}
"""They say how something looks, and are judged by looking at it."""


@frozen
class Equivalent:
    """A fault that changes nothing anybody could see, and why."""

    file: str
    scope: str
    operator: str
    before: str
    after: str
    reason: str

    def is_(self, fault: Fault) -> bool:
        """Whether it is this one, wherever the line stands now."""
        return (self.file, self.scope, self.operator, self.before, self.after) == (
            fault.file,
            fault.scope,
            fault.operator,
            fault.before,
            fault.after,
        )


def equivalents() -> list[Equivalent]:
    """Those that are known."""
    return [Equivalent(**each) for each in tomllib.loads(EQUIVALENTS.read_text())["equivalent"]]


def python_files() -> Iterator[Path]:
    """The modules of money, sessions and limits: rules of the core, and their SQL."""
    for package in (*MONEY, *DOORS):
        yield from sorted((ROOT / CORE / package).rglob("*.py"))
    yield from (ROOT / CORE / "kernel" / f"{name}.py" for name in KERNEL)
    yield from (ROOT / SQL / f"{name}.py" for name in TABLES)


def web_files() -> Iterator[Path]:
    """The modules of the web UI that hold rules: no components, nothing made."""
    for place in RULES:
        found = ROOT / WEBUI / place
        for file in sorted(found.rglob("*.ts")) if found.is_dir() else [found]:
            if ".gen." not in file.name and file.name not in PICTURES:
                yield file


def python_faults() -> list[Fault]:
    """Every fault that can be planted there."""
    return [
        fault
        for file in python_files()
        for fault in faults(str(file.relative_to(ROOT)), file.read_text())
    ]


def drawn(found: Iterable[Fault], seed: str, count: int) -> list[Fault]:
    """So many of them; each operator in turn, as long as it has any."""

    def place(fault: Fault) -> str:
        return hashlib.sha256(f"{seed}:{fault.file}:{fault.number}".encode()).hexdigest()

    by_operator: dict[str, list[Fault]] = {}
    for fault in sorted(found, key=place):
        by_operator.setdefault(fault.operator, []).append(fault)
    rounds = zip_longest(*(by_operator[name] for name in sorted(by_operator)))
    return [fault for fault in chain.from_iterable(rounds) if fault is not None][:count]


def split(found: Sequence[Fault], known: Sequence[Equivalent]) -> tuple[list[Fault], list[Fault]]:
    """Those to try, and those that are known to change nothing."""
    same = [fault for fault in found if any(each.is_(fault) for each in known)]
    return [fault for fault in found if fault not in same], same
