#!/usr/bin/env bash
# BANG! The Duel from nothing to a measured player: train in a league, show the climb, play the matches.
#
#   recipes/bang.sh project    an hour of training, and a champion: docs/results/bang.md
#   recipes/bang.sh demo       three minutes, for a first look; what `make demo` runs
#   recipes/bang.sh toy        a few seconds, for tests
set -euo pipefail

scale=${1:-project}
case $scale in
project) seeds=1000 training=(--budget 60m) ;;
demo) seeds=200 training=(--budget 3m --yardsticks.every 3) ;;
toy) seeds=5 training=(--iterations 2 --games 16 --widths tiny --yardsticks.every 1 --yardsticks.seeds 5) ;;
*) echo "recipes/bang.sh takes project, demo or toy, not '$scale'" >&2 && exit 2 ;;
esac

out=${OUT:-runs/bang-$scale}
standoff() { "${PYTHON:-.venv/bin/python}" -m standoff "$@"; }
rm -rf "$out"

echo "1/3  Training a player by self-play in a league"
standoff train bang "${training[@]}" --out "$out"
"${PYTHON:-.venv/bin/python}" recipes/climb.py "$out"

echo "2/3  Measuring it: every seed is played in both seats, on seeds that it has not seen"
player=$out@last
for moves in "$player" "$player?temperature=1"; do
  for opponent in random tactical; do
    standoff match bang "$moves" "$opponent" --first-seed 5000000 --seeds "$seeds" --json
  done
done >"$out/matches.jsonl"
"${PYTHON:-.venv/bin/python}" recipes/scoreboard.py "$out/matches.jsonl"

if [ "$scale" = project ]; then
  echo "3/3  Promoting the best snapshot"
  standoff champion "$out"
else
  echo "3/3  Your turn: play against it"
fi
echo
echo "  .venv/bin/standoff play bang --against $player"
