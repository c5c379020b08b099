"""What coaches tell the built-in coach before a match."""
