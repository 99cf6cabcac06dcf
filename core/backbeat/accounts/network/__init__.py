"""Which account is below which, and how revenue is shared along the chain."""
