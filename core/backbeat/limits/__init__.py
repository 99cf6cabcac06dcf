"""Rate limits: how often something may be tried (D-006, R16, R50)."""
