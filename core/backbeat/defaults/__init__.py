"""What a portal uses if it is given nothing else, made only from the standard library."""
