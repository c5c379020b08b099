"""Pages of measures: what can be decided, what it would come to, and what was decided."""
