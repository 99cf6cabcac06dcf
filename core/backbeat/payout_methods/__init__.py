"""How money travels to its owner: one module a method, and a registry that knows them all."""
