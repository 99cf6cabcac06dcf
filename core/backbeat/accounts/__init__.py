"""Accounts: the people who sign in, how they prove who they are, and who may manage whom."""
