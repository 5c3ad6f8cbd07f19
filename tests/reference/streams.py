"""SplitMix64 in whole numbers: the streams and the keys that all randomness comes from."""

WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15


def scatter(number: int) -> int:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB % WORD
    return number ^ (number >> 31)


class Stream:
    """A stream of random numbers that is nothing but its seed."""

    def __init__(self, seed: int) -> None:
        self.state = seed % WORD

    def next(self) -> int:
        """A number from 0 to 2^64 - 1."""
        self.state = (self.state + GOLDEN) % WORD
        return scatter(self.state)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return self.next() % bound


def mix(first: int, second: int) -> int:
    """One key from two."""
    return scatter((first * GOLDEN + scatter((second + GOLDEN) % WORD)) % WORD)


def noise_key(seed: int, deal: int, ply: int, seat: int) -> int:
    """What the noise of one choice is drawn from: a player's seed, the deal's seed, the ply and the seat."""
    return mix(mix(seed, scatter(deal)), 2 * ply + seat)
