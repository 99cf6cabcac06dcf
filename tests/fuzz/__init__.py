"""Schemathesis against a running server: `python -m tests.fuzz` (nox -s fuzz)."""
