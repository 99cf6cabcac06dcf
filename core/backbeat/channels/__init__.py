"""Channels: registration, proof of ownership, review, assignment, deletion (D-036..D-044)."""
