"""Reading report files into statistics: what is booked, what waits in suspense, and what changed."""
