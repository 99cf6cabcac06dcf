"""`backbeat demo`: the product with a sample world, on this machine only."""
