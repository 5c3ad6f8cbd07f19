#!/usr/bin/env bash
# Light cycles from nothing to a measured clone: record a teacher, clone it, ask what it forgot, play the matches.
#
#   recipes/cycles.sh project    the 30 x 20 board of docs/results/cycles.md (about 5 minutes on two cores)
#   recipes/cycles.sh demo       a smaller board, for a first look (about a minute)
#   recipes/cycles.sh toy        a tiny board, for tests (a few seconds)
set -euo pipefail

scale=${1:-project}
case $scale in
project) board=30x20 seeds=1000 heldout=100 matches=200 opponents=voronoi,flood,alphabeta:4 model=(--size small --epochs 2) ;;
demo) board=20x12 seeds=200 heldout=50 matches=100 opponents=voronoi,flood,alphabeta:4 model=(--size small --epochs 2) ;;
toy) board=8x8 seeds=20 heldout=10 matches=5 opponents=voronoi,flood model=(--size tiny --epochs 4) ;;
*) echo "recipes/cycles.sh takes project, demo or toy, not '$scale'" >&2 && exit 2 ;;
esac

out=${OUT:-runs/cycles-$scale}
standoff() { "${PYTHON:-.venv/bin/python}" -m standoff "$@"; }
rm -rf "$out" && mkdir -p "$out"

echo "1/3  Recording voronoi, a scripted player, on a $board board"
lessons=(cycles --teacher voronoi --opponents "$opponents" --size "$board")
standoff record "${lessons[@]}" --first-seed 1000000 --seeds "$seeds" --out "$out/train.parquet"
standoff record "${lessons[@]}" --first-seed 2000000 --seeds "$heldout" --out "$out/heldout.parquet"

echo "2/3  Cloning it: a small network learns to choose as voronoi does"
standoff clone "$out/train.parquet" --heldout "$out/heldout.parquet" --family grid "${model[@]}" --out "$out/clone"

echo "3/3  Measuring the clone: every seed is played in both seats, on seeds that it has not seen"
for opponent in random flood voronoi alphabeta:4; do
  standoff match cycles "$out/clone" "$opponent" --size "$board" --first-seed 5000000 --seeds "$matches" --json
done >"$out/matches.jsonl"
standoff habits cycles "$out/clone" --teacher voronoi --opponents flood --size "$board" --seeds 20 --json >"$out/habits.json"

"${PYTHON:-.venv/bin/python}" recipes/scoreboard.py "$out/matches.jsonl"
echo
echo "Play against it with the arrow keys:"
echo "  .venv/bin/standoff play cycles --against $out/clone --size $board"
echo "Pass the teacher: half an hour against it, held to the clone at first:"
echo "  .venv/bin/standoff train cycles --start $out/clone --size $board --out $out/beyond"
