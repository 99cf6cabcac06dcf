"""Work that is done later, outside the request that asked for it (OPS-1)."""
