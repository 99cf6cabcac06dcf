"""One module of commands a noun."""
