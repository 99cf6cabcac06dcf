"""The repositories on SQLite and PostgreSQL."""
