"""Proving a phone number, and finding a log-in by it (PHONE-1 to PHONE-7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import define, evolve
from tests.fakes.accounts import OPERATOR, an_account
from tests.fakes.phones import DESK, NUMBER, OTHER, PhoneHouse

from backbeat.accounts.errors import AccountNotFound, TooManyTries
from backbeat.accounts.model import AccountStatus, Device
from backbeat.kernel.errors import FeatureOff, Refusal, TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.mail.model import Template
from backbeat.phones.errors import (
    BadPhone,
    NoAccountForPhone,
    PhoneCodeExpired,
    PhoneTaken,
    SmsUnavailable,
    WrongPhoneCode,
)
from backbeat.phones.model import PhonePurpose, mask_number
from backbeat.phones.ports import SmsFailed, SmsRefused, SmsUncertain
from backbeat.phones.words import text_of
from backbeat.settings import Features, Settings

MINA, JUN = AccountId("mina"), AccountId("jun")


def test_a_number_is_the_accounts_after_the_code_that_was_sent_to_it(house: PhoneHouse) -> None:
    sent = house.send("+82 10 1234 5678")
    assert (sent.sent_to, sent.expires_in, sent.resend_in) == ("***78", 300, 60)
    assert house.phones.of(MINA) is None
    house.pass_time(seconds=20)
    proved = house.phones.verify(MINA, "+82 10 1234 5678", house.sms.code())
    assert (proved.number, proved.verified_at) == (NUMBER, house.clock.now())
    assert house.phones.of(MINA) == proved
    assert house.acts() == [("account.phone_verified", {"phone": "***78"})]
    (mail,) = house.mails()
    assert (mail.template, mail.to, mail.language, mail.account) == (
        Template.PHONE_CHANGED,
        "mina@example.org",
        Language.ENGLISH,
        MINA,
    )
    assert mail.facts == {"name": "mina", "phone": "***78"}


def test_the_code_is_kept_as_a_hash_and_read_kindly(house: PhoneHouse) -> None:
    house.send()
    code = house.sms.code()
    with house.portal.storage.transactions.look() as books:
        kept = books.phone_codes.newest(PhonePurpose.VERIFY, MINA, NUMBER)
    assert kept is not None
    assert code not in kept.code_hash
    assert house.phones.verify(MINA, NUMBER, f" {code[:3]}-{code[3:]} ").number == NUMBER


@pytest.mark.parametrize("text", ["123", "", "hello", "+82 10 12 34 56 x"])
def test_what_is_no_number_is_10012_at_every_call_and_nothing_is_sent(
    house: PhoneHouse, text: str
) -> None:
    calls: list[Callable[[], object]] = [
        lambda: house.send(text),
        lambda: house.send(text, None),
        lambda: house.phones.verify(MINA, text, "123456"),
        lambda: house.phones.find(text, "123456", DESK),
    ]
    for call in calls:
        with pytest.raises(BadPhone) as refused:
            call()
        assert refused.value.code == 10012
    assert house.sms.sent == []


def test_a_number_of_another_account_is_10014_after_the_right_code_only(house: PhoneHouse) -> None:
    house.prove()
    house.open("jun")
    house.pass_time(seconds=61)
    taken, free = house.send(NUMBER, "jun"), house.send(OTHER, "jun")
    assert evolve(free, sent_to=taken.sent_to) == taken
    with pytest.raises(WrongPhoneCode):
        house.phones.verify(JUN, NUMBER, house.wrong())
    with pytest.raises(PhoneTaken) as refused:
        house.phones.verify(JUN, NUMBER, house.sms.code())
    assert refused.value.code == 10014
    assert house.phones.of(JUN) is None
    assert house.phones.of(MINA) is not None
    assert {mail.to for mail in house.mails()} == {"mina@example.org"}


def test_a_new_number_takes_the_place_of_the_old_one_which_is_free_again(house: PhoneHouse) -> None:
    house.prove()
    house.prove(number=OTHER)
    found = house.phones.of(MINA)
    assert found is not None
    assert found.number == OTHER
    house.open("jun")
    house.pass_time(seconds=61)
    house.prove("jun", NUMBER)
    assert house.phones.of(JUN) is not None
    assert [after for _, after in house.acts()] == [
        {"phone": p} for p in ("***78", "***21", "***78")
    ]
    with house.portal.storage.transactions.look() as books:
        before = [row.entry.before for row in books.audit.all()]
    assert before == [{}, {"phone": "***78"}, {}]
    assert [(mail.to, mail.facts["phone"]) for mail in house.mails()] == [
        ("mina@example.org", "***78"),
        ("mina@example.org", "***21"),
        ("jun@example.org", "***78"),
    ]


def test_proving_the_own_number_again_is_no_trouble(house: PhoneHouse) -> None:
    house.prove()
    house.pass_time(seconds=61)
    house.prove()
    assert house.phones.of(MINA) is not None
    assert len(house.mails()) == 1


def test_a_wrong_code_is_10020_and_five_of_them_stop_even_the_right_one(house: PhoneHouse) -> None:
    house.send()
    for left in (4, 3, 2, 1, 0):
        with pytest.raises(WrongPhoneCode) as refused:
            house.phones.verify(MINA, NUMBER, house.wrong())
        assert (refused.value.code, refused.value.tries_left) == (10020, left)
    with pytest.raises(TooManyTries) as stopped:
        house.phones.verify(MINA, NUMBER, house.sms.code())
    assert stopped.value.code == 10015
    house.pass_time(seconds=61)
    house.prove()


def test_a_code_runs_out_at_its_last_second_with_10023(house: PhoneHouse) -> None:
    house.send()
    house.pass_time(seconds=299)
    with pytest.raises(WrongPhoneCode):
        house.phones.verify(MINA, NUMBER, house.wrong())
    house.pass_time(seconds=1)
    with pytest.raises(PhoneCodeExpired) as refused:
        house.phones.verify(MINA, NUMBER, house.sms.code())
    assert refused.value.code == 10023


def test_without_a_code_or_with_a_spent_one_it_is_10023(house: PhoneHouse) -> None:
    with pytest.raises(PhoneCodeExpired):
        house.phones.verify(MINA, NUMBER, "123456")
    house.prove()
    with pytest.raises(PhoneCodeExpired):
        house.phones.verify(MINA, NUMBER, house.sms.code())


def test_a_code_is_good_for_its_number_its_account_and_its_purpose_only(house: PhoneHouse) -> None:
    house.open("jun")
    house.send()
    code = house.sms.code()
    for call in (
        lambda: house.phones.verify(MINA, OTHER, code),
        lambda: house.phones.verify(JUN, NUMBER, code),
        lambda: house.phones.find(NUMBER, code, DESK),
    ):
        with pytest.raises(PhoneCodeExpired):
            call()
    house.phones.verify(MINA, NUMBER, code)


def test_a_new_code_kills_the_old_one(house: PhoneHouse) -> None:
    house.send()
    old = house.sms.code()
    house.pass_time(seconds=60)
    house.send()
    assert house.sms.code() != old
    with pytest.raises(WrongPhoneCode):
        house.phones.verify(MINA, NUMBER, old)


def test_the_next_code_is_sent_after_a_minute(house: PhoneHouse) -> None:
    house.send()
    house.pass_time(seconds=59)
    with pytest.raises(TooManyRequests) as refused:
        house.send()
    assert refused.value.retry_after == 1
    assert len(house.sms.sent) == 1
    house.pass_time(seconds=1)
    house.send()


def test_a_log_in_is_found_masked_by_the_code_sent_to_its_number(house: PhoneHouse) -> None:
    house.prove()
    assert house.send(NUMBER, None).sent_to == "***78"
    assert house.phones.find(NUMBER, house.sms.code(), DESK) == "m***@example.org"
    assert house.acts()[-1] == ("account.login_found", {})
    with pytest.raises(PhoneCodeExpired):
        house.phones.find(NUMBER, house.sms.code(), DESK)


def test_an_unknown_number_is_told_so_after_the_right_code_only(house: PhoneHouse) -> None:
    house.prove(number=OTHER)
    known = house.send(OTHER, None)
    unknown = house.send(NUMBER, None)
    assert evolve(known, sent_to=unknown.sent_to) == unknown
    with pytest.raises(WrongPhoneCode):
        house.phones.find(NUMBER, house.wrong(), DESK)
    with pytest.raises(NoAccountForPhone) as refused:
        house.phones.find(NUMBER, house.sms.code(), DESK)
    assert refused.value.code == 10021
    with pytest.raises(PhoneCodeExpired):
        house.phones.find(NUMBER, house.sms.code(), DESK)


@pytest.mark.parametrize("status", list(AccountStatus))
def test_only_who_could_come_back_is_found(house: PhoneHouse, status: AccountStatus) -> None:
    house.prove()
    house.save(an_account(id="mina", referral_code="REFmina", status=status))
    house.send(NUMBER, None)
    if status in {AccountStatus.ACTIVE, AccountStatus.SUSPENDED}:
        assert house.phones.find(NUMBER, house.sms.code(), DESK) == "m***@example.org"
    else:
        with pytest.raises(NoAccountForPhone):
            house.phones.find(NUMBER, house.sms.code(), DESK)


@pytest.mark.parametrize(
    ("trouble", "refusal", "is_counted"),
    [
        (SmsFailed("not reached"), SmsUnavailable, False),
        (SmsUncertain("silent"), SmsUnavailable, True),
        (SmsRefused("21614"), BadPhone, True),
    ],
    ids=["failed", "uncertain", "refused"],
)
def test_of_a_message_that_was_not_taken_nothing_is_kept(
    house: PhoneHouse, trouble: Exception, refusal: type[Refusal], is_counted: bool
) -> None:
    house.send()
    before = house.sms.code()
    house.pass_time(seconds=60)
    house.sms.trouble = trouble
    for _ in range(2):  # nobody has to wait for the next try
        with pytest.raises(refusal):
            house.send()
    with pytest.raises(TooManyRequests if is_counted else refusal):
        house.send()
    house.sms.trouble = None
    assert house.phones.verify(MINA, NUMBER, before).number == NUMBER


def spread(start: int, count: int) -> list[str]:
    """Numbers that stand far apart."""
    return [f"+8210{start + each:05}000" for each in range(count)]


def test_a_number_gets_three_messages_an_hour_whoever_asks(house: PhoneHouse) -> None:
    house.open("jun")
    house.send()
    house.send(NUMBER, "jun", Device("192.0.2.1"))
    house.send(NUMBER, None, Device("192.0.2.2"))
    with pytest.raises(TooManyRequests):
        house.send(NUMBER, None, Device("192.0.2.3"))
    house.pass_time(hours=1)
    house.send(NUMBER, None, Device("192.0.2.3"))


def test_a_code_that_is_asked_for_too_soon_counts_for_nothing(house: PhoneHouse) -> None:
    for _ in range(3):
        house.send()
        for _ in range(3):
            with pytest.raises(TooManyRequests):
                house.send()
        house.pass_time(seconds=61)
    assert len(house.sms.sent) == 3


def test_a_thousand_numbers_side_by_side_get_ten_messages_an_hour(house: PhoneHouse) -> None:
    for last in range(10):
        house.send(f"+8210123450{last:02}", None, Device(f"192.0.2.{last}"))
    with pytest.raises(TooManyRequests):
        house.send("+821012345999", None, Device("203.0.113.1"))
    house.send("+821012346999", None, Device("203.0.113.1"))


def test_an_account_asks_for_five_messages_an_hour(house: PhoneHouse) -> None:
    for at, number in enumerate(spread(0, 5)):
        house.send(number, "mina", Device(f"192.0.2.{at}"))
    with pytest.raises(TooManyRequests):
        house.send(NUMBER, "mina", Device("203.0.113.1"))


def test_a_network_address_asks_for_five_messages_an_hour(house: PhoneHouse) -> None:
    for at, number in enumerate(spread(0, 5)):
        house.send(number, None, Device(f"2001:db8::{at}"))
    with pytest.raises(TooManyRequests):
        house.send(NUMBER, None, Device("2001:db8::ffff"))


def test_everybody_together_gets_two_hundred_messages_an_hour(house: PhoneHouse) -> None:
    for at, number in enumerate(spread(0, 200)):
        house.send(number, None, Device(f"192.0.{at}.1"))
    with pytest.raises(TooManyRequests):
        house.send(NUMBER, None, Device("203.0.113.1"))


def test_codes_are_tried_twenty_times_a_day_however_many_there_are(house: PhoneHouse) -> None:
    for _ in range(4):
        house.send()
        for _ in range(5):
            with pytest.raises(WrongPhoneCode):
                house.phones.verify(MINA, NUMBER, house.wrong())
        house.pass_time(hours=1)
    house.send()
    with pytest.raises(TooManyRequests):
        house.phones.verify(MINA, NUMBER, house.sms.code())
    # Nobody keeps the number's owner from proving it by trying codes.
    house.open("jun")
    house.pass_time(seconds=61)
    house.prove("jun")


def test_a_network_address_tries_thirty_codes_an_hour_of_whatever_numbers(
    house: PhoneHouse,
) -> None:
    for number in range(30):
        with pytest.raises(PhoneCodeExpired):
            house.phones.find(f"+8210{number:08}", "123456", DESK)
    with pytest.raises(TooManyRequests):
        house.phones.find(NUMBER, "123456", DESK)
    with pytest.raises(PhoneCodeExpired):
        house.phones.find(NUMBER, "123456", Device(address="198.51.100.9"))


@define
class Twice:
    """A hasher at which the same code comes a second time before the first is spent."""

    again: Callable[[], object]
    is_again: bool = False

    def hash(self, password: str) -> str:
        raise NotImplementedError

    def verify(self, password_hash: str | None, password: str) -> bool:
        if not self.is_again:
            self.is_again = True
            self.again()
        return True

    def is_outdated(self, password_hash: str) -> bool:
        raise NotImplementedError


def test_of_two_tries_with_one_code_at_once_one_is_taken(house: PhoneHouse) -> None:
    acts: tuple[tuple[AccountId | None, Callable[[], object]], ...] = (
        (MINA, lambda: house.phones.verify(MINA, NUMBER, house.sms.code())),
        (None, lambda: house.phones.find(NUMBER, house.sms.code(), DESK)),
    )
    for account, act in acts:
        house.send(NUMBER, account)
        before = house.phones
        house.phones = evolve(before, hasher=Twice(act))
        with pytest.raises(PhoneCodeExpired):
            act()
        house.phones = before
    assert [action for action, _ in house.acts()] == [
        "account.phone_verified",
        "account.login_found",
    ]


def test_off_no_call_does_anything() -> None:
    house = PhoneHouse(Settings(features=Features()))
    for call in (
        house.send,
        lambda: house.send(NUMBER, None),
        lambda: house.phones.verify(MINA, NUMBER, "123456"),
        lambda: house.phones.find(NUMBER, "123456", DESK),
        lambda: house.phones.of(MINA),
    ):
        with pytest.raises(FeatureOff) as refused:
            call()
        assert refused.value.details == {"reason": "feature_off"}
    assert house.sms.sent == []


def test_who_is_gone_proves_nothing(house: PhoneHouse) -> None:
    nobody = AccountId("nobody")
    house.send(NUMBER, nobody)
    with pytest.raises(AccountNotFound):
        house.phones.verify(nobody, NUMBER, house.sms.code())


def test_who_left_meanwhile_proves_nothing(house: PhoneHouse) -> None:
    house.send()
    with house.portal.storage.transactions.begin() as books:
        account = books.accounts.get(MINA)
        assert account is not None
        books.accounts.lock(account.id)
        books.accounts.save(account.deleted("left", house.portal.clock.now()))
    with pytest.raises(AccountNotFound):
        house.phones.verify(MINA, NUMBER, house.sms.code())
    assert house.phones.of(MINA) is None


def test_old_codes_are_forgotten_a_day_after_they_ran_out(house: PhoneHouse) -> None:
    house.send()
    house.pass_time(seconds=300)
    house.pass_time(hours=24)
    assert house.phones.forget_old() == 0
    house.pass_time(seconds=1)
    assert house.phones.forget_old() == 1
    assert house.phones.forget_old() == 0


def test_erasing_an_account_takes_its_number_and_codes_along(house: PhoneHouse) -> None:
    house.prove()
    house.send(NUMBER, None)
    erased = house.portal.erasures.erase(MINA, "by law", OPERATOR)
    assert "phone number" in [fate.records for fate in erased.fates if not fate.stays]
    assert house.phones.of(MINA) is None
    with pytest.raises(PhoneCodeExpired):
        house.phones.find(NUMBER, house.sms.code(), DESK)
    house.open("jun")
    house.pass_time(seconds=61)
    house.prove("jun")


def test_a_person_is_given_the_number_and_operators_see_its_end(house: PhoneHouse) -> None:
    house.prove()
    assert mask_number(NUMBER) == "***78"
    dossier = house.portal.dossiers.of(MINA)
    assert dossier.phone is not None
    assert dossier.phone.masked == "***78"
    assert NUMBER not in repr(dossier)
    files = {file.name: file.content for file in house.portal.dossiers.export(MINA, OPERATOR)}
    assert f'"phone": "{NUMBER}"'.encode() in files["account.json"]


@pytest.mark.parametrize("language", list(Language))
def test_the_message_names_portal_and_code_in_one_part(language: Language) -> None:
    text = text_of(language, "Backbeat", "123456")
    assert "Backbeat" in text
    assert "123456" in text
    assert len(text) <= (160 if text.isascii() else 70)
