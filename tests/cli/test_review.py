# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What build servers and review tools read: JUnit, SARIF, Markdown, BCF and GLB of a check and of a motion."""
import json
import os
import random
import uuid

from review_case import ReviewCase
from rule_reference import box
from tool_case import CORNERS, TRIANGLES, main

FULL = bool(os.environ.get("IMPINGE_FULL"))
OBJECTS = [box("plate", (0, 0, 0), (10, 10, 1)), box("pin", (2, 0, 0), (1, 1, 6)), box("lid", (0, 0, 1), (4, 4, 1)),
           box("2O2Fr$t4X7Zf8NOew3FLOH", (-4, 0, 1.1), (1, 1, 1)), box("far", (90, 0, 0))]
RULES = [{"a": "plate", "b": "lid", "accept": ["touching"], "reason": "rests on it"},
         {"a": "zz*", "b": "*", "clearance": 1},
         {"a": "*", "b": "*", "clearance": 0.2, "severity": "high"}]
ALL = ["--junit", "j.xml", "--sarif", "s.sarif", "--markdown", "r.md", "--bcf", "b.bcfzip", "--glb", "g.glb"]


class Review(ReviewCase):
    def run_all(self, *arguments, status=1):
        return self.run_tool("check", *arguments, *ALL, "--quiet", status=status)

    def test_junit(self):
        self.run_all("--scene", self.scene(OBJECTS, rules=RULES))
        cases = self.junit("j.xml")
        rules = {name: result for (suite, name), result in cases.items() if suite == "rules"}
        self.assertEqual([r and r[0] for r in rules.values()], [None, "skipped", "failure", None])
        self.assertEqual(list(rules.values())[2][1], "3 findings")
        found = {name.split(" (")[0]: result for (suite, name), result in cases.items() if suite == "findings"}
        self.assertEqual(found["plate / lid"][:2], ("skipped", "touching, accepted: rests on it"))
        self.assertEqual(found["plate / pin"][:2], ("failure", "plate / pin: crossing"))
        self.assertIn("volume: 1 mm^3", found["plate / pin"][2])
        self.assertEqual(found["plate / 2O2Fr$t4X7Zf8NOew3FLOH"][1], "plate / 2O2Fr$t4X7Zf8NOew3FLOH: near")

    def test_sarif_points_at_objects_and_rules(self):
        scene = self.scene(OBJECTS, rules=RULES)
        text = self.text_of(scene)
        for layout in (text, json.dumps(json.loads(text)), "\r\n".join(text.splitlines()) + "\r\n"):
            (self.folder / scene).write_text(layout, encoding="utf-8", newline="")
            self.run_all("--scene", scene)
            run = self.sarif("s.sarif")
            layout = layout.replace("\r\n", "\n")
            self.assertEqual(len(run["results"]), 4)
            for result in run["results"]:
                a, *others = [result["locations"][0], *result["relatedLocations"]]
                self.assertEqual(self.region(layout, a)["name"], result["properties"]["a"])
                self.assertEqual(self.region(layout, others[0])["name"], result["properties"]["b"])
                accepted = result["ruleId"] == "touching"
                self.assertEqual(self.region(layout, others[1]), RULES[0 if accepted else 2])
                self.assertEqual(result.get("suppressions"),
                                 [{"kind": "external", "status": "accepted", "justification": "rests on it"}] if accepted else None)
                self.assertEqual(result["level"], "warning" if accepted else "error")
            notes = run["invocations"][0]["toolConfigurationNotifications"]
            self.assertEqual(len(notes), 1)
            self.assertEqual(self.region(layout, notes[0]["locations"][0]), RULES[1])

    def test_sarif_of_files_and_parts(self):
        a, b = self.two_boxes(5)
        self.run_tool("check", a, b, "--sarif", "s.sarif", "--quiet", status=1)
        place = self.sarif("s.sarif")["results"][0]["locations"][0]
        self.assertEqual(place["physicalLocation"]["artifactLocation"]["uri"], "left.obj")
        self.run_tool("check", a, b, "--glb", "both.glb", "--quiet", status=1)
        scene = self.scene([box("first", (0, 0, 99)), {"file": "both.glb", "parts": True}, box("last", (2.5, 0, 0), (1, 1, 9))])
        self.run_tool("check", "--scene", scene, "--sarif", "s.sarif", "--quiet", status=1)
        text = self.text_of(scene)
        for result in self.sarif("s.sarif")["results"]:
            for side, place in zip("ab", [result["locations"][0], result["relatedLocations"][0]]):
                entry, name = self.region(text, place), result["properties"][side]
                self.assertEqual(entry.get("name", "of the file"), "last" if name == "last" else "of the file")

    def test_markdown_and_its_pictures(self):
        self.run_all("--scene", self.scene(OBJECTS, rules=RULES))
        text = self.text_of("r.md")
        self.assertTrue(text.startswith("## impinge check: 3 findings in 10 pairs; 1 accepted\n"), text[:80])
        pictures = sorted(p.name for p in (self.folder / "r.pictures").iterdir())
        self.assertEqual(len(pictures), 3)
        for name in pictures:
            self.assertIn(f'<img src="r.pictures/{name}" width="320"', text)
        self.assertIn("| plate | lid | touching |", text.split("<details>")[1])
        self.run_tool("check", "--scene", "scene.json", "--markdown", "few.md", "--snapshots", 1, "--quiet", status=1)
        self.assertEqual(len(list((self.folder / "few.pictures").iterdir())), 1)
        self.run_tool("check", "--scene", "scene.json", "--markdown", "none.md", "--snapshots", 0, "--quiet", status=1)
        self.assertFalse((self.folder / "none.pictures").exists())
        printed = self.run_tool("check", "--scene", "scene.json", "--markdown", "-", status=1).stdout
        self.assertEqual(printed, self.text_of("none.md"))

    def test_bcf(self):
        scene = self.scene(OBJECTS, rules=RULES)
        seen = {}
        for version in ("2.1", "3.0"):
            self.run_tool("check", "--scene", scene, "--bcf", "b.bcf", "--bcf-version", version, "--quiet", status=1)
            topics = seen[version] = self.bcf("b.bcf", version)
            self.assertEqual(set(topics), {"plate / pin: crossing", "pin / lid: crossing", "plate / 2O2Fr$t4X7Zf8NOew3FLOH: near"})
            markup, view, picture = topics["plate / 2O2Fr$t4X7Zf8NOew3FLOH: near"]
            self.assertTrue(picture)
            self.assertEqual([c.get("IfcGuid") for c in view.iterfind("Components/Selection/Component")],
                             [None, "2O2Fr$t4X7Zf8NOew3FLOH"])
            self.assertEqual(view.findtext("Components/Selection/Component/AuthoringToolId"), "plate")
            # In metres: the gap is 0.1 mm wide.
            ends = [[float(view.findtext(f"Lines/Line/{end}/{axis}")) for axis in "XYZ"] for end in ("StartPoint", "EndPoint")]
            self.assertAlmostEqual(abs(ends[1][2] - ends[0][2]), 1e-4, 12)
            self.looks_at(view, [(p + q) / 2 for p, q in zip(*ends)], 0.02)
            self.looks_at(topics["plate / pin: crossing"][1], [0.002, 0, 0], 0.02)
        guids = [{t[0].find("Topic").get("Guid") for t in topics.values()} for topics in seen.values()]
        self.assertEqual(guids[0], guids[1])

    def test_ifc_guids_in_names(self):
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"
        dice = random.Random(11)
        names = {}
        for k in range(20):
            guid = uuid.UUID(int=dice.getrandbits(128))
            number, short = guid.int, ""
            for _ in range(22):
                number, digit = divmod(number, 64)
                short = digits[digit] + short
            names[[f"product-{guid}-body", f"wall:{short}", f"{guid}".upper(), short][k % 4]] = short
        for name in ("4" + "a" * 21, "2O2Fr$t4X7Zf8NOew3FLO", "98b4d6f7-0000-0000-0000-00000000000", "2O2Fr$t4X7Zf8NOew3FLO-"):
            names[name] = None
        scene = self.scene([box("plate", (0, 0, 0)), *(box(name, (0.01 * i, 1, 0)) for i, name in enumerate(names))],
                           rules=[{"a": "plate", "b": "*"}])
        self.run_tool("check", "--scene", scene, "--bcf", "b.bcf", "--snapshots", "0", "--quiet", status=1)
        found = {}
        for _, view, _ in self.bcf("b.bcf").values():
            component = view.findall("Components/Selection/Component")[1]
            found[component.findtext("AuthoringToolId")] = component.get("IfcGuid")
        self.assertEqual(found, names)

    def looks_at(self, view, place, most):
        """The camera has the place in the middle of its view, from a distance in metres that shows it large."""
        read = lambda name: [float(view.findtext(f"PerspectiveCamera/{name}/{axis}")) for axis in "XYZ"]
        eye, along, up = read("CameraViewPoint"), read("CameraDirection"), read("CameraUpVector")
        to = [p - e for p, e in zip(place, eye)]
        far = sum(x * x for x in to) ** 0.5
        self.assertLess(far, most)
        self.assertGreater(sum(x * y for x, y in zip(to, along)) / far, 0.97)
        self.assertAlmostEqual(sum(x * y for x, y in zip(along, up)), 0, 12)
        self.assertAlmostEqual(sum(x * x for x in along), 1, 12)

    def test_glb_is_read_back(self):
        self.run_all("--scene", self.scene(OBJECTS, rules=RULES))
        document = self.glb("g.glb")
        nodes = document["nodes"]
        roots = {nodes[i]["name"]: nodes[i] for i in document["scenes"][0]["nodes"]}
        self.assertEqual(set(roots), {"objects", "findings"})
        self.assertEqual([nodes[i]["name"] for i in roots["objects"]["children"]], [o["name"] for o in OBJECTS])
        found = {nodes[i]["name"]: nodes[i] for i in roots["findings"]["children"]}
        self.assertEqual(len(found), 4)
        names = lambda node: [nodes[i]["name"] for i in node["children"]]
        self.assertEqual(names(found["plate / pin: crossing"]), ["lump 1", "curve 1", "curve 2", "witness"])
        self.assertEqual(names(found["plate / 2O2Fr$t4X7Zf8NOew3FLOH: near"]), ["nearest points"])
        self.assertEqual(found["plate / lid: touching"]["extras"]["impinge"]["reason"], "rests on it")
        # Read by our own reader: the bodies stand where they stood, and so do the lumps.
        again = self.check("g.glb", "--parts", status=1)
        self.assertEqual({o["name"] for o in again["objects"]}, {o["name"] for o in OBJECTS} | {"lump 1", "lump 1#2"})
        self.assertIn(("plate", "pin", "crossing"), self.verdicts(again))
        self.assertIn("b_in_a", {p["verdict"] for p in again["pairs"] if p["b"] == "lump 1" and p["a"] == "pin"})

    def test_without_findings(self):
        self.run_all("--scene", self.scene([box("one", (0, 0, 0)), box("two", (9, 0, 0))]), status=0)
        self.assertEqual(self.junit("j.xml"), {("rules", "all pairs"): None})
        self.assertEqual(self.sarif("s.sarif")["results"], [])
        self.assertEqual(self.bcf("b.bcfzip"), {})
        self.assertEqual(self.text_of("r.md").strip().splitlines()[0], "## impinge check: 0 findings in 1 pair")
        self.assertFalse((self.folder / "r.pictures").exists())
        self.assertEqual(len(self.glb("g.glb")["meshes"]), 2)

    def test_many_findings(self):
        side = 448 if FULL else 40
        dice = [box(f"part {i}", (1e-3 * i, 1e-3 * (i * i % 97), 0)) for i in range(side)]
        self.run_tool("check", "--scene", self.scene(dice), "--verdicts", *ALL, "--snapshots", 2, "--quiet", status=1)
        pairs = side * (side - 1) // 2
        self.assertEqual(len(self.junit("j.xml")), pairs + 1)
        self.assertEqual(len(self.sarif("s.sarif")["results"]), pairs)
        topics = self.bcf("b.bcfzip")
        self.assertEqual((len(topics), sum(t[2] for t in topics.values())), (pairs, 2))
        text = self.text_of("r.md")
        self.assertIn(f"and {pairs - 100} more", text)
        self.assertLess(len(text), 65536)
        self.assertEqual(len(self.glb("g.glb")["nodes"]), side + 2 + 2 * pairs)

    def test_shapes_without_faces_and_objects_with_themselves(self):
        ball = {"name": "ball", "shape": {"implicit": {"sphere": {"radius": 2}}}}
        self.run_all("--scene", self.scene([ball, box("cube", (2, 0, 0))]))
        self.assertEqual(set(self.bcf("b.bcfzip")), {"ball / cube: crossing"})
        self.assertEqual(self.glb("g.glb")["nodes"][0]["extras"]["impinge"]["shown_as"], "box")
        self.run_tool("check", "--scene", "scene.json", "--method", "zlist", *ALL, "--quiet", status=1)
        self.sarif("s.sarif")
        knot = [[0, 1, 2], [0, 3, 4], [5, 6, 7]]
        obj = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 1 1 -2\nv 2 1 2\nv 1 2 2\n"
        self.write("knot.obj", obj + "".join("f " + " ".join(str(i + 1) for i in f) + "\n" for f in knot))
        self.run_tool("check", "knot.obj", "--self", *ALL, "--quiet", status=1)
        self.assertEqual(set(self.bcf("b.bcfzip")), {"knot with itself: crossing"})
        self.assertEqual(len(self.sarif("s.sarif")["results"][0].get("relatedLocations", [])), 0)

    def test_simple_solids_and_half_spaces(self):
        ground = {"name": "ground", "shape": {"half_space": [0, 0, 1, 0]}}
        ball = {"name": "ball", "shape": {"solid": {"sphere": 2}}, "position": [0, 0, 1]}
        self.run_all("--scene", self.scene([ground, ball, box("cube", (1, 0, 2))]))
        topics = self.bcf("b.bcfzip")
        self.assertEqual(set(topics), {"ground / ball: crossing", "ball / cube: crossing"})
        for _, view, _ in topics.values():
            self.looks_at(view, (0, 0, 0.001), 0.05)
        nodes = self.glb("g.glb")["nodes"]
        self.assertEqual([n["extras"]["impinge"]["shown_as"] for n in nodes[:2]], ["triangles", "triangles"])
        self.assertIn("ball", {o["name"] for o in self.check("g.glb", "--parts", status=1)["objects"]})

    def test_motion(self):
        wall = box("wall", (0, 0, 0), (0.1, 10, 10))
        outputs = ALL[:8]
        for motion in ({"velocity": [40, 0, 0]}, {"keyframes": [{"t": 0, "position": [-20, 0, 0]}, {"t": 1, "position": [20, 0, 0]}]}):
            bullet = {**box("bullet", (-20, 0, 0), (0.2, 0.2, 0.2)), **motion}
            scene = self.scene([wall, bullet], duration=1)
            self.run_tool("sweep", "--scene", scene, *outputs, "--clearance", "1", "--quiet", status=1)
            results = list(self.junit("j.xml").values())
            self.assertEqual([r[1] for r in results], ["1 finding", "wall / bullet: contact"])
            self.assertIn("first contact: time 0.49625", results[1][2])
            result = self.sarif("s.sarif")["results"][0]
            self.assertEqual(self.region(self.text_of(scene), result["relatedLocations"][0])["name"], "bullet")
            self.assertEqual([t[2] for t in self.bcf("b.bcfzip").values()], [False])
            self.assertIn("| wall | bullet | contact |", self.text_of("r.md"))

    def test_motion_into_an_open_body(self):
        self.write_box("crate.obj", faces=[t for t in TRIANGLES if not all(CORNERS[i][2] > 0 for i in t)])
        scene = self.scene([{"file": "crate.obj"}, {**box("part", (0, 0, 20), (1, 1, 1)), "velocity": [0, 0, -21]}], duration=1)
        self.run_tool("sweep", "--scene", scene, *ALL[:8], "--quiet", status=1)
        result = self.sarif("s.sarif")["results"][0]
        self.assertIn(result["ruleId"], ("b_in_a", "undecided"))
        self.assertIn("enclosed", result["properties"])
        self.assertEqual(len(self.bcf("b.bcfzip")), 1)
        self.junit("j.xml")

    def test_baseline(self):
        scene = self.scene(OBJECTS[:3])
        self.run_tool("check", "--scene", scene, "--json", "old.json", "--quiet", status=1)
        moved = [*OBJECTS[:2], box("new", (2, 0, 3))]
        self.run_all("--scene", self.scene(moved), "--baseline", "old.json")
        states = {name.split(" (")[0]: r[0] for (suite, name), r in self.junit("j.xml").items() if suite == "findings"}
        self.assertEqual(states, {"plate / pin": "skipped", "pin / new": "failure"})
        said = [(r["ruleId"], r.get("baselineState")) for r in self.sarif("s.sarif")["results"]]
        self.assertEqual(said, [("crossing", "unchanged"), ("crossing", None), ("touching", "absent"), ("crossing", "absent")])
        self.assertIn("2 gone", self.text_of("r.md"))

    def test_files_appear_whole_or_not_at_all(self):
        a, b = self.two_boxes(5)
        before = sorted(p.name for p in self.folder.iterdir())
        for option in ("--junit", "--sarif", "--bcf", "--markdown", "--glb"):
            ending = {"--bcf": ".bcfzip", "--markdown": ".md", "--glb": ".glb"}.get(option, ".xml")
            os.symlink("/dev/full", self.folder / f"full{ending}")
            self.trouble("check", a, b, option, f"full{ending}", names="full")
            os.unlink(self.folder / f"full{ending}")
            self.trouble("check", a, b, option, f"no/such/folder/x{ending}", names=option)
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), before, option)
            if os.geteuid() != 0:
                (self.folder / "locked").mkdir(mode=0o555)
                self.trouble("check", a, b, option, f"locked/x{ending}", names=option)
                (self.folder / "locked").rmdir()
            self.write(f"mine{ending}", "before")
            self.run_tool("check", a, b, option, f"mine{ending}", "--quiet", status=1)
            self.assertNotEqual((self.folder / f"mine{ending}").read_bytes()[:6], b"before")
            for path in [self.folder / f"mine{ending}", *(self.folder / "mine.pictures").glob("*")]:
                path.unlink()
            if (self.folder / "mine.pictures").exists():
                (self.folder / "mine.pictures").rmdir()

    def test_wrong_options(self):
        a, b = self.two_boxes(5)
        self.trouble("check", a, b, "--bcf", "x.txt", names="--bcf")
        self.trouble("check", a, b, "--bcf", "x.bcf", "--bcf-version", "2.0", names="--bcf-version")
        self.trouble("check", a, b, "--bcf-version", "3.0", names="--bcf FILE")
        self.trouble("check", a, b, "--glb", "-", names="--glb")
        self.trouble("check", a, b, "--glb", "x.gltf", names=".glb")
        self.trouble("check", a, b, "--markdown", "x.html", names=".md")
        self.trouble("check", a, b, "--snapshots", "3", names="--markdown")
        self.trouble("check", a, b, "--markdown", "x.md", "--snapshots", "many", names="--snapshots")
        self.trouble("check", a, b, "--junit", "x.xml", "--sarif", "x.xml", names="two names")
        self.trouble("check", a, b, "--junit", a, names="overwrite an input")
        self.trouble("sweep", "--scene", "x.json", "--glb", "x.glb", names="--glb")


if __name__ == "__main__":
    main()
