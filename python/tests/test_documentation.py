"""Tests of README, guide and stubs against the module."""

import ast
import importlib.util
import inspect
import re
from pathlib import Path

import encycle
import pytest

from puzzles import SUDOKU

PYTHON = Path(__file__).parents[1]
README = (PYTHON / "README.md").read_text()
GUIDE = (PYTHON.parent / "docs/guide/own-problem.md").read_text()
STUBS = ast.parse((PYTHON / "encycle.pyi").read_text())


def blocks(text):
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def missing_packages(block):
    """Returns the packages that a block imports and that are not installed."""
    names = re.findall(r"^(?:import|from) (\w+)", block, re.MULTILINE)
    return [name for name in names if importlib.util.find_spec(name) is None]


def run(text, least):
    """Runs all blocks in one namespace; returns it, and the packages that are missing."""
    found, names, missing = blocks(text), {}, []
    assert len(found) >= least
    for block in found:
        absent = missing_packages(block)
        if not absent:
            exec(block, names)
        missing += absent
    return names, missing


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names, missing = run(README, 11)
    assert isinstance(names["solution"], encycle.Solution)
    if missing:
        pytest.skip(f"some examples need {', '.join(missing)}")


def test_the_puzzle_of_the_guide_is_unique(capsys):
    section = GUIDE.split("## A puzzle in Python\n")[1]
    names, _ = run(section, 2)
    assert names["result"].verdict == "unique"
    assert 20 <= len(blocks(section)[0].splitlines()) <= 30
    # the totals of the road, without the model
    drawn = capsys.readouterr().out.splitlines()[:4]
    assert [sum(map(int, row.replace(".", ""))) for row in drawn] == [6, 22, 13, 16]
    assert sum(int(row[0]) for row in drawn if row[0] != ".") == 19
    edges = names["result"].edges(names["road"])
    ends = [end for edge in edges for end in edge]
    assert all(ends.count(end) == 2 for end in ends)


def row(name):
    """Returns the names in a row of the table of names."""
    cells = re.search(rf"^\| `encycle\.{name}(?:\(text\))?` \| (.*) \|$", README, re.MULTILINE)
    return re.findall(r"`([^`]+)`", cells[1])


def test_the_readme_names_the_kinds_formats_and_encodings():
    assert tuple(row("KINDS")) == encycle.KINDS
    assert tuple(row("FORMATS")) == encycle.FORMATS
    assert row("encodings") == encycle.encodings(SUDOKU)


def test_the_readme_names_each_function_and_class():
    # results, which examples have without their names
    results = {
        "Certificate", "Expression", "Formula", "Grade", "Graph", "ModelResult", "ModelSolutions",
        "RepairResult", "SolveResult", "SolverError", "CertificateError", "Solution", "Solutions",
        "Step", "ThinResult",
    }  # fmt: skip
    # formulas of MaxSAT for research
    others = {"clue_max_sat", "thin_max_sat"}
    for name in public_names() - results - others:
        assert re.search(rf"\b{name}\b", README), name
    for name in model_methods():
        assert re.search(rf"\b{name}\b", README), name


def public_names():
    return {name for name in dir(encycle) if not name.startswith("_") and name != "encycle"}


def model_methods():
    return {name for name in dir(encycle.Model) if not name.startswith("_")} - {"variables", "graphs"}


def stub_members(node):
    kinds = (ast.FunctionDef, ast.ClassDef)
    names = {one.name: one for one in node.body if isinstance(one, kinds)}
    names |= {one.target.id: one for one in node.body if isinstance(one, ast.AnnAssign)}
    return names


def test_each_public_name_is_in_the_stubs():
    members = stub_members(STUBS)
    assert public_names() <= set(members)
    (exported,) = [
        one for one in STUBS.body if isinstance(one, ast.Assign) and one.targets[0].id == "__all__"
    ]
    assert set(ast.literal_eval(exported.value)) == public_names() | {"__version__"}
    for name in public_names():
        value = getattr(encycle, name)
        if inspect.isclass(value) and not issubclass(value, Exception):
            public = {one for one in vars(value) if not one.startswith("_")}
            assert public <= set(stub_members(members[name])), name
        if not isinstance(value, tuple):
            assert value.__doc__ and ast.get_docstring(members[name]), name


def test_the_stubs_document_what_the_module_documents():
    members = stub_members(STUBS)
    for name in public_names():
        value = getattr(encycle, name)
        if inspect.isbuiltin(value):
            # the first sentence may be shorter in the stubs
            first = ast.get_docstring(members[name]).split("\n")[0].split(".")[0]
            assert value.__doc__.replace("\n", " ").startswith(first[:40]), name


def test_the_names_of_methods_in_the_stubs_exist():
    for node in STUBS.body:
        if isinstance(node, ast.Assign) and node.targets[0].id in ("_CnfMethod", "_CardMethod"):
            keyword = {"_CnfMethod": "cnf", "_CardMethod": "card"}[node.targets[0].id]
            names = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
            with pytest.raises(ValueError) as caught:
                encycle.encode(SUDOKU, **{keyword: "nosuch"})
            assert str(caught.value).split("help: use ")[1].split(", ") == names


def test_the_forms_in_the_stubs_are_those_of_a_model():
    (form,) = [
        one for one in STUBS.body if isinstance(one, ast.Assign) and one.targets[0].id == "_Form"
    ]
    names = {one.value for one in ast.walk(form.value) if isinstance(one, ast.Constant)}
    model = encycle.Model()
    graph = model.graph("g")
    graph.edge("a", "b", model.variable("x"))
    model.tree(graph)
    with pytest.raises(ValueError) as caught:
        model.solve(encoding="nosuch")
    assert set(str(caught.value).split("help: use ")[1].split(", ")) == names
