"""Layouts of report files that an operator writes, and which of them read a file."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "report_layouts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", schema.Big(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.Column("added_at", schema.Instant(), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", "version", name=op.f("pk_report_layouts")),
    )
    op.add_column("report_files", sa.Column("layout", sa.Text(), nullable=True))
    op.add_column("report_files", sa.Column("layout_version", schema.Big(), nullable=True))
    op.add_column("report_files", sa.Column("layout_use", schema.Json(), nullable=True))


def downgrade() -> None:
    for column in ("layout_use", "layout_version", "layout"):
        op.drop_column("report_files", column)
    op.drop_table("report_layouts")
