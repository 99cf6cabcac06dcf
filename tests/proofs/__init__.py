"""Proofs with figures: `nox -s race`, `invariants`, `crashpoints` and `chaos` (docs/proofs.md)."""
