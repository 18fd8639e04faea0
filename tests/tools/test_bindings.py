"""What a lesson asks of a record and the record does not have: each named with the nearest."""

from __future__ import annotations

import pytest

from physai.results import ResultError
from tools.bindings import column_of, quantity_of, rows_of
from tools.experiments import read_records

RECORDS, _ = read_records({"contact"})


def test_what_is_there_is_found() -> None:
    assert quantity_of("contact:gravity", RECORDS).value == 9.81
    assert column_of("contact:sweep1", "cube", RECORDS) == "cube"
    assert len(rows_of("contact:break1", {"refsafe": "on"}, RECORDS)) == 5


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: quantity_of("contact:gravty", RECORDS), "contact has no value 'gravty'; nearest: gravity"),
        (lambda: quantity_of("kontact:gravity", RECORDS), "no experiment 'kontact'; known: contact"),
        (lambda: column_of("contact:sweep1", "cub", RECORDS), "contact:sweep1 has no column 'cub'; nearest: cube"),
        (lambda: rows_of("contact:sweeep1", {}, RECORDS), "contact has no table 'sweeep1'; nearest: sweep1"),
        (lambda: rows_of("contact:break1", {"refsaf": "on"}, RECORDS), "no column 'refsaf'; nearest: refsafe"),
        (
            lambda: rows_of("contact:break1", {"refsafe": "maybe"}, RECORDS),
            "no row of contact:break1 has refsafe =",
        ),
    ],
)
def test_what_is_not_there_is_named_with_the_nearest(ask, said: str) -> None:
    with pytest.raises(ResultError, match=said):
        ask()
