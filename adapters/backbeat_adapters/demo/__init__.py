"""The demo: sample data, a simulated video platform, time that passes, and pages of its own."""
