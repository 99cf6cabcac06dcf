"""Whether the money adds up: the fifteen invariants, on demand and on duty (trust 4.2)."""
