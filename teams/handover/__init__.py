"""A team gets another owner, or is retired for good."""
