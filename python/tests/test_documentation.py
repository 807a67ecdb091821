# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Docstrings, the guide and the examples run; the stubs are complete and strict."""
import doctest
import importlib
import inspect
import json
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys

import pytest

import impinge
from conftest import ROOT

MODULES = sorted(m.name for m in pkgutil.iter_modules(impinge.__path__) if m.name not in ("_core", "trimesh", "open3d", "meshio"))
EXAMPLES = sorted((ROOT / "examples" / "python").glob("*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name):
    failed, _ = doctest.testmod(importlib.import_module(f"impinge.{name}"), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_docstrings_of_the_core_run():
    runner, finder, tried = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE), doctest.DocTestFinder(), 0
    for name, value in sorted(vars(impinge).items()):
        if getattr(value, "__doc__", None) and not inspect.ismodule(value):
            for test in finder.find(value, name, module=False, globs=dict(vars(impinge))):
                tried += len(test.examples)
                runner.run(test)
    assert runner.failures == 0 and tried > 20


def test_everything_has_a_docstring():
    for name, value in vars(impinge).items():
        if not name.startswith("_") and (inspect.isclass(value) or callable(value)) and getattr(value, "__module__", "").startswith("impinge"):
            assert inspect.getdoc(value), name


def test_the_guide_runs(tmp_path, monkeypatch):
    """All blocks of docs/python.md one after the other, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("matplotlib").use("Agg")
    text = (ROOT / "docs" / "python.md").read_text()
    names = {"__name__": "guide"}
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.S | re.M)
    assert len(blocks) > 6
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda f: f.stem)
def test_examples_run(file, tmp_path):
    path = str(pathlib.Path(impinge.__file__).parents[1])
    done = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True, timeout=300,
                          env={"PYTHONPATH": path, "MPLBACKEND": "Agg", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr


def test_notebooks_run(tmp_path, monkeypatch):
    """The cells of each notebook, without a kernel."""
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("matplotlib").use("Agg")
    found = sorted((ROOT / "examples" / "python").glob("*.ipynb"))
    assert found
    for file in found:
        names = {}
        for cell in json.loads(file.read_text())["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), file.name, "exec"), names)


@pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed (Debian: mypy)")
def test_types_are_strict(tmp_path):
    package = pathlib.Path(impinge.__file__).parent
    user = tmp_path / "user.py"
    user.write_text("import impinge\n"
                    "result: impinge.CheckResult = impinge.check(impinge.make_box((1, 1, 1)), impinge.make_icosphere(1))\n"
                    "verdict: impinge.Verdict = result.pairs[0].verdict\n"
                    "count: int = len(impinge.Engine(threads=1).check(impinge.Scene(), clearance=0.2).findings)\n")
    done = subprocess.run([shutil.which("mypy"), "--strict", "--ignore-missing-imports", "--cache-dir", tmp_path / "cache", "-p",
                           "impinge", "-m", "user"], cwd=tmp_path, capture_output=True, text=True,
                          env={"MYPYPATH": str(package.parent), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_have_every_name():
    stub = (ROOT / "python" / "impinge" / "_core.pyi").read_text()
    from impinge import _core
    for name, value in vars(_core).items():
        if name.startswith("__"):
            continue
        assert re.search(rf"(def|class) {name}\b", stub), name
        if inspect.isclass(value):
            for method in vars(value):
                known = method.startswith("__") or re.search(rf"\b{method}\b|def {method.lstrip('_')}\b", stub)
                assert known, f"{name}.{method}"
