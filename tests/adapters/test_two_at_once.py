"""Two who change the same thing in one moment: neither undoes what the other did.

Whoever comes second is let begin once the first has written and not yet ended; only on PostgreSQL do
they then stand beside each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from attrs import Factory, define, evolve
from sqlalchemy import delete
from tests.adapters.test_board_contract import PICTURE, banner, post
from tests.adapters.test_site_contract import ONE
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.accounts import NOW, PASSWORD, PHONE, an_account
from tests.fakes.channels import a_channel
from tests.fakes.events import ON
from tests.fakes.held_up import start_behind
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE

from backbeat.accounts.deletion import erase
from backbeat.accounts.errors import NicknameTaken, TotpRequired, WrongPassword
from backbeat.accounts.model import Account, SecondFactor, SessionEnd
from backbeat.accounts.service import AccountChange, SignUp
from backbeat.accounts.sessions import Opened
from backbeat.board.model import PostKind
from backbeat.board.ports import Moment
from backbeat.board.publishing import BannerChange, PostChange
from backbeat.board.telling import Telling
from backbeat.catalogue.model import Track
from backbeat.catalogue.service import Catalogue, Marks
from backbeat.defaults.passwords import ScryptPasswords
from backbeat.events.model import Benefit, BoardEvent, Participation
from backbeat.events.operations import EventOffice
from backbeat.events.telling import BenefitTelling
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound, Refusal, RoleRefused
from backbeat.kernel.ids import AccountId, Isrc, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.members.model import NewMember
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.mail import MemoryMailTransport
from backbeat.memory.storage import MemoryStorage
from backbeat.portal import Portal
from backbeat.settings import Settings, Site
from backbeat.site.errors import ShortLinkTaken, SiteNotFound, SiteTaken
from backbeat.site.model import LinkKind, ShortCode
from backbeat.site.service import Look, Sites
from backbeat.site.short_links import ShortLinks
from backbeat_adapters.catalogue.files import DiskCatalogues
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.jobs.engine import SqlJobEngine, dead_jobs

Transactions = MemoryTransactions | SqlTransactions
Outcome = list[object]

ANN = Actor.operator("ann")
ISRC = Isrc("QZBB12500001")


@contextmanager
def before(
    transactions: Transactions, other: Callable[[], object]
) -> Iterator[tuple[Any, Outcome]]:
    """Books in which the first writes; once the block is over the other begins, and then the first
    ends. What the other came to, or was refused with, is in the list after that."""
    came_to: Outcome = []

    def run() -> None:
        try:
            came_to.append(other())
        except Refusal as refusal:
            came_to.append(type(refusal))

    thread = threading.Thread(target=run)
    with transactions.begin() as books:
        yield books, came_to
        start_behind(transactions, thread)
    thread.join(PATIENCE)
    assert len(came_to) == 1


@define
class Interrupted:
    """Verifies passwords; once, something happens meanwhile. It fulfils `PasswordHasher`."""

    of: ScryptPasswords = Factory(lambda: ScryptPasswords(2))
    meanwhile: Callable[[], object] | None = None

    def hash(self, password: str) -> str:
        return self.of.hash(password)

    def verify(self, password_hash: str | None, password: str) -> bool:
        is_right = self.of.verify(password_hash, password)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return is_right

    def is_outdated(self, password_hash: str) -> bool:
        return self.of.is_outdated(password_hash)


def once_verified(portal: Portal, act: Callable[[], object]) -> None:
    """Let something happen between the next look at a password and what follows from it."""
    assert isinstance(portal.hasher, Interrupted)
    portal.hasher.meanwhile = act


@pytest.fixture
def portal(transactions: Transactions) -> Portal:
    clock = FixedClock(NOW)
    storage = MemoryStorage.empty(clock, counting_ids())
    storage.transactions = cast(Any, transactions)
    return Portal(
        Settings(),
        clock,
        FakePlatform(),
        MemoryMailTransport(),
        storage,
        new_id=counting_ids(),
        hasher=Interrupted(),
    )


@pytest.fixture
def mina(portal: Portal) -> Opened:
    form = SignUp("mina@example.org", PASSWORD, "mina")
    return portal.accounts.sign_up(form, PHONE)


def now_of(transactions: Transactions, account: AccountId) -> Account:
    with transactions.look() as books:
        found = books.accounts.get(account)
    assert found is not None
    return found


def locked(books: Any, account: AccountId) -> Account:
    found: Account | None = books.accounts.lock(account)
    assert found is not None
    return found


# --- accounts -------------------------------------------------------------------------------------


def _step_up(portal: Portal, mina: Opened) -> None:
    portal.sessions.prove(mina.account.id, mina.session.id, PASSWORD)


def _end(portal: Portal, mina: Opened) -> None:
    portal.sessions.end(mina.account.id, mina.session.id)


@pytest.mark.parametrize("act", [_step_up, _end])
def test_a_session_that_ends_while_it_steps_up_or_is_ended_stays_as_it_ended_first(
    portal: Portal,
    transactions: Transactions,
    mina: Opened,
    act: Callable[[Portal, Opened], object],
) -> None:
    account = mina.account.id

    with before(transactions, lambda: act(portal, mina)) as (books, came_to):
        books.accounts.lock(account)
        books.sessions.end_all(account, SessionEnd.PASSWORD_CHANGED, NOW)

    assert came_to == [NotFound]
    with transactions.look() as books:
        (ended,) = books.sessions.all_of(account)
    assert ended.ended_because is SessionEnd.PASSWORD_CHANGED


def test_a_session_that_ends_twice_at_once_says_why_it_first_did(
    portal: Portal, transactions: Transactions, mina: Opened
) -> None:
    with before(transactions, lambda: portal.sessions.log_out(mina.session.id)) as (books, _):
        books.accounts.lock(mina.account.id)
        books.sessions.end_all(mina.account.id, SessionEnd.PASSWORD_CHANGED, NOW)

    with transactions.look() as books:
        (ended,) = books.sessions.all_of(mina.account.id)
    assert ended.ended_because is SessionEnd.PASSWORD_CHANGED


def test_nobody_gets_in_without_the_second_factor_that_is_set_up_meanwhile(
    portal: Portal, transactions: Transactions, mina: Opened
) -> None:
    account = mina.account.id

    def set_up() -> None:
        with transactions.begin() as books:
            books.accounts.lock(account)
            books.second_factors.put(SecondFactor(account, "GEZDGNBV", NOW, NOW, 1))
            books.sessions.end_all(account, SessionEnd.SECOND_FACTOR_CHANGED, NOW)

    once_verified(portal, set_up)
    with pytest.raises(TotpRequired):
        portal.sessions.log_in("mina@example.org", PASSWORD, PHONE)

    with transactions.look() as books:
        assert books.sessions.open_of(account) == ()


def _change(portal: Portal, mina: Opened) -> object:
    change = AccountChange(password=PASSWORD, new_password="horse of another colour")
    return portal.accounts.change(mina.account.id, mina.session.id, change)


def _change_stepped_up(portal: Portal, mina: Opened) -> object:
    change = AccountChange(new_password="horse of another colour")
    return portal.accounts.change(mina.account.id, mina.session.id, change, proven=True)


def _leave(portal: Portal, mina: Opened) -> object:
    return portal.account_deletion.leave(mina.account.id, PASSWORD)


def _delete_a_channel(portal: Portal, mina: Opened) -> object:
    channel = a_channel(owner=mina.account.id)
    with portal.storage.transactions.begin() as books:
        books.channels.add(channel)
    return portal.removals.delete(mina.account.id, channel.id, PASSWORD, confirmed=True)


@pytest.mark.parametrize("act", [_change, _change_stepped_up, _leave, _delete_a_channel])
def test_a_password_is_worth_nothing_once_there_is_another(
    portal: Portal,
    transactions: Transactions,
    mina: Opened,
    act: Callable[[Portal, Opened], object],
) -> None:
    """Its owner recovers the account while a stranger still uses the old one."""
    account, hash_ = mina.account.id, portal.hasher.hash("battery staple")

    def recover() -> None:
        with transactions.begin() as books:
            books.accounts.save(locked(books, account).with_password(hash_, NOW))

    once_verified(portal, recover)
    with pytest.raises(WrongPassword):
        act(portal, mina)

    after = now_of(transactions, account)
    assert (after.password_hash, after.is_active) == (hash_, True)


def _takes_the_right_away(account: Account) -> Account:
    return account.allowed_to_manage(allowed=False)


def _leaves(account: Account) -> Account:
    return account.deleted("left", NOW)


@pytest.mark.parametrize("change", [_takes_the_right_away, _leaves])
def test_nobody_comes_below_who_may_have_no_members_any_more(
    portal: Portal,
    transactions: Transactions,
    mina: Opened,
    change: Callable[[Account], Account],
) -> None:
    account = mina.account.id
    with transactions.begin() as books:
        books.accounts.save(locked(books, account).allowed_to_manage(allowed=True))
    new = NewMember("kai@example.org", None, "kai")

    with before(transactions, lambda: portal.members.add(account, new)) as (books, came_to):
        books.accounts.save(change(locked(books, account)))

    assert came_to == [RoleRefused]
    with transactions.look() as books:
        assert books.accounts.children(account) == ()


def test_of_two_names_that_look_alike_one_is_taken_at_a_time(
    portal: Portal, transactions: Transactions
) -> None:
    form = SignUp("rina@example.org", PASSWORD, "rnina")

    with before(transactions, lambda: portal.accounts.sign_up(form, PHONE)) as (books, came_to):
        books.accounts.hold_names(["mina"])
        books.accounts.add(an_account())

    assert came_to == [NicknameTaken]


def test_a_leaver_whose_address_two_take_at_once_is_erased_once(
    portal: Portal, transactions: Transactions
) -> None:
    days = portal.settings.accounts.deleted_hold_days
    leaver = an_account().deleted("left", NOW - timedelta(days=days))
    with transactions.begin() as books:
        books.accounts.add(leaver)
    form = SignUp(leaver.email, PASSWORD, leaver.name)

    with before(transactions, lambda: portal.accounts.sign_up(form, PHONE)) as (books, came_to):
        erase(books, locked(books, leaver.id), portal.clock)

    (opened,) = came_to
    assert isinstance(opened, Opened)
    assert opened.account.email == leaver.email
    with transactions.look() as books:
        acts = [row.entry.action for row in books.audit.about(f"account:{leaver.id}", 9)]
    assert acts == ["account.erased"]


def test_what_is_said_to_a_pay_card_twice_at_once_is_kept(
    portal: Portal, transactions: Transactions, mina: Opened
) -> None:
    account, day = mina.account.id, NOW.date() + timedelta(days=9)

    with before(transactions, lambda: portal.payout_states.remind(account, day)) as (books, _):
        books.accounts.lock(account)
        card = books.payout_cards.get(account)
        books.payout_cards.put(evolve(card, put_away=WithdrawalId("w1")))

    with transactions.look() as books:
        kept = books.payout_cards.get(account)
    assert (kept.put_away, kept.remind_on) == ("w1", day)


# --- what operators keep --------------------------------------------------------------------------


def test_a_post_that_is_retired_while_it_is_edited_stays_off_the_board(
    portal: Portal, transactions: Transactions
) -> None:
    kept = post("p1")
    with transactions.begin() as books:
        books.posts.put(kept)
    edit = lambda: portal.publishing.edit(kept.kind, kept.id, PostChange(pinned=True), ANN)  # noqa: E731

    with before(transactions, edit) as (books, _):
        books.posts.lock(kept.id)
        books.posts.put(kept.retired(NOW))

    with transactions.look() as books:
        assert books.posts.get(kept.id) == evolve(kept, pinned=True, retired_at=NOW)


def test_a_banner_that_is_retired_while_it_is_edited_stays_away(
    portal: Portal, transactions: Transactions
) -> None:
    kept = banner("b1", 1)
    with transactions.begin() as books:
        books.pictures.put(PICTURE)
        books.banners.put(kept)
    edit = lambda: portal.publishing.edit_banner(kept.id, BannerChange(order=7), ANN)  # noqa: E731

    with before(transactions, edit) as (books, _):
        books.banners.lock(kept.id)
        books.banners.put(kept.retired(NOW))

    with transactions.look() as books:
        assert books.banners.get(kept.id) == evolve(kept, order=7, retired_at=NOW)


def test_a_site_that_is_proved_while_it_is_edited_stays_proved(transactions: Transactions) -> None:
    with transactions.begin() as books:
        books.sites.put(evolve(ONE, proved_at=None))
    sites = Sites(transactions, FixedClock(NOW))

    with before(transactions, lambda: sites.edit(ONE.domain, Look(name="Uno"), ANN)) as (books, _):
        books.sites.lock(ONE.domain)
        books.sites.put(ONE)

    assert sites.get(ONE.domain) == evolve(ONE, name="Uno")


def test_a_site_that_is_removed_while_it_is_edited_stays_away(transactions: Transactions) -> None:
    with transactions.begin() as books:
        books.sites.put(ONE)
    sites = Sites(transactions, FixedClock(NOW))

    with before(transactions, lambda: sites.edit(ONE.domain, Look(name="Uno"), ANN)) as (
        books,
        came_to,
    ):
        books.sites.lock(ONE.domain)
        books.sites.remove(ONE.domain)

    assert came_to == [SiteNotFound]
    assert sites.all() == []


def test_of_two_sites_with_one_domain_one_is_added(transactions: Transactions) -> None:
    sites = Sites(transactions, FixedClock(NOW))

    with before(transactions, lambda: sites.add(ONE.domain, "Uno", Look(), ANN)) as (
        books,
        came_to,
    ):
        books.sites.add(ONE)

    assert came_to == [SiteTaken]
    assert sites.all() == [ONE]


def test_of_two_short_links_with_one_code_one_is_added(transactions: Transactions) -> None:
    links = ShortLinks(transactions, FixedClock(NOW), Site())
    kept = ShortCode("autumn", LinkKind.URL, "/events")

    with before(transactions, lambda: links.add("autumn", LinkKind.URL, "/music", ANN)) as (
        books,
        came_to,
    ):
        books.short_links.add(kept)

    assert came_to == [ShortLinkTaken]
    assert links.all() == [kept]


def test_an_event_that_two_open_at_once_keeps_who_takes_part(
    portal: Portal, transactions: Transactions, mina: Opened
) -> None:
    kept, day = post("p1", kind=PostKind.EVENT), date(2026, 5, 10)
    with transactions.begin() as books:
        books.posts.put(kept)
    event = BoardEvent(kept.id, day, day, day)
    desk = EventOffice(cast(Any, transactions), FixedClock(NOW), ON)

    with before(transactions, lambda: desk.open(evolve(event, places=9), ANN)) as (books, _):
        books.posts.lock(kept.id)
        books.events.put(event.joined())
        books.events.join(Participation(kept.id, mina.account.id, None, day, NOW))

    assert desk.find(kept.id) == evolve(event, places=9, taken=1)


Keep = Callable[[Catalogue, Path], object]


def _mark(catalogue: Catalogue, folder: Path) -> object:
    del folder
    return catalogue.mark(ISRC, Marks(shopping=True), ANN)


def _import(catalogue: Catalogue, folder: Path) -> object:
    told = "ISRC,Title,Artist\nQZBB12500001,Another title,Lo\n"
    return catalogue.import_file(fake.write(folder / "catalogue.csv", told), ANN)


@pytest.mark.parametrize("keep", [_mark, _import])
def test_a_track_that_is_retired_while_it_is_changed_stays_retired(
    transactions: Transactions, tmp_path: Path, keep: Keep
) -> None:
    track = Track(ISRC, "A title", artist="Lo", added_at=NOW)
    with transactions.begin() as books:
        books.tracks.save([track])
    catalogue = Catalogue(cast(Any, transactions), DiskCatalogues(), FixedClock(NOW))

    with before(transactions, lambda: keep(catalogue, tmp_path)) as (books, _):
        books.tracks.lock([ISRC])
        books.tracks.save([evolve(track, retired_at=NOW)])

    after = catalogue.get(ISRC)
    assert after.retired_at == NOW
    assert after != evolve(track, retired_at=NOW)


# --- telling everybody ----------------------------------------------------------------------------


def test_two_who_tell_of_a_post_at_once_tell_nobody_twice(
    portal: Portal, transactions: Transactions, mina: Opened
) -> None:
    kept, clock = post("p1"), FixedClock(post("p1").span.begin)
    with transactions.begin() as books:
        books.posts.put(kept)
    telling = Telling(cast(Any, transactions), clock)

    with before(transactions, telling.tell) as (books, came_to):
        telling._step(books, books.posts.untold(Moment(clock.now(), clock.today())))

    assert came_to == [0]
    with transactions.look() as books:
        assert books.notifications.unread(mina.account.id) == 1


def test_two_who_tell_of_a_benefit_at_once_tell_nobody_twice(
    portal: Portal, transactions: Transactions, mina: Opened
) -> None:
    kept, day = post("p1"), date(2026, 5, 10)
    clock = FixedClock(kept.span.begin)
    event = BoardEvent(kept.id, day, day, day, benefit=Benefit(Money.of("1"), day, day), taken=1)
    with transactions.begin() as books:
        books.posts.put(kept)
        books.events.put(event)
        books.events.join(Participation(kept.id, mina.account.id, None, day, clock.now()))
    telling = BenefitTelling(cast(Any, transactions), clock, ON)

    with before(transactions, telling.tell) as (books, came_to):
        telling._step(books, books.events.untold(day))

    assert came_to == [0]
    with transactions.look() as books:
        assert books.notifications.unread(mina.account.id) == 1


def test_a_dead_job_that_two_revive_at_once_runs_once(
    database: Database, clock: FixedClock
) -> None:
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    engine = SqlJobEngine(transactions)
    with transactions.begin() as books:
        books.jobs.enqueue("test", {})
    job = engine.claim()
    assert job is not None
    engine.bury(job, "it fell")
    (dead,) = engine.dead()

    with before(transactions, lambda: engine.revive(dead.id)) as (books, _):
        books.connection.execute(delete(dead_jobs))
        books.jobs.enqueue(dead.kind, dead.payload)

    assert engine.waiting() == 1
