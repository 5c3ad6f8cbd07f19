#!/usr/bin/env bash
# The Pokémon TCG from lists to a submission: record a scripted pilot, clone it, measure the clone, pack it for the contest.
#
#   recipes/ptcg.sh project    all pairs of the lists in $LISTS, an hour of training: docs/results/ptcg.md
#   recipes/ptcg.sh toy        one ordinary list against itself, a minute, for tests and a first look
#
# LISTS is a folder of lists, a card id a line; UNSEEN, if it is given, a folder of lists that training does not meet.
set -euo pipefail

scale=${1:-project}
case $scale in
project) seeds=4500 heldout=400 matches=400 model=(--size small --epochs 3) ;;
toy) seeds=60 heldout=10 matches=20 model=(--size tiny --epochs 2 --batch 64) ;;
*) echo "recipes/ptcg.sh takes project or toy, not '$scale'" >&2 && exit 2 ;;
esac
if [ "$scale" = project ] && [ -z "${LISTS:-}" ]; then
  echo "name a folder of lists: LISTS=my/lists recipes/ptcg.sh project" >&2 && exit 2
fi

out=${OUT:-runs/ptcg-$scale}
standoff() { "${PYTHON:-.venv/bin/python}" -m standoff "$@"; }
known=(${LISTS:+--decks "$LISTS"})
rm -rf "$out" && mkdir -p "$out"

echo "1/4  Recording rules, a scripted pilot, with every pair of lists"
standoff record ptcg --teacher rules "${known[@]}" --first-seed 1000000 --seeds "$seeds" --out "$out/train.parquet"
standoff record ptcg --teacher rules "${known[@]}" --first-seed 2000000 --seeds "$heldout" --out "$out/heldout.parquet"

echo "2/4  Cloning it: a transformer over cards and actions learns to choose as rules does"
standoff clone "$out/train.parquet" --heldout "$out/heldout.parquet" --family atomic "${model[@]}" --out "$out/clone"

echo "3/4  Measuring the clone: by kind of decision, with lists that it has not met, and at play in both seats"
standoff agreement "$out/clone" "$out/heldout.parquet"
if [ -n "${UNSEEN:-}" ]; then
  standoff record ptcg --teacher rules --decks "$UNSEEN" --first-seed 3000000 --seeds "$heldout" --out "$out/unseen.parquet"
  standoff agreement "$out/clone" "$out/unseen.parquet"
fi
for opponent in random rules; do
  standoff match ptcg "$out/clone" "$opponent" "${known[@]}" --first-seed 5000000 --seeds "$matches" --json
done >"$out/matches.jsonl"
"${PYTHON:-.venv/bin/python}" recipes/scoreboard.py "$out/matches.jsonl"
