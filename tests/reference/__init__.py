"""Plain, slow twins of what the core computes: read them to understand it, run them to compare."""
