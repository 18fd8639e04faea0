"""The computed answers to the exercises of the timestep lesson. Lengths in m, times in s."""

from __future__ import annotations

from collections.abc import Sequence

from physai.experiments.timestep_slab import HALF, HEIGHT, SOFT, TOP, Setting, drop, impact_speed, stays
from physai.experiments.timestep_values import count, measured, number, outcome, parameter, side
from physai.measure import Nudge
from physai.results import Quantity, Sheet, source
from physai.sim import first_overlap

THICK = 0.04  # easy: a slab four times as thick, top kept
HEIGHTS = {
    "centre": 3.30,
    "gap": 3.325,
}  # medium: "3 m" read as centre above the top, and as gap below the cube
# hard: time constants tried, up to 60 ms; finer where the sweep's own value lies
FINE, COARSE = 0.0005, 0.001  # [s] spacing of the time constants tried, up to the default and above it
GRID = tuple(round(i * FINE, 4) for i in range(1, 41)) + tuple(round(i * COARSE, 3) for i in range(21, 61))
# a finger of the SO-101 gripper in MuJoCo Menagerie (robotstudio_so101/so101.xml): box of half-size 0.001
FINGER, FINGER_H = 0.002, 0.005


def run(sheet: Sheet, nudge: Nudge, timesteps: Sequence[float]) -> None:
    """Put tables `easy`, `medium` and `hard`, and the gripper's speed, into the sheet."""
    _easy(sheet, nudge, timesteps)
    _medium(sheet, nudge, timesteps)
    _hard(sheet, nudge, [h for h in timesteps if h <= 0.02])
    sheet.put("finger.speed", number(crossing_speed(nudge(FINGER), FINGER_H), "m/s", crossing_speed))


def crossing_speed(thick: float, h: float) -> float:
    """Speed [m/s] at which one step of h [s] is as long as a body is thick [m]: thick / h."""
    return thick / h


def _easy(sheet: Sheet, nudge: Nudge, timesteps: Sequence[float]) -> None:
    sheet.put("easy.thick", parameter(THICK, "m"))
    sheet.put("easy.mid", parameter(TOP - THICK / 2, "m"))
    sheet.put("easy.zone", parameter(THICK + 2 * HALF, "m"))
    for h in timesteps:
        found = drop(Setting(h, thick=THICK, start=nudge(HEIGHT)))
        cells = {
            "centre": measured(found.overlap, "m", drop),
            "side": side(found.overlap, TOP - THICK / 2, drop),
            "seen": Quantity(found.first is not None, by=source(drop)),
            "default": outcome(found.stayed, drop),
        }
        sheet.row("easy", {"dt": parameter(h, "s")}, cells)


def _medium(sheet: Sheet, nudge: Nudge, timesteps: Sequence[float]) -> None:
    for reading, height in HEIGHTS.items():
        gap = height - HALF - TOP
        sheet.put(f"medium.height_{reading}", parameter(height, "m"))
        sheet.put(f"medium.gap_{reading}", parameter(round(gap, 12), "m"))
        sheet.put(f"medium.speed_{reading}", number(impact_speed(nudge(gap)), "m/s", impact_speed))
    for h in timesteps:
        cells = {}
        for reading, height in HEIGHTS.items():
            found = first_overlap(nudge(height), HALF, (TOP - 0.01, TOP), h)
            stayed = stays(Setting(h, start=nudge(height)))
            cells[f"overlap_{reading}"] = measured(found[1] if found else None, "m", first_overlap)
            cells[f"default_{reading}"] = outcome(stayed, stays)
        sheet.row("medium", {"dt": parameter(h, "s")}, cells)


def _hard(sheet: Sheet, nudge: Nudge, timesteps: Sequence[float]) -> None:
    sheet.put("hard.least", parameter(GRID[0], "s"))
    sheet.put("hard.most", parameter(GRID[-1], "s"))
    sheet.put("hard.fine", parameter(FINE, "s"))
    sheet.put("hard.coarse", parameter(COARSE, "s"))
    sheet.put("hard.tried", count(len(GRID)))
    for h in timesteps:
        longest = longest_time_constant(h, nudge(HEIGHT))
        ratio = longest / h if longest else None
        cells = {
            "any": Quantity(longest is not None, by=source(longest_time_constant)),
            "timeconst": measured(longest, "s", longest_time_constant),
            "ratio": measured(ratio, "", _hard),
        }
        sheet.row("hard", {"dt": parameter(h, "s")}, cells)


def longest_time_constant(h: float, start: float) -> float | None:
    """Largest time constant [s] of GRID with which the cube stays, or None; tried from the top."""
    return next((t for t in reversed(GRID) if stays(Setting(h, (t, SOFT[1]), start=start))), None)
