"""People and channels of another system, taken over from files."""
