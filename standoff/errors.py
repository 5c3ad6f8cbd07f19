"""The exception for bad input: one sentence that says what is wrong, where, and how to mend it."""


class BadInput(ValueError):
    """Something that a person gave cannot be used; the command line prints the sentence and exits with 2."""
