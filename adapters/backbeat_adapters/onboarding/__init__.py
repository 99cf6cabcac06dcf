"""Files of people and channels on disk."""
