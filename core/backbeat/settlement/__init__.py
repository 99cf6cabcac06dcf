"""Closing a month: confirmed revenue becomes profit of those who hold the channels (SETTLE-1)."""
