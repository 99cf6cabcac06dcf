"""Consents in the portal: what is asked, what a signature keeps, what is refused (ACCT-18)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from attrs import evolve
from tests.fakes.standins import FixedClock

from backbeat import (
    Actor,
    Device,
    MemoryMailTransport,
    MemoryPlatform,
    Portal,
    Refusal,
    Settings,
    SignUp,
)
from backbeat.accounts.errors import AccountNotFound
from backbeat.audit.ports import AuditFilter
from backbeat.consents.errors import AlreadySigned, BadSignerName, ConsentNotAsked
from backbeat.consents.model import Consent
from backbeat.consents.service import Signature
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Consent as ConsentSettings
from backbeat.settings import Features, Site

ANN = Actor.operator("ann")
ON = Settings(features=Features(consent=True))
MINA_KIM = Signature("Mina Kim", agree=True, language=Language.KOREAN, address="203.0.113.77")


def portal_with(settings: Settings) -> Portal:
    clock = FixedClock()
    return Portal(settings, clock, MemoryPlatform(), MemoryMailTransport())


@pytest.fixture
def portal() -> Portal:
    return portal_with(ON)


def mina(portal: Portal) -> AccountId:
    return portal.accounts.sign_up(
        SignUp("mina@example.org", "correct horse", "mina"), Device()
    ).account.id


def asked(portal: Portal, account: AccountId) -> None:
    portal.account_operations.ask_consent(account, "exclusive songs", ANN, needed=True)


def kept(portal: Portal, account: AccountId) -> list[Consent]:
    return list(portal.consents.signed(account))


def needs_one(portal: Portal, account: AccountId) -> bool:
    return portal.account_operations.find(account).consent_required


def test_who_is_asked_reads_the_text_in_the_own_language(portal: Portal) -> None:
    account = mina(portal)
    assert not portal.consents.show(account, Language.ENGLISH).required
    asked(portal, account)
    texts = {language: portal.consents.show(account, language) for language in Language}
    assert all(each.required and each.signed is None for each in texts.values())
    assert {each.text.language for each in texts.values()} == set(Language)
    assert len({each.text.title for each in texts.values()}) == len(Language)
    assert len({each.text.body for each in texts.values()}) == len(Language)
    assert all("Backbeat" in each.text.body for each in texts.values())
    assert "{name}" not in "".join(each.text.body for each in texts.values())


def test_a_signature_keeps_name_text_version_time_and_address(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    text = portal.consents.show(account, Language.KOREAN).text
    standing = portal.consents.sign(account, evolve(MINA_KIM, name="  Mina   Kim ", version="1"))
    assert (standing.required, standing.text) == (False, text)
    (consent,) = kept(portal, account)
    assert standing.signed == consent
    assert (consent.account, consent.name, consent.address) == (account, "Mina Kim", "203.0.113.77")
    assert (consent.text, text.version, text.language) == (text, "1", Language.KOREAN)
    assert consent.signed_at == portal.security_clock.now()
    assert not needs_one(portal, account)
    shown = portal.consents.show(account, Language.ENGLISH)
    assert (shown.required, shown.signed) == (False, consent)


def test_signatures_have_security_time_and_the_audit_has_business_time(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    business = FixedClock(portal.clock.now() + timedelta(days=40))
    consents = evolve(portal.consents, business=business)
    signed = consents.sign(account, MINA_KIM).signed
    assert signed is not None
    assert signed.signed_at == portal.security_clock.now() != business.now()
    row = portal.audit.list(AuditFilter(), PageRequest()).items[0]
    assert row.entry.at == business.now()


def test_the_audit_tells_of_a_signature_without_the_name_or_the_address(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    portal.consents.sign(account, MINA_KIM)
    row = portal.audit.list(AuditFilter(), PageRequest()).items[0]
    assert (row.entry.action, row.entry.actor) == ("account.consent_signed", Actor.account(account))
    assert row.entry.after == {"version": "1", "language": "ko"}


def test_a_second_signature_is_refused_and_the_first_stays(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    portal.consents.sign(account, MINA_KIM)
    first = kept(portal, account)
    with pytest.raises(AlreadySigned) as refusal:
        portal.consents.sign(account, evolve(MINA_KIM, name="Somebody Else"))
    assert refusal.value.code == 10027
    assert kept(portal, account) == first


def test_who_was_not_asked_signs_nothing(portal: Portal) -> None:
    account = mina(portal)
    with pytest.raises(ConsentNotAsked):
        portal.consents.sign(account, MINA_KIM)
    assert kept(portal, account) == []


def test_a_consent_that_came_in_on_paper_leaves_nothing_to_sign(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    portal.account_operations.ask_consent(account, "on paper", ANN, needed=False)
    with pytest.raises(ConsentNotAsked):
        portal.consents.sign(account, MINA_KIM)


def test_asked_anew_one_signs_anew_and_both_are_kept(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    portal.consents.sign(account, MINA_KIM)
    asked(portal, account)
    portal.consents.sign(account, evolve(MINA_KIM, name="M. Kim"))
    assert [each.name for each in kept(portal, account)] == ["Mina Kim", "M. Kim"]
    last = portal.consents.show(account, Language.KOREAN).signed
    assert last is not None
    assert last.name == "M. Kim"
    assert not needs_one(portal, account)


@pytest.mark.parametrize(
    ("signature", "refused", "fields"),
    [
        (evolve(MINA_KIM, agree=False), FieldsMissing, {"agree": "required"}),
        (evolve(MINA_KIM, name="  "), FieldsMissing, {"name": "required"}),
        (evolve(MINA_KIM, name="1"), BadSignerName, {"name": "name"}),
        (evolve(MINA_KIM, name="X"), BadSignerName, {"name": "name"}),
        (evolve(MINA_KIM, name="y" * 101), BadSignerName, {"name": "name"}),
        (evolve(MINA_KIM, version="0"), BadValues, {"version": "bad_value"}),
    ],
)
def test_what_cannot_be_signed_names_its_field_and_keeps_nothing(
    portal: Portal, signature: Signature, refused: type[Refusal], fields: dict[str, str]
) -> None:
    account = mina(portal)
    asked(portal, account)
    with pytest.raises(refused) as refusal:
        portal.consents.sign(account, signature)
    assert refusal.value.details["fields"] == fields
    assert kept(portal, account) == []
    assert needs_one(portal, account)


def test_a_name_that_is_none_has_its_own_code() -> None:
    assert BadSignerName.code == 40013


def test_an_account_that_is_not_there_is_refused(portal: Portal) -> None:
    nobody = AccountId("nobody")
    with pytest.raises(AccountNotFound):
        portal.consents.show(nobody, Language.ENGLISH)
    with pytest.raises(AccountNotFound):
        portal.consents.sign(nobody, MINA_KIM)


def test_who_left_meanwhile_signs_nothing(portal: Portal) -> None:
    account = mina(portal)
    asked(portal, account)
    with portal.storage.transactions.begin() as books:
        person = books.accounts.get(account)
        assert person is not None
        books.accounts.lock(person.id)
        books.accounts.save(person.deleted("left", portal.clock.now()))
    with pytest.raises(AccountNotFound):
        portal.consents.sign(account, MINA_KIM)
    assert kept(portal, account) == []


def test_off_nothing_is_shown_or_signed_and_operators_still_read() -> None:
    portal = portal_with(Settings())
    account = mina(portal)
    asked(portal, account)
    with pytest.raises(FeatureOff):
        portal.consents.show(account, Language.ENGLISH)
    with pytest.raises(FeatureOff):
        portal.consents.sign(account, MINA_KIM)
    assert needs_one(portal, account)
    assert kept(portal, account) == []


def test_the_operators_own_text_takes_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "consent.en.md").write_text("# Only us\n\nYou work with {name} alone.\n")
    site = Site(name="Skylark", terms_folder=str(tmp_path))
    portal = portal_with(
        Settings(features=Features(consent=True), site=site, consent=ConsentSettings("2026-11"))
    )
    account = mina(portal)
    asked(portal, account)
    # Where the own language is missing there, English stands in for it.
    text = portal.consents.show(account, Language.KOREAN).text
    assert (text.title, text.body) == ("Only us", "You work with Skylark alone.")
    assert (text.version, text.language) == ("2026-11", Language.ENGLISH)
    (tmp_path / "consent.ko.md").write_text("# 우리만\n\n{name}\n", encoding="utf-8")
    assert portal.consents.show(account, Language.KOREAN).text.title == "우리만"
    with pytest.raises(BadValues):
        portal.consents.sign(account, evolve(MINA_KIM, version="1"))


def test_what_was_signed_stays_as_it_was_read(tmp_path: Path) -> None:
    file = tmp_path / "consent.en.md"
    file.write_text("# First\n\nOne.\n")
    site = Site(terms_folder=str(tmp_path))
    portal = portal_with(Settings(features=Features(consent=True), site=site))
    account = mina(portal)
    asked(portal, account)
    portal.consents.sign(account, MINA_KIM)
    file.write_text("# Second\n\nTwo.\n")
    (consent,) = kept(portal, account)
    assert (consent.text.title, consent.text.body) == ("First", "One.")
    assert portal.consents.show(account, Language.ENGLISH).text.title == "Second"
