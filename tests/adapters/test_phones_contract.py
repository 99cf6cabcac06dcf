"""Phone numbers and their codes: every keeper of them alike, and what stands in a stolen file."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.kernel.ids import AccountId
from backbeat.kernel.secrets import SecretBox
from backbeat.phones.errors import PhoneTaken
from backbeat.phones.model import Phone, PhoneCode, PhonePurpose
from backbeat_adapters.secrets import AesBox, PlainBox
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.phones import SqlPhones

NOON = datetime(2026, 5, 10, 3, tzinfo=UTC)
MINA, JUN = AccountId("mina"), AccountId("jun")
NUMBER, OTHER = "+821012345678", "+821087654321"
FIRST, SECOND = b"1" * 32, b"2" * 32


@pytest.fixture(autouse=True)
def people(request: pytest.FixtureRequest) -> None:
    if "transactions" in request.fixturenames:
        open_accounts(request.getfixturevalue("transactions"))


def open_accounts(transactions: Any) -> None:
    with transactions.begin() as books:
        for name in (MINA, JUN):
            books.accounts.add(an_account(id=name, name=name, referral_code=f"REF{name}"))


def a_code(name: str = "k1", **changes: Any) -> PhoneCode:
    told: dict[str, Any] = {
        "id": name,
        "purpose": PhonePurpose.VERIFY,
        "account": MINA,
        "number": NUMBER,
        "code_hash": "hash",
        "sent_at": NOON,
        "expires_at": NOON + timedelta(minutes=5),
    }
    return PhoneCode(**told | changes)


def test_a_number_comes_back_by_account_and_by_itself(transactions: Any) -> None:
    phone = Phone(MINA, NUMBER, NOON)
    with transactions.begin() as books:
        books.phones.put(phone)
    with transactions.look() as books:
        assert books.phones.get(MINA) == books.phones.by_number(NUMBER) == phone
        assert books.phones.get(JUN) is None
        assert books.phones.by_number(OTHER) is None


def test_another_number_takes_the_place_of_the_first(transactions: Any) -> None:
    with transactions.begin() as books:
        books.phones.put(Phone(MINA, NUMBER, NOON))
        books.phones.put(Phone(MINA, OTHER, NOON))
    with transactions.look() as books:
        assert books.phones.by_number(NUMBER) is None
        assert books.phones.get(MINA).number == OTHER


def test_no_number_belongs_to_two(transactions: Any) -> None:
    with transactions.begin() as books:
        books.phones.put(Phone(MINA, NUMBER, NOON))
    with pytest.raises(PhoneTaken), transactions.begin() as books:
        books.phones.put(Phone(JUN, NUMBER, NOON))
    with transactions.look() as books:
        assert books.phones.by_number(NUMBER).account == MINA
        assert books.phones.get(JUN) is None


def test_the_newest_code_is_that_of_purpose_account_and_number(transactions: Any) -> None:
    later = NOON + timedelta(minutes=1)
    codes = [
        a_code("k1"),
        a_code("k2", sent_at=later, tries=2, used_at=later),
        a_code("k3", account=JUN, sent_at=later),
        a_code("k4", number=OTHER, sent_at=later),
        a_code("k5", account=None, purpose=PhonePurpose.FIND, sent_at=later),
    ]
    with transactions.begin() as books:
        for each in codes:
            books.phone_codes.add(each)
    with transactions.look() as books:
        newest = books.phone_codes.newest
        assert newest(PhonePurpose.VERIFY, MINA, NUMBER) == codes[1]
        assert newest(PhonePurpose.VERIFY, JUN, NUMBER) == codes[2]
        assert newest(PhonePurpose.VERIFY, MINA, OTHER) == codes[3]
        assert newest(PhonePurpose.FIND, None, NUMBER) == codes[4]
        assert newest(PhonePurpose.FIND, None, OTHER) is None


def test_tries_are_counted_and_a_code_is_spent_once(transactions: Any) -> None:
    with transactions.begin() as books:
        books.phone_codes.add(a_code())
        assert [books.phone_codes.count_try("k1", 2) for _ in range(3)] == [True, True, False]
        assert [books.phone_codes.use("k1", NOON) for _ in range(2)] == [True, False]
        kept = books.phone_codes.newest(PhonePurpose.VERIFY, MINA, NUMBER)
        assert (kept.tries, kept.used_at) == (2, NOON)
        assert not books.phone_codes.use("unknown", NOON)


def test_codes_go_one_by_one_and_when_they_are_old(transactions: Any) -> None:
    with transactions.begin() as books:
        for name, minutes in (("k1", 1), ("k2", 2), ("k3", 3)):
            books.phone_codes.add(a_code(name, expires_at=NOON + timedelta(minutes=minutes)))
        books.phone_codes.remove("k3")
        assert books.phone_codes.forget_before(NOON + timedelta(minutes=2)) == 1
        kept = books.phone_codes.newest(PhonePurpose.VERIFY, MINA, NUMBER)
        assert kept.id == "k2"


def test_removing_a_number_takes_every_code_of_it_and_of_the_account(transactions: Any) -> None:
    find: dict[str, Any] = {"account": None, "purpose": PhonePurpose.FIND}
    with transactions.begin() as books:
        books.phones.put(Phone(MINA, NUMBER, NOON))
        books.phone_codes.add(a_code("k1", number=OTHER))
        books.phone_codes.add(a_code("k2", **find))
        books.phone_codes.add(a_code("k3", **find, number=OTHER))
        books.phones.remove(MINA)
        books.phones.remove(JUN)
    with transactions.look() as books:
        newest = books.phone_codes.newest
        assert books.phones.get(MINA) is None
        assert newest(PhonePurpose.VERIFY, MINA, OTHER) is None
        assert newest(PhonePurpose.FIND, None, NUMBER) is None
        assert newest(PhonePurpose.FIND, None, OTHER) is not None


# --- what only a database can show ------------------------------------------------------------------


def over(database: Database, secrets: SecretBox) -> SqlTransactions:
    return SqlTransactions(database.engine, FixedClock(NOON), counting_ids(), secrets)


def test_a_stolen_file_tells_no_number(database: Database) -> None:
    transactions = over(database, AesBox([FIRST]))
    open_accounts(transactions)
    with transactions.begin() as books:
        books.phones.put(Phone(MINA, NUMBER, NOON))
        books.phone_codes.add(a_code())
    with database.engine.connect() as connection:
        for table in ("phones", "phone_codes"):
            rows = str(connection.execute(text(f"SELECT * FROM {table}")).all())
            assert NUMBER[4:] not in rows
            assert PlainBox().marks(NUMBER, "phone")[0] not in rows


def test_a_number_is_found_and_held_after_the_key_was_changed(database: Database) -> None:
    for before, after in (
        (PlainBox(), AesBox([FIRST])),
        (AesBox([FIRST]), AesBox([SECOND, FIRST])),
    ):
        transactions = over(database, before)
        if before == PlainBox():
            open_accounts(transactions)
        with transactions.begin() as books:
            books.phones.put(Phone(MINA, NUMBER, NOON))
        with over(database, after).begin() as books:
            assert books.phones.by_number(NUMBER) == Phone(MINA, NUMBER, NOON)
            with pytest.raises(PhoneTaken):
                books.phones.put(Phone(JUN, NUMBER, NOON))


def test_who_comes_second_is_told_so_though_it_saw_nobody(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index judges where the first one's transaction ended after the second looked."""
    transactions = over(database, AesBox([FIRST]))
    open_accounts(transactions)
    monkeypatch.setattr(SqlPhones, "by_number", lambda *_: None)
    with transactions.begin() as books:
        books.phones.put(Phone(MINA, NUMBER, NOON))
    with pytest.raises(PhoneTaken), transactions.begin() as books:
        books.phones.put(Phone(JUN, NUMBER, NOON))


def test_of_two_who_prove_one_number_at_once_one_has_it(database: Database) -> None:
    transactions = over(database, AesBox([FIRST]))
    open_accounts(transactions)
    start = threading.Barrier(2)
    told: list[str] = []

    def prove(account: AccountId) -> Callable[[], None]:
        def act() -> None:
            start.wait()
            try:
                with transactions.begin() as books:
                    books.phones.put(Phone(account, NUMBER, NOON))
                told.append("has it")
            except PhoneTaken:
                told.append("taken")

        return act

    threads = [threading.Thread(target=prove(each)) for each in (MINA, JUN)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["has it", "taken"]
