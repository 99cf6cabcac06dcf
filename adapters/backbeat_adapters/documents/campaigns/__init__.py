"""What a campaign came to, as a paper for who pays for it."""
