"""PostgreSQL's driver, which a portal on SQLite never loads: it takes longer than all of SQLite (OPS-22)."""

from __future__ import annotations

import sys


def errors_of_postgresql() -> tuple[type[Exception], ...]:
    """What the driver raises; nothing where it is not loaded."""
    driver = sys.modules.get("psycopg")
    return (driver.Error,) if driver else ()
