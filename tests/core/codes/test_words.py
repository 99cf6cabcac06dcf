"""Messages are made of the words and the facts, whatever the facts are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat.codes.catalogue import CATALOGUE, NOTIFICATIONS, REASONS, Fact
from backbeat.codes.words import (
    category_label,
    ledger_type_label,
    message,
    notification_text,
)
from backbeat.kernel.languages import Language
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.foreign import FOREIGN
from backbeat.platforms.registry import PLATFORMS

EN, KO = Language.ENGLISH, Language.KOREAN
languages = st.sampled_from(Language)
values = st.one_of(st.none(), st.text(), st.integers(), st.booleans(), st.floats(), st.just([]))
facts = st.dictionaries(
    st.sampled_from(
        ["reason", "limit", "min", "max", "opens_on", "seconds", "minimum", "retry_after", "title"]
    ),
    values,
)


def test_the_limit_is_printed() -> None:
    assert "15" in message(20000, EN, {"limit": 15})
    assert "10" in message(20000, KO, {"limit": 10})
    assert "5 MB" in message(5, EN, {"limit": 5 * 1024 * 1024})
    assert "64 KB" in message(5, EN, {"limit": 65_536})
    assert "4,000" in message(6, EN, {"limit": 4000})


def test_the_next_opening_is_printed_as_a_day() -> None:
    assert "2025/10/25" in message(40001, EN, {"opens_on": "2025-10-25"})


def test_bounds_and_seconds_are_printed() -> None:
    text = message(10006, EN, {"min": 4, "max": 64})
    assert "4" in text
    assert "64" in text
    assert "30" in message(60013, KO, {"seconds": 30})


def test_a_sentence_whose_fact_is_missing_is_left_out() -> None:
    assert message(20000, EN) == "You cannot save any more favourites."
    assert message(10006, EN, {"min": 4}) == "The password is too short or too long."
    assert message(40001, EN, {"opens_on": "soon"}) == "Withdrawals cannot be requested today."


def test_a_reason_with_words_of_its_own_speaks_instead_of_the_code() -> None:
    assert message(2, EN, {"reason": "pending_withdrawal"}) != message(2, EN)
    assert message(30001, EN, {"reason": "video_link"}) != message(30001, EN)
    assert message(2, EN, {"reason": "no such reason"}) == message(2, EN)
    assert "$100.00" in message(40002, EN, {"reason": "bank_minimum", "minimum": "100.00"})


def test_an_unknown_code_says_that_something_went_wrong() -> None:
    assert message(99999, KO) == message(1, KO)


def test_facts_are_not_read_as_templates() -> None:
    text = notification_text("channel_denied", EN, {"channel": "{reason} [x]", "reason": "late"})

    assert "{reason} [x]" in text.body
    assert text.body.endswith("Reason: late")
    paid = notification_text("withdrawal_success", EN, {"amount": "10", "currency": "{amount}"})
    assert "10 {amount}" in paid.body


def test_money_and_months_are_written_as_on_the_screens() -> None:
    facts = {"month": "2026-09", "amount": "1161.89576", "currency": "USD"}

    text = notification_text("fixed_profit", EN, facts)

    assert text.body == "Your earnings of 2026/09 are confirmed: $1,161.90."
    odd = notification_text("fixed_profit", EN, {"month": "2026-13", "amount": "much"})
    assert odd.body == "Your earnings are confirmed."


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("reason", ["other_platform", "unsupported_platform", "needs_link"])
def test_a_platform_is_called_by_its_title(reason: str, language: Language) -> None:
    titles = [(each.name, each.title) for each in PLATFORMS]
    titles += [(each.name, each.title) for each in FOREIGN]
    for name, title in titles:
        text = message(30001, language, {"reason": reason, "platform": name})

        assert title[language] in text


@pytest.mark.parametrize("language", Language)
def test_a_payout_method_is_called_by_its_title(language: Language) -> None:
    for each in METHODS:
        text = message(2, language, {"reason": "method_fields", "method": each.name})

        assert each.title[language] in text


def test_a_platform_or_method_that_nobody_registered_keeps_its_name() -> None:
    text = message(30001, EN, {"reason": "other_platform", "platform": "myspace"})

    assert text.endswith("It belongs to myspace.")
    assert message(2, EN, {"reason": "method_fields", "method": "cheque"}).endswith("cheque.")


def test_only_what_is_typed_into_a_command_is_written_as_its_key() -> None:
    for reason, known in REASONS.items():
        if reason == "wrong_platform":
            assert "--platform" in message(2, EN, {"reason": reason, "platform": "tiktok"})
            continue
        assert known.get("platform", Fact.PLATFORM) is Fact.PLATFORM, reason
        assert known.get("method", Fact.METHOD) is Fact.METHOD, reason


def test_labels_are_in_the_readers_language() -> None:
    assert ledger_type_label("music_profit", EN) == "Music revenue"
    assert category_label("game", Language.TRADITIONAL_CHINESE) == "遊戲"
    assert category_label("unheard-of", EN) == "unheard-of"


@pytest.mark.parametrize("template", NOTIFICATIONS)
@pytest.mark.parametrize("language", Language)
def test_a_notification_reads_well_without_its_facts(template: str, language: Language) -> None:
    text = notification_text(template, language)

    assert text.title
    assert text.body
    assert "{" not in text.body
    assert "[" not in text.body


@given(st.sampled_from([*CATALOGUE, 0, -1]), languages, facts)
def test_a_message_never_fails_and_keeps_no_placeholder(
    code: int, language: Language, details: dict[str, object]
) -> None:
    text = message(code, language, details)

    assert text
    assert "{" not in text


@given(st.sampled_from([*REASONS, "?"]), languages, facts)
def test_reasons_and_notifications_never_fail(
    reason: str, language: Language, details: dict[str, object]
) -> None:
    assert message(2, language, {**details, "reason": reason})
    assert notification_text(reason, language, details).body
