"""Skills and traits: one module per category or, in a long one, per subject; each entry a declaration and then what it does and when."""
