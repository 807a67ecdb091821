# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Words are strings as well as enums, and are those of C++."""
import dataclasses
import enum
import inspect
import pathlib
import pickle
import re

import pytest

import impinge
from impinge import answers, cad, convex, listings, options, overlaps, reviews, robots, shapes, tasks, words

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = [k for k in vars(words).values() if isinstance(k, type) and issubclass(k, enum.Enum) and k is not words.Word]
HEADERS = "\n".join(h.read_text() for h in (ROOT / "include" / "impinge").rglob("*.h"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
def test_words_are_those_of_the_header(kind):
    name = "Kind" if kind is words.CertificateKind else kind.__name__
    body = re.search(rf"enum class {name}\b[^{{;]*{{(.*?)}};", HEADERS, re.S)[1]
    body = re.sub(r"///.*", "", body)
    # A C++ keyword cannot be an enumerator; its word is "union" there too.
    spelt = {"unite": "union"} if kind is words.Combination else {}
    assert [m.name for m in kind] == [spelt.get(w, w) for w in re.findall(r"\w+", body)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
def test_words_are_strings(kind):
    for word in kind:
        assert word == word.value and hash(word) == hash(word.value) and f"{word}" == str(word) == word.value
        assert kind(word.value) is word and pickle.loads(pickle.dumps(word)) is word
    with pytest.raises(ValueError, match="it is one of"):
        kind("no such word")


def test_verdicts_compare_with_text(two_boxes):
    pair = impinge.Engine().check(two_boxes).pairs[0]
    assert pair.verdict == "crossing" and pair.verdict is impinge.Verdict.crossing and pair.verdict != "touching"


def test_options_have_the_fields_and_defaults_of_the_header():
    """Every member of a struct of the headers is a field here, but callbacks and what the documents rename."""
    renamed = {"on_progress", "is_cancelled"}
    records = {}
    for module in (options, answers, overlaps, listings, robots, reviews, cad, tasks, convex, shapes):
        records.update(vars(module))
    checked = 0
    for name, body in re.findall(r"^struct (?:IMPINGE_EXPORT )?(\w+) \{(.*?)^\};", HEADERS, re.S | re.M):
        kind = records.get(name) or records.get({"InterferenceMap": "MapFields"}.get(name, ""))
        if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
            continue
        body = re.sub(r"///.*|//.*", "", body)
        members = set(re.findall(r"(?:^|[;{}])\s*(?:const )?[\w:<>, *\[\]]+[ >](\w+)(?: = [^;(]*|\{[^;]*\})?(?=;)", body))
        fields = {f.name for f in dataclasses.fields(kind)} | {n for n, _ in inspect.getmembers(kind)}
        rename = {"StageStats": {"in", "out"}, "ConvexCertificate": {"n_pairs", "kInner", "kHalf"},
                  "SceneObject": {"deformed_boxes", "revision", "change"}, "Review": {"scene", "result"}}.get(name, set())
        missing = {m for m in members - fields - renamed - rename if not m.startswith("k")}
        assert not missing, f"{name} lacks {missing}"
        checked += 1
    assert checked > 80


def test_every_class_prints_compares_and_goes_through_pickle():
    #: Bases for classes of the caller's, and what holds a process or open files.
    apart = {"StarSurface", "CurvedSurface", "CadScene"}
    checked = 0
    for name, kind in vars(impinge).items():
        if not isinstance(kind, type) or not kind.__module__.startswith("impinge") or name in apart or name.startswith("_"):
            continue
        if issubclass(kind, (Exception, enum.Enum)):
            continue
        plain = dataclasses.is_dataclass(kind)
        assert kind.__repr__ is not object.__repr__ and kind.__eq__ is not object.__eq__, name
        assert plain or kind.__reduce__ is not object.__reduce__ or "__getstate__" in vars(kind), name
        checked += 1
    assert checked > 100


def test_a_bar_of_tqdm_where_it_is_installed(monkeypatch):
    import sys
    import types
    heard = []

    class Bar:
        def __init__(self, total, unit, leave):
            self.n = 0

        def set_description(self, stage, refresh):
            heard.append(stage)

        def update(self, by):
            self.n += by
            heard.append(self.n)

        def close(self):
            heard.append("closed")

    module = types.ModuleType("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    impinge.check(impinge.make_icosphere(1, 4), impinge.make_icosphere(1, 4), progress=True)
    assert heard[-1] == "closed" and all(0 <= x <= 100 for x in heard if isinstance(x, int)) and len(heard) > 2
