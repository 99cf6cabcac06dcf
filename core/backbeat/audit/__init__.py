"""Who did what, when, to what, and why (AUDIT-1)."""
