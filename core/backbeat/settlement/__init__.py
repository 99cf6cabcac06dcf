"""Closing a month: confirmed revenue becomes the profit of those who hold the channels (SETTLE-1)."""
