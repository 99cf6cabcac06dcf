"""The music: marks of tracks, tags, what a search looks through, rankings, favourites, plays."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0010"
down_revision = "0009"

_INDEX = {
    "sqlite": [
        "CREATE VIRTUAL TABLE track_tokens USING fts5(tokens, detail=none, columnsize=0,"
        " tokenize=\"ascii tokenchars '=~^#:-_'\")"
    ],
    "postgresql": [
        "CREATE TABLE track_tokens (number BIGINT PRIMARY KEY, tokens TSVECTOR NOT NULL)",
        "CREATE INDEX ix_track_tokens_tokens ON track_tokens USING gin (tokens)",
    ],
}
"""Tokens of tracks: each database keeps them in a kind of its own."""


def upgrade() -> None:
    op.add_column(
        "tracks",
        sa.Column("prioritized", schema.Flag(), nullable=False, server_default=sa.false()),
    )
    op.add_column("tracks", sa.Column("partner", sa.Text(), nullable=True))
    op.create_table(
        "track_tags",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("code", schema.CODE, nullable=False),
        sa.Column("words", schema.Json(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "code", name=op.f("pk_track_tags")),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_table(
        "track_documents",
        sa.Column("number", schema.Big(), autoincrement=False, nullable=False),
        sa.Column("isrc", schema.CODE, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("artist", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("initials", sa.Text(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("place", schema.Big(), nullable=False),
        sa.Column("version", schema.Big(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_track_documents")),
        sa.UniqueConstraint("isrc", name=op.f("uq_track_documents_isrc")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_track_documents_place_number"), "track_documents", ["place", "number"])
    for statement in _INDEX[op.get_bind().dialect.name]:
        op.execute(statement)
    op.create_table(
        "track_homes",
        sa.Column("partner", sa.Text(), nullable=False),
        sa.Column("home", schema.Json(), nullable=False),
        sa.PrimaryKeyConstraint("partner", name=op.f("pk_track_homes")),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_table(
        "track_plays",
        sa.Column("isrc", schema.CODE, nullable=False),
        sa.Column("day", schema.Day(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("count", schema.Big(), nullable=False),
        sa.PrimaryKeyConstraint("isrc", "day", "act", name=op.f("pk_track_plays")),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_table(
        "favourites",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("isrc", schema.CODE, nullable=False),
        sa.Column("added_at", schema.Instant(), nullable=False),
        sa.PrimaryKeyConstraint("account", "isrc", name=op.f("pk_favourites")),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )


def downgrade() -> None:
    for table in ("favourites", "track_plays", "track_homes", "track_tokens", "track_documents"):
        op.drop_table(table)
    op.drop_table("track_tags")
    op.drop_column("tracks", "partner")
    op.drop_column("tracks", "prioritized")
