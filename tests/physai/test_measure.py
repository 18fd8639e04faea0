"""The probe: what moves by more than rounding when a start moves by an ulp is found, the rest is left alone."""

from __future__ import annotations

import pytest

from physai.measure import Nudge, exact, measure, ulp_up
from physai.results import Quantity, ResultError, Results, Sheet, shown


def logistic(nudge: Nudge = exact) -> Results:
    """The logistic map at r = 4: after 100 steps no digit of the start is left."""
    x = nudge(0.3)
    for _ in range(100):
        x = 4 * x * (1 - x)
    sheet = Sheet()
    sheet.put("chaos", Quantity(x, by="m:f"))
    sheet.put("rest", Quantity(1e-15 * x, by="m:f"))
    sheet.put("start", Quantity(nudge(0.3), by="m:f"))
    sheet.put("set", Quantity(0.3, kind="parameter"))
    return sheet.results()


def test_the_probe_tells_chaos_from_rounding() -> None:
    results = measure(logistic)

    with pytest.raises(ResultError):
        shown(results["chaos"], ".3f")
    assert shown(results["start"], ".3f") == "0.300"
    assert {name: q.kind for name, q in results.values.items()} == {
        "chaos": "chaotic",
        "rest": "exact",  # what moves by less than 1e-12 is rounding
        "start": "exact",
        "set": "parameter",
    }
    assert results["start"].ulp == (0.29999999999999993, 0.30000000000000004)
    assert results["set"].ulp is None


def test_a_category_that_a_probe_flips_is_no_result() -> None:
    def run(nudge: Nudge = exact) -> Results:
        sheet = Sheet()
        sheet.put("outcome", Quantity("stayed" if nudge(1.0) <= 1.0 else "through", by="m:f"))
        return sheet.results()

    with pytest.raises(ResultError, match="stayed"):
        measure(run)


def test_a_run_has_to_return_results() -> None:
    with pytest.raises(ResultError, match="run has to return"):
        measure(lambda nudge: None)  # type: ignore[arg-type, return-value]


def test_a_probe_that_changes_which_values_exist_is_named() -> None:
    def run(nudge: Nudge = exact) -> Results:
        sheet = Sheet()
        sheet.put("odd" if nudge is ulp_up else "even", Quantity(1.0, by="m:f"))
        return sheet.results()

    with pytest.raises(ResultError, match="which values exist"):
        measure(run)
