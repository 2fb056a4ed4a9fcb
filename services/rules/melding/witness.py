"""From what was chosen number by number back to sets that can be put on a table."""

from collections.abc import Sequence

from services.rules.melding.groups import as_groups, chosen_tiles
from services.rules.melding.open_runs import LONG
from services.rules.melding.search import Cell, Laid, Task
from services.rules.sets import SMALLEST
from services.rules.tiles import COLOURS, JOKER, Tile

Sets = tuple[tuple[Tile, ...], ...]


def sets_of(task: Task, laid: Laid) -> Sets:
    """The sets, runs first; a run is listed ascending, so that its jokers stand for their places."""
    runs: list[list[Tile]] = []
    groups: list[tuple[Tile, ...]] = []
    for colour in range(len(COLOURS)):
        runs += _runs(colour, [row[colour] for row in laid.cells])
    for number, (row, jokers) in enumerate(zip(laid.cells, laid.group_jokers, strict=True), start=1):
        if sum(task.there[number]) + jokers < SMALLEST:
            continue
        offers = tuple(_offer(task, number, colour, cell) for colour, cell in enumerate(row))
        groups += _groups(number, offers, jokers)
    return (*map(tuple, runs), *groups)


def _runs(colour: int, cells: Sequence[Cell]) -> list[list[Tile]]:
    """The runs of one colour, continued and begun as `open_runs` says."""
    whole: list[list[Tile]] = []
    open_now: list[list[Tile]] = []
    for number, cell in enumerate(cells, start=1):
        if not (open_now or cell.in_runs or cell.jokers):
            continue
        tiles = [Tile(COLOURS[colour], number)] * cell.in_runs + [JOKER] * cell.jokers
        # Short ones first: they must go on.
        open_now.sort(key=lambda run: min(len(run), LONG))
        going_on = open_now[: len(tiles)]
        whole += open_now[len(tiles) :]
        begun: list[list[Tile]] = [[] for _ in range(len(tiles) - len(going_on))]
        open_now = going_on + begun
        for run, tile in zip(open_now, tiles, strict=True):
            run.append(tile)
    return whole + open_now


def _offer(task: Task, number: int, colour: int, cell: Cell) -> tuple[int, int]:
    there = task.there[number][colour] - cell.in_runs
    must = max(0, task.must[number][colour] - cell.in_runs)
    # Beside a joker in a run no tile of the same cell is laid in a group.
    return (0, 0) if cell.jokers else (must, there)


def _groups(number: int, offers: tuple[tuple[int, int], ...], jokers: int) -> list[tuple[Tile, ...]]:
    chosen = chosen_tiles(offers, jokers)
    assert chosen is not None  # the search saw that they fit
    count = as_groups(chosen, jokers)
    assert count is not None
    return deal_groups(number, chosen, count, jokers)


def deal_groups(number: int, tiles: Sequence[int], count: int, jokers: int) -> list[tuple[Tile, ...]]:
    """So many tiles of each colour, and jokers, dealt into groups; `as_groups` says into how many."""
    groups: list[list[Tile]] = [[] for _ in range(count)]
    # What is there most often first, each tile to the smallest groups, so that they stay as even as can be.
    for place in sorted(range(len(COLOURS)), key=lambda tile: -tiles[tile]):
        for group in sorted(groups, key=len)[: tiles[place]]:
            group.append(Tile(COLOURS[place], number))
    for _ in range(jokers):
        min(groups, key=len).append(JOKER)
    return [tuple(sorted(group, key=_by_colour)) for group in groups]


def _by_colour(tile: Tile) -> int:
    return len(COLOURS) if tile.is_joker else COLOURS.index(tile.colour)
