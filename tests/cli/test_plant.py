# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Plants, and checks of them within a bound of memory: the same bytes, the planted clashes and no others."""
import json
import os
import subprocess
import time

from tool_case import TOOL, ToolCase, jsonschema, main, schema_of

# Whose memory is not the tool's alone.
INSTRUMENTED = bool(os.environ.get("IMPINGE_EMULATOR")) or "ASAN_OPTIONS" in os.environ


class PlantCase(ToolCase):
    def plant(self, parts=400, clashes=9, **options):
        words = [w for key, value in options.items() for w in (f"--{key}", value)]
        self.run_tool("plant", "works", "--parts", parts, "--clashes", clashes, "--quiet", *words, status=0)
        return "works/plant.json"

    def bytes_of(self, scene, *options, status=1):
        self.run_tool("check", "--scene", scene, "--json", "out.json", "--no-stats", "--quiet", *options, status=status)
        return (self.folder / "out.json").read_bytes()

    def planted(self):
        pairs = json.loads((self.folder / "works" / "clashes.json").read_text())["pairs"]
        return [(p["a"], p["b"], p["verdict"]) for p in pairs]


class BoundedMemory(PlantCase):
    def test_same_bytes_and_the_planted_clashes(self):
        scene = self.plant(parts=1000, clashes=14)
        whole = self.bytes_of(scene)
        self.assertEqual([(p["a"], p["b"], p["verdict"]) for p in json.loads(whole)["pairs"]], self.planted())
        for memory in ("300M", "60M", "1"):
            self.assertEqual(self.bytes_of(scene, "--memory", memory), whole, memory)

    def test_same_bytes_of_other_questions(self):
        scene = self.plant(parts=130)
        for options in (["--clearance", "7"], ["--self"], ["--volume"], ["--patches", "--parting"], ["--max-pairs", "5"], ["--ignore", "*/tray*:*"],
                        ["--tolerance", "1"], ["--touching", "ignore"]):
            status = self.run_tool("check", "--scene", scene, "--quiet", *options).returncode
            whole = self.bytes_of(scene, *options, status=status)
            self.assertEqual(self.bytes_of(scene, "--memory", "80M", *options, status=status), whole, options)

    def test_same_files_of_overlaps(self):
        scene, files = self.plant(parts=130), ["contacts.csv", "curves.obj", "overlap.ply", "pairs.csv", "faces.csv"]
        options = [w for option, file in zip(["--contacts", "--curves", "--overlap", "--csv", "--face-pairs"], files)
                   for w in (option, file)]
        self.bytes_of(scene, *options)
        whole = [(self.folder / file).read_bytes() for file in files]
        self.bytes_of(scene, "--memory", "80M", *options)
        self.assertEqual([(self.folder / file).read_bytes() for file in files], whole)

    def test_polygons_are_named_without_the_shape(self):
        quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        self.write_box("box.obj", faces=quads)
        self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "objects": [
            {"name": "a", "file": "box.obj"}, {"name": "b", "file": "box.obj", "position": [3, 4, 5]}]}))
        whole = self.bytes_of("scene.json")
        self.assertIn(b"a_source_face", whole)
        self.assertEqual(self.bytes_of("scene.json", "--memory", "50M"), whole)
        whole = self.run_tool("check", "--scene", "scene.json", "--face-pairs", "-", status=1).stdout
        self.assertEqual(self.run_tool("check", "--scene", "scene.json", "--face-pairs", "-", "--memory", "50M",
                                       status=1).stdout, whole)

    def test_within_the_bound_and_shapes_read_at_most_once_and_a_half(self):
        cases = [(4000, 8_000_000, 40, "80M", 80e6)]
        if os.environ.get("IMPINGE_FULL"):
            cases.append((200_000, 100_000_000, 1000, "2G", 2e9))
        for parts, faces, clashes, memory, most in cases:
            scene = self.plant(parts=parts, clashes=clashes, faces=faces)
            self.assertLess(sum(p.stat().st_size for p in (self.folder / "works").rglob("*") if p.is_file()), 2e9)
            for index in ("made", "used"):
                run = subprocess.Popen([*TOOL, "check", "--scene", scene, "--memory", memory, "--json", "out.json", "--quiet"],
                                       cwd=self.folder)
                _, status, used = os.wait4(run.pid, 0)
                run.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(run.returncode, 1)
                if not INSTRUMENTED:
                    self.assertLess(used.ru_maxrss * 1024, most, f"{parts} parts, index {index}")
            document = json.loads((self.folder / "out.json").read_text())
            self.assertEqual([(p["a"], p["b"], p["verdict"]) for p in document["pairs"]], self.planted())
            stages = {s["name"]: s for s in document["stats"]["stages"]}
            self.assertGreater(stages["read"]["in"], 0)
            self.assertLessEqual(stages["read"]["out"], 1.5 * stages["read"]["in"])
            self.assertGreater(stages["read_bytes"]["out"], 0)

    def test_without_stats(self):
        scene = self.plant(parts=26, clashes=1)
        document = json.loads(self.bytes_of(scene))
        self.assertNotIn("stats", document)
        self.validate(document)
        self.trouble("check", "--scene", scene, "--no-stats", names="--json")


class Index(PlantCase):
    def test_kept_used_and_made_anew(self):
        scene = self.plant(parts=26, clashes=1)
        whole = self.bytes_of(scene)
        self.bytes_of(scene, "--memory", "1G")
        index = self.folder / "works" / "plant.json.index"
        kept = index.read_bytes()
        for damaged in (b"", kept[:100], kept.replace(b"machine", b"maschin", 1), b"x" + kept):
            index.write_bytes(damaged)
            self.assertEqual(self.bytes_of(scene, "--memory", "1G"), whole)
        self.assertEqual(self.bytes_of(scene, "--memory", "1G", "--index", "other.index"), whole)
        self.assertTrue((self.folder / "other.index").exists())
        self.trouble("check", "--scene", scene, "--memory", "1G", "--index", "nowhere/x.index", names="nowhere")

    def test_a_changed_file_is_noticed(self):
        scene = self.plant(parts=26, clashes=1)
        self.bytes_of(scene, "--memory", "1G")
        shape = self.folder / "works" / "shapes" / "slab_0.ply"
        before = shape.stat()
        content = shape.read_bytes()
        at = content.index(b"end_header") + len(b"end_header\n")
        shape.write_bytes(content[:at] + b"\0" * 8 + content[at + 8:])  # of the same length
        os.utime(shape, ns=(before.st_atime_ns, before.st_mtime_ns))    # and with the same time
        time.sleep(0.01)
        status = self.run_tool("check", "--scene", scene, "--quiet").returncode
        self.assertEqual(self.bytes_of(scene, "--memory", "1G", status=status), self.bytes_of(scene, status=status))

    def test_missing_files(self):
        scene = self.plant(parts=26, clashes=1)
        (self.folder / "works" / "shapes" / "slab_0.ply").unlink()
        self.trouble("check", "--scene", scene, "--memory", "1G", names=["slab_0.ply", "objects[0]"])


class Plan(PlantCase):
    def test_says_and_does_not(self):
        scene = self.plant(parts=260)
        text = self.run_tool("check", "--scene", scene, "--plan", status=0).stdout
        self.assertIn("pairs near each other", text)
        self.assertIn("1 worker", text)
        document = json.loads(self.run_tool("check", "--scene", scene, "--plan", "--json", "-", status=0).stdout)
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("plan")).validate(document)
        self.assertEqual(sum(t["pairs"] for t in document["tasks"]), document["pairs"])
        self.assertAlmostEqual(sum(t["seconds"] for t in document["tasks"]), document["seconds"])

    def test_refusals(self):
        scene = self.plant(parts=26, clashes=0)
        self.trouble("check", "a.stl", "b.stl", "--memory", "1G", names="--scene")
        for size in ("0", "many", "-1G", "2Q", "nan", "1e30G"):
            self.trouble("check", "--scene", scene, "--memory", size, names=["--memory", size])
        for options in (["--verdicts"], ["--method", "cluster_tree"], ["--picture", "x.png"], ["--report", "x.html"],
                        ["--glb", "g.glb"]):
            self.trouble("check", "--scene", scene, "--memory", "1G", *options, names=options[0])


class Generator(PlantCase):
    def test_same_seed_same_bytes(self):
        scene = self.plant(seed=3)
        first = {p.relative_to(self.folder): p.read_bytes() for p in self.folder.rglob("*") if p.is_file()}
        self.plant(seed=3)
        self.assertEqual({p.relative_to(self.folder): p.read_bytes() for p in self.folder.rglob("*") if p.is_file()}, first)
        self.plant(seed=4)
        self.assertNotEqual((self.folder / scene).read_bytes(), first[(self.folder / scene).relative_to(self.folder)])

    def test_refusals(self):
        self.trouble("plant", "x", "--parts", "12", names="--parts 12")
        self.trouble("plant", "x", "--parts", "26", "--clashes", "3", names="--clashes 3")
        self.write("taken", "a file")
        self.trouble("plant", "taken", names="taken")


if __name__ == "__main__":
    main()
