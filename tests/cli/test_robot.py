# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge check robot.urdf`: links are objects, states and joints move them, a cell comes from other files."""
import json

from tool_case import CORNERS, TRIANGLES, ToolCase, box_obj, jsonschema, main, schema_of


def link(name, size="0.1 0.1 1", at="0 0 0.5"):
    return (f'<link name="{name}"><collision><origin xyz="{at}"/><geometry><box size="{size}"/></geometry></collision>'
            "</link>\n")


def joint(name, parent, child, at, more=""):
    return (f'<joint name="{name}" type="revolute"><origin xyz="{at}"/><parent link="{parent}"/><child link="{child}"/>'
            f'<axis xyz="0 1 0"/><limit lower="-3" upper="3"/>{more}</joint>\n')


# Two arms of a metre on a plate; each stands straight up at 0.
ARM = ("<robot name=\"arm\">\n" + link("base", "1 1 0.1", "0 0 -0.1") + link("upper") + link("lower") +
       joint("shoulder", "base", "upper", "0 0 0") + joint("elbow", "upper", "lower", "0 0 1.1") + "</robot>\n")
SRDF = """<robot name="arm"><group name="arm"><chain base_link="base" tip_link="lower"/></group>
<group_state name="home" group="arm"><joint name="shoulder" value="0"/><joint name="elbow" value="0"/></group_state>
<group_state name="folded" group="arm"><joint name="shoulder" value="0"/><joint name="elbow" value="2.95"/></group_state>
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
<disable_collisions link1="upper" link2="lower" reason="Adjacent"/></robot>
"""


class Robots(ToolCase):
    def setUp(self):
        super().setUp()
        self.write("arm.urdf", ARM)

    def test_links_are_objects(self):
        document = self.check("arm.urdf", status=0)
        self.assertEqual([o["name"] for o in document["objects"]], ["base", "upper", "lower"])
        self.assertEqual(document["units"], "m")
        self.assertEqual(document["robots"], [{"name": "arm", "file": "arm.urdf", "joints": {"shoulder": 0, "elbow": 0}}])
        # Links that share a joint are left out, unless they are asked for.
        self.assertEqual(document["skipped"]["ignored"], 2)
        self.assertEqual(self.check("arm.urdf", "--adjacent", "check", status=0)["skipped"]["ignored"], 0)

    def test_states_and_joints(self):
        self.write("arm.srdf", SRDF)
        self.check("arm.urdf", "--state", "home", status=0)
        document = self.check("arm.urdf", "--state", "folded", "--joint", "shoulder=0.4", status=0)
        self.assertEqual(document["robots"][0]["joints"], {"shoulder": 0.4, "elbow": 2.95})
        document = self.check("arm.urdf", "--joint", "shoulder=1", "--joint", "elbow=3", status=1)
        self.assertEqual(self.verdicts(document), [("base", "lower", "crossing")])

    def test_a_cell_from_other_files(self):
        self.write("wall.obj", box_obj(1.0, at=(1.6, 0, 1)))
        self.check("arm.urdf", "wall.obj", status=0)
        document = self.check("arm.urdf", "wall.obj", "--joint", "shoulder=1.2", status=1)
        self.assertEqual(self.verdicts(document), [("lower", "wall", "crossing")])
        document = self.check("arm.urdf", "wall.obj", "--units", "mm", "--joint", "shoulder=1.2", status=1)
        self.assertEqual(self.verdicts(document), [("upper", "wall", "b_in_a")])
        self.write("cell.json", json.dumps({"schema": "impinge.scene/1", "units": "m", "objects": [
            {"name": "wall", "file": "wall.obj"}]}))
        document = self.check("--scene", "cell.json", "arm.urdf", "--joint", "shoulder=1.2", status=1)
        self.assertEqual(self.verdicts(document), [("wall", "lower", "crossing")])

    def test_two_robots(self):
        self.write("other/left.urdf", ARM)
        document = self.check("arm.urdf", "other/left.urdf", "--joint", "left/elbow=1", "--ignore", "group:base:*", status=1)
        self.assertEqual([o["name"] for o in document["objects"]],
                         ["arm/base", "arm/upper", "arm/lower", "left/base", "left/upper", "left/lower"])
        self.assertIn(("arm/upper", "left/upper", "same"), self.verdicts(document))
        self.trouble("check", "arm.urdf", "other/left.urdf", "--joint", "elbow=1", names=["2 robots", "arm/elbow"])

    def trajectory(self, *arguments, status):
        run = self.run_tool("sweep", "arm.urdf", *arguments, "--json", "-", status=status)
        document = json.loads(run.stdout)
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("trajectory")).validate(document)
        return document

    def test_trajectories(self):
        self.write("wall.obj", box_obj(1.0, at=(1.6, 0, 1)))
        self.write("path.csv", "time,shoulder,elbow\n0,0,0\n2,1.2,0\n")
        document = self.trajectory("wall.obj", "--trajectory", "path.csv", status=1)
        self.assertEqual([(p["a"], p["b"]) for p in document["pairs"]], [("lower", "wall")])
        first = document["pairs"][0]["first_contact"]
        self.assertAlmostEqual(first["joints"]["shoulder"], first["t"] * 0.6, places=9)
        # Just before it nothing meets, a little later it does.
        for t, status in ((first["t"], 0), (first["t"] + 1e-5, 1)):
            self.check("arm.urdf", "wall.obj", "--joint", f"shoulder={t * 0.6!r}", status=status)
        self.write("path.yaml", "joint_names: [shoulder]\npoints:\n- positions: [0]\n  time_from_start: 0\n"
                   "- positions: [1.2]\n  time_from_start: {secs: 2, nsecs: 0}\n")
        again = self.trajectory("wall.obj", "--trajectory", "path.yaml", status=1)
        self.assertEqual(again["pairs"], document["pairs"])
        self.write("short.csv", "time,shoulder\n0,0\n1,0.3\n")
        self.trajectory("wall.obj", "--trajectory", "short.csv", status=0)
        near = self.trajectory("wall.obj", "--trajectory", "short.csv", "--clearance", "inf", status=1)
        self.assertEqual(len(near["pairs"]), 4)
        for pair in near["pairs"]:
            self.assertLessEqual(pair["least_distance"]["low"], pair["least_distance"]["high"])
        for text, names in (("time,wrist\n0,0\n", ["bad.csv: line 1", "wrist"]), ("shoulder\n0\n", ["time"]),
                            ("time,shoulder\n0,0\n0,1\n", ["line 3", "increase"]), ("time,shoulder\n0,x\n", ["line 2"]),
                            ("time,shoulder\n0,9\n", ["line 2", "limits"]), ("time,shoulder\n", ["no waypoints"])):
            self.write("bad.csv", text)
            self.trouble("sweep", "arm.urdf", "--trajectory", "bad.csv", names=names)
        self.write("bad.yaml", "joint_names: &a [shoulder]\n")
        self.trouble("sweep", "arm.urdf", "--trajectory", "bad.yaml", names=["line 1", "anchors"])
        self.trouble("sweep", "arm.urdf", names="--trajectory")
        self.trouble("sweep", "wall.obj", "--trajectory", "path.csv", names=".urdf")
        self.trouble("sweep", "arm.urdf", "--trajectory", "path.csv", "--self", names="first contacts")

    def test_a_link_that_passes_through_an_open_body_was_clean(self):
        # A tube without ends: at both waypoints the link is outside, and it touches nothing.
        self.write("tube.obj", box_obj(4.0, faces=[f for f in TRIANGLES if len({CORNERS[i][2] for i in f}) == 2]))
        self.write("part.obj", box_obj(0.2))
        for body in ('<mesh filename="part.obj"/>', '<sphere radius="0.1"/>'):
            slide = ('<robot name="slide"><link name="rail"/><link name="part"><collision><geometry>' + body +
                     '</geometry></collision></link><joint name="way" type="prismatic"><parent link="rail"/>'
                     '<child link="part"/><axis xyz="0 0 1"/><limit lower="-30" upper="30"/></joint></robot>')
            self.write("slide.urdf", slide)
            self.write("path.csv", "time,way\n0,20\n1,-19\n")
            for status, options in ((1, ()), (0, ("--open", "surface"))):
                self.run_tool("sweep", "slide.urdf", "tube.obj", "--trajectory", "path.csv", *options, status=status)

    def test_pairs(self):
        self.write("arm.srdf", SRDF.replace('link2="upper"', 'link2="lower"'))
        run = self.run_tool("pairs", "arm.urdf", "--samples", "2000", "--output", "new.srdf", "--json", "-", status=0)
        document = json.loads(run.stdout)
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("pairs")).validate(document)
        self.assertEqual([(p["a"], p["b"], p["pair"]) for p in document["pairs"]],
                         [("base", "upper", "adjacent"), ("base", "lower", "sometimes"), ("upper", "lower", "adjacent")])
        text = (self.folder / "new.srdf").read_text()
        self.assertIn('name="folded"', text)
        self.assertNotIn('link2="lower" reason="Adjacent"/>\n<disable', text)
        # It is an SRDF that is read again.
        self.assertEqual(self.check("arm.urdf", "--srdf", "new.srdf", status=0)["skipped"]["ignored"], 2)

    def test_what_is_refused(self):
        self.trouble("check", "arm.urdf", "--joint", "wrist=1", names=["wrist", "shoulder, elbow"])
        self.trouble("check", "arm.urdf", "--joint", "elbow", names=["--joint elbow", "elbow=1.2"])
        self.trouble("check", "arm.urdf", "--joint", "elbow=4", names=["elbow", "limits", "-3 to 3"])
        self.check("arm.urdf", "--joint", "elbow=4", "--beyond-limits", status=0)
        self.trouble("check", "arm.urdf", "--state", "home", names=["home", "SRDF"])
        self.trouble("check", "arm.urdf", "--srdf", "none.srdf", names="none.srdf")
        self.trouble("check", "none.urdf", names="none.urdf")
        self.write_box("a.obj")
        self.write_box("b.obj")
        self.trouble("check", "a.obj", "b.obj", "--state", "home", names=".urdf")
        self.trouble("check", "--scene", "cell.json", "a.obj", "arm.urdf", names=["a.obj", "only robots"])
        self.write("bad.urdf", ARM.replace('<box size="1 1 0.1"/>', '<mesh filename="package://gone/base.stl"/>'))
        self.trouble("check", "bad.urdf", names=["bad.urdf: line 2", "gone", "--package-path"])
        self.write("loop.urdf", ARM.replace("</robot>", joint("back", "lower", "base", "0 0 0") + "</robot>"))
        self.trouble("check", "loop.urdf", names=["loop.urdf: line", "loop"])


if __name__ == "__main__":
    main()
