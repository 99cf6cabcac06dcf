"""The screens speak of codes that there are, of reasons that the server gives, in the catalogue's sense and in four languages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from backbeat.accounts.model import LockedBy
from backbeat.codes.catalogue import CATALOGUE, REASONS
from backbeat.kernel.languages import Language

ROOT = Path(__file__).parents[2]
WEBUI = ROOT / "webui" / "src"
MADE = ("generated", "resources.gen")
CODE = re.compile(r"(?<![\w.#-])[1-9]0\d{3}(?![\w.])")
REASON = re.compile(r'(?<!details\.)\breason [!=]== "(\w+)"')

Terms = Mapping[Language, str]


def terms(*words: str) -> Terms:
    return dict(zip(Language, words, strict=False))


SENSE: Mapping[str, tuple[int | str, Terms]] = {
    "payment_info": (40000, terms("payment", "정산 정보", "收款信息", "收款")),
    "window": (40001, terms("request", "신청", "申请", "申請")),
    "consent": (40003, terms("exclusiv", "독점", "独家", "獨家")),
    "country": (40016, terms("countr", "국가", "国家", "國家")),
    "fee": ("fee", terms("fee", "수수료", "手续费", "手續費")),
    "bank_minimum": ("bank_minimum", terms("bank transfer", "은행 송금", "银行转账", "銀行轉帳")),
    "method_minimum": ("method_minimum", terms("amount", "금액", "金额", "金額")),
    "channel_not_approved": ("channel_not_approved", terms("approved", "승인", "频道", "頻道")),
    "no_rate": ("no_rate", terms("exchange rate", "환율", "汇率", "匯率")),
}
"""What a screen says of an obstacle, the code or reason that it speaks of, and the term that both have in each language."""


@cache
def catalogue(language: Language) -> Mapping[str, Mapping[str, str]]:
    path = ROOT / "core" / "backbeat" / "codes" / "messages" / f"{language.value}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def why(language: Language) -> Mapping[str, str]:
    """The screens' words for what stands against a withdrawal."""
    path = WEBUI / "i18n" / "locales" / language.value / "payout.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))["why"])


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted((*WEBUI.rglob("*.ts"), *WEBUI.rglob("*.tsx"))):
        if not path.name.startswith(MADE):
            yield path.name, path.read_text(encoding="utf-8")


def codes(text: str) -> set[int]:
    """The codes of the catalogue's form in a source."""
    return {int(found) for found in CODE.findall(text)}


def obstacles() -> set[str]:
    """What the screens have words for, by the names that the server gives."""
    (known,) = re.findall(r"const REASONS = \[(.*?)\]", blocked(), re.DOTALL)
    return set(re.findall(r'"(\w+)"', known))


def blocked() -> str:
    return (WEBUI / "components" / "domain" / "blocked.ts").read_text(encoding="utf-8")


def sense(code: int | str, language: Language) -> str:
    """The catalogue's words for a code, or for a reason of code 2."""
    section = "codes" if isinstance(code, int) else "reasons"
    return catalogue(language)[section][str(code)]


def test_every_code_in_the_screens_sources_is_one_of_the_catalogue() -> None:
    named = {(name, code) for name, text in sources() for code in codes(text)}

    assert len(named) > 20
    assert {(name, code) for name, code in named if code not in CATALOGUE} == set()


def test_every_reason_that_a_screen_asks_for_is_one_of_the_catalogue() -> None:
    named = {(name, reason) for name, text in sources() for reason in REASON.findall(text)}
    named = {(name, reason) for name, reason in named if reason not in obstacles()}

    assert len(named) > 2
    assert {(name, reason) for name, reason in named if reason not in REASONS} == set()


def test_the_obstacles_of_the_screens_are_the_servers() -> None:
    resource = ROOT / "http" / "backbeat_http" / "resources" / "withdrawals.py"
    own = re.findall(r': "(\w+)",$', resource.read_text(encoding="utf-8"), re.MULTILINE)

    assert obstacles() - set(REASONS) - set(own) == set()
    assert set(own) - obstacles() == set()


@pytest.mark.parametrize("language", Language)
def test_every_obstacle_has_its_words(language: Language) -> None:
    assert obstacles() - set(why(language)) == {"payouts_locked"}


@pytest.mark.parametrize("language", Language)
def test_every_lock_has_its_words_on_the_screen_and_in_the_refusal(language: Language) -> None:
    """A lock is told by what locks."""
    locks = {each.value for each in LockedBy}
    path = WEBUI / "i18n" / "locales" / language.value / "payout.json"
    assert set(json.loads(path.read_text(encoding="utf-8"))["locked"]) == {*locks, "both"}
    assert set(catalogue(language)["payout_locks"]) == locks


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SENSE)
def test_the_screens_words_have_the_sense_of_the_code(name: str, language: Language) -> None:
    code, words = SENSE[name]

    assert words[language] in sense(code, language).casefold()
    assert words[language] in why(language)[name].casefold()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  40013: () => x,", {40013}),
        ("LOGIN: 10000,", {10000}),
        ("wait(10_000)", set()),
        ("#10203040", set()),
        ('"v1.10000"', set()),
    ],
)
def test_what_counts_as_a_code(text: str, expected: set[int]) -> None:
    assert codes(text) == expected


SPOKEN = (
    *sorted((WEBUI / "i18n" / "locales" / "ko").glob("*.json")),
    *(ROOT / "core" / "backbeat" / part / "messages" / "ko.toml" for part in ("codes", "mail")),
    ROOT / "http" / "backbeat_http" / "face_words" / "ko.toml",
)
"""What the portal says to people in Korean; documents (terms, statements) are written otherwise."""


@pytest.mark.parametrize("file", SPOKEN, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_korean_speaks_in_one_register(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert re.findall(r"[가-힣]*(?:니다|니까|십시오)", text) == []
