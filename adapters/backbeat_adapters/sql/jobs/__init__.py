"""The job queue: leases on SQLite, Procrastinate on PostgreSQL."""
