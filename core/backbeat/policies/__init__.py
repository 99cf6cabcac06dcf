"""Policies: the rules that touch money, each from a day on (POLICY-1)."""
