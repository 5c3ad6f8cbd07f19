"""Standoff makes strong players for two-player games in which each side hides something, and proves how strong."""

from standoff.arena import Results, Spectator, Table, play
from standoff.decisions import Choices, DecisionBatch, Evaluation, Heads
from standoff.errors import BadInput
from standoff.evaluator import Evaluator
from standoff.games import find_game, game_names
from standoff.players import Player, PolicyPlayer, ScriptedPlayer
from standoff.pool import Deals, GamePool, Worlds
from standoff.rating.intervals import Interval, wilson
from standoff.rating.match import MatchReport, play_match
from standoff.recordings import Recorder, Recording, read_recording, write_recording
from standoff.records import Record, play_record, read_record, record_of, write_record
from standoff.schema import Schema
from standoff.specs import make_player

__all__ = [
    "BadInput",
    "Choices",
    "Deals",
    "DecisionBatch",
    "Evaluation",
    "Evaluator",
    "GamePool",
    "Heads",
    "Interval",
    "MatchReport",
    "Player",
    "PolicyPlayer",
    "Record",
    "Recorder",
    "Recording",
    "Results",
    "Schema",
    "ScriptedPlayer",
    "Spectator",
    "Table",
    "Worlds",
    "find_game",
    "game_names",
    "make_player",
    "play",
    "play_match",
    "play_record",
    "read_record",
    "read_recording",
    "record_of",
    "wilson",
    "write_record",
    "write_recording",
]
