"""Where money came from and where it went: from a ledger entry to its causes, and back
(TRACE-1)."""
