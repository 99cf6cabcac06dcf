"""Words, a mail sender and a token of partner sites; none has been proved so far."""

import secrets

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    for column in (
        sa.Column("mail_sender", sa.Text(), nullable=True),
        sa.Column("words", schema.Json(), nullable=False, server_default=sa.text("'{}'")),
        sa.Column("token", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("proved_at", schema.Instant(), nullable=True),
    ):
        op.add_column("partner_sites", column)
    _give_tokens()


def downgrade() -> None:
    for name in ("proved_at", "token", "words", "mail_sender"):
        op.drop_column("partner_sites", name)


def _give_tokens() -> None:
    """Each site has a value of its own to answer."""
    sites = sa.table("partner_sites", sa.column("domain", sa.Text()), sa.column("token", sa.Text()))
    connection = op.get_bind()
    for domain in connection.execute(sa.select(sites.c.domain)).scalars().all():
        token = secrets.token_urlsafe(32)
        connection.execute(sa.update(sites).where(sites.c.domain == domain).values(token=token))
