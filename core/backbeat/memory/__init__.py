"""Every port in memory, one file per feature: for embedding services, the documentation and tests."""
