"""How money gets to its owner: one module per method, and a registry that knows them all."""
