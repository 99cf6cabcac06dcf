"""The few who have left are found among all, and the bonuses of some videos among a campaign's."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    left = sa.text("status = 'deleted' AND erased_at IS NULL")
    op.create_index(
        "ix_accounts_left", "accounts", ["id"], sqlite_where=left, postgresql_where=left
    )
    op.create_index("ix_campaign_bonuses_video", "campaign_bonuses", ["campaign", "video"])


def downgrade() -> None:
    op.drop_index("ix_campaign_bonuses_video", "campaign_bonuses")
    op.drop_index("ix_accounts_left", "accounts")
