"""Model families: a file a family, from rows to logits and value. They know no game."""
