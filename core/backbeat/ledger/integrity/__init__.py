"""Whether the money adds up: the invariants, checked on demand and on a schedule (INTEG-20)."""
