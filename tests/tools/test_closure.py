"""Keys: what can change a result changes them, what cannot does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.closure import Cause, Ingredients, causes, definition_line, ingredients, told

EXPERIMENT = '''"""An experiment."""
import numpy as np
from physai.law import G, fall  # the law

STEPS = 10


def run():
    """Run it."""
    return fall(STEPS, G), "drop.xml"
'''
LAW = '''"""The law."""
G = 9.81


def fall(n, g):
    """Fall."""
    # fast
    return n * g
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "physai/__init__.py": "",
        "physai/experiments/__init__.py": "",
        "physai/experiments/drop.py": EXPERIMENT,
        "physai/law.py": LAW,
        "physai/other.py": "X = 1\n",
        "physai/scenes/drop.xml": '<mujoco><include file="floor.xml"/></mujoco>',
        "physai/scenes/floor.xml": "<mujoco/>",
        "physai/scenes/unused.xml": "<mujoco/>",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def changed(project: Path, name: str, old: str, new: str) -> list[str]:
    before = ingredients("drop", project)
    path = project / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return [str(cause) for cause in causes(before, ingredients("drop", project), project)]


def test_the_closure_is_the_modules_and_scenes_that_are_reached(project: Path) -> None:
    found = ingredients("drop", project)

    assert [n for n, definitions in found.code.items() if definitions] == [
        "physai/experiments/drop.py",
        "physai/law.py",
    ]
    assert list(found.data) == ["physai/scenes/drop.xml", "physai/scenes/floor.xml"]
    assert list(found.libraries) == ["numpy"]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("physai/law.py", "# fast\n", "# faster\n"),
        ("physai/law.py", '"""Fall."""', '"""Fall down."""'),
        ("physai/law.py", '"""The law."""', '"""One law."""'),
        ("physai/law.py", "n * g", "( n*g )"),
        ("physai/law.py", "G = 9.81", "\n\nG = 9.810"),
        ("physai/experiments/drop.py", "\n", "\r\n"),
        ("physai/other.py", "X = 1", "X = 2"),
        ("physai/experiments/drop.py", "import numpy as np\n", "import numpy as np\nimport math\n"),
        ("physai/experiments/drop.py", "import G, fall", "import (\n    fall,\n    G,\n)"),
        ("physai/scenes/unused.xml", "<mujoco/>", "<mujoco model='m'/>"),
        ("physai/scenes/floor.xml", "<mujoco/>", "<!-- flat -->\n<mujoco>\n</mujoco>\n"),
    ],
)
def test_comments_docstrings_layout_and_strangers_change_nothing(project: Path, name: str, old: str, new: str) -> None:
    assert changed(project, name, old, new) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "cause"),
    [
        ("physai/law.py", "n * g", "n + g", "code fall changed (physai/law.py:5-8)"),
        ("physai/law.py", "9.81", "9.82", "parameter G changed (physai/law.py:2)"),
        ("physai/experiments/drop.py", "= 10", "= 11", "parameter STEPS changed (physai/experiments/drop.py:5)"),
        ("physai/scenes/floor.xml", "<mujoco/>", "<mujoco model='m'/>", "scene physai/scenes/floor.xml changed"),
        ("physai/law.py", "def fall", "def rise", "code fall removed (physai/law.py)"),
        (
            "physai/experiments/drop.py",
            "G, fall",
            "G, G as fall",
            "code run changed (physai/experiments/drop.py:8-10)",
        ),
        (
            "physai/experiments/drop.py",
            "import numpy as np\nfrom physai.law import G, fall",
            "from physai.law import G\nfrom physai.other import X as fall",
            "code run changed (physai/experiments/drop.py:8-10)",
        ),
    ],
)
def test_what_can_change_a_result_is_named(project: Path, name: str, old: str, new: str, cause: str) -> None:
    assert cause in changed(project, name, old, new)


def test_scenes_named_after_the_experiment_belong_to_it_however_they_are_loaded(project: Path) -> None:
    (project / "physai/scenes/drop_high.xml").write_text("<mujoco/>")

    assert "physai/scenes/drop_high.xml" in ingredients("drop", project).data


@pytest.mark.parametrize("named", ["physai/scenes/table.csv", "table.csv", "physai/data/table.csv"])
def test_files_that_the_code_names_belong_to_it(project: Path, named: str) -> None:
    file = project / (named if "/" in named else f"physai/scenes/{named}")
    file.parent.mkdir(exist_ok=True)
    file.write_text("1.5")

    found = changed(project, "physai/experiments/drop.py", '"drop.xml"', f'"drop.xml", "{named}"')
    assert f"data {file.relative_to(project).as_posix()} changed" in found
    assert changed(project, file.relative_to(project).as_posix(), "1.5", "2.5") == [
        f"data {file.relative_to(project).as_posix()} changed"
    ]


def test_of_many_causes_the_first_are_told() -> None:
    many = [Cause("code", f"code f{n} changed") for n in range(40)]

    assert told(many[:2]) == "code f0 changed; code f1 changed"
    assert told(many, 1) == "code f0 changed; 39 more"


def test_what_a_package_passes_on_under_another_name_is_another_thing(project: Path) -> None:
    (project / "physai/kit").mkdir()
    (project / "physai/kit/__init__.py").write_text("from physai.law import G, fall\n")
    path = project / "physai/experiments/drop.py"
    path.write_text(path.read_text().replace("from physai.law import", "from physai.kit import"))

    assert changed(project, "physai/kit/__init__.py", "import G, fall", "import G, G as fall") == [
        "code run changed (physai/experiments/drop.py:8-10)"
    ]


def test_what_a_package_only_passes_on_is_followed_by_name(project: Path) -> None:
    """A package that re-exports ties no experiment to modules whose names it does not use."""
    (project / "physai/kit").mkdir()
    (project / "physai/kit/__init__.py").write_text(
        "from physai.kit.used import up\nfrom physai.kit.idle import down\n\n__all__ = ['down', 'up']\n"
    )
    (project / "physai/kit/used.py").write_text("def up(n, g):\n    return n\n")
    (project / "physai/kit/idle.py").write_text("def down():\n    return 0\n")
    path = project / "physai/experiments/drop.py"
    path.write_text(path.read_text().replace("from physai.law import G, fall", "from physai.kit import up as fall"))

    assert [name for name, names in ingredients("drop", project).code.items() if names] == [
        "physai/experiments/drop.py",
        "physai/kit/used.py",
    ]


def test_a_library_version_is_a_cause(project: Path) -> None:
    now = ingredients("drop", project)
    before = Ingredients(now.code, now.data, {"numpy": "1.0"})

    assert [c.kind for c in causes(before, now, project)] == ["library"]


def test_a_function_is_found_at_its_line(project: Path) -> None:
    assert definition_line("physai.law:fall", project) == ("physai/law.py", 5)
    with pytest.raises(ValueError, match="no such module"):
        definition_line("physai.lost:fall", project)
