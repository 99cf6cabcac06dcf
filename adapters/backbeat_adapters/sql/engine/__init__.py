"""Connections, column types, transactions and statements that every feature shares."""
