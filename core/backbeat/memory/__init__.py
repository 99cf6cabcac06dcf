"""Every port in memory, one file a feature: for embedding services, the documentation and tests."""
