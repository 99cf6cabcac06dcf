"""What happens to a creator's money next, in one answer for every screen (WITHDRAW-23)."""
