"""What only the demo has: a clock that moves, sample files, a sample world."""
