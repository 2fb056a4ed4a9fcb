"""Turns, medians, ratios and targets."""

import gc
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """How much to measure: turns a contestant has, and the share of the full work in each."""

    rounds: int = 7
    scale: float = 1.0

    def amount(self, full: int) -> int:
        return max(1, round(full * self.scale))


class Target(msgspec.Struct, frozen=True):
    """`ours` should be at least `least` times `other`; without `least` the ratio is only told."""

    ours: str
    other: str
    least: float | None = None


def take_turns(rounds: int, contestants: Mapping[str, Callable[[], int]]) -> dict[str, list[float]]:
    """Let each contestant work once a round, after a first round that does not count.

    A contestant does its work and returns how many things it did. The result is things per second, by
    contestant and round. Noise of the machine then meets all of them alike.
    """
    figures: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(rounds + 1):
        for name, work in contestants.items():
            gc.collect()
            started = perf_counter()
            done = work()
            took = perf_counter() - started
            if turn:
                figures[name].append(done / took)
    return figures


def show(title: str, unit: str, figures: Mapping[str, list[float]], targets: Sequence[Target] = ()) -> bool:
    """Print medians, then each target's median ratio by round; True when all targets are met."""
    print(f"\n{title}, {unit} (median of {len(next(iter(figures.values())))} rounds)")
    width = max(map(len, figures))
    for name, values in figures.items():
        print(f"  {name:<{width}}  {median(values):>12,.0f}   ({min(values):,.0f} to {max(values):,.0f})")
    met = True
    for target in targets:
        both = zip(figures[target.ours], figures[target.other], strict=True)
        ratio = median(ours / other for ours, other in both)
        verdict = ""
        if target.least is not None:
            met &= ratio >= target.least
            verdict = f", target {target.least:g}: {'met' if ratio >= target.least else 'NOT MET'}"
        print(f"  {target.ours} / {target.other} = {ratio:.2f}{verdict}")
    return met
