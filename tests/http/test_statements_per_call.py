"""How many statements and transactions each call takes: none more than it is known to need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

import pytest
from attrs import define
from sqlalchemy import Connection, delete, event
from tests.conftest import Database
from tests.http.authorisation import MATRIX, Rule
from tests.http.world import MAIN, World

from backbeat_adapters.sql.engine.schema import counters_metadata

NEEDED: dict[str, tuple[int, int]] = {
    "POST member/login": (4, 2),
    "POST member/login.disown": (3, 2),
    "POST member/join": (0, 0),
    "POST member/create.onetime.auth": (3, 2),
    "GET member/phone": (4, 1),
    "POST member/phone/send": (3, 1),
    "POST member/phone/verify": (3, 1),
    "POST member/phone/find.id": (0, 0),
    "POST member/account/find.password": (0, 0),
    "POST member/account/find.password.verify": (5, 3),
    "POST member/account/find.password.update": (1, 1),
    "GET member/me": (8, 1),
    "POST member/logout": (5, 2),
    "POST member/email": (7, 4),
    "POST member/emailverify": (5, 3),
    "POST member/account/update": (2, 1),
    "POST member/account/delete.account": (5, 4),
    "POST member/settings/push": (5, 2),
    "POST member/settings/step.tutorial": (5, 2),
    "POST member/totp/setup": (6, 2),
    "POST member/totp/confirm": (3, 2),
    "POST member/totp/codes": (4, 2),
    "POST member/totp/remove": (4, 2),
    "POST member/totp/remove.later": (5, 2),
    "POST member/totp/lost": (4, 2),
    "POST member/totp/keep": (5, 2),
    "POST member/stepup": (5, 3),
    "GET member/sessions": (3, 1),
    "POST member/sessions/end": (5, 2),
    "POST member/email.change": (2, 1),
    "POST member/email.change.verify": (5, 3),
    "GET account/consent": (4, 1),
    "POST account/consent": (5, 2),
    "GET member/mcn/accounts": (9, 1),
    "POST member/mcn/add": (20, 4),
    "POST member/mcn/invite": (25, 4),
    "POST member/mcn/invite.again": (6, 2),
    "GET member/mcn/accounts.download": (10, 3),
    "POST member/mcn/accounts.import": (4, 2),
    "POST member/invite.accept": (3, 2),
    "POST member/mcn/update": (6, 2),
    "POST member/mcn/delete": (6, 2),
    "GET member/mcn/rate.preview": (9, 1),
    "GET channel/list": (8, 1),
    "GET channel/sub/list": (3, 1),
    "GET channel/detail": (6, 1),
    "GET channel/categories": (2, 1),
    "POST channel/add": (4, 3),
    "POST channel/verify": (4, 2),
    "GET channel/verify.status": (6, 1),
    "POST channel/review": (4, 2),
    "POST channel/assign": (11, 2),
    "POST channel/unassign": (5, 2),
    "GET channel/delete.preview": (9, 1),
    "POST channel/delete": (8, 5),
    "GET withdrawal/summary": (15, 1),
    "GET withdrawal/report": (5, 1),
    "POST withdrawal/report.excel": (13, 4),
    "GET withdrawal/report.excel": (3, 1),
    "GET withdrawal/report.excel.download": (3, 2),
    "GET withdrawal/ledger": (5, 1),
    "GET withdrawal/detail": (5, 1),
    "GET withdrawal/explain": (11, 1),
    "GET withdrawal/statement": (8, 4),
    "GET withdrawal/info": (3, 1),
    "POST withdrawal/info.register": (10, 3),
    "POST withdrawal/info.update": (8, 4),
    "POST withdrawal/info.disown": (6, 2),
    "GET withdrawal/tax": (4, 1),
    "POST withdrawal/tax.check": (9, 4),
    "GET withdrawal/quote": (10, 1),
    "POST withdrawal/request": (16, 3),
    "GET withdrawal/list": (5, 1),
    "GET withdrawal/invoice": (4, 1),
    "GET withdrawal/invoice.download": (6, 3),
    "GET withdrawal/invoice.link": (6, 2),
    "GET withdrawal/invoice.embedded": (4, 1),
    "GET member/invitation/dashboard": (9, 1),
    "GET member/invitation/dashboard/list": (5, 1),
    "GET member/invitation/validate": (3, 1),
    "GET v2/music/dashboard": (9, 1),
    "GET v2/music/video/dashboard": (7, 1),
    "GET v2/music/video/list": (8, 1),
    "GET v2/music/channel/dashboard": (8, 1),
    "GET v2/music/member/dashboard": (8, 1),
    "GET v2/music/video/details": (13, 1),
    "GET v2/music/video/review": (4, 1),
    "POST v2/music/video/review": (7, 3),
    "POST withdrawal/state.dismiss": (8, 2),
    "POST withdrawal/remind": (2, 1),
    "GET v2/music/home": (9, 1),
    "GET v2/music/search/without": (9, 1),
    "GET v2/music/earned": (11, 1),
    "GET v2/music/earned/videos": (8, 1),
    "GET v2/music/search": (9, 1),
    "GET v2/music/tags": (5, 1),
    "GET v2/music/detail": (8, 1),
    "POST music/favorite.toggle": (10, 3),
    "GET music/favorite.list": (6, 1),
    "GET music/music.log": (9, 4),
    "GET music/audio/{isrc}": (2, 1),
    "GET board/list": (2, 1),
    "GET board/detail": (4, 1),
    "GET board/header": (1, 1),
    "GET board/banner.list": (3, 1),
    "GET notification/list": (5, 1),
    "POST notification/read": (4, 2),
    "POST notification/read.all": (4, 2),
    "GET site/frame": (19, 1),
    "GET site/settings": (2, 1),
    "GET site/countries": (0, 0),
    "GET site/metadata": (1, 1),
    "GET site/terms": (0, 0),
    "GET site/short": (1, 1),
    "GET site/landing": (3, 1),
    "GET campaign/list": (10, 1),
    "GET campaign/detail": (8, 1),
    "POST campaign/apply": (12, 2),
    "POST campaign/participate": (9, 3),
    "GET campaign/resource": (6, 1),
    "GET campaign/file": (2, 1),
    "GET event/detail": (5, 1),
    "POST event/apply": (7, 2),
    "POST event/cancel": (8, 2),
    "POST event/benefit": (20, 2),
    "GET program/detail": (5, 1),
    "POST program/apply": (7, 2),
    "POST partnership/inquiry": (7, 3),
}
"""Of each call: statements and transactions. It fails when one grows."""


@pytest.fixture
def database(sqlite_database: Database) -> Database:
    """Both databases are asked by the same statements."""
    return sqlite_database


@define
class Count:
    statements: int = 0
    transactions: int = 0


@contextmanager
def counting(world: World) -> Iterator[Count]:
    """Count what the databases are asked inside, the counters' included."""
    count, ours = Count(), get_ident()

    def asked(_c: object, _u: object, statement: str, *_: object) -> None:
        is_ours = get_ident() == ours  # counts are written behind by a thread of their own
        count.statements += is_ours and not statement.startswith(("PRAGMA", "BEGIN"))

    def begun(_: Connection) -> None:
        count.transactions += get_ident() == ours

    engines = (world.container.engine(), world.container.counters_engine())
    for engine in engines:
        event.listen(engine, "before_cursor_execute", asked)
        event.listen(engine, "begin", begun)
    try:
        yield count
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", asked)
            event.remove(engine, "begin", begun)


@pytest.mark.usefixtures("billed")
@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.method} {r.path}") for r in MATRIX])
def test_a_call_takes_no_more_than_it_needs(rule: Rule, world: World) -> None:
    world.container.limit_store.reset_override()
    world.container.last_seen.reset_override()
    with world.container.counters_engine().begin() as connection:
        for counters in counters_metadata.sorted_tables:  # others have counted in this file
            connection.execute(delete(counters))
    request = rule.request(world, MAIN)
    first = next(each for each in MATRIX if each.path == "member/me")
    world.send(first.request(world, MAIN), MAIN)

    with counting(world) as count:
        world.send(request, MAIN)

    statements, transactions = NEEDED[f"{rule.method} {rule.path}"]
    assert count.statements <= statements
    assert count.transactions <= transactions


def test_reading_takes_one_transaction_and_writes_nothing() -> None:
    files = {"accounts.download", "report.excel.download", "statement", "invoice.download"}
    reading = {
        call: transactions
        for call, (_, transactions) in NEEDED.items()
        if call.startswith("GET ") and call.rpartition("/")[2] not in files
    }
    # The link of an invoice is a ticket, which is written; so is what was heard.
    assert {call for call, transactions in reading.items() if transactions > 1} == {
        "GET music/music.log",
        "GET withdrawal/invoice.link",
    }


def test_the_table_names_every_call_and_no_other() -> None:
    assert set(NEEDED) == {f"{rule.method} {rule.path}" for rule in MATRIX}
