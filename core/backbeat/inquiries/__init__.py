"""What creators propose to the operator: the partnership form (CODE-5)."""
