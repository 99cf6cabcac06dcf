"""The public error codes, and every text that the server itself says, in four languages."""
