"""Telling operators what must not wait until somebody looks (SEC-20)."""
