# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""impinge octree: octrees written and read, free and blocked ways, and octree files in a check."""
import json

from tool_case import ToolCase, main


class Octrees(ToolCase):
    def octree(self, *arguments, status=0):
        return json.loads(self.run_tool("octree", *arguments, "--json", "-", status=status).stdout)

    def test_sizes(self):
        box = self.write_box("box.obj")
        found = self.octree(box, "--level", "4", "--rule", "centre", "--compact")
        self.assertEqual(found["schema"], "impinge.octree/1")
        self.assertEqual(found["level"], 4)
        self.assertAlmostEqual(found["volume"], 1000, delta=120)
        self.assertLessEqual(found["cubes"], found["nodes"])
        self.assertIn("compacted", self.run_tool("octree", box, "--compact", status=0).stdout)

    def test_files(self):
        box = self.write_box("box.obj")
        written = {}
        for ending in ("df", "bt"):
            name = "box." + ending
            written[ending] = self.octree(box, "--level", "5", "--output", name)
            again = self.octree(name)
            self.assertEqual(again["voxels"], written[ending]["voxels"])
        result = self.check("box.df", "box.bt", status=1)
        self.assertEqual([p["verdict"] for p in result["pairs"]], ["same"])
        surface = "surface.ply"
        self.octree(box, "--level", "3", "--output", surface)
        self.check(surface, box, status=1)

    def test_an_ending_in_capitals_is_that_of_an_octree(self):
        box = self.write_box("box.obj")
        written = self.octree(box, "--level", "5", "--output", "BOX.DF")
        again = self.octree("BOX.DF", "--level", "3")  # a level is for meshes
        self.assertEqual((again["level"], again["voxels"]), (5, written["voxels"]))

    def test_clearance_map(self):
        box = self.write_box("box.obj")
        image = self.folder / "map.mha"
        self.octree(box, "--level", "4", "--clearance-map", str(image))
        self.assertTrue(image.read_bytes().startswith(b"ObjectType = Image"))
        self.trouble("octree", box, "--level", "9", "--clearance-map", str(image), names=["level 8"])

    def test_ways(self):
        box, wall = self.write_box("box.obj"), self.write_box("wall.obj", edge=20.0, at=(100, 0, 0))
        free = self.octree(box, "--pose", "0,0,0", "--pose", "0,300,0,0,0,1,1", "--free-of", wall)
        self.assertTrue(free["free"])
        blocked = self.octree(box, "--pose", "0,0,0", "--pose", "300,0,0", "--free-of", wall, status=1)
        self.assertFalse(blocked["free"])
        self.assertGreater(blocked["common_voxels"], 0)

    def test_trouble(self):
        box = self.write_box("box.obj")
        self.trouble("octree", names=["file"])
        self.trouble("octree", "missing.stl", names=["missing.stl"])
        self.trouble("octree", box, "--level", "11", names=["--level"])
        self.trouble("octree", box, "--pose", "0,0,0", names=["--pose"])
        self.trouble("octree", box, "--pose", "0,0,x", "--free-of", box, names=["--pose"])
        self.trouble("octree", box, "--output", "a.xyz", names=["a.xyz"])
        damaged = self.write("damaged.df", "impinge octree 1 and no more")
        self.trouble("octree", damaged, names=["damaged.df"])
        self.trouble("check", damaged, box, names=["damaged.df"])


if __name__ == "__main__":
    main()
