"""Rate limits: how often something may be tried (LIMIT-1, LIMIT-2, LIMIT-4)."""
