"""Backups of the database, and the programs they need."""
