"""Signing a consent with a typed name (ACCT-18)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.records import record
from backbeat.consents.errors import AlreadySigned, BadSignerName, ConsentNotAsked
from backbeat.consents.model import Consent, ConsentId, ConsentStanding
from backbeat.consents.ports import Books
from backbeat.consents.texts import text_in
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.payout_methods import checks
from backbeat.settings import Settings


@frozen
class Signature:
    """What a signer sends: `version` is that of the text that was read, if the page gives it."""

    name: str
    agree: bool
    language: Language
    address: str
    version: str | None = None


@frozen
class Consents:
    """Consents that the operator asks for. `business` dates the audit, `security` the signatures."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    settings: Settings

    def show(self, account: AccountId, language: Language) -> ConsentStanding:
        """What an account has to sign, in a language, and what it signed last."""
        self._require_on()
        with self.transactions.look() as books:
            person = books.accounts.get(account)
            if person is None:
                raise AccountNotFound()
            signed = books.consents.all_of(account)
        last = signed[-1] if signed else None
        return ConsentStanding(person.consent_required, text_in(language, self.settings), last)

    def sign(self, account: AccountId, signature: Signature) -> ConsentStanding:
        """Sign what the operator asked for, so that withdrawals no longer wait.

        Refuses with 4 if the signer does not agree or leaves out the name, with 40013 a text that
        is not a name, with `bad_value` a version that has been replaced, with 10027 if it is
        already signed, and with `consent_not_asked` if nobody asked.
        """
        self._require_on()
        if not signature.agree:
            raise FieldsMissing(fields={"agree": "required"})
        name = checks.name("name", signature.name, BadSignerName)
        text = text_in(signature.language, self.settings)
        if signature.version not in {None, text.version}:
            raise BadValues(fields={"version": "bad_value"})
        with self.transactions.begin() as books:
            person = books.accounts.lock(account)
            if person is None or person.is_deleted:
                raise AccountNotFound()
            if not person.consent_required:
                raise AlreadySigned() if books.consents.all_of(account) else ConsentNotAsked()
            consent = Consent(
                id=ConsentId(self.new_id()),
                account=account,
                text=text,
                name=name,
                signed_at=self.security.now(),
                address=signature.address,
            )
            books.consents.add(consent)
            books.accounts.save(person.with_consent_required(needed=False))
            record(
                books,
                self.business,
                Actor.account(account),
                "consent_signed",
                account,
                after={"version": text.version, "language": text.language},
            )
        return ConsentStanding(False, text, consent)

    def signed(self, account: AccountId) -> Sequence[Consent]:
        """What an account signed, the oldest first, for operators, whether or not the feature is
        on.
        """
        with self.transactions.look() as books:
            return books.consents.all_of(account)

    def _require_on(self) -> None:
        if not self.settings.features.consent:
            raise FeatureOff()
