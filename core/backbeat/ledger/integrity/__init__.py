"""Whether the money adds up: the invariants, on demand and on duty (trust 4.2)."""
