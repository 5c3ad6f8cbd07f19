"""The Pokémon TCG: what its cards say, read at run time from the engine that the user has installed."""
