# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Robots, solids and CAD files: the answers of the command line, and of the same question asked otherwise."""
import gc
import json
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

import impinge
from conftest import BUILD, ROOT
from test_documents import run, timeless

sys.path.append(str(ROOT / "tests" / "cli"))
from step_solids import shaft_in_bore  # noqa: E402

LINK = ('<link name="{}"><collision><origin xyz="{}"/><geometry><box size="{}"/></geometry></collision></link>')
JOINT = ('<joint name="{}" type="revolute"><origin xyz="{}"/><parent link="{}"/><child link="{}"/><axis xyz="0 1 0"/>'
         '<limit lower="-3" upper="3"/></joint>')
# Two arms of a metre on a plate; each stands straight up at 0.
ARM = ('<robot name="arm">' + LINK.format("base", "0 0 -0.1", "1 1 0.1") + LINK.format("upper", "0 0 0.5", "0.1 0.1 1")
       + LINK.format("lower", "0 0 0.5", "0.1 0.1 1") + JOINT.format("shoulder", "0 0 0", "base", "upper")
       + JOINT.format("elbow", "0 0 1.1", "upper", "lower") + "</robot>")
SRDF = ('<robot name="arm"><group name="arm"><chain base_link="base" tip_link="lower"/></group>'
        '<group_state name="folded" group="arm"><joint name="shoulder" value="0"/><joint name="elbow" value="2.95"/></group_state>'
        '<disable_collisions link1="base" link2="upper" reason="Adjacent"/></robot>')


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    (tmp_path / "arm.srdf").write_text(SRDF)
    impinge.write_mesh(impinge.Mesh(impinge.make_box((0.1, 4, 4)).vertices + [1.5, 0, 0], impinge.make_box((1, 1, 1)).faces),
                       tmp_path / "wall.obj")
    return tmp_path / "arm.urdf"


def test_robots_are_checked_as_the_tool_does(tool, arm):
    wall = arm.with_name("wall.obj")
    for words, options in (({}, []), ({"state": "folded"}, ["--state", "folded"]),
                           ({"joints": {"shoulder": 1.2}, "clearance": 0.5}, ["--joint", "shoulder=1.2", "--clearance", "0.5"]),
                           ({"adjacent": "check", "units": "mm"}, ["--adjacent", "check", "--units", "mm"])):
        theirs, status = run(tool, "check", arm, wall, *options)
        result = impinge.check(arm, wall, **words)
        assert timeless(result.to_dict()) == timeless(theirs) and bool(result.findings) == (status == 1)
    cell = arm.with_name("cell.json")
    cell.write_text(json.dumps({"schema": "impinge.scene/1", "units": "m", "objects": [{"name": "wall", "file": "wall.obj"}]}))
    assert timeless(impinge.check(cell, arm).to_dict()) == timeless(run(tool, "check", "--scene", cell, arm)[0])
    with pytest.raises(impinge.Error, match="one scene"):
        impinge.check(cell, wall, arm)
    with pytest.raises(impinge.Error, match="elbow"):
        impinge.check(arm, joints={"elbow": 9})


def test_kinematics_and_models(arm):
    robot = impinge.load_robot(arm)
    assert [j.name for j in robot.model.joints] == ["shoulder", "elbow"] and robot.variables.tolist() == [0, 1]
    state = robot.set(robot.rest(), "shoulder", math.pi / 2)
    assert np.allclose(robot.link_poses(state)[2, :3, 3], [1.1, 0, 0]) and robot.rest().tolist() == [0, 0]
    assert robot.set_named(state, "folded").tolist() == [0, 2.95] and robot.joint_values(state)[0] == math.pi / 2
    assert robot.adjacent(0, 1) and not robot.adjacent(0, 2)
    again = impinge.Robot(robot.model)
    assert again == robot and pickle.loads(pickle.dumps(robot)) == robot and "2 variables" in repr(robot)
    assert again.model.links[1].bodies[0].solid.kind == "box"
    with pytest.raises(impinge.Error, match="values"):
        robot.link_poses([1])
    with pytest.raises(impinge.Error):
        robot.require_state([9, 0])
    with pytest.raises(impinge.Error, match="tree|root|link"):
        impinge.Robot(impinge.RobotModel("loop", [impinge.RobotLink("a")], [impinge.RobotJoint("j", "revolute", 0, 0)]))


def test_cells_say_what_single_states_say(arm):
    robot, scene, engine = impinge.load_robot(arm), impinge.Scene(), impinge.Engine()
    placed = impinge.place_robot(scene, robot, robot.rest())
    scene.add("wall", arm.with_name("wall.obj"))
    cell = impinge.RobotCell(scene, robot, placed)
    states = np.random.default_rng(4).uniform(-2.9, 2.9, (200, 2))
    found, pairs = cell.meet_poses(states), cell.check_poses(states)
    assert found.dtype == bool and 0 < found.sum() < 200 and np.array_equal(cell.meet_poses(states.ravel()), found)
    for state, met, answer in zip(states, found, pairs):
        impinge.move_robot(scene, robot, placed, state)
        hit = [p for p in engine.check(scene, face_pairs=False).pairs]
        assert met == bool(hit) == (answer.hit is not None)
        if hit:
            assert answer.hit == min((p.a, p.b) for p in hit)
    again = pickle.loads(pickle.dumps(cell))
    assert again == cell and np.array_equal(again.meet_poses(states), found) and "left out" in repr(cell)
    with pytest.raises(ValueError, match=r"\(n, 2\)"):
        cell.meet_poses(np.zeros((3, 5)))
    swept = cell.sweep(impinge.JointTrajectory([0, 1], [[0, 0], [1.6, 0]]), clearance=1)
    contact = [p for p in swept.pairs if p.contact is not None]
    assert contact and cell.meet_poses([contact[0].contact.state * 1.001])[0] and not cell.meet_poses([contact[0].contact.state * 0.99])[0]


def test_pairs_of_links(arm):
    robot = impinge.load_robot(arm)
    found = {(f.a, f.b): f for f in impinge.find_link_pairs(robot, samples=2000, boxes=100)}
    assert found[0, 1].kind == "adjacent" and found[0, 2].kind == "sometimes" and found[0, 2].hits > 0
    with pytest.raises(TypeError, match="'samples' is one"):
        impinge.find_link_pairs(robot, sample=1)


def test_meshes_of_a_robot_live_as_long_as_the_robot():
    """They were borrowed from arrays that nobody held."""
    def made():
        ball = impinge.make_icosphere(0.5, 2)
        body = impinge.LinkBody(mesh=impinge.Mesh(np.array(ball.vertices), np.array(ball.faces)))
        return impinge.Robot(impinge.RobotModel("ball", [impinge.RobotLink("ball", [body])], []))

    robot, truth = made(), impinge.make_icosphere(0.5, 2)
    gc.collect()
    junk = [np.full((162, 3), 7.0) for _ in range(200)]
    assert np.array_equal(robot.model.links[0].bodies[0].mesh.vertices, truth.vertices) and junk


@pytest.mark.parametrize("solid", [
    impinge.Solid.half_space((0, 3, 4), 2), impinge.Solid.box((1, 2, 3)), impinge.Solid.sphere(2), impinge.Solid.capsule(0.3, 2),
    impinge.Solid.cylinder(1, 3), impinge.Solid.cone(1, 2), impinge.Solid.ellipsoid((1, 2, 3)),
    impinge.Solid.points([[0, 0, 0], [1, 2, 3]], 0.1), impinge.Solid.height_field([[0, 1], [1, 0]], 1, 1)], ids=lambda s: str(s.kind))
def test_solids_go_through_pickle_and_scenes(solid):
    assert isinstance(solid, impinge.LineShape) and pickle.loads(pickle.dumps(solid)) == solid and solid.name in repr(solid)
    scene = impinge.Scene()
    scene.add("solid", solid)
    scene.add("probe", impinge.Solid.sphere(0.5), (0, 0, 40))
    assert scene.object(0).shape is solid and scene.object(1).shape.kind == "sphere"
    again = pickle.loads(pickle.dumps(scene))
    engine = impinge.Engine()
    assert engine.check(again, clearance=100).pairs == engine.check(scene, clearance=100).pairs
    if solid.kind != "height_field":
        assert solid.signed_distance((0, 0, -30)) != 0 and solid.tessellated(12, 5).face_count > 3


def test_solids_of_scene_files_go_through_pickle(tmp_path):
    """A shape that came out of a file did not know how it was made."""
    text = json.dumps({"schema": "impinge.scene/1", "objects": [
        {"name": "floor", "shape": {"half_space": [0, 0, 1, 0]}}, {"name": "ball", "shape": {"solid": {"sphere": 2}}, "position": [0, 0, 5]}]})
    scene = impinge.parse_scene(text)
    again = pickle.loads(pickle.dumps(scene))
    assert again == scene and impinge.Engine().check(again, clearance=9).pairs[0].distance == 3


@pytest.mark.skipif(not (BUILD / "modules" / "libimpinge_cad.so").exists(), reason="this build has no CAD module")
def test_cad_files_are_checked_as_the_tool_does(tool, tmp_path):
    file = tmp_path / "fit.step"
    file.write_text(shaft_in_bore(0.005))
    for words, options in (({}, []), ({"clearance": 0.01, "deflection": 0.1}, ["--clearance", "0.01", "--deflection", "0.1"])):
        result = impinge.check(file, **words)
        theirs, status = run(tool, "check", file, *options)
        mine = timeless(result.to_dict())
        assert mine == timeless(theirs) and bool(result.findings) == (status == 1)
    assert result.pairs[0].certainty == "proved" and result.pairs[0].gap.low <= 0.005 <= result.pairs[0].gap.high
    cad, scene = impinge.CadScene(), impinge.Scene()
    assert cad.load(file, scene) == [0, 1] and cad.stats.faces > 0 and cad.colour(0) == ""
    wide = impinge.Engine().check(scene, clearance=cad.check_clearance(0.01))
    settled = cad.settle(wide, impinge.CheckOptions(clearance=0.01), distances=True)
    assert settled.pairs[0].certainty == "proved" and pickle.loads(pickle.dumps(settled)) == settled
    with pytest.raises(TypeError, match="load them again"):
        pickle.dumps(cad)
    file.write_text("ISO-10303-21;")
    with pytest.raises(impinge.Error):
        impinge.check(file)


def test_a_fresh_interpreter_loads_a_robot(arm):
    """From a fresh interpreter, as a planner starts."""
    code = f"import impinge; r = impinge.load_robot({str(arm)!r}); print(len(r.link_poses(r.rest())))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "3\n"
