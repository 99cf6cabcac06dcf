"""Report files as they come: opened, decoded, recognised by their header and read line by line."""
