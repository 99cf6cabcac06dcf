"""Work that is done later, outside of the request that asked for it (D-127)."""
