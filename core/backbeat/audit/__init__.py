"""Who did what, when, to what, and why (D-134)."""
