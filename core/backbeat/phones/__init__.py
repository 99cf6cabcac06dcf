"""Phone numbers: one an account, proved by a code, by which a log-in is found again (PHONE-1)."""
