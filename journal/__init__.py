"""The log of everything that was done: one row per service call, never changed. Also the refusals of services."""
