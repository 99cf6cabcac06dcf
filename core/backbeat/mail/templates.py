"""Renders mails as plain text and HTML, in the reader's language.

The texts are in `messages/`, one file for each language. Paragraphs are separated by empty lines;
one whose fact is empty is left out, and one that is only a code is shown large.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template as Layout

from attrs import evolve, frozen

from backbeat.formatting.facts import with_money
from backbeat.kernel.hosts import origin_of
from backbeat.kernel.languages import Language
from backbeat.kernel.targets import PathOf, Target, TargetKind
from backbeat.mail.model import OutgoingMail, RenderedMail
from backbeat.mail.ports import Partner

CODE = "{code}"

_LINKS = (
    ("withdrawals", TargetKind.WITHDRAWALS),
    ("earnings", TargetKind.EARNINGS),
    ("request", TargetKind.WITHDRAWAL_REQUEST),
    ("payment_info", TargetKind.PAYMENT_INFO),
    ("disown", TargetKind.DISOWN),
    ("disown_login", TargetKind.DISOWN_LOGIN),
    ("keep_factor", TargetKind.KEEP_FACTOR),
    ("find_password", TargetKind.FIND_PASSWORD),
    ("accept_invitation", TargetKind.ACCEPT_INVITATION),
)
"""Where a letter may link to, by the names that its text uses."""

_INK = "#1c1c22"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@frozen
class MailTemplates:
    """Renders letters with the portal's name and address."""

    product: str
    url: str
    domain: str
    """Closes the Message-ID: the host name of `url`."""
    path_of: PathOf
    address_in: Callable[[str, Language], str] = lambda path, _: path
    """The address of a page for readers of a language (LANG-4)."""
    accent: str = _INK
    """The colour of the name above a letter; it is readable on white."""

    def letter(self, outgoing: OutgoingMail, partner: Partner | None = None) -> RenderedMail:
        """A rendered mail; for a partner's people in the partner's name, with links to its domain
        (SITE-10).
        """
        if partner is not None:
            stationery = evolve(
                self,
                product=partner.name,
                url=origin_of(partner.domain, self.url),
                accent=partner.palette.light.ink,
            )
            return evolve(stationery.letter(outgoing), sender=partner.sender)
        mail = outgoing.mail
        words = _words(mail.language)
        own = words[mail.template.value]
        facts = {
            **{name: _written(str(fact)) for name, fact in with_money(mail.facts).items()},
            "product": self.product,
            "url": self._link("", mail.language),
            **{name: self._link(self.path_of(Target(to)), mail.language) for name, to in _LINKS},
        }
        paragraphs = [words["greeting"]["text"], *own["body"].strip().split("\n\n")]
        written = [(_filled(p, facts), p == CODE) for p in paragraphs if _has_facts(p, facts)]
        subject = _filled(own["subject"], facts)
        return self._dressed(mail.to, mail.language, subject, written, outgoing.id)

    def to_operator(
        self, to: str, language: Language, subject: str, paragraphs: Sequence[str], id: str
    ) -> RenderedMail:
        """A letter whose text is already given; it has no salutation."""
        return self._dressed(to, language, subject, [(text, False) for text in paragraphs], id)

    def _link(self, path: str, language: Language) -> str:
        return self.url + self.address_in(path, language)

    def _dressed(
        self,
        to: str,
        language: Language,
        subject: str,
        written: Sequence[tuple[str, bool]],
        id: str,
    ) -> RenderedMail:
        footer = _filled(
            _words(language)["footer"]["text"],
            {"product": self.product, "url": self._link("", language)},
        )
        return RenderedMail(
            to=to,
            subject=" ".join(subject.split()),
            text="\n\n".join([*(text for text, _ in written), f"-- \n{footer}"]) + "\n",
            html=_layout().substitute(
                language=language.value,
                subject=escape(subject),
                product=escape(self.product),
                accent=self.accent,
                paragraphs="\n".join(_paragraph(text, is_code=code) for text, code in written),
                footer=escape(footer),
            ),
            message_id=f"<{id}@{self.domain}>",
            language=language,
        )


def _written(fact: str) -> str:
    """A fact as it is shown: a day with slashes."""
    return fact.replace("-", "/") if _DAY.fullmatch(fact) else fact


def _has_facts(paragraph: str, facts: Mapping[str, str]) -> bool:
    return all(facts[name] for name in _PLACEHOLDER.findall(paragraph))


def _filled(text: str, facts: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: facts[match[1]], " ".join(text.split()))


def _paragraph(text: str, *, is_code: bool) -> str:
    style = "font-size:28px;font-weight:700;letter-spacing:4px" if is_code else "line-height:1.6"
    return f'<p style="margin:0 0 16px;{style}">{escape(text)}</p>'


@cache
def _words(language: Language) -> dict[str, dict[str, str]]:
    name = f"{language.value}.toml"
    return tomllib.loads(_read(name))


@cache
def _layout() -> Layout:
    return Layout(_read("layout.html"))


def _read(name: str) -> str:
    return files(__package__).joinpath("messages", name).read_text(encoding="utf-8")
