"""Which mails somebody has who wants no notices (MAIL-3)."""

from __future__ import annotations

import pytest

from backbeat.mail.model import Template
from backbeat.mail.rules import is_wanted

OF_THE_ACCOUNT = ("email_", "login_", "password_", "payouts_", "phone_", "recovery_", "totp_")
"""What mails about log-ins, credentials and where payouts go are named after."""


MONEY_BACK = [Template.WITHDRAWAL_RETURNED, Template.WITHDRAWAL_REJECTED]


@pytest.mark.parametrize("template", MONEY_BACK)
def test_money_that_came_back_is_mailed_whatever_was_chosen(template: Template) -> None:
    assert is_wanted(template, notice=False)


@pytest.mark.parametrize("template", [each for each in Template if each.startswith(OF_THE_ACCOUNT)])
def test_what_happens_to_the_account_is_mailed_whatever_was_chosen(template: Template) -> None:
    assert is_wanted(template, notice=False)


@pytest.mark.parametrize(
    "template", [Template.MONTH_CONFIRMED, Template.CHANNEL_APPROVED, Template.WITHDRAWAL_PAID]
)
def test_what_one_can_do_without_waits_for_who_wants_notices(template: Template) -> None:
    assert is_wanted(template, notice=True)
    assert not is_wanted(template, notice=False)
