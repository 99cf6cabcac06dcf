"""All that the portal knows of one person: a page for operators, files for the person itself."""
