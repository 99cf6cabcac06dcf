"""People and channels of another system, taken over from files in one go."""
