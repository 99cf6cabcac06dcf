"""Accounts below a manager: made, listed, changed and deleted by it."""
