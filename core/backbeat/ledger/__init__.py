"""The ledger: what each creator has earned, holds, has asked for and owes (LEDGER-1, LEDGER-3)."""
