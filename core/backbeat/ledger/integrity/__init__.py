"""Whether the money adds up: the invariants, on demand and on duty (INTEG-20)."""
