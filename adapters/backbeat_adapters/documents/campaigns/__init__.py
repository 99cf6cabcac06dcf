"""The result of a campaign, as a document for whoever pays for it."""
