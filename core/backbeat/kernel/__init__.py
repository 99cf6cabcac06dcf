"""Values every feature shares: money, months, ids, clocks, refusals, pages, languages."""
