"""Work that is done later, outside of the request that asked for it (OPS-1)."""
