"""Why a migration is not made."""

from __future__ import annotations


class MigrationRefused(Exception):
    """The data are not as the migration needs them; nothing was changed. The text is the reason."""
