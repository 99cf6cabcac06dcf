"""Telling operators at once what must not wait until somebody looks (SEC-20)."""
