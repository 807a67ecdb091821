# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What other tools are told, the page of a report, and checks in parts: the same as the command line's."""
import base64
import json
import pickle
import re
import subprocess
import zlib

import numpy as np
import pytest

import impinge

SCENE = {"schema": "impinge.scene/1", "units": "mm", "objects": [
    {"name": "bolt", "shape": {"box": [1, 1, 5]}}, {"name": "plate", "shape": {"box": [9, 9, 1]}},
    {"name": "nut", "shape": {"box": [2, 2, 1]}, "position": [0, 0, 2]}],
    "rules": [{"a": "bolt", "b": "plate", "accept": ["crossing"], "reason": "press fit"}, {"a": "*", "b": "*", "severity": "high"}]}


@pytest.fixture
def scene(tmp_path):
    file = tmp_path / "cell.json"
    file.write_text(json.dumps(SCENE))
    return file


def timeless(text):
    """Without times and dates."""
    return re.sub(r'(time|timestamp)="[^"]*"', "", re.sub(r'"(startTimeUtc|endTimeUtc)": *"[^"]*",?', "", text))


def test_reviews_are_those_of_the_tool(tool, scene):
    names = {"--junit": "j.xml", "--markdown": "m.md", "--sarif": "s.json"}
    options = [x for option, name in names.items() for x in (option, scene.with_name(name))]
    subprocess.run([tool, "check", "--scene", scene, "--quiet", "--snapshots", "0", *options], check=False, capture_output=True)
    review = impinge.review_of(impinge.check(scene))
    review.scene_file = str(scene)
    assert [i.state for i in review.items] == ["accepted", "finding"] and review.items[1].severity == "high"
    assert timeless(impinge.junit_text(review)) == timeless(scene.with_name("j.xml").read_text())
    assert impinge.markdown_text(review) == scene.with_name("m.md").read_text()
    theirs, mine = json.loads(scene.with_name("s.json").read_text()), json.loads(impinge.sarif_text(review, scene.read_text()))
    assert [r["message"] for r in mine["runs"][0]["results"]] == [r["message"] for r in theirs["runs"][0]["results"]]
    assert [r["partialFingerprints"] for r in mine["runs"][0]["results"]] == [
        r["partialFingerprints"] for r in theirs["runs"][0]["results"]]


def test_reviews_are_written_and_changed(scene, tmp_path):
    review = impinge.review_of(impinge.check(scene))
    impinge.write_markdown(review, tmp_path / "r.md", pictures=1, width=64, height=64)
    impinge.write_bcf(review, tmp_path / "r.bcfzip", pictures=0, bcf_version="3.0")
    impinge.write_review_scene(review, tmp_path / "r.glb")
    assert all((tmp_path / name).stat().st_size > 100 for name in ("r.md", "r.bcfzip", "r.glb"))
    review.items[1].state = "accepted"
    review.items[1].reason = "by hand"
    assert "by hand" in impinge.markdown_text(review) and "<failure " not in impinge.junit_text(review)
    again = pickle.loads(pickle.dumps(review))
    assert again == review
    with pytest.raises(TypeError, match="an answer"):
        impinge.junit_text(again)
    review.items[0].a = 99
    with pytest.raises(ValueError, match="not in the scene"):
        impinge.markdown_text(review)
    with pytest.raises(impinge.Error):
        impinge.write_bcf(impinge.review_of(impinge.check(scene)), tmp_path / "x.bcfzip", bcf_version="9")


def test_decisions():
    text = json.dumps({"schema": "impinge.decisions/1", "decisions": [
        {"id": "0123456789abcdef", "state": "accepted", "reason": "known", "verdict": "crossing"}]})
    decision, = impinge.parse_decisions(text)
    assert decision.state == "accepted" and decision.verdict == "crossing" and pickle.loads(pickle.dumps(decision)) == decision
    with pytest.raises(impinge.Error, match=r"decisions\[0\]"):
        impinge.parse_decisions(text.replace("accepted", "maybe"))


def test_pages(scene, tmp_path):
    """The page of a check, a sweep and a map; a notebook shows it in a frame of its own."""
    checked = impinge.check(scene)
    moving = impinge.load_scene(scene)
    moving.set_motion("nut", impinge.Motion(velocity=(0, 0, 4)))
    moving.duration = 1
    for result in (checked, impinge.sweep(moving), impinge.map(moving, resolution=16)):
        impinge.write_report(result, tmp_path / "page.html", title="a title of ours")
        page = (tmp_path / "page.html").read_text()
        assert page.lower().startswith("<!doctype html") and len(page) > 10000
        decisions = [impinge.Decision(id="0123456789abcdef", state="assigned", assignee="Mia")]
        impinge.write_report(result, tmp_path / "decided.html", decisions=decisions)
        data = re.search(r'class="impinge-document">([^<]*)<', (tmp_path / "decided.html").read_text()).group(1)
        assert json.loads(zlib.decompress(base64.b64decode(data)))["decisions"][0]["assignee"] == "Mia"
        shown = result._repr_html_()
        assert shown.startswith("<iframe") and "&lt;!doctype html" in shown.lower() and "<script" not in shown
        assert pickle.loads(pickle.dumps(result))._repr_html_() is None
    with pytest.raises(ValueError, match="pickle"):
        impinge.write_report(pickle.loads(pickle.dumps(checked)), tmp_path / "no.html")
    with pytest.raises(impinge.Error):
        impinge.write_report(checked, tmp_path / "no such folder" / "page.html")


def test_a_check_in_parts_is_the_check():
    mesh, scene = impinge.make_icosphere(1, 2), impinge.Scene()
    for place in np.random.default_rng(2).uniform(0, 9, (60, 3)):
        scene.add("ball", mesh, place)
    engine = impinge.Engine()
    plan = engine.plan(scene, clearance=0.1)
    assert plan.pairs == sum(len(t.pairs) for t in plan.tasks) > 10 and plan.shapes == 1
    parts = [impinge.unpack_answer(scene, impinge.pack_answer(engine.check_task(scene, t, clearance=0.1))) for t in plan.tasks]
    whole = engine.check(scene, clearance=0.1)
    joined = engine.join(scene, parts[::-1], clearance=0.1)
    assert joined == whole and joined.to_json(stats=False) == whole.to_json(stats=False)
    with pytest.raises(impinge.Error, match="damaged"):
        impinge.unpack_answer(scene, b"nothing")
    with pytest.raises(ValueError, match="two objects"):
        engine.check_task(scene, impinge.CheckTask(np.array([[0, 999]])))


def test_surfaces_of_python():
    class Ball(impinge.CurvedSurface):
        def gauge(self, x):
            return np.linalg.norm(x), x / np.linalg.norm(x)

        def support(self, n):
            return n / np.linalg.norm(n)

    mine, theirs = impinge.ConvexBody.from_surface(Ball()), impinge.ConvexBody.ellipsoid((1, 1, 1))
    start = impinge.ConvexWarmStart()
    for x in (0, 1.5, 1.99, 2.01, 4):
        answer = impinge.polar_newton(mine, None, theirs, (x, 0, 0), warm=start)
        assert answer.meet == (x < 2) == impinge.polar_newton(theirs, None, theirs, (x, 0, 0)).meet
    assert start.kind != "none" and impinge.StarBody.from_surface(BallOfTwo()).contains((0, 1.9, 0))

    class Broken(Ball):
        def support(self, n):
            raise ZeroDivisionError("in a surface")

    with pytest.raises(ZeroDivisionError, match="in a surface"):
        impinge.ConvexBody.from_surface(Broken())
    with pytest.raises(TypeError, match="a method gauge"):
        impinge.ConvexBody.from_surface(object())
    square = impinge.ConvexPolygon([[0, 0], [1, 0], [1, 1], [0, 1]])
    away = [[1, 0, 3], [0, 1, 0]]
    apart = impinge.polar_newton_2d(square, None, square, away)
    assert impinge.verify_2d(square, None, square, away, apart.relation, apart.certificate)
    assert not impinge.verify_2d(square, None, square, None, apart.relation, apart.certificate)
    assert square.contains(square.inner_point) and pickle.loads(pickle.dumps(square)) == square


class BallOfTwo(impinge.StarSurface):
    def gauge(self, x):
        return np.linalg.norm(x) / 2, x / np.linalg.norm(x) / 2

    def radius(self):
        return 2.0


def test_octrees_count_and_shapes_wave():
    tree, done = impinge.make_octree(impinge.make_box((1, 1, 1)), level=3), impinge.MotionCounts()
    impinge.move_octree(tree, None, tree.frame, counts=done)
    assert done.cubes == len(tree.cubes) and done.tests > 0
    base = impinge.make_implicit_sphere(2)
    for displacement in (impinge.make_waves(0.1, 1), impinge.make_hills(0.1, 1, 7)):
        shape = impinge.make_displaced(base, displacement)
        assert pickle.loads(pickle.dumps(shape)) == shape and shape.bounds[1][0] > 2
    ball = impinge.make_implicit(lambda p: float(np.linalg.norm(p)) - 1, [[-2, -2, -2], [2, 2, 2]], lipschitz=1,
                                 slope_bound=lambda low, high: 1.0)
    assert ball.crossings([[0, 0, 0]], (1, 0, 0))[3].tolist() == [1, -1]
    mesh = impinge.Mesh(impinge.make_box((1, 1, 1)).vertices, impinge.make_box((1, 1, 1)).faces, "box", np.arange(12) // 2,
                        impinge.PolygonReport(bent=1, first_bent=3))
    assert mesh.source_face(11) == 5 and mesh.report.polygons.first_bent == 3 and mesh.box().tolist() == mesh.bounds.tolist()
    assert mesh.face_count == 12
