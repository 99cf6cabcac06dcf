"""Who stands below whom, and how revenue is shared along the way."""
