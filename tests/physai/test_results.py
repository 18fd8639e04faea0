"""The one rounding: laws of `rounded` and `shown`, with Python's own decimal formatting as the reference."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physai.results import NONE, Quantity, ResultError, Sheet, rounded, shown, verdict

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)


@given(finite, st.integers(0, 8), st.sampled_from([0, 2, 3, 6]))
def test_decimals_are_the_half_even_rounding_of_the_shortest_repr(value: float, count: int, power: int) -> None:
    exact = Decimal(repr(value)).scaleb(power)
    expected = exact.quantize(Decimal(1).scaleb(-count), ROUND_HALF_EVEN)

    assert Decimal(rounded(value, f".{count}f", power)) == expected


@given(st.floats(min_value=1e-9, max_value=1e9), st.integers(1, 6))
def test_significant_digits_agree_with_python_where_no_tie_is_near(value: float, count: int) -> None:
    # Python rounds the binary value, we its shortest decimal: the two differ only at ties
    digits = Decimal(repr(value)).normalize().as_tuple().digits
    if len(digits) == count + 1 and digits[-1] == 5:
        return
    assert float(rounded(value, f".{count}g")) == float(f"{value:.{count}g}")


@given(st.floats(min_value=1e-9, max_value=1e9), st.integers(1, 6))
def test_scientific_notation_has_one_digit_before_the_point(value: float, count: int) -> None:
    mantissa, _, exponent = rounded(value, f".{count}e").partition("e")

    assert len(mantissa) == count + 2
    assert 1 <= float(mantissa) < 10
    assert float(rounded(value, f".{count}e")) == pytest.approx(value, rel=10.0**-(count))
    assert exponent[0] in "+-"


@pytest.mark.parametrize(
    ("value", "digits", "power", "text"),
    [
        (2.675, ".2f", 0, "2.68"),  # binary 2.67499..., shortest decimal 2.675: a tie, to even
        (2.665, ".2f", 0, "2.66"),
        (-0.0004, ".2f", 0, "0.00"),  # never -0.00
        (0.00122625, ".4f", 3, "1.2262"),
        (9.9996, ".3g", 0, "10"),
        (99995.0, ".4g", 0, "1.000e+05"),
        (4123123.0, ".4g", 0, "4.123e+06"),
        (0.0, ".4g", 0, "0"),
        (0.1, "", 0, "0.1"),
    ],
)
def test_known_roundings(value: float, digits: str, power: int, text: str) -> None:
    assert rounded(value, digits, power) == text


def test_a_tie_that_an_ulp_tips_loses_the_digit_it_cannot_hold() -> None:
    # 1.22625 mm, the rest depth at timeconst 0.05 s, is half way between two four-digit figures
    depth = Quantity(0.0012262500000000012, "m", ulp=(0.0012262499999999998, 0.0012262500000000012))

    assert shown(depth, ".4f", "mm") == "1.226"
    assert shown(depth, ".5f", "mm") == "1.22625"


def test_a_chaotic_value_without_two_digits_that_hold_is_refused() -> None:
    height = Quantity(0.33994, "m", "chaotic", ulp=(0.337, 0.361))

    with pytest.raises(ResultError, match="no two digits that hold"):
        shown(height, ".3f")


def test_a_bound_is_shown_instead_of_the_value_in_the_shown_unit() -> None:
    assert shown(Quantity(8.1e-13, "m", "rounding", bound="<1e-10")) == "<1e-10"
    assert shown(Quantity(0.34, "m", "chaotic", bound=">0.31"), unit="mm") == ">310"


def test_a_bound_that_does_not_hold_is_not_shown() -> None:
    assert shown(Quantity(2.34e-10, "m", "rounding", bound="<1e-10")) == "2.3e-10"
    assert shown(Quantity(0.34, "m", "chaotic", bound=">0.31", ulp=(0.30, 0.36))) == "0.34"
    assert [verdict(Quantity(v, bound="<1e-10")) for v in (-9e-11, 2e-10)] == ["ok", "FAILED"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_values_that_are_not_finite_are_refused(value: float) -> None:
    with pytest.raises(ResultError, match="not finite"):
        Quantity(value, "m")


def test_a_unit_that_is_no_multiple_of_the_quantitys_own_is_refused() -> None:
    with pytest.raises(ResultError, match="cannot be shown in mm"):
        shown(Quantity(1.0, "s"), ".1f", "mm")


def test_an_absent_figure_is_a_dash() -> None:
    assert shown(Quantity(None, "m"), ".4f", "mm") == NONE


def test_table_cells_have_names_and_rows_keep_one_shape() -> None:
    sheet = Sheet()
    sheet.row("sweep", {"timeconst": Quantity(0.02, "s", "parameter")}, {"depth": Quantity(0.1, "m")})

    with pytest.raises(ResultError, match="other columns"):
        sheet.row("sweep", {"timeconst": Quantity(0.05, "s", "parameter")}, {"height": Quantity(0.1, "m")})
    with pytest.raises(ResultError, match="put twice"):
        sheet.put("sweep[0.02].depth", Quantity(1.0))

    assert sheet.results()["sweep[0.02].depth"].value == 0.1


def test_an_unknown_value_names_its_nearest() -> None:
    sheet = Sheet()
    sheet.put("rest.depth", Quantity(1.0))

    with pytest.raises(KeyError, match=r"rest\.depth"):
        sheet.results()["rest.dept"]
