"""What every game of the house promises, whatever its rules; a new game is tested without a change here."""
