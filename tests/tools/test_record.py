"""Records: they survive the round trip, and a damaged one is refused with a way out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physai.results import Curve, Quantity, Results, Table
from tools.closure import Ingredients
from tools.problems import Failed
from tools.record import FORMAT, Record, Run, dumps, load, save

RUN = Run("2026-01-02", "3.11.0", "Linux x86_64", "a processor")
KEY = Ingredients({"physai/a.py": {"f": "12345678"}}, {"physai/scenes/a.xml": "12345678"}, {"numpy": "2.0"})
numbers = st.floats(allow_nan=False, allow_infinity=False)
values = st.one_of(numbers, st.integers(-(2**53), 2**53), st.booleans(), st.text(max_size=5), st.none())
quantities = st.builds(
    Quantity, values, st.sampled_from(["", "m", "1/s²"]), ulp=st.none() | st.tuples(numbers, numbers)
)


def record(quantity: Quantity) -> Record:
    results = Results(
        {"a[0.1].b": quantity},
        {"a": Table(("k",), ("b",), (("0.1",),))},
        {"c": Curve((0.0, 1.0), (0.1, 0.3), "s", "m", "physai.a:f")},
    )
    return Record("topic", KEY, RUN, results, {"step1": "== Step 1 ==\nx 1\n"}, {"sweep": "µ\n"})


@given(quantities)
def test_a_record_survives_the_round_trip(tmp_path_factory: pytest.TempPathFactory, quantity: Quantity) -> None:
    path = tmp_path_factory.mktemp("r") / "topic.json"
    before = record(quantity)
    save(before, path)

    after = load(path)

    assert after == before
    assert type(after.results["a[0.1].b"].value) is type(quantity.value)
    assert not save(after, path)  # nothing to write


def damaged(path: Path, change: str) -> None:
    text = dumps(record(Quantity(0.25, "m")))
    data = json.loads(text)
    match change:
        case "hand edit":
            text = text.replace("0.25", "0.26")
        case "truncated":
            text = text[: len(text) // 2]
        case "newer":
            text = json.dumps({**data, "format": FORMAT + 1})
        case "older":
            text = json.dumps({**data, "format": 0})
        case "no date":
            text = json.dumps({**data, "run": {**data["run"], "date": "1999-01-01<b>"}})
        case "conflict":
            text = text.replace('"run"', '<<<<<<< ours\n"run"', 1)
        case "lost part":
            del data["values"]
            text = json.dumps(data)
        case "wrong type":
            data["values"]["a[0.1].b"]["unit"] = 7
            text = json.dumps(data)
    path.write_text(text)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("hand edit", "edited by hand"),
        ("truncated", "is not whole"),
        ("newer", "is of format"),
        ("older", "is of format"),
        ("no date", "lacks or garbles"),
        ("conflict", "conflict marks"),
        ("lost part", "lacks or garbles"),
        ("wrong type", "lacks or garbles"),
    ],
)
def test_a_damaged_record_is_refused_with_a_way_out(tmp_path: Path, change: str, what: str) -> None:
    path = tmp_path / "topic.json"
    damaged(path, change)

    with pytest.raises(Failed) as failed:
        load(path)

    assert what in failed.value.problems[0].what
    assert "python tools/render.py --rerun topic" in failed.value.problems[0].remedy


def test_one_value_stands_on_one_line() -> None:
    lines = dumps(record(Quantity(0.25, "m", by="physai.a:f"))).splitlines()

    assert '"a[0.1].b": {"value": 0.25, "unit": "m", "by": "physai.a:f"}' in lines
