"""The ledger: what each creator has earned, has available, has requested and owes (LEDGER-1,
LEDGER-3).
"""
