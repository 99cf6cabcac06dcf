"""Videos and their statistics: daily estimates for dashboards, monthly record figures for settlement."""
