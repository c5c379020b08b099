"""Skills and traits: one module per category, each entry a declaration and then what it does and when."""
