# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Progress, exceptions in callbacks, and Ctrl-C."""
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import impinge


def bodies():
    mesh = impinge.make_displaced_sphere(1, 0.2, 200, 400)
    scene = impinge.Scene()
    scene.add("a", mesh)
    scene.add("b", mesh, (0.3, 0, 0))
    return scene


def test_progress_goes_up_to_all():
    heard = []
    impinge.Engine().check(bodies(), progress=lambda stage, share: heard.append((stage, share)))
    shares = [share for _, share in heard]
    assert shares == sorted(shares) and 0 <= shares[0] and shares[-1] <= 1 and all(isinstance(s, str) for s, _ in heard)


def test_a_bar_is_shown(capsys):
    impinge.check(impinge.make_box((1, 1, 1)), impinge.make_box((1, 1, 1)), progress=True)
    with pytest.raises(TypeError, match="progress"):
        impinge.check(impinge.make_box((1, 1, 1)), impinge.make_box((1, 1, 1)), progress=7)


def test_what_a_callback_raises_ends_the_query():
    def stop(stage, share):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        impinge.Engine().check(bodies(), progress=stop)

    def refuse(a, b):
        raise KeyError("asked")

    with pytest.raises(KeyError, match="asked"):
        impinge.Engine().check(bodies(), asks=refuse)
    assert impinge.Engine().check(bodies(), asks=lambda a, b: False).skipped.refused == 1


@pytest.mark.parametrize("query", ["engine.map(scene, resolution=4096)", "engine.check(scene, parting=True, overlap=True)",
                                   "engine.meet_poses(scene, 'b', poses)"])
def test_ctrl_c_stops_a_query(query):
    code = textwrap.dedent(f"""
        import sys, threading, time, os, signal
        sys.path.insert(0, {str(pathlib.Path(impinge.__file__).parents[1])!r})
        import numpy as np, impinge
        mesh = impinge.make_displaced_sphere(1, 0.2, 400, 800)
        scene = impinge.Scene()
        scene.add("a", mesh)
        scene.add("b", mesh, (0.3, 0, 0))
        engine = impinge.Engine()
        poses = impinge.poses_at(np.linspace((0.2, 0, 0), (2, 0, 0), 200000))
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have jobs in the background ignore it
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            for _ in range(1000):
                {query}
        except KeyboardInterrupt:
            print("stopped")
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "stopped", done.stderr


def test_other_threads_run_during_a_query():
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = len(ticks)
    impinge.Engine(threads=1).map(bodies(), resolution=1024)
    stop.set()
    thread.join()
    assert len(ticks) - begin > 3
