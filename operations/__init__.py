"""What operators run: the demo, a rehearsal, checks of the data, overdue work."""
