"""Members as their manager makes, lists and changes them (NET-5, NET-7, NET-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import takewhile

from attrs import evolve, frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.errors import AccountNotFound, StatusRefused
from backbeat.accounts.identifiers import Identifiers
from backbeat.accounts.model import Account, FeeRate, Role, SessionEnd
from backbeat.accounts.network import rights
from backbeat.accounts.network.rights import Act
from backbeat.accounts.ports import AccountFilter, PasswordHasher, Tokens
from backbeat.accounts.records import entry
from backbeat.audit.model import AuditEntry, mask_email
from backbeat.channels.model import ChangeContext
from backbeat.channels.registration import FoundChannel, Registrar
from backbeat.formatting.numbers import format_percent
from backbeat.idempotency.model import Call
from backbeat.idempotency.service import once
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import CHANNEL_ADD, MEMBER_ADD, MEMBER_UPDATE
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template
from backbeat.members import rules
from backbeat.members.access import locked_member, reached, require_manager
from backbeat.members.invitations import invite
from backbeat.members.model import Member, MemberChange, NewMember, Upper
from backbeat.members.ports import Books
from backbeat.notifications.model import Notification, Subject
from backbeat.policies.service import settings_on
from backbeat.settings import FeeChange, Settings

_PERCENT = 100


@frozen
class Draft:
    """A new member before it is stored: its account, its first rate, and the row of the audit."""

    account: Account
    rate: FeeRate
    act: AuditEntry


@frozen
class AgreedRate:
    """A new rate before it is stored, the row of the audit, and what the member is told."""

    rate: FeeRate
    act: AuditEntry
    notice: Notification


@frozen
class _Kept:
    """What is kept of a call that names itself: the account it made."""

    member: AccountId


@frozen
class Members:
    """What a manager does with the accounts below it; `caller` is always a signed-in account.

    Accounts that it does not reach are 10001, a rank that manages nobody is 2 `role`.
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    hasher: PasswordHasher
    identifiers: Identifiers
    registrar: Registrar
    limits: Limits
    settings: Settings

    def list(
        self,
        caller: AccountId,
        page: PageRequest,
        *,
        below: str | None = None,
        search: str | None = None,
    ) -> Page[Member]:
        """A page of the accounts directly below the caller, or below one that it sees; the newest
        first. A search finds everybody below, at whatever depth (NET-9)."""
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.SEE_MEMBERS)
            above = manager if below is None else reached(books, manager, below, Act.SEE_MEMBERS)
            return self._page(books, manager.id, above.id, page, search)

    def at_hand(self, caller: AccountId) -> Page[Member] | None:
        """The first of the accounts directly below somebody who may have such; None for everybody
        else (WEB-27)."""
        with self.transactions.look() as books:
            account = books.accounts.get(caller)
            if account is None or not account.can_manage:
                return None
            return self._page(books, account.id, account.id, PageRequest(), None)

    def below(
        self, account: AccountId, page: PageRequest, *, search: str | None = None
    ) -> Page[Member]:
        """The same as the operator sees it: below any account."""
        with self.transactions.look() as books:
            return self._page(books, account, account, page, search)

    def add(self, caller: AccountId, new: NewMember, call: Call | None = None) -> Member:
        """Make an account directly below the caller, with its channels, all or nothing.

        Its rank follows from the caller's (NET-3). Without a password it is mailed a link to set its
        own (NET-21). Refuses with 10005 to 10010 as sign-up does,
        with `bad_value` for a rate, a flag or too many channels, with 30001 to 30005 for a channel,
        and with 3. The same call again gives the same answer.
        """
        checked = self._checked(new)
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.MANAGE_MEMBERS)
            rules.require_may_allow(manager, new.may_manage)
        hit = self.limits.take((MEMBER_ADD, caller))
        with hit.unless_refused():
            channels = [self._look_up(caller, link) for link in checked.channels]
            password_hash = self.hasher.hash(checked.password) if checked.password else None
            with self.transactions.begin() as books:
                kept = once(
                    books.idempotency,
                    call,
                    _Kept,
                    lambda: self._add(books, caller, checked, password_hash, channels),
                )
                made = books.accounts.get(kept.member)
                return self._seen(books, [made] if made else [])[0]

    def change(self, caller: AccountId, target: str, change: MemberChange) -> Member:
        """Change what is given of an account directly below; the rest stays (NET-7).

        The caller has stepped up (SESSION-8). A new password ends the member's sessions and is told
        by mail; a rate counts as SETTLE-17 says and is told. Refuses with 4 where nothing is given,
        10006, 10008, 10007 and `bad_value` by form, 10001, 10009 and 10010 where taken, with
        `account_status` for an address that the member proved, and with `has_members` where the
        right to have members is taken from one that has some.
        """
        if change.is_empty:
            raise FieldsMissing(fields={"password": "required", "fee_rate": "required"})
        checked = self._checked_change(change)
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.MANAGE_MEMBERS)
            member = reached(books, manager, target, Act.MANAGE_MEMBERS)
            rules.require_may_allow(manager, change.may_manage)
        if checked.password is not None:
            own = (member.email, member.name, self.identifiers.site.name)
            account_rules.require_not_obvious(checked.password, own)
        hit = self.limits.take((MEMBER_UPDATE, caller))
        with hit.unless_refused():
            password_hash = self.hasher.hash(checked.password) if checked.password else None
            with self.transactions.begin() as books:
                manager, before = locked_member(books, caller, member.id)
                after = self._change(books, manager, before, checked, password_hash)
                return self._seen(books, [after])[0]

    def drafted(
        self,
        manager: Account,
        new: NewMember,
        default_rate: Decimal,
        password_hash: str | None = None,
    ) -> Draft:
        """What `add` stores of a new member, with no refusal but that of the flag."""
        rules.require_may_allow(manager, new.may_manage)
        member = self._new(manager, new, password_hash)
        rate = default_rate if new.fee_rate is None else new.fee_rate
        facts = {
            "manager": manager.id,
            "permission": member.permission,
            "permission_flag": member.permission_flag,
            "fee_rate": rate,
            "invited": member.is_invited,
        }
        act = entry(
            self.business, Actor.account(manager.id), "member_added", member.id, after=facts
        )
        return Draft(member, FeeRate(member.id, rate, self.business.today()), act)

    def changed_facts(
        self, manager: AccountId, before: Account, after: Account, *, password: bool = False
    ) -> AuditEntry:
        """The audit row of what a manager changed of a member."""
        was, is_now = _facts(before), _facts(after)
        names = [name for name in was if was[name] != is_now[name]]
        return entry(
            self.business,
            Actor.account(manager),
            "member_changed",
            after.id,
            before={name: was[name] for name in names},
            after={name: is_now[name] for name in names}
            | {"nickname": after.name != before.name, "password": password},
        )

    def agreed(
        self,
        actor: Actor,
        member: Account,
        rates: Sequence[FeeRate],
        rate: Decimal,
        *,
        change: FeeChange,
        reason: str | None = None,
    ) -> AgreedRate | None:
        """What a new rate leaves behind, beside the `rates` there are; None if it is the one that
        counts on its day anyway (SETTLE-17)."""
        day = rules.first_day(change, self.business.today())
        before = account_rules.rate_on(rates, day)
        if rate == before:
            return None
        act = entry(
            self.business,
            actor,
            "fee_rate_changed",
            member.id,
            before={"fee_rate": before},
            after={"fee_rate": rate, "from_day": day},
            reason=reason,
        )
        facts = {"rate": format_percent(rate * _PERCENT), "from_day": day}
        notice = Notification(member.id, Subject.FEE_RATE_CHANGED, self.business.now(), facts)
        return AgreedRate(FeeRate(member.id, rate, day), act, notice)

    def everybody(self, caller: AccountId) -> tuple[Account, Sequence[Member]]:
        """The caller, and all accounts below it that are not deleted, at whatever depth; those made
        first come first."""
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.SEE_MEMBERS)
            ids = list(books.accounts.downwards([manager.id]).below(manager.id))
            there = [each for each in books.accounts.get_all(ids).values() if not each.is_deleted]
            there.sort(key=lambda account: (account.created_at, account.id))
            return manager, self._seen(books, there)

    def agree(
        self, account: AccountId, rate: Decimal, actor: Actor, reason: str, *, dry_run: bool = False
    ) -> Member:
        """The operator sets the rate of an account below another one; it counts and is told as where
        the manager does. Refuses with `bad_value`, and with 10001 where it stands below nobody."""
        rules.require_rate(rate)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            member = books.accounts.lock(account)
            if member is None or member.is_deleted or member.manager is None:
                raise AccountNotFound()
            self._set_rate(books, actor, member, rate, reason)
            return self._seen(books, [member])[0]

    def _page(
        self,
        books: Books,
        reader: AccountId,
        above: AccountId,
        page: PageRequest,
        search: str | None,
    ) -> Page[Member]:
        managers = {above}
        if search and search.strip():
            tree = books.accounts.downwards([above])
            managers |= {each for each in tree.below(above) if tree.children(each)}
        wanted = AccountFilter(managers=frozenset(managers), search=search, is_present=True)
        found = books.accounts.list(wanted, page)
        return found.holding(self._seen(books, found.items, reader))

    def _checked(self, new: NewMember) -> NewMember:
        """The form with its parts in their kept form; refuses what is wrong by itself."""
        bounds = self.identifiers.bounds
        email = account_rules.require_email(new.email, bounds)
        name = account_rules.require_nickname(new.nickname, bounds)
        if new.password is not None:
            account_rules.require_password(new.password, bounds)
            own = (email, name, self.identifiers.site.name)
            account_rules.require_not_obvious(new.password, own)
        if new.fee_rate is not None:
            rules.require_rate(new.fee_rate)
        rules.require_few(new.channels)
        return evolve(new, email=email, nickname=name)

    def _checked_change(self, change: MemberChange) -> MemberChange:
        bounds = self.identifiers.bounds
        if change.password is not None:
            account_rules.require_password(change.password, bounds)
        if change.nickname is not None:
            change = evolve(
                change, nickname=account_rules.require_nickname(change.nickname, bounds)
            )
        if change.email is not None:
            change = evolve(change, email=account_rules.require_email(change.email, bounds))
        if change.fee_rate is not None:
            rules.require_rate(change.fee_rate)
        return change

    def _look_up(self, caller: AccountId, link: str) -> FoundChannel:
        self.limits.take((CHANNEL_ADD, caller))
        return self.registrar.look_up(link)

    def _add(
        self,
        books: Books,
        caller: AccountId,
        new: NewMember,
        password_hash: str | None,
        channels: Sequence[FoundChannel],
    ) -> _Kept:
        manager = rights.require(books.accounts.lock(caller), Act.MANAGE_MEMBERS)
        self.identifiers.require_free(books, new.email, new.nickname)
        default = self._in_force(books).settlement.default_fee_rate
        draft = self.drafted(manager, new, default, password_hash)
        member = draft.account
        books.accounts.add(member, draft.rate.from_day)
        books.fee_rates.put(draft.rate)
        books.audit.record(draft.act)
        if member.is_invited:
            invite(books, member, manager, self.tokens.ticket(), self.security.now())
        by = ChangeContext(self.business.now(), Actor.account(caller))
        for found in channels:
            self.registrar.register(books, found, new.category, holder=member.id, by=by)
        return _Kept(member.id)

    def _new(self, manager: Account, new: NewMember, password_hash: str | None) -> Account:
        return Account(
            id=AccountId(self.new_id()),
            email=new.email,
            name=new.nickname,
            password_hash=password_hash,
            role=Role.MEMBER,
            permission=rules.permission_below(manager),
            permission_flag=bool(new.may_manage),
            manager=manager.id,
            created_at=self.business.now(),
            password_changed_at=self.security.now(),
            referral_code=self.tokens.referral_code(),
            language=manager.language,
            partner=manager.partner,
        )

    def _change(
        self,
        books: Books,
        manager: Account,
        before: Account,
        checked: MemberChange,
        password_hash: str | None,
    ) -> Account:
        after = self._changed(books, before, checked, password_hash)
        if after != before:
            books.accounts.save(after)
        if after.is_invited and after.email != before.email:
            invite(books, after, manager, self.tokens.ticket(), self.security.now())
        if after != before:
            changed_password = checked.password is not None
            books.audit.record(
                self.changed_facts(manager.id, before, after, password=changed_password)
            )
        if checked.fee_rate is not None:
            self._set_rate(books, Actor.account(manager.id), after, checked.fee_rate)
        return after

    def _changed(
        self, books: Books, before: Account, change: MemberChange, password_hash: str | None
    ) -> Account:
        after = before
        if change.nickname is not None and change.nickname != before.name:
            self.identifiers.require_free_name(books, change.nickname, before.id)
            after = after.renamed(change.nickname)
        if change.email is not None and change.email != before.email:
            if before.is_verified:
                raise StatusRefused(status="verified")
            self.identifiers.require_free_email(books, change.email, before.id)
            books.codes.forget(before.id)
            after = after.with_email(change.email, None)
        if change.may_manage is not None:
            rules.require_no_members(change.may_manage, len(books.accounts.children(before.id)))
            after = after.allowed_to_manage(allowed=change.may_manage)
        if password_hash is not None:
            now = self.security.now()
            after = after.with_password(password_hash, now)
            books.sessions.end_all(before.id, SessionEnd.PASSWORD_CHANGED, now)
            books.outbox.add(
                Mail(
                    after.email,
                    Template.PASSWORD_CHANGED,
                    after.language,
                    {"name": after.name},
                    after.id,
                )
            )
        return after

    def _set_rate(
        self,
        books: Books,
        actor: Actor,
        member: Account,
        rate: Decimal,
        reason: str | None = None,
    ) -> None:
        agreed = self.agreed(
            actor,
            member,
            books.fee_rates.of(member.id),
            rate,
            change=self._in_force(books).settlement.fee_change,
            reason=reason,
        )
        if agreed is not None:
            books.fee_rates.put(agreed.rate)
            books.audit.record(agreed.act)
            books.notifications.add(agreed.notice)

    def _in_force(self, books: Books) -> Settings:
        return settings_on(books.policies, self.settings, self.business.today())

    def _seen(
        self, books: Books, accounts: Sequence[Account], reader: AccountId | None = None
    ) -> Sequence[Member]:
        """Members as they are shown; with a reader also who stands between it and them."""
        ids = [account.id for account in accounts]
        between = _between(books, accounts, reader) if reader else {}
        uppers = books.accounts.get_all({each for chain in between.values() for each in chain})
        rates = books.fee_rates.of_all([*ids, *uppers])
        channels = books.channels.count_held(ids)
        members = books.accounts.count_children(ids)
        today = self.business.today()
        return [
            Member(
                account,
                account_rules.rate_on(rates.get(account.id, ()), today),
                rules.next_rate(rates.get(account.id, ()), today),
                channels.get(account.id, 0),
                members.get(account.id, 0),
                tuple(
                    Upper(uppers[each], account_rules.rate_on(rates.get(each, ()), today))
                    for each in between.get(account.id, ())
                ),
            )
            for account in accounts
        ]


def _between(
    books: Books, accounts: Sequence[Account], reader: AccountId
) -> Mapping[AccountId, Sequence[AccountId]]:
    """Who stands between the reader and each of these accounts, the uppermost first; accounts that
    are directly below it are left out."""
    managers = {
        account.id: account.manager
        for account in accounts
        if account.manager is not None and account.manager != reader
    }
    if not managers:
        return {}
    tree = books.accounts.upwards(set(managers.values()))
    chains = {
        each: list(takewhile(lambda at: at != reader, tree.upwards(manager)))
        for each, manager in managers.items()
    }
    return {each: chain[::-1] for each, chain in chains.items()}


def _facts(account: Account) -> Mapping[str, object]:
    """What the audit says of a member, before and after a change."""
    return {"email": mask_email(account.email), "permission_flag": account.permission_flag}
