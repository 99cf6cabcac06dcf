"""Mails: written into an outbox with the act they tell of, sent after it (MAIL-1)."""
