"""What the portal tells an account inside the portal (D-098, R18)."""
