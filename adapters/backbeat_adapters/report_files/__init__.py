"""Report files as they arrive: opened, decoded, recognised by their header and read line by line."""
