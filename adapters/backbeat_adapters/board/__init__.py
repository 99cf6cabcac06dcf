"""The contents of a post, Markdown and pictures, read by libraries."""
