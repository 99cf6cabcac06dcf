"""What a portal uses where it is given nothing else, made of the standard library alone."""
