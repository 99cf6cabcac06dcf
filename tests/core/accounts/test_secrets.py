"""What opens an account is shown by no print-out of an object, and so by no log (SEC-7)."""

import pytest
from attrs import fields_dict

from backbeat.accounts.model import (
    Account,
    Device,
    MailedCode,
    RecoveryCode,
    SecondFactor,
    Session,
    Ticket,
)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (Account, "password_hash"),
        (Device, "token"),
        (MailedCode, "code_hash"),
        (RecoveryCode, "code_hash"),
        (SecondFactor, "secret"),
        (Session, "token_hash"),
        (Ticket, "value_hash"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
def test_a_secret_is_left_out_where_its_object_is_printed(kind: type, name: str) -> None:
    assert fields_dict(kind)[name].repr is False
