"""The steps of migration 0002, in a module each: they run in one transaction, all or none."""
