"""What becomes of a creator's money next, in one answer for every screen (WITHDRAW-23)."""
