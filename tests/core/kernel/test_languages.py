"""Which of the four languages an Accept-Language header asks for (LANG-1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.kernel.languages import Language, negotiate


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, "en"),
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("fr, ko;q=0.1", "ko"),
        ("zh", "zh-CN"),
        ("zh-CN", "zh-CN"),
        ("zh-SG", "zh-CN"),
        ("zh-Hans-HK", "zh-CN"),
        ("zh-TW", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh-MO", "zh-TW"),
        ("zh-Hant", "zh-TW"),
        ("ZH_hant_tw", "zh-TW"),
        ("en;q=0.2, zh-TW;q=0.7, ko;q=0.5", "zh-TW"),
        ("ko;q=0, en;q=0.1", "en"),
        ("ko;q=0", "en"),
        ("ko;q=0.5, zh-CN;q=0.5", "ko"),
        ("*", "en"),
        ("ko;q=nan, zh-TW;q=2, zh-CN;q=0.3", "zh-CN"),
        (";;,,=;q=", "en"),
        (" ko ; Q=1 ", "ko"),
    ],
)
def test_the_best_match_of_the_q_values_wins(header: str | None, expected: str) -> None:
    assert negotiate(header) is Language(expected)


@given(st.text())
def test_any_header_gives_a_language(header: str) -> None:
    assert negotiate(header) in Language


def test_a_very_long_header_is_cut_and_answered() -> None:
    assert negotiate("ko;q=0.5," * 100_000) is Language.KOREAN
