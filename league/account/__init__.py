"""One's own account: taking its data along, and deleting it."""
