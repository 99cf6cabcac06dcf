"""A method that lacks a part is refused by name: by the type checker, or when it is registered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from tests.fakes.wallet import WALLET, MobileWallet, registered

from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import OutsideAccount
from backbeat.payout_methods.bank import SHEET, BankForm
from backbeat.payout_methods.errors import MethodIncomplete
from backbeat.payout_methods.model import (
    REQUIRED_COLUMNS,
    FileForm,
    FileKind,
    MethodTerms,
    PayoutMethod,
    ResultLayout,
)
from backbeat.payout_methods.registry import METHODS
from backbeat_adapters.payouts.writer import WRITERS, PayoutWriter

ROOT = Path(__file__).parents[2]
MEMBERS = sorted(name for name in vars(PayoutMethod) if not name.startswith("_"))

LACKING = """
class Lacking{name}:
{parts}


{constant}: PayoutMethod = Lacking{name}()
"""


def module_lacking_each() -> str:
    """For each member a method that has all the others, as the wallet has them."""
    head = (
        "from backbeat.payout_methods.model import PayoutMethod\n"
        "from tests.fakes.wallet import MobileWallet\n"
    )
    return head + "".join(
        LACKING.format(
            name=member.title().replace("_", ""),
            constant=member.upper(),
            parts="\n".join(
                f"    {each} = MobileWallet.{each}" for each in MEMBERS if each != member
            ),
        )
        for member in MEMBERS
    )


def test_the_type_checker_names_a_missing_member_at_its_module(tmp_path: Path) -> None:
    module = tmp_path / "lacking.py"
    module.write_text(module_lacking_each())
    config = ("--config-file", str(ROOT / "pyproject.toml"), "--follow-imports", "silent")
    cache = ("--cache-dir", os.environ.get("MYPY_CACHE_DIR", str(ROOT / ".mypy_cache")))

    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *config, *cache, str(module)],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    lines = ran.stdout.splitlines()
    named = [
        lines[at + 1].rpartition("note:")[2].strip()
        for at, line in enumerate(lines)
        if "lacking.py" in line and "is missing following" in line
    ]
    assert sorted(named) == MEMBERS, ran.stdout + ran.stderr


def changed(**parts: Any) -> PayoutMethod:
    """The wallet with other parts."""
    method: PayoutMethod = type("Changed", (MobileWallet,), parts)()
    return method


def unnamed() -> ResultLayout:
    """Files of results that say of no line which payout it is about."""
    return ResultLayout(columns={name: name for name in REQUIRED_COLUMNS})


def with_column(name: str) -> ResultLayout:
    return ResultLayout(columns={**ResultLayout().columns, name: name})


def with_result(name: str) -> ResultLayout:
    return ResultLayout(results={**ResultLayout().results, name: name})


def wordless(language: Language) -> dict[Language, str]:
    return {each: words for each, words in WALLET.title.items() if each is not language}


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        *(({"title": wordless(language)}, f"title lacks {language}") for language in Language),
        ({"title": {**WALLET.title, Language.KOREAN: " "}}, "title lacks ko"),
        ({"name": METHODS.names[0]}, "name is taken"),
        ({"name": "A Wallet"}, "name is not in small letters"),
        ({"fields": ()}, "fields are none"),
        ({"fields": (*WALLET.fields, "pin")}, "form does not take its fields"),
        ({"fields": ("method",)}, "field method is reserved"),
        ({"shown": ()}, "shown is empty"),
        ({"shown": (*WALLET.shown, "updated_at")}, "field updated_at is reserved"),
        ({"form": lambda *_: BankForm()}, "form is of bank"),
        ({"currencies": frozenset()}, "currencies are none"),
        ({"outside": OutsideAccount("external:bank")}, "is the account of bank"),
        ({"outside": OutsideAccount("house:fees")}, "no account of the form external:name"),
        ({"terms": lambda *_: MethodTerms(flat_fee=Money.of("-0.01"))}, "a fee below zero"),
        ({"files": ()}, "files are none"),
        ({"files": (SHEET,)}, "file bank is one of bank"),
        ({"files": (FileKind("wallet", ()),)}, "file wallet comes in no form"),
        ({"files": (FileKind("Wallet", (FileForm.CSV,)),)}, "file 'Wallet' is not named in small"),
        ({"results": ()}, "results are none"),
        ({"results": (ResultLayout(columns={}),)}, "results have no column for withdrawal_id"),
        ({"results": (unnamed(),)}, "results have no column for withdrawal_id or reference"),
        ({"results": (with_column("colour"),)}, "results know no column colour"),
        ({"results": (ResultLayout(results={"ok": "paid"}),)}, "results have no word for returned"),
        ({"results": (with_result("lost"),)}, "results know no result lost"),
    ],
)
def test_what_types_cannot_see_is_told_when_it_is_registered(
    parts: dict[str, Any], problem: str
) -> None:
    before = METHODS.names

    with pytest.raises(MethodIncomplete) as refused, registered(changed(**parts)):
        pass

    assert problem in str(refused.value)
    assert METHODS.names == before


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(MethodIncomplete) as refused, registered(changed(title={}, shown=())):
        pass

    assert len(refused.value.problems) == len(Language) + 1


def test_a_file_that_nobody_writes_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    with registered():
        PayoutWriter()
        written = {key: write for key, write in WRITERS.known.items() if key[0].name != "wallet"}
        monkeypatch.setattr(WRITERS, "known", MappingProxyType(written))

        with pytest.raises(MethodIncomplete, match="'wallet': nobody writes file wallet as csv"):
            PayoutWriter()
