"""The ledger: what each creator has earned, holds, has asked for and owes (D-129, R39)."""
