"""Typed, frozen results of an experiment, and the one rounding behind every figure that is shown.

An experiment fills a `Sheet` with quantities in SI units and freezes it into `Results`. Nothing here is
formatted except by `shown`, which program output and pages share: a figure is rounded once, half to even, on the
shortest decimal that stands for the float, and only its notation differs from language to language.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from types import MappingProxyType
from typing import Literal

Value = float | int | str | bool | None
Kind = Literal["parameter", "exact", "converged", "chaotic", "rounding"]
"""parameter: chosen, not measured; exact: the same digits wherever the same arithmetic runs; converged: what an
iteration or a settling motion has reached; chaotic: one unit in the last place of the start moves it by a
millionth or more, as the probe found; rounding: only the order of magnitude means something, shown as a bound."""

# shown unit -> (SI unit it is a decimal multiple of, power of ten that turns SI into shown)
UNITS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "cm": ("m", 2),
        "mm": ("m", 3),
        "µm": ("m", 6),
        "nm": ("m", 9),
        "pm": ("m", 12),
        "ms": ("s", 3),
        "%": ("", 2),
    }
)
NONE = "—"
TIE = 8  # units in the last place within which two ways to compute a figure may differ


class ResultError(ValueError):
    """A figure that cannot be stored or shown as asked; the text says which and what to do."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One figure: its value in SI units and what is needed to judge and trace it.

    `by` names the function that computes it ("physai.sim.contact:impedance"). `bound` ("<1e-10", ">0.31", in the
    quantity's own unit) is what is shown instead of the value where its digits mean nothing, as long as it holds.
    `ulp` and `shift` are the least and the largest value found when every start is moved by one unit in the last
    place, and by 1e-12.
    """

    value: Value
    unit: str = ""
    kind: Kind = "exact"
    by: str = ""
    bound: str | None = None
    ulp: tuple[float, float] | None = None
    shift: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.value, float | int | str | bool | None):
            what = f"value {self.value!r} is of type {type(self.value).__name__}"
            raise ResultError(f"{what}; store a plain number, text or truth value: float(x), int(x), bool(x)")
        if isinstance(self.value, float) and not math.isfinite(self.value):
            raise ResultError(f"value {self.value!r} is not finite; store None if the figure can be absent")
        if self.bound is not None and (self.bound[0] not in "<>" or isinstance(self.value, str | bool | None)):
            raise ResultError(f"bound {self.bound!r} must be '<' or '>' and a number, on a numeric value")

    @property
    def within(self) -> bool:
        """Whether the declared bound holds, for the value and wherever an ulp takes it; True without a bound."""
        if self.bound is None or isinstance(self.value, str | bool | None):
            return True
        limit, ends = float(self.bound[1:]), (self.value, *(self.ulp or ()))
        return all(abs(end) < limit if self.bound[0] == "<" else end > limit for end in ends)


@dataclass(frozen=True, slots=True)
class Table:
    """The shape of a table; its cells are quantities named `table[key,key].column`."""

    keys: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Points of a curve for a plot, in SI units; `x` and `y` have the same length."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    x_unit: str = ""
    y_unit: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """All that one run of an experiment found."""

    values: Mapping[str, Quantity]
    tables: Mapping[str, Table] = field(default_factory=dict)
    curves: Mapping[str, Curve] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Quantity:
        """Return a quantity by name; a KeyError lists the nearest known names."""
        try:
            return self.values[name]
        except KeyError:
            raise KeyError(f"no value {name!r}; nearest: {', '.join(nearest(name, self.values)) or 'none'}") from None


class Sheet:
    """Collects the figures of one run, each under its own name, and freezes them with `results()`."""

    def __init__(self) -> None:
        self._values: dict[str, Quantity] = {}
        self._tables: dict[str, Table] = {}
        self._curves: dict[str, Curve] = {}

    def put(self, name: str, quantity: Quantity) -> None:
        """Add one quantity; a second one of the same name is an error."""
        if name in self._values:
            raise ResultError(f"value {name!r} is put twice")
        self._values[name] = quantity

    def row(self, table: str, keys: Mapping[str, Quantity], cells: Mapping[str, Quantity]) -> None:
        """Add a row to `table`: the parameters that name it and what was found for them."""
        key = tuple(_key_text(q.value) for q in keys.values())
        shape = self._tables.get(table) or Table(tuple(keys), tuple(cells), ())
        if (tuple(keys), tuple(cells)) != (shape.keys, shape.columns):
            raise ResultError(f"table {table!r}: row {key} has other columns than the rows before it")
        self._tables[table] = Table(shape.keys, shape.columns, (*shape.rows, key))
        for column, quantity in {**keys, **cells}.items():
            self.put(cell(table, key, column), quantity)

    def curve(self, name: str, curve: Curve) -> None:
        """Add the points of a curve."""
        if name in self._curves:
            raise ResultError(f"curve {name!r} is put twice")
        self._curves[name] = curve

    def results(self) -> Results:
        """Freeze what was collected."""
        return Results(dict(self._values), dict(self._tables), dict(self._curves))


def cell(table: str, key: tuple[str, ...], column: str) -> str:
    """Name of a table's cell: `sweep1[0.02].cube`, `break1[0.003,off].top`."""
    return f"{table}[{','.join(key)}].{column}"


def source(function: Callable[..., object]) -> str:
    """Name of the function that computes a figure, as stored in `Quantity.by`."""
    return f"{function.__module__}:{function.__qualname__}"


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Known names most like `name`, for error messages."""
    import difflib

    return difflib.get_close_matches(name, list(known), n=count, cutoff=0.5)


def shown(quantity: Quantity, digits: str = "", unit: str | None = None) -> str:
    """Text of a figure in neutral notation: ASCII digits, decimal point, `-`, `e+06`; no unit.

    `digits` is a format in Python's own notation: `.4f` decimals, `.4g` significant digits (zeros cut), `.3e`
    scientific; none: as it stands, to twelve digits. `unit` is the shown unit, a decimal multiple of the
    quantity's own. No digit is shown that a change of the start by one unit in the last place would alter, nor one
    that the last rounding of the computation decides:
    digits are dropped until the rest holds, and `ResultError` is raised when fewer than two would remain.
    """
    value = quantity.value
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    power = _power(quantity.unit, unit)
    if quantity.bound is not None and not quantity.within:
        return rounded(value, ".2g", power)
    if quantity.bound is not None:
        limit = _scaled(quantity.bound[1:], power)
        return quantity.bound[0] + (format(limit, "f") if -4 < limit.adjusted() < 6 else _exponent(limit, 0))
    if not digits:
        digits = ".0f" if isinstance(value, int) else ".12g"
    ends = quantity.ulp or (float(value), float(value))
    if (
        isinstance(value, float) and value and quantity.kind != "parameter"
    ):  # a tie: the last rounding would decide a digit
        ends = (min(ends[0], value - TIE * math.ulp(value)), max(ends[1], value + TIE * math.ulp(value)))
    for fewer in _fewer(digits):
        texts = {rounded(end, fewer, power) for end in (value, *ends)}
        text = texts.pop()
        if not texts and (fewer == digits or _figures(text) >= 2):
            return text
    low, high = (rounded(end, digits, power) for end in ends)
    raise ResultError(
        f"value {value!r} {quantity.unit} has no two digits that hold: one unit in the last place of the start gives"
        f" {low} to {high}; show it as a bound, or show another figure"
    )


def verdict(*quantities: Quantity) -> str:
    """`ok` if all declared bounds hold, else `FAILED`: the end of a check line in program output."""
    return "ok" if all(q.within for q in quantities) else "FAILED"


def rounded(value: float | int | str, digits: str, power: int = 0) -> str:
    """Round `value` x 10^power once, half to even, to `digits` (`.4f`, `.4g`, `.3e`; empty: as it stands)."""
    number = _scaled(value, power)
    if not digits:
        return format(number.normalize(), "f") if number else "0"
    style, count = digits[-1], int(digits[1:-1])
    if style == "f":
        number = number.quantize(Decimal(1).scaleb(-count), ROUND_HALF_EVEN)
        return format(abs(number) if number == 0 else number, "f")
    if style == "e":
        return _exponent(number, count)
    if style == "g":
        if number == 0:
            return "0"
        number = _significant(number, count)
        if -5 < number.adjusted() < count:
            return format(number.normalize(), "f")
        return _exponent(number, count - 1)
    raise ResultError(f"digits {digits!r} are not of the form .4f, .4g or .3e")


def _scaled(value: float | int | str, power: int) -> Decimal:
    number = Decimal(value if isinstance(value, str) else repr(value))
    if not number.is_finite():
        raise ResultError(f"value {value!r} is not finite")
    return number.scaleb(power)


def _significant(number: Decimal, count: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(number.adjusted() - count + 1), ROUND_HALF_EVEN)


def _exponent(number: Decimal, count: int) -> str:
    number = _significant(number, count + 1) if number else number
    number = _significant(number, count + 1) if number else number  # 9.99 -> 10.0 has one digit more
    exponent = number.adjusted() if number else 0
    return f"{format(number.scaleb(-exponent), f'.{count}f')}e{exponent:+03d}"


def _fewer(digits: str) -> Iterable[str]:
    """`digits` and its shorter forms, as long as a figure remains."""
    yield digits
    if digits:
        least = {"f": 1, "g": 2, "e": 1}[digits[-1]]
        for count in range(int(digits[1:-1]) - 1, least - 1, -1):
            yield f".{count}{digits[-1]}"


def _figures(text: str) -> int:
    return len(text.partition("e")[0].lstrip("-0.").replace(".", ""))


def _power(unit: str, shown_unit: str | None) -> int:
    if shown_unit is None or shown_unit == unit:
        return 0
    base, power = UNITS.get(shown_unit, (shown_unit, 0))
    if base != unit:
        raise ResultError(f"a quantity in {unit or '1'} cannot be shown in {shown_unit}")
    return power


def _key_text(value: Value) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
