"""Accounts, sessions, codes and fee rates in SQL; when sessions were last used is stored
separately.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache
from operator import attrgetter
from typing import Any

from attrs import evolve, frozen
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Insert,
    PrimaryKeyConstraint,
    Row,
    Select,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    text,
    true,
    union,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import ColumnElement

from backbeat.accounts import rules
from backbeat.accounts.errors import EmailTaken, NicknameTaken
from backbeat.accounts.lookalikes import shape
from backbeat.accounts.model import (
    Account,
    AccountStatus,
    CodePurpose,
    FeeRate,
    MailedCode,
    Permission,
    Placement,
    Preferences,
    RecoveryCode,
    Role,
    SecondFactor,
    Session,
    SessionEnd,
    Ticket,
    TicketPurpose,
    TutorialStep,
    Viewing,
)
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.accounts.ports import AccountFilter
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.secrets import SecretBox
from backbeat_adapters.sql.counters import counter_table
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.grams import any_contains
from backbeat_adapters.sql.engine.keys import begins_with, is_given, is_one_of, listed
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, outages
from backbeat_adapters.sql.engine.paging import newest_first
from backbeat_adapters.sql.engine.reading import row_of, rows_of
from backbeat_adapters.sql.engine.schema import Big, Choice, Day, Flag, Instant, Json, Rate, table
from backbeat_adapters.sql.engine.upserts import upsert, upsert_all, without_key
from backbeat_adapters.sql.network_changes import changes_from, record_changes

accounts = table(
    "accounts",
    Column("id", Text, primary_key=True),
    Column("email", Text, nullable=False),
    Column("email_key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("name_shape", Text, nullable=False, index=True),
    Column("password_hash", Text),
    Column("role", Choice(Role), nullable=False),
    Column("permission", Choice(Permission), nullable=False),
    Column("permission_flag", Flag, nullable=False),
    Column("manager", Text, ForeignKey("accounts.id"), index=True),
    Column("status", Choice(AccountStatus), nullable=False),
    Column("status_reason", Text),
    Column("status_since", Instant),
    Column("language", Choice(Language), nullable=False),
    Column("created_at", Instant, nullable=False, index=True),
    Column("password_changed_at", Instant, nullable=False),
    Column("verified_at", Instant),
    Column("terms_version", Text),
    Column("terms_accepted_at", Instant),
    Column("notice", Flag, nullable=False),
    Column("marketing", Flag, nullable=False),
    Column("tutorial", Json, nullable=False),
    Column("referral_code", Text, nullable=False),
    Column("invited_by", Text, ForeignKey("accounts.id"), index=True),
    Column("partner", Text),
    Column("erased_at", Instant),
    Column("consent_required", Flag, nullable=False),
    Column("payouts_locked_at", Instant),
    Column("totp_ends_at", Instant),
    UniqueConstraint("email_key"),
    UniqueConstraint("name_key"),
    UniqueConstraint("referral_code"),
)

sessions = table(
    "sessions",
    Column("id", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("token_hash", Text, nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("password_at", Instant),
    Column("agent", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("ended_at", Instant),
    Column("ended_because", Choice(SessionEnd)),
    Column("viewed_by", Text),
    Column("viewed_until", Instant),
    UniqueConstraint("token_hash"),
)

mailed_codes = table(
    "mailed_codes",
    Column("id", Text, primary_key=True),
    Column("purpose", Choice(CodePurpose), nullable=False),
    Column("subject", Text, nullable=False),
    Column("account", Text, ForeignKey("accounts.id"), index=True),
    Column("email", Text, nullable=False),
    Column("code_hash", Text, nullable=False),
    Column("sent_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("tries", Big, nullable=False),
    Column("used_at", Instant),
    Index(None, "purpose", "subject", "sent_at"),
)

tickets = table(
    "tickets",
    Column("purpose", Choice(TicketPurpose), nullable=False),
    Column("value_hash", Text, nullable=False),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("issued_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("used_at", Instant),
    Column("operator", Text),
    PrimaryKeyConstraint("purpose", "value_hash"),
)

second_factors = table(
    "second_factors",
    Column("account", Text, ForeignKey("accounts.id"), primary_key=True),
    Column("secret", Text, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("confirmed_at", Instant),
    Column("last_step", Big),
)

recovery_codes = table(
    "recovery_codes",
    Column("account", Text, ForeignKey("accounts.id"), nullable=False),
    Column("mark", Text, nullable=False),
    Column("code_hash", Text, nullable=False),
    Column("used_at", Instant),
    PrimaryKeyConstraint("account", "mark"),
)

fee_rates = table(
    "fee_rates",
    Column("account", Text, ForeignKey("accounts.id"), nullable=False),
    Column("rate", Rate, nullable=False),
    Column("from_day", Day, nullable=False),
    PrimaryKeyConstraint("account", "from_day"),
)

placements = table(
    "placements",
    Column("account", Text, ForeignKey("accounts.id"), nullable=False),
    Column("manager", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("from_day", Day, nullable=False),
    PrimaryKeyConstraint("account", "from_day"),
)

_has_left = and_(accounts.c.status == AccountStatus.DELETED, accounts.c.erased_at.is_(None))
Index("ix_accounts_left", accounts.c.id, sqlite_where=_has_left, postgresql_where=_has_left)
"""The few that have left and are to be erased, in order."""

last_seen = counter_table(
    "session_last_seen",
    Column("session", Text, primary_key=True),
    Column("at", Instant, nullable=False),
)


# --- accounts -------------------------------------------------------------------------------------


def to_row(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "email": account.email,
        "email_key": rules.email_key(account.email),
        "name": account.name,
        "name_key": rules.name_key(account.name),
        "name_shape": shape(account.name),
        "password_hash": account.password_hash,
        "role": account.role,
        "permission": account.permission,
        "permission_flag": account.permission_flag,
        "manager": account.manager,
        "status": account.status,
        "status_reason": account.status_reason,
        "status_since": account.status_since,
        "language": account.language,
        "created_at": account.created_at,
        "password_changed_at": account.password_changed_at,
        "verified_at": account.verified_at,
        "terms_version": account.terms_version,
        "terms_accepted_at": account.terms_accepted_at,
        "notice": account.preferences.notice,
        "marketing": account.preferences.marketing,
        "tutorial": sorted(account.tutorial),
        "referral_code": account.referral_code,
        "invited_by": account.invited_by,
        "partner": account.partner,
        "erased_at": account.erased_at,
        "consent_required": account.consent_required,
        "payouts_locked_at": account.payouts_locked_at,
        "totp_ends_at": account.totp_ends_at,
    }


def from_row(row: Row[Any]) -> Account:
    return Account(
        id=AccountId(row.id),
        email=row.email,
        name=row.name,
        password_hash=row.password_hash,
        role=row.role,
        permission=row.permission,
        permission_flag=row.permission_flag,
        manager=row.manager,
        status=row.status,
        status_reason=row.status_reason,
        status_since=row.status_since,
        language=row.language,
        created_at=row.created_at,
        password_changed_at=row.password_changed_at,
        verified_at=row.verified_at,
        terms_version=row.terms_version,
        terms_accepted_at=row.terms_accepted_at,
        preferences=Preferences(notice=row.notice, marketing=row.marketing),
        tutorial=frozenset(TutorialStep(step) for step in row.tutorial),
        referral_code=row.referral_code,
        invited_by=row.invited_by,
        partner=row.partner,
        erased_at=row.erased_at,
        consent_required=row.consent_required,
        payouts_locked_at=row.payouts_locked_at,
        totp_ends_at=row.totp_ends_at,
    )


_AT_ONCE = 500


@frozen
class SqlAccounts:
    """Fulfils `AccountRepository`. A reading transaction sees one moment, so with `seen` an account
    is read only once.
    """

    connection: Connection
    seen: dict[AccountId, Account] | None = None

    def add(self, account: Account, day: date | None = None) -> None:
        """Store a new account. Refuses with 10009 or 10010 if an identifier is taken."""
        self._write(insert(accounts).values(to_row(account)))
        if (first := Placement.first_of(account, day)) is not None:
            self.connection.execute(insert(placements).values(placement_to_row(first)))

    def add_all(self, accounts: Sequence[Account], day: date) -> None:
        self._write(_ADD, [to_row(account) for account in accounts])
        firsts = [first for each in accounts if (first := Placement.first_of(each, day))]
        if firsts:
            self.connection.execute(insert(placements), [placement_to_row(each) for each in firsts])

    def place(self, placement: Placement) -> None:
        row = placement_to_row(placement)
        key = {name: row.pop(name) for name in ("account", "from_day")}
        self.connection.execute(_MOVES, key)
        upsert(self.connection, placements, key, row)
        moved = update(accounts).where(accounts.c.id == placement.account)
        self.connection.execute(moved.values(manager=placement.manager))

    def save(self, account: Account) -> None:
        self.save_all([account])

    def save_all(self, accounts: Sequence[Account]) -> None:
        changed = [(each.id, without_key(_table, to_row(each))) for each in accounts]
        self._write(_SAVE, [{_OF: id_, **changes} for id_, changes in changed])

    def get(self, account: AccountId) -> Account | None:
        if self.seen is not None and account in self.seen:
            return self.seen[account]
        row = row_of(self.connection, _BY_ID, {"of": account})
        found = None if row is None else from_row(row)
        if self.seen is not None and found is not None:
            self.seen[account] = found
        return found

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        return {account.id: account for account in self._all_with(accounts.c.id, set(ids))}

    def lock(self, account: AccountId) -> Account | None:
        """The account, with its row locked; on SQLite the transaction is the only writer anyway."""
        row = row_of(self.connection, _LOCKED, {"of": account})
        return None if row is None else from_row(row)

    def hold(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]:
        """Lock their rows against changes, in a fixed order; on SQLite there is only one writer."""
        found = [
            from_row(row)
            for chunk in in_chunks(sorted(set(ids)), _AT_ONCE)
            for row in self.connection.execute(_HELD, {"ids": chunk})
        ]
        return {account.id: account for account in found}

    def by_email(self, email: str) -> Account | None:
        row = row_of(self.connection, _BY_EMAIL, {"key": rules.email_key(email)})
        return None if row is None else from_row(row)

    def by_name(self, name: str) -> Account | None:
        return self._one(accounts.c.name_key == rules.name_key(name))

    def looking_like(self, name: str) -> tuple[Account, ...]:
        return self._all(accounts.c.name_shape == shape(name))

    def hold_names(self, names: Collection[str]) -> None:
        """In one order; on SQLite a transaction that writes is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(_HOLD_NAMES, {"shapes": [shape(name) for name in names]})

    def by_emails(self, emails: Collection[str]) -> Mapping[str, Account]:
        keys = {rules.email_key(email) for email in emails}
        found = self._all_with(accounts.c.email_key, keys)
        return {rules.email_key(account.email): account for account in found}

    def by_names(self, names: Collection[str]) -> Mapping[str, Account]:
        found = self._all_with(accounts.c.name_key, {rules.name_key(name) for name in names})
        return {rules.name_key(account.name): account for account in found}

    def looking_like_any(self, names: Collection[str]) -> tuple[Account, ...]:
        found = self._all_with(accounts.c.name_shape, {shape(name) for name in names})
        return tuple(sorted(found, key=attrgetter("id")))

    def by_referral_code(self, code: str) -> Account | None:
        return self._one(accounts.c.referral_code == code)

    def starting_with(self, prefix: str, most: int) -> tuple[Account, ...]:
        begins = begins_with(self.connection.dialect.name, accounts.c.id, prefix)
        return self._all(begins, most)

    def children(self, account: AccountId) -> tuple[Account, ...]:
        return self._all(
            and_(accounts.c.manager == account, accounts.c.status != AccountStatus.DELETED)
        )

    def count_children(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        return {
            account: number
            for chunk in in_chunks(sorted(set(accounts)), _AT_ONCE)
            for account, number in self.connection.execute(_CHILDREN, {"ids": chunk})
        }

    def chain(self, account: AccountId) -> tuple[Account, ...]:
        """The account and those above it; a network has three levels, so this takes few reads."""
        found: list[Account] = []
        above: AccountId | None = account
        while above is not None and (at := self.get(above)) is not None:
            found.append(at)
            above = at.manager
        return tuple(found)

    def family(self, account: AccountId) -> AccountTree:
        return _tree(self.connection, _FAMILY, {"of": account})

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree:
        found: dict[AccountId, Place] = {}
        wanted = set(accounts)
        query = _places_of(self.connection.dialect.name)
        while wanted:
            for chunk in in_chunks(sorted(wanted), _AT_ONCE):
                found |= _found_places(self.connection, query, {"ids": chunk})
            above = {manager for each in wanted & found.keys() for manager in found[each].managers}
            wanted = above - found.keys()
        return AccountTree(found)

    def downwards(self, accounts: Collection[AccountId]) -> AccountTree:
        found: dict[AccountId, Place] = {}
        query = _below(self.connection.dialect.name)
        for chunk in in_chunks(sorted(set(accounts)), _AT_ONCE):
            found |= _found_places(self.connection, query, {"ids": chunk})
        return AccountTree(found)

    def list(self, filter: AccountFilter, page: PageRequest) -> Page[Account]:
        wanted = select(accounts).where(_matching(self.connection, filter))
        place = (accounts.c.created_at, accounts.c.id)
        return newest_first(self.connection, wanted, place, page, _from_rows)

    def left_before(self, instant: datetime, most: int) -> tuple[Account, ...]:
        return self._all(and_(_has_left, accounts.c.status_since <= instant), most)

    def active_after(self, account: AccountId | None, most: int) -> tuple[AccountId, ...]:
        # The only query over all accounts: it walks the primary key, one step at a time.
        query = (
            select(accounts.c.id)
            .where(accounts.c.id > (account or ""), accounts.c.status == AccountStatus.ACTIVE)
            .order_by(accounts.c.id)
            .limit(most)
        )
        return tuple(AccountId(id_) for id_ in self.connection.execute(query).scalars())

    def _one(self, where: ColumnElement[bool]) -> Account | None:
        row = self.connection.execute(select(accounts).where(where)).one_or_none()
        return None if row is None else from_row(row)

    def _all(self, where: ColumnElement[bool], most: int | None = None) -> tuple[Account, ...]:
        query = select(accounts).where(where).order_by(accounts.c.id).limit(most)
        return tuple(from_row(row) for row in self.connection.execute(query))

    def _all_with(self, column: Column[Any], values: Collection[str]) -> Sequence[Account]:
        """Those with any of these values, looked up by the hundred."""
        return [
            account
            for chunk in in_chunks(sorted(values), _AT_ONCE)
            for account in self._all(column.in_(chunk))
        ]

    def _write(self, statement: Any, rows: Sequence[Mapping[str, Any]] | None = None) -> None:
        """Run it, with each of the rows if it takes any."""
        if rows is not None and not rows:
            return
        try:
            self.connection.execute(statement, rows)
        except IntegrityError as error:
            # Both databases name the column or its constraint in their messages.
            words = str(error.orig)
            if "email_key" in words:
                raise EmailTaken from error
            if "name_key" in words:
                raise NicknameTaken from error
            raise


CAN_MANAGE = or_(accounts.c.permission == Permission.MCN, accounts.c.permission_flag.is_(True))
_PLACES = select(
    accounts.c.id,
    accounts.c.manager,
    CAN_MANAGE.label("can_manage"),
    placements.c.manager.label("stood_below"),
    placements.c.from_day,
).outerjoin_from(accounts, placements, placements.c.account == accounts.c.id)


def _moves() -> Insert:
    """The days that a new position changes, of the account and of whoever it leaves no trace of.

    Days before an account's first position are as on its day, so they change with it; who stood
    above it on a day that is now replaced no longer has anything to do with it.
    """
    of, day = bindparam("account", type_=Text()), bindparam("from_day", type_=Day())
    stood = exists().where(placements.c.account == of, placements.c.from_day < day)
    since = case((stood, day), else_=literal(date.min, Day()))
    replaced = and_(placements.c.account == of, placements.c.from_day == day)
    whom = union(
        select(of.label("account")),
        select(placements.c.manager).where(replaced),
    ).subquery("whom")
    return changes_from(select(whom.c.account, since, null()))


def _family() -> Select[Any]:
    """All accounts connected with the account `of`, today or ever: up to the top, and everything
    below it.
    """
    up = select(accounts.c.id).where(accounts.c.id == bindparam("of")).cte("up", recursive=True)
    up = up.union(select(placements.c.manager).join(up, placements.c.account == up.c.id))
    stands_below = exists().where(placements.c.account == up.c.id)
    down = select(up.c.id).where(~stands_below).cte("down", recursive=True)
    down = down.union(select(placements.c.account).join(down, placements.c.manager == down.c.id))
    return _PLACES.join(down, accounts.c.id == down.c.id)


@cache
def _below(dialect: str) -> Select[Any]:
    """The accounts `ids`, and all accounts below them, today or ever."""
    given = is_given(dialect, accounts.c.id, "ids")
    down = select(accounts.c.id).where(given).cte("down", recursive=True)
    down = down.union(select(placements.c.account).join(down, placements.c.manager == down.c.id))
    return _PLACES.join(down, accounts.c.id == down.c.id)


@cache
def _places_of(dialect: str) -> Select[Any]:
    return _PLACES.where(is_given(dialect, accounts.c.id, "ids"))


_table = accounts
_OF = "of"
_ADD = insert(accounts)
_SAVE = update(accounts).where(accounts.c.id == bindparam(_OF))

_NAMES = 0x6E61_6D65
"""The first of two numbers of PostgreSQL's advisory locks of nicknames; what they look like makes the
second."""
_HOLD_NAMES = text(
    "SELECT pg_advisory_xact_lock(CAST(:names AS integer), looks) FROM"
    " (SELECT DISTINCT hashtext(shape) AS looks FROM unnest(CAST(:shapes AS text[])) AS shape"
    " ORDER BY looks) AS held"
).bindparams(names=_NAMES)

# Nearly every request runs these; building a statement takes longer than running it.
_HELD = (
    select(accounts)
    .where(accounts.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(accounts.c.id)
    .with_for_update(read=True)
)
_CHILDREN = (
    select(accounts.c.manager, func.count())
    .where(
        accounts.c.manager.in_(bindparam("ids", expanding=True)),
        accounts.c.status != AccountStatus.DELETED,
    )
    .group_by(accounts.c.manager)
)
_BY_ID = select(accounts).where(accounts.c.id == bindparam("of"))
_BY_TOKEN = select(sessions).where(sessions.c.token_hash == bindparam("hash"))
_FACTOR_OF = select(second_factors).where(second_factors.c.account == bindparam("of"))
_LOCKED = _BY_ID.with_for_update()
_BY_EMAIL = select(accounts).where(accounts.c.email_key == bindparam("key"))
_ADD_SESSION = insert(sessions)
_SAVE_SESSION = update(sessions).where(
    sessions.c.id == bindparam(_OF), sessions.c.ended_at.is_(None)
)
_OPEN_OF = (
    select(sessions)
    .where(sessions.c.account == bindparam("of"), sessions.c.ended_at.is_(None))
    .order_by(sessions.c.started_at, sessions.c.id)
)
_SEEN = (
    select(sessions.c.id)
    .where(
        sessions.c.account == bindparam("of"),
        sessions.c.agent == bindparam("agent"),
        sessions.c.address == bindparam("address"),
        sessions.c.viewed_by.is_(None),
        sessions.c.started_at >= bindparam("since"),
        sessions.c.ended_because.is_distinct_from(SessionEnd.ENDED_BY_OWNER),
    )
    .limit(1)
)
_CODES_OF = (
    select(recovery_codes)
    .where(recovery_codes.c.account == bindparam("of"))
    .order_by(recovery_codes.c.mark)
)
_FAMILY = _family()
_MOVES = _moves()


def _tree(connection: Connection, places: Select[Any], of: Mapping[str, object]) -> AccountTree:
    return AccountTree(_found_places(connection, places, of))


def _found_places(
    connection: Connection, places: Select[Any], of: Mapping[str, object]
) -> dict[AccountId, Place]:
    found: dict[AccountId, Place] = {}
    stood: dict[AccountId, list[Placement]] = {}
    for id_, manager, manages, stood_below, from_day in rows_of(connection, places, of):
        found[id_] = Place(id_, manager, bool(manages))
        if stood_below is not None:
            stood.setdefault(id_, []).append(Placement(id_, stood_below, from_day))
    for id_, theirs in stood.items():
        theirs.sort(key=attrgetter("from_day"))
        found[id_] = evolve(found[id_], placements=tuple(theirs))
    return found


def placement_to_row(placement: Placement) -> dict[str, Any]:
    return {
        "account": placement.account,
        "manager": placement.manager,
        "from_day": placement.from_day,
    }


def _from_rows(rows: Iterable[Row[Any]]) -> list[Account]:
    return [from_row(row) for row in rows]


def _matching(connection: Connection, filter: AccountFilter) -> ColumnElement[bool]:
    parts: list[ColumnElement[bool]] = []
    if not filter.with_erased:
        parts.append(accounts.c.erased_at.is_(None))
    if filter.status is not None:
        parts.append(accounts.c.status == filter.status)
    if filter.permission is not None:
        parts.append(accounts.c.permission == filter.permission)
    if filter.managers is not None:
        parts.append(_is_below(connection, filter.managers))
    if filter.is_present:
        parts.append(accounts.c.status != AccountStatus.DELETED)
    if filter.search and filter.search.strip():
        text = filter.search.strip()
        texts = [
            (accounts.c.email_key, rules.email_key(text)),
            (accounts.c.name_key, rules.name_key(text)),
        ]
        parts.append(or_(any_contains(connection, texts), accounts.c.id == text))
    return and_(true(), *parts)


def _is_below(connection: Connection, managers: frozenset[AccountId]) -> ColumnElement[bool]:
    if len(managers) == 1:
        return accounts.c.manager == next(iter(managers))
    given = listed(connection, [accounts.c.manager], [(each,) for each in sorted(managers)])
    return is_one_of(connection.dialect.name, accounts.c.manager, given)


# --- sessions -------------------------------------------------------------------------------------


def session_to_row(session: Session) -> dict[str, Any]:
    return {
        "id": session.id,
        "account": session.account,
        "token_hash": session.token_hash,
        "started_at": session.started_at,
        "password_at": session.password_at,
        "agent": session.agent,
        "address": session.address,
        "ended_at": session.ended_at,
        "ended_because": session.ended_because,
        "viewed_by": session.viewing.operator if session.viewing else None,
        "viewed_until": session.viewing.until if session.viewing else None,
    }


def session_from_row(row: Row[Any]) -> Session:
    return Session(
        id=SessionId(row.id),
        account=AccountId(row.account),
        token_hash=row.token_hash,
        started_at=row.started_at,
        password_at=row.password_at,
        agent=row.agent,
        address=row.address,
        ended_at=row.ended_at,
        ended_because=row.ended_because,
        viewing=Viewing(row.viewed_by, row.viewed_until) if row.viewed_by else None,
    )


@frozen
class SqlSessions:
    """Fulfils `SessionRepository`."""

    connection: Connection

    def add(self, session: Session) -> None:
        self.connection.execute(_ADD_SESSION, session_to_row(session))

    def save(self, session: Session) -> bool:
        row = without_key(sessions, session_to_row(session))
        return self.connection.execute(_SAVE_SESSION, row | {_OF: session.id}).rowcount == 1

    def get(self, session: SessionId) -> Session | None:
        return self._one(sessions.c.id == session)

    def by_token(self, token_hash: str) -> Session | None:
        row = row_of(self.connection, _BY_TOKEN, {"hash": token_hash})
        return None if row is None else session_from_row(row)

    def open_of(self, account: AccountId) -> tuple[Session, ...]:
        return tuple(map(session_from_row, rows_of(self.connection, _OPEN_OF, {"of": account})))

    def all_of(self, account: AccountId) -> tuple[Session, ...]:
        return self._all(sessions.c.account == account)

    def end_all(
        self, account: AccountId, because: SessionEnd, at: datetime, keep: SessionId | None = None
    ) -> int:
        ended = self.connection.execute(
            update(sessions)
            .where(
                sessions.c.account == account,
                sessions.c.ended_at.is_(None),
                sessions.c.id != (keep or ""),
            )
            .values(ended_at=at, ended_because=because)
        )
        return ended.rowcount

    def has_seen(self, account: AccountId, agent: str, address: str, *, since: datetime) -> bool:
        device = {"of": account, "agent": agent, "address": address, "since": since}
        return bool(rows_of(self.connection, _SEEN, device))

    def forget_devices(self, account: AccountId) -> None:
        self.connection.execute(
            update(sessions).where(sessions.c.account == account).values(agent="", address="")
        )

    def _all(self, where: ColumnElement[bool]) -> tuple[Session, ...]:
        wanted = select(sessions).where(where).order_by(sessions.c.started_at, sessions.c.id)
        return tuple(session_from_row(row) for row in self.connection.execute(wanted))

    def _one(self, where: ColumnElement[bool]) -> Session | None:
        row = self.connection.execute(select(sessions).where(where)).one_or_none()
        return None if row is None else session_from_row(row)


# --- codes and tickets ----------------------------------------------------------------------------


def code_to_row(code: MailedCode) -> dict[str, Any]:
    return {
        "id": code.id,
        "purpose": code.purpose,
        "subject": code.subject,
        "account": code.account,
        "email": code.email,
        "code_hash": code.code_hash,
        "sent_at": code.sent_at,
        "expires_at": code.expires_at,
        "tries": code.tries,
        "used_at": code.used_at,
    }


def code_from_row(row: Row[Any]) -> MailedCode:
    return MailedCode(
        id=row.id,
        purpose=row.purpose,
        subject=row.subject,
        account=row.account,
        email=row.email,
        code_hash=row.code_hash,
        sent_at=row.sent_at,
        expires_at=row.expires_at,
        tries=row.tries,
        used_at=row.used_at,
    )


@frozen
class SqlCodes:
    """Fulfils `CodeRepository`. Tries and uses are counted by conditional updates."""

    connection: Connection

    def add(self, code: MailedCode) -> None:
        self.connection.execute(insert(mailed_codes).values(code_to_row(code)))

    def newest(self, purpose: CodePurpose, subject: str) -> MailedCode | None:
        row = self.connection.execute(
            select(mailed_codes)
            .where(mailed_codes.c.purpose == purpose, mailed_codes.c.subject == subject)
            .order_by(mailed_codes.c.sent_at.desc(), mailed_codes.c.id.desc())
            .limit(1)
        ).one_or_none()
        return None if row is None else code_from_row(row)

    def count_try(self, code: str, most: int) -> bool:
        counted = self.connection.execute(
            update(mailed_codes)
            .where(mailed_codes.c.id == code, mailed_codes.c.tries < most)
            .values(tries=mailed_codes.c.tries + 1)
        )
        return counted.rowcount == 1

    def use(self, code: str, at: datetime) -> bool:
        used = self.connection.execute(
            update(mailed_codes)
            .where(mailed_codes.c.id == code, mailed_codes.c.used_at.is_(None))
            .values(used_at=at)
        )
        return used.rowcount == 1

    def add_ticket(self, ticket: Ticket) -> None:
        self.add_tickets([ticket])

    def add_tickets(self, tickets: Sequence[Ticket]) -> None:
        if tickets:
            self.connection.execute(_ADD_TICKETS, [_ticket_to_row(ticket) for ticket in tickets])

    def ticket(self, purpose: TicketPurpose, value_hash: str) -> Ticket | None:
        row = self.connection.execute(
            select(tickets).where(tickets.c.purpose == purpose, tickets.c.value_hash == value_hash)
        ).one_or_none()
        if row is None:
            return None
        return Ticket(
            purpose=row.purpose,
            value_hash=row.value_hash,
            account=AccountId(row.account),
            issued_at=row.issued_at,
            expires_at=row.expires_at,
            used_at=row.used_at,
            operator=row.operator,
        )

    def use_ticket(self, purpose: TicketPurpose, value_hash: str, at: datetime) -> bool:
        used = self.connection.execute(
            update(tickets)
            .where(
                tickets.c.purpose == purpose,
                tickets.c.value_hash == value_hash,
                tickets.c.used_at.is_(None),
            )
            .values(used_at=at)
        )
        return used.rowcount == 1

    def forget(self, account: AccountId, keep: Collection[TicketPurpose] = ()) -> None:
        self.connection.execute(delete(mailed_codes).where(mailed_codes.c.account == account))
        going = and_(tickets.c.account == account, tickets.c.purpose.not_in(keep))
        self.connection.execute(delete(tickets).where(going))

    def forget_before(self, instant: datetime) -> int:
        return sum(
            self.connection.execute(delete(old).where(old.c.expires_at < instant)).rowcount
            for old in (mailed_codes, tickets)
        )


_ADD_TICKETS = insert(tickets)


def _ticket_to_row(ticket: Ticket) -> dict[str, Any]:
    return {
        "purpose": ticket.purpose,
        "value_hash": ticket.value_hash,
        "account": ticket.account,
        "issued_at": ticket.issued_at,
        "expires_at": ticket.expires_at,
        "used_at": ticket.used_at,
        "operator": ticket.operator,
    }


# --- second factors -------------------------------------------------------------------------------


@frozen
class SqlSecondFactors:
    """Fulfils `SecondFactorRepository`; secrets are sealed, codes spent by conditional updates."""

    connection: Connection
    secrets: SecretBox

    def get(self, account: AccountId) -> SecondFactor | None:
        row = row_of(self.connection, _FACTOR_OF, {"of": account})
        if row is None:
            return None
        return SecondFactor(
            account=AccountId(row.account),
            secret=self.secrets.open(row.secret, _place_of_secret(account)),
            created_at=row.created_at,
            confirmed_at=row.confirmed_at,
            last_step=row.last_step,
        )

    def put(self, factor: SecondFactor) -> None:
        upsert(
            self.connection,
            second_factors,
            {"account": factor.account},
            {
                "secret": self.secrets.seal(factor.secret, _place_of_secret(factor.account)),
                "created_at": factor.created_at,
                "confirmed_at": factor.confirmed_at,
                "last_step": factor.last_step,
            },
        )

    def remove(self, account: AccountId) -> None:
        self.put_codes(account, ())
        self.connection.execute(delete(second_factors).where(second_factors.c.account == account))

    def use_step(self, account: AccountId, step: int) -> bool:
        last = second_factors.c.last_step
        used = self.connection.execute(
            update(second_factors)
            .where(second_factors.c.account == account, or_(last.is_(None), last < step))
            .values(last_step=step)
        )
        return used.rowcount == 1

    def put_codes(self, account: AccountId, codes: Sequence[RecoveryCode]) -> None:
        self.connection.execute(delete(recovery_codes).where(recovery_codes.c.account == account))
        if codes:
            self.connection.execute(
                insert(recovery_codes),
                [
                    {
                        "account": account,
                        "mark": code.mark,
                        "code_hash": code.code_hash,
                        "used_at": code.used_at,
                    }
                    for code in codes
                ],
            )

    def codes(self, account: AccountId) -> tuple[RecoveryCode, ...]:
        rows = rows_of(self.connection, _CODES_OF, {"of": account})
        return tuple(RecoveryCode(row.mark, row.code_hash, row.used_at) for row in rows)

    def use_code(self, account: AccountId, mark: str, at: datetime) -> bool:
        used = self.connection.execute(
            update(recovery_codes)
            .where(
                recovery_codes.c.account == account,
                recovery_codes.c.mark == mark,
                recovery_codes.c.used_at.is_(None),
            )
            .values(used_at=at)
        )
        return used.rowcount == 1


def _place_of_secret(account: AccountId) -> str:
    """The only place at which a sealed secret can be opened."""
    return f"second_factor:{account}:secret:1"


# --- fee rates ------------------------------------------------------------------------------------


@frozen
class SqlFeeRates:
    """Fulfils `FeeRateRepository`."""

    connection: Connection

    def put(self, rate: FeeRate) -> None:
        self.put_all([rate])

    def put_all(self, rates: Sequence[FeeRate]) -> None:
        rows = [
            {"account": rate.account, "from_day": rate.from_day, "rate": rate.rate}
            for rate in rates
        ]
        upsert_all(self.connection, fee_rates, ("account", "from_day"), rows)
        record_changes(self.connection, ((rate.account, rate.from_day, None) for rate in rates))

    def of(self, account: AccountId) -> tuple[FeeRate, ...]:
        rows = self.connection.execute(
            select(fee_rates).where(fee_rates.c.account == account).order_by(fee_rates.c.from_day)
        )
        return tuple(_rate_from_row(row) for row in rows)

    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]:
        found: dict[AccountId, list[FeeRate]] = {}
        query = _rates_of(self.connection.dialect.name)
        for rate in map(_rate_from_row, rows_of(self.connection, query, {"ids": sorted(accounts)})):
            found.setdefault(rate.account, []).append(rate)
        return found


@cache
def _rates_of(dialect: str) -> Select[Any]:
    given = is_given(dialect, fee_rates.c.account, "ids")
    return select(fee_rates).where(given).order_by(fee_rates.c.from_day)


def _rate_from_row(row: Row[Any]) -> FeeRate:
    return FeeRate(AccountId(row.account), row.rate, row.from_day)


# --- last seen ------------------------------------------------------------------------------------


@frozen
class SqlLastSeen:
    """Fulfils `LastSeen` over the counters' engine, never the money file (SESSION-7)."""

    engine: Engine

    def at(self, session: SessionId) -> datetime | None:
        with outages(), self.engine.connect() as connection:
            query = select(last_seen.c.at).where(last_seen.c.session == session)
            return connection.execute(query).scalar_one_or_none()

    def note(self, session: SessionId, at: datetime) -> None:
        """Note that it was used. If that cannot be written, nobody is turned away; it is noted next
        time.
        """
        with (
            suppress(DatabaseUnavailable),
            outages(),
            self.engine.connect().execution_options(**WRITER) as connection,
            connection.begin(),
        ):
            upsert(connection, last_seen, {"session": session}, {"at": at})
