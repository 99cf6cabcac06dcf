"""Channels: registration, proof of ownership, review, assignment, deletion
(CHAN-1, CHAN-8, CHAN-18)."""
