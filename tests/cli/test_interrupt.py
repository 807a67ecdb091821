# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Ctrl-C ends every sub-command soon, wherever it is, and the bar moves."""
import json
import math
import os
import pty
import re
import signal
import subprocess
import unittest

from tool_case import TOOL, ToolCase, main


def ball(seed, stacks):
    return {"displaced_sphere": {"radius": 10, "amplitude": 0.2, "stacks": stacks, "slices": 2 * stacks, "seed": seed}}


class Interrupt(ToolCase):
    def scene(self, stacks, **second):
        objects = [{"name": "a", "shape": ball(1, stacks)}, {"name": "b", "shape": ball(2, stacks), **second}]
        return self.write("long.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, "duration": 1}))

    def ball_file(self, stacks):
        """A closed sphere of quads with doubled corners at its poles, which takes long to read, to mend and to fill."""
        def point(i, j):
            if i in (0, stacks):  # the sine of pi is no zero, and the mesh would be open there
                return f"0 0 {10 if i == 0 else -10}"
            up, around = math.pi * i / stacks, math.pi * j / stacks
            return f"{10 * math.sin(up) * math.cos(around)} {10 * math.sin(up) * math.sin(around)} {10 * math.cos(up)}"

        columns = 2 * stacks
        points = [point(i, j) for i in range(stacks + 1) for j in range(columns)]
        quads = [f"4 {i * columns + j} {(i + 1) * columns + j} {(i + 1) * columns + (j + 1) % columns} {i * columns + (j + 1) % columns}"
                 for i in range(stacks) for j in range(columns)]
        self.write("ball.off", "\n".join(["OFF", f"{len(points)} {len(quads)} 0", *points, *quads]) + "\n")

    def interrupt(self, *arguments):
        """Presses Ctrl-C at several moments of runs that take longer. A run that ends by itself shows nothing."""
        pressed = 0
        for delay in (0.2, 0.5, 1.0, 1.7):
            run = subprocess.Popen([*TOOL, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                stdout, stderr = run.communicate(timeout=delay)
                break  # over before the signal
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGINT)
                stdout, stderr = run.communicate(timeout=120)
            if run.returncode in (0, 1) and pressed > 0:
                break  # the signal came with the end
            self.assertEqual((run.returncode, stdout), (130, ""), f"{arguments} after {delay} s: {stderr}")
            self.assertIn("interrupted", stderr)
            pressed += 1
        if pressed == 0:
            self.skipTest(f"{arguments[0]} was over before the signal")

    def test_check(self):
        self.interrupt("check", "--scene", self.scene(500), "--self")

    def test_overlap(self):
        self.interrupt("overlap", "--scene", self.scene(300, position=[9, 1, 2]), "--output", "common.ply")

    def test_distance(self):
        points = [f"{x} {y} {z}" for x in range(-70, 70, 2) for y in range(-70, 70, 2) for z in range(-70, 70, 2)]
        self.write("cloud.xyz", "\n".join(points) + "\n")
        self.interrupt("distance", "cloud.xyz", "a", "--scene", self.scene(400), "--threads", "1")

    def test_map(self):
        self.interrupt("map", "--scene", self.scene(300, position=[9, 1, 2]), "--resolution", "4096")

    def test_map_with_halved_cells_and_many_directions(self):
        self.interrupt("map", "--scene", self.scene(100, position=[9, 1, 2]), "--refine", "8", "--choose", "several",
                       "--directions", "16", "--parting", "1,0,0", "--resolution", "1024")

    def test_octree(self):
        self.ball_file(400)
        self.interrupt("octree", "ball.off", "--level", "10", "--compact", "--output", "ball.bt")

    def test_mend(self):
        self.ball_file(400)
        self.interrupt("mend", "ball.off", "mended.off")

    def test_plant(self):
        self.interrupt("plant", "works", "--parts", "200000", "--quiet")

    def test_sweep(self):
        self.interrupt("sweep", "--scene", self.scene(400, position=[30, 1, 2], velocity=[-60, 0, 0]), "--clearance", "1",
                       "--velocity-backface")

    def drawn(self, *arguments):
        """What is drawn on a terminal."""
        reader, writer = pty.openpty()
        run = subprocess.Popen([*TOOL, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=writer,
                               env={**os.environ, "TERM": "xterm"})
        os.close(writer)
        drawn = b""
        while True:
            try:
                more = os.read(reader, 4096)
            except OSError:  # what Linux says at the end
                break
            if not more:
                break
            drawn += more
        os.close(reader)
        self.assertEqual(run.wait(), 1)
        return drawn

    def test_the_bar_goes_on_while_a_step_reports_nothing(self):
        drawn = self.drawn("check", "--scene", self.scene(200, position=[9, 1, 2]), "--overlap", "common.ply", "--parting",
                           "--picture", "large.png", "--size", "3000x3000")
        if drawn.count(b" %  ") < 8:
            self.skipTest("the check was over before the bar could move")
        self.assertRegex(drawn, rb"s so far|s left")
        self.assertRegex(drawn, rb"writing (overlaps|large\.png)")
        self.assertTrue(drawn.endswith(b"\r\x1b[K"), drawn[-40:])

    def test_the_bar_of_a_map_moves(self):
        self.scene(200, position=[9, 1, 2])
        drawn = self.drawn("map", "--scene", "long.json", "--resolution", "4096", "--refine", "2", "--json", "map.json")
        shares = [int(share) for share in re.findall(rb"(\d+) %  (?!writing)", drawn)]
        self.assertEqual(shares, sorted(shares))
        if len(shares) < 10:
            self.skipTest("the map was over before the bar could move")
        self.assertGreater(len(set(shares)), 5, shares)
        self.assertGreater(shares[-1] - shares[0], 50, shares)


if __name__ == "__main__":
    main()
