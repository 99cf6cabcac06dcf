"""Backups of the database, and the programs that they need."""
