"""Creators' proposals to the operator: the partnership form (CODE-5)."""
