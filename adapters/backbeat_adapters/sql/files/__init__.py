"""Taking report files in: staging, merging, and what is kept of them."""
