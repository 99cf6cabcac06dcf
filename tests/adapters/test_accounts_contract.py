"""Accounts, sessions, codes and rates keep their promises in memory, SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, TypeAlias

import pytest
from attrs import evolve
from sqlalchemy import text
from tests.conftest import Database
from tests.fakes.accounts import NOW, an_account
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import EmailTaken, NicknameTaken
from backbeat.accounts.model import (
    Account,
    AccountStatus,
    CodePurpose,
    FeeRate,
    MailedCode,
    Permission,
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
from backbeat.accounts.ports import AccountFilter, LastSeen
from backbeat.kernel.ids import AccountId, SessionId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import PageRequest
from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.secrets import AesBox
from backbeat_adapters.sql.accounts import SqlLastSeen
from backbeat_adapters.sql.engine.engines import make_counters_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Transactions: TypeAlias = MemoryTransactions | SqlTransactions
MINA, KAI = AccountId("a1"), AccountId("a2")


@pytest.fixture
def kept(transactions: Transactions) -> Transactions:
    """Books in which mina and, below her, kai have accounts."""
    with transactions.begin() as books:
        books.accounts.add(an_account())
        books.accounts.add(kai())
    return transactions


def kai(**changes: Any) -> Account:
    return an_account(
        id="a2",
        name="kai",
        referral_code="B2",
        role=Role.MEMBER,
        manager=MINA,
        permission_flag=False,
        created_at=NOW + timedelta(hours=1),
        **changes,
    )


def test_many_accounts_are_added_at_once(kept: Transactions) -> None:
    """Each as `add` does it: below whom it stands from the business day that is given."""
    day = date(2025, 8, 31)
    top = an_account(id="b1", name="top", referral_code="C1")
    below = an_account(
        id="b2", name="below", referral_code="C2", role=Role.MEMBER, manager=AccountId("b1")
    )
    with kept.begin() as books:
        books.accounts.add_all([], day)
        books.accounts.add_all([top, below], day)

    with kept.look() as books:
        assert books.accounts.get_all([top.id, below.id]) == {top.id: top, below.id: below}
        [placement] = books.accounts.family(below.id).places[below.id].placements
        assert (placement.manager, placement.from_day) == (top.id, day)


def test_many_accounts_are_added_whole_or_not_at_all(kept: Transactions) -> None:
    free = an_account(id="b1", name="free", referral_code="C1")
    for taken, refusal in (
        ({"name": "other", "email": "MINA@example.org"}, EmailTaken),
        ({"name": "KAI", "email": "other@example.org"}, NicknameTaken),
    ):
        other = an_account(id="b2", referral_code="C2", **taken)
        with pytest.raises(refusal), kept.begin() as books:
            books.accounts.add_all([free, other], date(2025, 9, 1))
        if not isinstance(kept, MemoryTransactions):
            with kept.look() as books:
                assert books.accounts.get(free.id) is None


def test_an_account_stands_below_its_manager_from_the_day_that_is_given(
    kept: Transactions,
) -> None:
    """NET-18: the business day, which need not be the UTC day of its creation."""
    day = date(2025, 8, 30)
    new = an_account(id="b1", name="new", referral_code="C1", role=Role.MEMBER, manager=MINA)
    with kept.begin() as books:
        books.accounts.add(new, day)

    with kept.look() as books:
        places = books.accounts.family(MINA).places
    assert [each.from_day for each in places[new.id].placements] == [day]
    assert [each.from_day for each in places[KAI].placements] == [NOW.date()]


def _save(kept: Transactions, account: Account) -> None:
    with kept.begin() as books:
        books.accounts.lock(account.id)
        books.accounts.save(account)


def test_many_accounts_are_changed_at_once_in_order(kept: Transactions) -> None:
    """A nickname that one gives up may be taken by the next one."""
    mina, renamed = an_account(name="minerva", email="mina@example.org"), kai().renamed("mina")
    with kept.begin() as books:
        books.accounts.hold([MINA, KAI])
        books.accounts.save_all([])
        books.accounts.save_all([mina, renamed])

    with kept.look() as books:
        assert books.accounts.get_all([MINA, KAI]) == {MINA: mina, KAI: renamed}
    with pytest.raises(NicknameTaken):
        _save(kept, kai().renamed("minerva"))


def test_many_are_found_by_address_nickname_and_likeness(kept: Transactions) -> None:
    many = [f"none{number}" for number in range(1_200)]
    with kept.look() as books:
        found = books.accounts.by_emails([*many, "MINA@example.org", "nobody@example.org"])
        assert dict(found) == {"mina@example.org": an_account()}
        assert dict(books.accounts.by_names([*many, "KAI", "Mina"])) == {
            "mina": an_account(),
            "kai": kai(),
        }
        assert books.accounts.looking_like_any([*many, "rnina", "kai"]) == (an_account(), kai())
        assert (books.accounts.by_emails([]), books.accounts.by_names([])) == ({}, {})
        assert books.accounts.looking_like_any([]) == ()


def test_many_accounts_are_read_at_once(kept: Transactions) -> None:
    with kept.look() as books:
        many = [AccountId(f"none{number}") for number in range(1_200)]
        assert dict(books.accounts.get_all([*many, KAI, MINA])) == {MINA: an_account(), KAI: kai()}
        assert dict(books.accounts.get_all([])) == {}


def test_an_account_comes_back_as_it_was_stored(transactions: Transactions) -> None:
    mina = an_account(
        permission=Permission.MCN,
        status=AccountStatus.SUSPENDED,
        status_reason="spam",
        status_since=NOW,
        language=Language.TRADITIONAL_CHINESE,
        verified_at=NOW,
        terms_version="2",
        terms_accepted_at=NOW,
        preferences=Preferences(notice=False, marketing=True),
        tutorial=frozenset({TutorialStep.MUSIC, TutorialStep.GUIDE}),
        partner="partner.example",
        password_hash=None,
    )
    with transactions.begin() as books:
        books.accounts.add(mina)

    with transactions.look() as books:
        assert books.accounts.get(MINA) == mina
        assert books.accounts.get(KAI) is None


def test_a_saved_account_is_changed(kept: Transactions) -> None:
    with kept.begin() as books:
        locked = books.accounts.lock(MINA)
        assert locked is not None
        books.accounts.save(locked.renamed("mira").verified(NOW))

    with kept.look() as books:
        changed = books.accounts.get(MINA)
        assert changed is not None
        assert (changed.name, changed.verified_at) == ("mira", NOW)


def test_accounts_are_found_in_whatever_case(kept: Transactions) -> None:
    with kept.look() as books:
        for found in (
            books.accounts.by_email(" MINA@Example.org "),
            books.accounts.by_name("MiNa"),
            books.accounts.by_referral_code("K7M2Q9XA"),
        ):
            assert found == an_account()
        assert books.accounts.by_email("nobody@example.org") is None
        assert books.accounts.by_name("nobody") is None
        assert books.accounts.by_referral_code("nobody") is None


def test_an_address_or_nickname_is_taken_once(kept: Transactions) -> None:
    with pytest.raises(EmailTaken), kept.begin() as books:
        books.accounts.add(
            an_account(id="a3", name="x3", email="Mina@EXAMPLE.org", referral_code="C3")
        )
    with pytest.raises(NicknameTaken), kept.begin() as books:
        books.accounts.add(
            an_account(id="a3", email="x@example.org", name="MINA", referral_code="C3")
        )
    with pytest.raises(NicknameTaken):
        _save(kept, kai().renamed("Mina"))


def test_those_below_and_above_are_known(kept: Transactions) -> None:
    with kept.look() as books:
        assert [a.id for a in books.accounts.children(MINA)] == [KAI]
        assert books.accounts.children(KAI) == ()
        assert [a.id for a in books.accounts.chain(KAI)] == [KAI, MINA]
        assert books.accounts.chain(AccountId("nobody")) == ()
        tree = books.accounts.family(KAI)
    assert tree.visible(MINA) == {MINA, KAI}
    assert tree.visible(KAI) == {KAI}


def test_a_family_holds_everybody_under_one_top_and_no_stranger(kept: Transactions) -> None:
    with kept.begin() as books:
        books.accounts.add(an_account(id="b1", name="hao", referral_code="C3"))
        books.accounts.add(
            an_account(id="a3", name="lee", referral_code="D4", role=Role.MEMBER, manager=MINA)
        )

    with kept.look() as books:
        family = books.accounts.family(KAI)
        assert set(family.places) == {MINA, KAI, "a3"}
        assert set(books.accounts.family(AccountId("b1")).places) == {"b1"}
        assert books.accounts.family(AccountId("nobody")).places == {}
    assert family.visible(MINA) == {MINA, KAI, "a3"}
    assert family.places[KAI].manager == MINA


def test_upwards_of_some_accounts_are_they_and_all_above_them(kept: Transactions) -> None:
    with kept.begin() as books:
        books.accounts.add(an_account(id="b1", name="hao", referral_code="C3"))
        books.accounts.add(
            an_account(id="a3", name="lee", referral_code="D4", role=Role.MEMBER, manager=KAI)
        )

    with kept.look() as books:
        found = books.accounts.upwards([AccountId("a3"), AccountId("nobody")])
        assert list(found.upwards(AccountId("a3"))) == ["a3", KAI, MINA]
        assert set(found.places) == {"a3", KAI, MINA}
        assert books.accounts.upwards([]).places == {}


def test_downwards_of_some_accounts_are_they_and_all_below_them(kept: Transactions) -> None:
    with kept.begin() as books:
        books.accounts.add(
            an_account(id="a3", name="lee", referral_code="D4", role=Role.MEMBER, manager=KAI)
        )

    with kept.look() as books:
        assert set(books.accounts.downwards([MINA]).places) == {"a3", KAI, MINA}
        assert set(books.accounts.downwards([KAI, AccountId("nobody")]).places) == {"a3", KAI}
        assert books.accounts.downwards([]).places == {}


def test_a_deleted_member_is_no_child_but_keeps_its_place(kept: Transactions) -> None:
    with kept.begin() as books:
        books.accounts.lock(kai().id)
        books.accounts.save(kai().deleted("left", NOW))

    with kept.look() as books:
        assert books.accounts.children(MINA) == ()
        assert books.accounts.family(MINA).visible(MINA) == {MINA, KAI}


def test_accounts_are_listed_newest_first_and_by_what_is_asked(kept: Transactions) -> None:
    def ids(filter: AccountFilter, page: PageRequest | None = None) -> list[str]:
        with kept.look() as books:
            return [a.id for a in books.accounts.list(filter, page or PageRequest()).items]

    assert ids(AccountFilter()) == ["a2", "a1"]
    assert ids(AccountFilter(), PageRequest(page=1, size=1)) == ["a1"]
    assert ids(AccountFilter(search="KAI@")) == ["a2"]
    assert ids(AccountFilter(search="a2")) == ["a2"]
    assert ids(AccountFilter(managers=frozenset({MINA}), search="a1")) == []
    assert ids(AccountFilter(search="%")) == []
    assert ids(AccountFilter(managers=frozenset({MINA}))) == ["a2"]
    assert ids(AccountFilter(managers=frozenset({MINA, KAI, AccountId("x")}))) == ["a2"]
    assert ids(AccountFilter(managers=frozenset({KAI, AccountId("x")}))) == []
    assert ids(AccountFilter(managers=frozenset())) == []
    assert ids(AccountFilter(status=AccountStatus.BLOCKED)) == []
    assert ids(AccountFilter(permission=Permission.NONE)) == ["a2", "a1"]
    with kept.look() as books:
        assert books.accounts.list(AccountFilter(), PageRequest(size=1)).total == 2


def test_accounts_are_found_by_how_their_id_begins(kept: Transactions) -> None:
    with kept.look() as books:
        assert [a.id for a in books.accounts.starting_with("a", 2)] == ["a1", "a2"]
        assert [a.id for a in books.accounts.starting_with("a2", 2)] == ["a2"]
        assert books.accounts.starting_with("_", 2) == ()


def test_accounts_that_left_are_found_until_they_are_erased(kept: Transactions) -> None:
    left = kai().deleted("left", NOW)
    with kept.begin() as books:
        books.accounts.lock(left.id)
        books.accounts.save(left)

    with kept.look() as books:
        assert books.accounts.left_before(NOW - timedelta(seconds=1), 10) == ()
        assert [a.id for a in books.accounts.left_before(NOW, 10)] == [KAI]
    with kept.begin() as books:
        books.accounts.lock(left.id)
        books.accounts.save(left.erased(NOW))
    with kept.look() as books:
        assert books.accounts.left_before(NOW, 10) == ()
        assert [a.id for a in books.accounts.list(AccountFilter(), PageRequest()).items] == ["a1"]


def a_session(number: int = 1, **changes: Any) -> Session:
    session = Session(
        SessionId(f"s{number}"), MINA, f"hash{number}", NOW + timedelta(minutes=number), NOW,
        agent="Firefox", address="203.0.113.0/24",
    )  # fmt: skip
    return evolve(session, **changes)


def test_a_session_comes_back_by_its_token(kept: Transactions) -> None:
    with kept.begin() as books:
        books.sessions.add(a_session())
        books.sessions.add(a_session(2, password_at=None))

    with kept.look() as books:
        assert books.sessions.by_token("hash1") == a_session()
        assert books.sessions.get(SessionId("s2")) == a_session(2, password_at=None)
        assert books.sessions.by_token("other") is None
        assert [s.id for s in books.sessions.open_of(MINA)] == ["s1", "s2"]


def test_all_sessions_but_one_end_with_the_reason(kept: Transactions) -> None:
    with kept.begin() as books:
        for number in (1, 2, 3):
            books.sessions.add(a_session(number))
        books.sessions.save(a_session(3).ended(SessionEnd.LOGGED_OUT, NOW))

    with kept.begin() as books:
        ended = books.sessions.end_all(MINA, SessionEnd.PASSWORD_CHANGED, NOW, SessionId("s1"))

    assert ended == 1
    with kept.look() as books:
        assert [s.id for s in books.sessions.open_of(MINA)] == ["s1"]
        second, third = books.sessions.by_token("hash2"), books.sessions.by_token("hash3")
    assert second == a_session(2).ended(SessionEnd.PASSWORD_CHANGED, NOW)
    assert third == a_session(3).ended(SessionEnd.LOGGED_OUT, NOW)


@pytest.mark.parametrize(
    ("end", "known"), [(SessionEnd.LOGGED_OUT, True), (SessionEnd.ENDED_BY_OWNER, False)]
)
def test_a_browser_is_known_by_its_network_since_an_instant(
    kept: Transactions, end: SessionEnd, known: bool
) -> None:
    viewing = Viewing("olga", NOW + timedelta(minutes=30))
    with kept.begin() as books:
        books.sessions.add(a_session())
        books.sessions.add(
            a_session(id=SessionId("s9"), token_hash="hash9", agent="looker", viewing=viewing)
        )

    session = a_session()
    with kept.look() as books:
        seen = books.sessions.has_seen
        at = session.started_at
        assert seen(MINA, session.agent, session.address, since=at)
        assert not seen(MINA, session.agent, session.address, since=at + timedelta(seconds=1))
        assert not seen(MINA, "another", session.address, since=at)
        assert not seen(MINA, session.agent, "192.0.2.0", since=at)
        assert not seen(KAI, session.agent, session.address, since=at)
        assert not seen(MINA, "looker", session.address, since=at)
    with kept.begin() as books:
        assert books.sessions.save(session.ended(end, NOW))
        assert books.sessions.has_seen(MINA, session.agent, session.address, since=at) is known


def test_a_session_that_has_ended_stays_as_it_is(kept: Transactions) -> None:
    ended = a_session().ended(SessionEnd.LOGGED_OUT, NOW)
    with kept.begin() as books:
        books.sessions.add(a_session())
        assert books.sessions.save(ended)
        assert not books.sessions.save(a_session().confirmed(NOW))
        assert books.sessions.all_of(MINA) == (ended,)


def test_when_a_second_factor_goes_is_kept(kept: Transactions) -> None:
    with kept.begin() as books:
        books.accounts.lock(an_account().id)
        books.accounts.save(an_account().with_totp_ending(NOW))
    with kept.look() as books:
        assert books.accounts.get(MINA) == an_account(totp_ends_at=NOW)
    with kept.begin() as books:
        books.accounts.lock(an_account().id)
        books.accounts.save(an_account().with_totp_ending(None))
    with kept.look() as books:
        assert books.accounts.get(MINA) == an_account()


def test_devices_can_be_forgotten(kept: Transactions) -> None:
    with kept.begin() as books:
        books.sessions.add(a_session())
        books.sessions.forget_devices(MINA)

    with kept.look() as books:
        assert books.sessions.by_token("hash1") == a_session(agent="", address="")


def a_code(number: int = 1, **changes: Any) -> MailedCode:
    code = MailedCode(
        f"c{number}", CodePurpose.VERIFY_EMAIL, MINA, MINA, "mina@example.org", f"code{number}",
        NOW + timedelta(minutes=number), NOW + timedelta(minutes=number + 5),
    )  # fmt: skip
    return evolve(code, **changes)


def test_the_newest_code_of_a_purpose_is_the_one(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add(a_code(1))
        books.codes.add(a_code(2))
        books.codes.add(a_code(3, purpose=CodePurpose.RECOVERY, account=None, subject="x"))

    with kept.look() as books:
        assert books.codes.newest(CodePurpose.VERIFY_EMAIL, MINA) == a_code(2)
        assert books.codes.newest(CodePurpose.RECOVERY, MINA) is None
        assert books.codes.newest(CodePurpose.RECOVERY, "x") is not None


def test_tries_are_counted_up_to_the_most(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add(a_code())
        counted = [books.codes.count_try("c1", 5) for _ in range(7)]

    assert counted == [True] * 5 + [False] * 2
    with kept.look() as books:
        code = books.codes.newest(CodePurpose.VERIFY_EMAIL, MINA)
        assert code is not None
        assert code.tries == 5


def test_a_code_is_spent_once(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add(a_code())
        assert books.codes.use("c1", NOW)
        assert not books.codes.use("c1", NOW)


def test_of_many_tries_at_once_exactly_five_count(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add(a_code())

    def attempt(_: int) -> bool:
        with kept.begin() as books:
            return books.codes.count_try("c1", 5)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(40))) == 5


def a_ticket(**changes: Any) -> Ticket:
    ticket = Ticket(TicketPurpose.ONE_TIME_LOGIN, "value", MINA, NOW, NOW + timedelta(minutes=5))
    return evolve(ticket, **changes)


def test_of_many_uses_at_once_a_ticket_allows_one(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add_ticket(a_ticket())

    def attempt(_: int) -> bool:
        with kept.begin() as books:
            return books.codes.use_ticket(TicketPurpose.ONE_TIME_LOGIN, "value", NOW)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(50))) == 1
    with kept.look() as books:
        assert books.codes.ticket(TicketPurpose.ONE_TIME_LOGIN, "value") == a_ticket(used_at=NOW)


def test_a_ticket_opens_nothing_but_its_purpose(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add_ticket(a_ticket())
        assert books.codes.ticket(TicketPurpose.PASSWORD_RESET, "value") is None
        assert not books.codes.use_ticket(TicketPurpose.PASSWORD_RESET, "value", NOW)


def test_codes_and_tickets_can_be_forgotten(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add(a_code())
        books.codes.add_ticket(a_ticket())
        books.codes.forget(MINA)

    with kept.look() as books:
        assert books.codes.newest(CodePurpose.VERIFY_EMAIL, MINA) is None
        assert books.codes.ticket(TicketPurpose.ONE_TIME_LOGIN, "value") is None


def test_old_codes_and_tickets_are_forgotten(kept: Transactions) -> None:
    with kept.begin() as books:
        books.codes.add(a_code())
        books.codes.add_ticket(a_ticket())
        end = a_code().expires_at
        assert books.codes.forget_before(a_ticket().expires_at) == 0
        assert books.codes.forget_before(end) == 1
        assert books.codes.forget_before(end + timedelta(seconds=1)) == 1
        assert books.codes.newest(CodePurpose.VERIFY_EMAIL, MINA) is None


def test_many_rates_are_put_at_once(kept: Transactions) -> None:
    first = FeeRate(KAI, Decimal("0.05"), date(2025, 9, 1))
    other = FeeRate(MINA, Decimal("0.2"), date(2025, 9, 1))
    with kept.begin() as books:
        books.fee_rates.put_all([])
        books.fee_rates.put_all([evolve(first, rate=Decimal("0.5")), other])
        books.fee_rates.put_all([first])

    with kept.look() as books:
        assert {who: tuple(of) for who, of in books.fee_rates.of_all([KAI, MINA]).items()} == {
            KAI: (first,),
            MINA: (other,),
        }


def test_many_tickets_are_added_at_once(kept: Transactions) -> None:
    one = a_ticket()
    two = evolve(one, value_hash="another")
    with kept.begin() as books:
        books.codes.add_tickets([])
        books.codes.add_tickets([one, two])

    with kept.look() as books:
        for each in (one, two):
            assert books.codes.ticket(each.purpose, each.value_hash) == each


def test_rates_are_told_the_earliest_first(kept: Transactions) -> None:
    first = FeeRate(KAI, Decimal("0.05"), date(2025, 9, 1))
    second = FeeRate(KAI, Decimal("0.1000"), date(2025, 10, 1))
    with kept.begin() as books:
        books.fee_rates.put(second)
        books.fee_rates.put(evolve(first, rate=Decimal("0.5")))
        books.fee_rates.put(first)

    with kept.look() as books:
        assert books.fee_rates.of(KAI) == (first, second)
        assert books.fee_rates.of(MINA) == ()
        told = books.fee_rates.of_all([KAI, MINA])
        assert {account: list(rates) for account, rates in told.items()} == {KAI: [first, second]}
        assert books.fee_rates.of_all([]) == {}


def test_a_block_that_raises_leaves_nothing_behind(kept: Transactions) -> None:
    def break_down() -> None:
        with kept.begin() as books:
            books.accounts.lock(an_account().id)
            books.accounts.save(an_account().renamed("mira"))
            books.sessions.add(a_session())
            books.codes.add(a_code())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_down()

    with kept.look() as books:
        assert books.accounts.get(MINA) == an_account()
        assert books.sessions.get(SessionId("s1")) is None
        assert books.codes.newest(CodePurpose.VERIFY_EMAIL, MINA) is None


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def seen(request: pytest.FixtureRequest) -> Iterator[LastSeen]:
    """Every implementation of `LastSeen`."""
    if request.param == "memory":
        yield MemoryLastSeen()
        return
    database: Database = request.getfixturevalue(f"{request.param}_database")
    engine = make_counters_engine(database.url)
    yield SqlLastSeen(engine)
    engine.dispose()


def test_the_last_use_of_a_session_is_remembered(seen: LastSeen) -> None:
    session = SessionId("s-last-seen")
    assert seen.at(SessionId("s-never")) is None

    seen.note(session, NOW)
    seen.note(session, NOW + timedelta(minutes=5))

    assert seen.at(session) == NOW + timedelta(minutes=5)


FACTOR = SecondFactor(MINA, "JBSWY3DPEHPK3PXP", NOW)


def test_a_second_factor_comes_back_as_it_was_stored(kept: Transactions) -> None:
    with kept.begin() as books:
        books.second_factors.put(FACTOR)
    with kept.look() as books:
        assert books.second_factors.get(MINA) == FACTOR
        assert books.second_factors.get(KAI) is None

    confirmed = FACTOR.confirmed(NOW, 57_000_000)
    with kept.begin() as books:
        books.second_factors.put(confirmed)
    with kept.look() as books:
        assert books.second_factors.get(MINA) == confirmed


def test_time_steps_are_used_upwards_only(kept: Transactions) -> None:
    with kept.begin() as books:
        factors = books.second_factors
        factors.put(FACTOR)
        assert [factors.use_step(MINA, step) for step in (7, 7, 6, 9)] == [True, False, False, True]
        assert not factors.use_step(KAI, 7)
        stored = factors.get(MINA)
        assert stored is not None
        assert stored.last_step == 9


def test_recovery_codes_are_spent_once_and_replaced_together(kept: Transactions) -> None:
    codes = [RecoveryCode("BB", "hash two"), RecoveryCode("AA", "hash one")]
    with kept.begin() as books:
        factors = books.second_factors
        factors.put_codes(MINA, codes)
        factors.put_codes(KAI, codes[:1])
        assert factors.codes(MINA) == (codes[1], codes[0])
        assert [factors.use_code(MINA, "AA", NOW) for _ in range(2)] == [True, False]
        assert not factors.use_code(MINA, "CC", NOW)
        assert [code.used_at for code in factors.codes(MINA)] == [NOW, None]

        factors.put_codes(MINA, [RecoveryCode("AA", "hash three")])
        assert factors.codes(MINA) == (RecoveryCode("AA", "hash three"),)
        assert factors.codes(KAI) == (codes[0],)


def test_a_removed_second_factor_takes_its_recovery_codes_along(kept: Transactions) -> None:
    with kept.begin() as books:
        books.second_factors.put(FACTOR)
        books.second_factors.put_codes(MINA, [RecoveryCode("AA", "hash one")])
        books.second_factors.remove(MINA)
        books.second_factors.remove(KAI)

    with kept.look() as books:
        assert books.second_factors.get(MINA) is None
        assert books.second_factors.codes(MINA) == ()


def test_a_time_step_is_used_by_one_of_many(kept: Transactions) -> None:
    with kept.begin() as books:
        books.second_factors.put(FACTOR)

    def use(_: int) -> bool:
        with kept.begin() as books:
            books.accounts.lock(MINA)
            return books.second_factors.use_step(MINA, 7)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(use, range(16))) == 1


def test_the_secret_of_an_app_is_sealed_where_it_is_stored(database: Database) -> None:
    container = AesBox([bytes(range(32))])
    sealed = SqlTransactions(database.engine, FixedClock(), counting_ids(), container)
    with sealed.begin() as books:
        books.accounts.add(an_account())
        books.accounts.add(kai())
        books.second_factors.put(FACTOR)

    with database.engine.begin() as connection:
        (stored,) = connection.execute(text("SELECT secret FROM second_factors")).scalars()
        connection.execute(text("UPDATE second_factors SET account = 'a2'"))

    assert stored.startswith("aes1:")
    assert FACTOR.secret not in stored
    with sealed.look() as books, pytest.raises(ValueError, match="belongs elsewhere"):
        books.second_factors.get(KAI)


def test_a_list_leaves_out_who_was_deleted_or_erased_as_it_is_asked(kept: Transactions) -> None:
    with kept.begin() as books:
        gone = kai().deleted("gone", NOW)
        books.accounts.lock(gone.id)
        books.accounts.save(gone)
        assert listed(books, AccountFilter(is_present=True)) == [MINA]
        assert listed(books, AccountFilter()) == [KAI, MINA]
        assert books.accounts.count_children([MINA, KAI]) == {}
        books.accounts.save(gone.erased(NOW))
        assert listed(books, AccountFilter()) == [MINA]
        assert listed(books, AccountFilter(with_erased=True)) == [KAI, MINA]


def listed(books: Any, filter: AccountFilter) -> list[AccountId]:
    return [account.id for account in books.accounts.list(filter, PageRequest()).items]


def test_the_accounts_directly_below_are_counted(kept: Transactions) -> None:
    with kept.look() as books:
        assert books.accounts.count_children([MINA, KAI]) == {MINA: 1}
        assert books.accounts.count_children([]) == {}
