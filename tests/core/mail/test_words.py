"""Every mail exists in every language, and says all it is told."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from backbeat.kernel.ids import AccountId, MailId
from backbeat.kernel.languages import Language
from backbeat.kernel.palette import contrast
from backbeat.mail.model import FACTS, Mail, OutgoingMail, RenderedMail, Template
from backbeat.mail.templates import MailTemplates
from backbeat.settings import UrlStrategy
from backbeat.site.model import PartnerSite
from backbeat.site.page_addresses import PageAddresses
from backbeat_adapters.addresses import path_of

MINA = AccountId("mina")
STATIONERY = MailTemplates("Backbeat", "https://portal.example", "portal.example", path_of)
FACT = {
    "name": "Mina <b>",
    "code": "123456",
    "new_email": "new@example.com",
    "old": "bank ****1234",
    "new": "bank ****5678",
    "reason": "unclear & short",
    "channel": '김치 "Kitchen"',
}


def letter(template: Template, language: Language = Language.ENGLISH, **facts: str) -> RenderedMail:
    told = {name: FACT.get(name, f"the-{name}") for name in FACTS[template]} | facts
    mail = Mail("mina@example.com", template, language, told, MINA)
    return STATIONERY.letter(OutgoingMail(MailId("m1"), mail, datetime(2025, 9, 1, tzinfo=UTC)))


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("template", Template)
def test_a_letter_says_every_fact_in_text_and_html(template: Template, language: Language) -> None:
    made = letter(template, language)
    page = _Text()
    page.feed(made.html)

    assert made.subject
    for name in FACTS[template]:
        fact = FACT.get(name, f"the-{name}")
        assert fact in made.text
        assert fact in page.text
    assert "b" not in page.tags  # what people typed stays text
    assert f'lang="{language}"' in made.html
    assert "{" not in made.subject + made.text


@pytest.mark.parametrize("template", Template)
def test_no_two_languages_share_a_subject(template: Template) -> None:
    assert len({letter(template, language).subject for language in Language}) == len(Language)


def test_a_paragraph_without_its_fact_is_left_out() -> None:
    assert "Reason" not in letter(Template.CHANNEL_DENIED, reason="").text


def test_a_line_break_in_a_fact_never_reaches_the_subject() -> None:
    made = letter(Template.CHANNEL_DENIED, channel="A\r\nBcc: everybody@example.com")

    assert "\n" not in made.subject
    assert "\r" not in made.subject


@pytest.mark.parametrize(
    ("strategy", "language", "begins"),
    [
        (UrlStrategy.NO_PREFIX, Language.KOREAN, "https://p.example/withdrawal"),
        (UrlStrategy.PREFIX_AND_DEFAULT, Language.ENGLISH, "https://p.example/en/withdrawal"),
        (UrlStrategy.PREFIX_EXCEPT_DEFAULT, Language.ENGLISH, "https://p.example/withdrawal"),
        (UrlStrategy.PREFIX_EXCEPT_DEFAULT, Language.KOREAN, "https://p.example/ko/withdrawal"),
    ],
)
def test_links_lead_to_the_readers_own_addresses(
    strategy: UrlStrategy, language: Language, begins: str
) -> None:
    """LANG-4: every link of every letter, the footer's too."""
    home = begins.removesuffix("/withdrawal")
    address_in = PageAddresses(strategy).prefixed
    stationery = MailTemplates("Backbeat", "https://p.example", "p.example", path_of, address_in)
    found: list[str] = []
    for template in Template:
        facts = dict.fromkeys(FACTS[template], "a-fact")
        mail = Mail("mina@example.com", template, language, facts, MINA)
        made = stationery.letter(OutgoingMail(MailId("m1"), mail, datetime(2025, 9, 1, tzinfo=UTC)))
        links = re.findall(r"https://p\.example[^\s<]*", made.text)
        assert links[-1] == home
        found += links
        assert all(link == home or link.startswith(f"{home}/") for link in links)
    assert any(link.startswith(begins) for link in found)


def test_the_message_id_comes_from_the_outbox() -> None:
    assert letter(Template.EMAIL_CODE).message_id == "<m1@portal.example>"


def test_a_mail_with_a_fact_missing_or_too_many_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="needs"):
        Mail("a@example.com", Template.EMAIL_CODE, Language.ENGLISH, {"code": "1"}, MINA)
    with pytest.raises(ValueError, match="needs"):
        Mail(
            "a@example.com",
            Template.PASSWORD_CHANGED,
            Language.ENGLISH,
            {"name": "", "x": ""},
            MINA,
        )


@pytest.mark.parametrize("to", ["a@example.com, b@example.com", "a@example.com\nBcc: b@e.com", "a"])
def test_a_mail_goes_to_one_address(to: str) -> None:
    with pytest.raises(ValueError, match="address"):
        Mail(to, Template.PASSWORD_CHANGED, Language.ENGLISH, {"name": "Mina"}, MINA)


LUMEN = PartnerSite("lumen.example", "Lumen & Co", "#ffd43b", "#ffdf70", mail_sender="Lumen desk")


@pytest.mark.parametrize("language", Language)
def test_a_partners_people_have_letters_of_the_partner(language: Language) -> None:
    mail = Mail("mina@example.com", Template.PASSWORD_CHANGED, language, {"name": "Mina"}, MINA)
    outgoing = OutgoingMail(MailId("m1"), mail, datetime(2025, 9, 1, tzinfo=UTC))
    ours, made = STATIONERY.letter(outgoing), STATIONERY.letter(outgoing, LUMEN)

    assert (ours.sender, made.sender) == (None, "Lumen desk")
    assert f"color:{LUMEN.palette.light.ink}" in made.html
    assert "Lumen &amp; Co" in made.html
    assert "https://lumen.example" in made.text
    for text in (made.text, made.html):
        assert "portal.example" not in text
        assert "Backbeat" not in text
    assert (made.subject, made.to, made.message_id) == (ours.subject, ours.to, ours.message_id)


def test_the_name_above_a_letter_can_be_read() -> None:
    assert contrast(LUMEN.palette.light.ink, "#ffffff") >= 4.5
    assert contrast(STATIONERY.accent, "#ffffff") >= 4.5
