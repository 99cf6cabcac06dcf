"""Dashboards: what an account sees of its channels' and videos' figures."""
