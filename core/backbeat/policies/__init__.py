"""Policies: the rules that touch money, each from a day on (D-135)."""
