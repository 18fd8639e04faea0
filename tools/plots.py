"""Plots: geometry drawn once by matplotlib, words and tick numbers written per language into the SVG.

The drawing never sees a language: its texts are message keys (`@depth.x`) and neutral numbers (`#0.01`), so that all
languages share one geometry and no fonts are needed. Colours are the page's own (`currentColor`, `--plot-1` ...).
"""

from __future__ import annotations

import importlib.metadata
import io
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from physai.results import UNITS, ResultError, cell, nearest, rounded
from tools.bindings import Records, column_of, quantity_of, rows_of
from tools.files import cached
from tools.lessons import Axis, FigureSpec, Line, SeriesSpec
from tools.values import aside, write

COLOURS = ["#0a0a01", "#0a0a02", "#0a0a03", "#0a0a04", "#0a0a05", "#0a0a06"]  # stand for --plot-1 .. --plot-6
TEXT = re.compile(r">([@#])([^<]+)</text>")


@dataclass(frozen=True, slots=True)
class Points:
    """One series in shown units."""

    label: str
    style: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """All data of a figure in shown units: series, and reference lines as (label, style, position)."""

    series: tuple[Points, ...]
    hlines: tuple[tuple[str, str, float], ...]
    vlines: tuple[tuple[str, str, float], ...]


def data(spec: FigureSpec, records: Records) -> Plot:
    """Collect a figure's points from the records; raises `ResultError` for what is not there."""
    return Plot(
        tuple(_points(series, spec, records) for series in spec.series),
        tuple(_reference(line, spec.y, records) for line in spec.hlines),
        tuple(_reference(line, spec.x, records) for line in spec.vlines),
    )


def neutral_svg(name: str, spec: FigureSpec, plot: Plot, cache: Path) -> str:
    """The drawing with keys for words, from the cache or drawn now."""
    parts = [json.dumps(asdict(plot)), msgspec.json.encode(spec).decode(), Path(__file__).read_text("utf-8")]
    key = "\n".join([*parts, importlib.metadata.version("matplotlib")])
    return cached(cache, f"{name}.svg", key, lambda: _draw(name, spec, plot))


def localize(svg: str, word: Callable[[str], str], locale: str, alt: str) -> str:
    """Write a language's words and numbers into a neutral drawing."""

    def text(match: re.Match[str]) -> str:
        kind, content = match.groups()
        if kind == "#":
            return f">{escape(write(content, '', locale))}</text>"
        key, _, unit = content.partition(" ")
        return f">{escape(word(key) + (aside(unit, locale) if unit else ''))}</text>"

    return TEXT.sub(text, svg).replace("<svg ", f'<svg class="plot" role="img" aria-label="{escape(alt)}" ', 1)


def _points(series: SeriesSpec, spec: FigureSpec, records: Records) -> Points:
    topic, _, name = (series.curve or series.of or "").partition(":")
    if topic not in records:
        raise ResultError(f"series {series.label}: no experiment {topic!r}")
    results = records[topic].results
    if series.curve:
        if name not in results.curves:
            raise ResultError(f"no curve {name!r}; nearest: {', '.join(nearest(name, results.curves)) or 'none'}")
        curve = results.curves[name]
        pairs = [
            (x * _scale(curve.x_unit, spec.x), y * _scale(curve.y_unit, spec.y))
            for x, y in zip(curve.x, curve.y, strict=True)
        ]
    else:
        if not (series.of and series.x and series.y):
            raise ResultError(f"series {series.label}: needs a curve, or of, x and y")
        columns = [column_of(series.of, column, records) for column in (series.x, series.y)]
        pairs = []
        for row in rows_of(series.of, series.where, records):
            x, y = (results[cell(name, row, column)] for column in columns)
            if isinstance(x.value, int | float) and isinstance(y.value, int | float):
                pairs.append((x.value * _scale(x.unit, spec.x), y.value * _scale(y.unit, spec.y)))
    logs = [axis for axis, scale in enumerate((spec.x.scale, spec.y.scale)) if scale == "log"]
    kept = [pair for pair in pairs if all(pair[axis] > 0 for axis in logs)]
    return Points(
        series.label,
        series.style,
        tuple(float(f"{x:.9g}") for x, _ in kept),
        tuple(float(f"{y:.9g}") for _, y in kept),
    )


def _reference(line: Line, axis: Axis, records: Records) -> tuple[str, str, float]:
    quantity = quantity_of(line.of, records)
    if not isinstance(quantity.value, int | float):
        raise ResultError(f"{line.of} is not a number")
    return line.label, line.style, float(f"{quantity.value * _scale(quantity.unit, axis):.9g}")


def _scale(unit: str, axis: Axis) -> float:
    if axis.unit == unit:
        return 1.0
    base, power = UNITS.get(axis.unit, (axis.unit, 0))
    if base != unit:
        raise ResultError(f"data in {unit or '1'} on an axis in {axis.unit or '1'}")
    return float(10**power)


def _draw(name: str, spec: FigureSpec, plot: Plot) -> str:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import (
        FixedLocator,
        FuncFormatter,
        LogLocator,
        MaxNLocator,
        NullFormatter,
        NullLocator,
    )

    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.size": 9.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with pyplot.rc_context(settings):
        figure, axes = pyplot.subplots(figsize=(4.1, 3.7), layout="constrained")
        for points, colour in zip(plot.series, COLOURS, strict=False):
            line, marker = _style(points.style)
            axes.plot(
                points.x,
                points.y,
                linestyle=line,
                marker=marker,
                color=colour,
                label=f"@{name}.{points.label}",
                markerfacecolor="none" if marker in "os^Dv" else colour,
                markersize=5.5,
                linewidth=1.4,
            )
        for label, style, at in plot.hlines:
            axes.axhline(at, linestyle=style, color="#000000", linewidth=0.9, label=f"@{name}.{label}")
        for label, style, at in plot.vlines:
            axes.axvline(at, linestyle=style, color="#000000", linewidth=0.9, label=f"@{name}.{label}")
        for axis, which, limits in ((spec.x, axes.xaxis, axes.set_xlim), (spec.y, axes.yaxis, axes.set_ylim)):
            (axes.set_xscale if which is axes.xaxis else axes.set_yscale)(axis.scale)
            limits(axis.min, axis.max)
            which.set_major_locator(
                FixedLocator(axis.ticks)
                if axis.ticks
                else LogLocator(10, numticks=8)
                if axis.scale == "log"
                else MaxNLocator(6)
            )
            if axis.scale == "linear":
                which.set_minor_locator(NullLocator())
            which.set_minor_formatter(NullFormatter())
            which.set_major_formatter(FuncFormatter(lambda value, _: "#" + _tick(value)))
        axes.set_xlabel(f"@{name}.x" + (f" {spec.x.unit}" if spec.x.unit else ""))
        axes.set_ylabel(f"@{name}.y" + (f" {spec.y.unit}" if spec.y.unit else ""))
        axes.grid(linewidth=0.4, alpha=0.35, which="major")
        if len(plot.series) + len(plot.hlines) + len(plot.vlines) > 1:
            axes.legend(
                loc="lower left",
                bbox_to_anchor=(-0.02, 1.0),
                frameon=False,
                borderaxespad=0.2,
                handlelength=2.4,
            )
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    return _clean(out.getvalue())


def _style(style: str) -> tuple[str, str]:
    line = next((s for s in ("--", "-.", "-", ":") if s in style), "")
    marker = style.replace(line, "") if line else style
    return line or "none", marker or ""


def _tick(value: float) -> str:
    text = rounded(float(f"{value:.9g}"), ".6g")
    if "e" in text or 0 < abs(value) < 1e-3:
        text = rounded(float(f"{value:.9g}"), ".5e")
        mantissa, _, exponent = text.partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    return text


def _clean(svg: str) -> str:
    """Cut what only a stand-alone file needs; colours become the page's."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'<g id="patch_1">.*?</g>\s*', "", svg, count=1, flags=re.S)  # page background
    svg = re.sub(r'<g id="patch_2">.*?</g>\s*', "", svg, count=1, flags=re.S)  # axes background
    svg = re.sub(r"\s*<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r"font: ([\d.]+px) [^;\"]+", r"font-size: \1", svg)
    svg = re.sub(r"font-family: [^;\"]+;?\s*", "", svg)
    for number, colour in enumerate(COLOURS, 1):
        svg = svg.replace(colour, f"var(--plot-{number})")
    svg = svg.replace("#000000", "currentColor").replace("#b0b0b0", "currentColor")
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    used = set(re.findall(r'(?:href="|url\()#([\w.-]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda m: m[0] if m[1] in used else "", svg)
    return re.sub(r"\n\s*\n", "\n", svg).strip() + "\n"


def as_csv(plot: Plot) -> str:
    """A figure's points for download, one a line."""
    rows = [f"{s.label},{x!r},{y!r}" for s in plot.series for x, y in zip(s.x, s.y, strict=True)]
    return "\n".join(["series,x,y", *rows]) + "\n"


def as_json(plot: Plot, spec: FigureSpec) -> str:
    """The same with units, for programs."""
    series = {s.label: {"x": s.x, "y": s.y} for s in plot.series}
    lines = {label: at for label, _, at in (*plot.hlines, *plot.vlines)}
    data = {"x_unit": spec.x.unit, "y_unit": spec.y.unit, "series": series, "lines": lines}
    return json.dumps(data, indent=1) + "\n"
