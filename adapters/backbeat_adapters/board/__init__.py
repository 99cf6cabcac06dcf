"""What a post is made of: Markdown and pictures, read by libraries."""
