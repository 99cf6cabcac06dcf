"""A signed consent as a paper."""
