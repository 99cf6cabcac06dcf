"""Consents to exclusivity: the text, and who signed it."""
