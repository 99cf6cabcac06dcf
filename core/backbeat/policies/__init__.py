"""Policies: the rules that affect money, each from a certain day (POLICY-1)."""
