"""Secrets at rest open where they belong, with their key, and nowhere else."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backbeat_adapters.secrets import AesBox, PlainBox, secret_box

OLD, NEW = b"o" * 32, b"n" * 32
IBAN = "DE89370400440532013000"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_sealed_opens_again(text: str) -> None:
    container = AesBox([NEW])
    assert container.open(container.seal(text, "payee:1"), "payee:1") == text


def test_a_sealed_text_shows_nothing_and_never_looks_the_same() -> None:
    container = AesBox([NEW])
    sealed = container.seal(IBAN, "payee:1")

    assert IBAN not in sealed
    assert sealed != container.seal(IBAN, "payee:1")


def test_a_sealed_text_moved_to_another_account_does_not_open() -> None:
    container = AesBox([NEW])
    with pytest.raises(ValueError, match="belongs elsewhere"):
        container.open(container.seal(IBAN, "payee:1"), "payee:2")


def test_a_changed_text_does_not_open() -> None:
    container = AesBox([NEW])
    sealed = container.seal(IBAN, "payee:1")
    for broken in (sealed[:-6], sealed[:-6] + "AAAAA=", sealed + "!", "aes1::", "nonsense"):
        with pytest.raises(ValueError, match="sealed"):
            container.open(broken, "payee:1")


def test_a_new_key_seals_while_the_old_one_still_opens() -> None:
    before = AesBox([OLD]).seal(IBAN, "payee:1")

    assert AesBox([NEW, OLD]).open(before, "payee:1") == IBAN
    with pytest.raises(ValueError, match="not configured"):
        AesBox([NEW]).open(before, "payee:1")


def test_texts_from_before_there_was_a_key_open_too() -> None:
    assert AesBox([NEW]).open(PlainBox().seal(IBAN, "x"), "x") == IBAN
    with pytest.raises(ValueError, match="not configured"):
        PlainBox().open(AesBox([NEW]).seal(IBAN, "x"), "x")


def test_keys_are_32_bytes_in_base64() -> None:
    assert secret_box([]) == PlainBox()
    assert isinstance(secret_box([base64.b64encode(NEW).decode()]), AesBox)
    for bad in ("short", base64.b64encode(b"short").decode(), "%%%"):
        with pytest.raises(ValueError, match="32 bytes"):
            secret_box([bad])


def test_a_box_does_not_show_its_keys() -> None:
    assert "nnn" not in repr(AesBox([NEW]))
