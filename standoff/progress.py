"""Shows long work: a bar with how much is done, the rate and the time left."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import TracebackType

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from standoff.arena import Results, Table
from standoff.decisions import Choices, DecisionBatch


class RateColumn(ProgressColumn):
    """Units a second."""

    def render(self, task: Task) -> Text:
        """The speed of the last moments, or of the whole where it has ended."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f}/s", style="progress.data.speed")


class _Drawn(Progress):
    """A bar with something below it."""

    below: Callable[[], RenderableType] | None = None

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bar, then what is below."""
        yield from super().get_renderables()
        if self.below is not None:
            yield self.below()


class Bar:
    """A progress bar on the error stream, so that results on the output stream stay clean.

    Args:
        title: what is being done.
        total: units of the whole work.
        done: units that are done already.
        below: draws what stands below the bar, again with each refresh.
    """

    def __init__(
        self, title: str, total: int, *, done: int = 0, below: Callable[[], RenderableType] | None = None
    ) -> None:
        self._progress = _Drawn(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            RateColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(file=sys.stderr),
        )
        self._progress.below = below
        self._task = self._progress.add_task(title, total=total, completed=done, note="")

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def advance(self, count: int, note: str | None = None) -> None:
        """Counts `count` more as done."""
        if note is None:
            self._progress.update(self._task, advance=count)
        else:
            self._progress.update(self._task, advance=count, note=note)


@dataclass
class GamesBar:
    """A spectator that moves a bar with every finished game."""

    bar: Bar
    reads_rows: bool = field(default=False, init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Nothing moves until a game ends."""

    def ended(self, results: Results) -> None:
        """A step a game."""
        self.bar.advance(len(results))
