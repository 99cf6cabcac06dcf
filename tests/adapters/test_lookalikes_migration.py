"""Names get their shape, addresses one key however their domain is written; two of one mailbox stop it."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text

from backbeat.accounts.lookalikes import shape
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.migrations.refusals import MigrationRefused

ACCOUNT = text(
    "INSERT INTO accounts (id, email, email_key, name, name_key, role, permission, permission_flag,"
    " status, language, created_at, password_changed_at, notice, marketing, tutorial, referral_code,"
    " consent_required) VALUES (:id, :email, :email, :name, :name, 'main', '', 1, 'active', 'en',"
    " :at, :at, 1, 0, '[]', :id, 0)"
)


def fill(engine: Engine, **emails: str) -> None:
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        at = "2025-09-01T09:00:00.000000Z" if engine.dialect.name == "sqlite" else "2025-09-01"
        statement = ACCOUNT
        if engine.dialect.name == "postgresql":
            statement = text(
                ACCOUNT.text.replace(", 1, 'active'", ", true, 'active'").replace(
                    "1, 0, '[]', :id, 0)", "true, false, '[]', :id, false)"
                )
            )
        for id_, email in emails.items():
            connection.execute(
                statement, {"id": id_, "email": email, "name": f"Ivy{id_}", "at": at}
            )


@pytest.fixture
def before(first_database: Engine) -> Engine:
    """A database of the schema before."""
    migrations.upgrade(first_database, "0007")
    return first_database


def test_what_was_kept_gets_its_shape_and_its_key(before: Engine) -> None:
    fill(before, a="mina@xn--bcher-kva.example", b="kai@example.org")

    migrations.upgrade(before)

    with before.connect() as connection:
        rows = connection.execute(
            text("SELECT email, email_key, name, name_shape FROM accounts ORDER BY id")
        ).all()
    assert [tuple(row) for row in rows] == [
        ("mina@xn--bcher-kva.example", "mina@bücher.example", "Ivya", shape("Ivya")),
        ("kai@example.org", "kai@example.org", "Ivyb", shape("Ivyb")),
    ]
    assert migrations.drift(before) == []


def test_two_accounts_of_one_mailbox_stop_it_and_are_named(before: Engine) -> None:
    fill(before, a="mina@bücher.example", b="mina@xn--bcher-kva.example")

    with pytest.raises(MigrationRefused, match="accounts a and b have one mailbox"):
        migrations.upgrade(before)
    assert migrations.revision_of(before) == "0007"
