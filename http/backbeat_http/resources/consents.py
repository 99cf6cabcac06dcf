"""A consent to exclusivity: `account/consent` (ACCT-18)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.consents.errors import AlreadySigned, BadSignerName, ConsentNotAsked
from backbeat.consents.model import Consent, ConsentStanding, ConsentText
from backbeat.consents.service import Consents, Signature
from backbeat.kernel.errors import FeatureOff
from backbeat.kernel.languages import Language
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.wire import Instant


@frozen
class ConsentBody:
    """`name` is the signer's, typed; `version` that of the text which was read."""

    name: str
    agree: bool
    version: Annotated[str, Meta(max_length=64)] | None = None


@frozen
class ConsentTextView:
    """The text to agree to; `body` is Markdown."""

    version: str
    language: Language
    title: str
    body: str

    @classmethod
    def of(cls, text: ConsentText) -> ConsentTextView:
        return cls(text.version, text.language, text.title, text.body)


@frozen
class SignedConsentView:
    name: str
    version: str
    signed_at: Instant

    @classmethod
    def of(cls, consent: Consent) -> SignedConsentView:
        return cls(consent.name, consent.text.version, consent.signed_at)


@frozen
class ConsentView:
    """`required` says that withdrawals wait for the signature; `signed` is the last one given."""

    required: bool
    text: ConsentTextView
    signed: SignedConsentView | None

    @classmethod
    def of(cls, standing: ConsentStanding) -> ConsentView:
        signed = standing.signed
        return cls(
            required=standing.required,
            text=ConsentTextView.of(standing.text),
            signed=None if signed is None else SignedConsentView.of(signed),
        )


@frozen
class ConsentsResource:
    """Answers `account/consent`."""

    consents: Consents

    @operation("getConsent", refuses=(FeatureOff,))
    def on_get_consent(self, caller: Caller) -> ConsentView:
        """What there is to sign, in the caller's language, and what the caller has signed."""
        return ConsentView.of(self.consents.show(caller.account, caller.language))

    @operation("signConsent", refuses=(FeatureOff, AlreadySigned, BadSignerName, ConsentNotAsked))
    def on_post_consent(self, caller: Caller, body: ConsentBody) -> ConsentView:
        """Sign with a typed name: withdrawals wait for the consent no longer."""
        signature = Signature(body.name, body.agree, caller.language, caller.address, body.version)
        return ConsentView.of(self.consents.sign(caller.account, signature))
