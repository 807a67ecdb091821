# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Checks on several processes: the bytes of one machine, whatever ends on the way. Loopback addresses only."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import impinge

from dask_case import FULL, SMALL, TOOL, client, make_plant, plant, planted, whole  # noqa: F401
import impinge.dask as many
from impinge import _dask_cluster as processes
from impinge import _dask_simulate as simulation


def misbehaving(client, monkeypatch, variable, pair):
    """Workers that are there, and those that come after them."""
    text = "|".join(pair)
    monkeypatch.setenv(variable, text)

    def set_there():  # os.environ itself would travel as a copy
        os.environ[variable] = text

    def recover():
        os.environ.pop(variable, None)

    client.run(set_there)
    return lambda: client.run(recover)


def test_same_bytes_in_tasks_of_every_size(client, plant, whole):
    assert [(p["a"], p["b"]) for p in json.loads(whole)["pairs"]] == planted(plant)
    for memory in (0, SMALL):
        result = many.check(plant, client, memory=memory)
        assert result.to_json(stats=False) == whole and not result.trouble
        assert memory == 0 or result.times.tasks > 10
    assert result.times.workers == 2 and result.times.reads > 0


def test_same_bytes_of_other_questions(client, plant):
    overlaps = {"contacts": True, "curves": True, "patches": True, "overlap": True, "parting": True}
    for words in ({"clearance": 7.0}, {"self": True}, {"max_pairs": 4}, overlaps):
        expected = impinge.Engine().check(impinge.load_scene(plant), **words).to_json(stats=False)
        assert many.check(plant, client, **words, memory=SMALL).to_json(stats=False) == expected


@pytest.mark.parametrize("parts, workers", [(parts, workers) for parts in (1000, 20000) for workers in (1, 2, 4)]
                         if FULL else [(1000, 4)])
def test_same_bytes_from_memory_within_a_bound_and_from_workers(tmp_path, parts, workers):
    scene = make_plant(tmp_path, parts, parts // 100)

    def asked(*words):
        return subprocess.run([TOOL, "check", "--scene", scene, "--json", "-", "--no-stats", *words], capture_output=True).stdout

    expected = asked()
    assert [(p["a"], p["b"]) for p in json.loads(expected)["pairs"]] == planted(scene)
    assert asked("--memory", "300M") == expected
    with many.cluster(f"local:{workers}", "1GB") as opened:
        result = many.check(scene, opened, memory=10 * SMALL)
        assert result.to_json(stats=False).encode() == expected and not result.trouble
        assert result.times.workers == workers and result.times.reads > 0 and result.times.bytes > 0


def test_rules_come_along(client, plant):
    rules = [impinge.Rule(a=["*/tray*"], b=["*"], ignore=True)]
    scene = impinge.load_scene(plant)
    scene.set_rules(rules)
    expected = impinge.Engine().check(scene).to_json(stats=False)
    assert many.check(plant, client, rules=rules).to_json(stats=False) == expected


def test_workers_ended_again_and_again(client, plant, whole):
    dice, ended, stop = random.Random(3), [], threading.Event()

    def end_some():
        while not stop.wait(0.5) and len(ended) < (20 if FULL else 3):
            pids = {n: nanny.pid for n, nanny in client.cluster.workers.items() if nanny.pid}
            if pids:
                ended.append(dice.choice(sorted(pids.values())))
                os.kill(ended[-1], signal.SIGKILL)

    thread = threading.Thread(target=end_some)
    thread.start()
    try:
        rounds = 0
        while rounds < 2 or len(ended) < (20 if FULL else 3):
            result = many.check(plant, client, memory=SMALL // 2)
            assert result.to_json(stats=False) == whole and not result.trouble
            rounds += 1
    finally:
        stop.set()
        thread.join()
    client.wait_for_workers(2, timeout=180)


@pytest.mark.parametrize("variable", ["IMPINGE_TEST_CRASH", "IMPINGE_TEST_HUNGRY"])
def test_a_pair_that_ends_its_process_is_named(client, plant, whole, monkeypatch, variable):
    pair = planted(plant)[3]
    recover = misbehaving(client, monkeypatch, variable, pair)
    try:
        result = many.check(plant, client, memory=SMALL)
    finally:
        monkeypatch.delenv(variable)
        client.wait_for_workers(2, timeout=180)
        recover()
    assert [(a, b) for a, b, _ in result.trouble] == [pair]
    document, expected = json.loads(result.to_json(stats=False)), json.loads(whole)
    assert document.pop("trouble")[0]["a"] == pair[0]
    expected["pairs"] = [p for p in expected["pairs"] if (p["a"], p["b"]) != pair]
    assert document["pairs"] == expected["pairs"]


def test_a_folder_that_vanishes_for_a_moment(client, tmp_path):
    scene = make_plant(tmp_path)
    expected = impinge.Engine().check(impinge.load_scene(scene)).to_json(stats=False)
    shapes, away = tmp_path / "shapes", tmp_path / "away"
    impinge.open_scene(scene)

    def vanish():
        time.sleep(0.2)
        shapes.rename(away)
        time.sleep(1.5)
        away.rename(shapes)

    thread = threading.Thread(target=vanish)
    thread.start()
    try:
        try:
            result = many.check(scene, client, memory=SMALL, patience=30)
        except impinge.Error as error:  # in this process nobody waits
            assert error.code == "file_missing" and str(shapes) in str(error)
            thread.join()
            result = many.check(scene, client, memory=SMALL)
    finally:
        thread.join()
    assert result.to_json(stats=False) == expected


def test_goes_on_after_its_end(client, plant, whole, tmp_path):
    journal = tmp_path / "journal"
    shell = subprocess.Popen([sys.executable, "-m", "impinge.dask", "check", "--scene", plant, "--cluster", "local:1",
                              "--resume", journal, "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             start_new_session=True)
    begin = time.monotonic()
    while not list(journal.glob("*.answer")) and shell.poll() is None and time.monotonic() - begin < 120:
        time.sleep(0.05)
    os.killpg(shell.pid, signal.SIGKILL)  # scheduler, nannies and workers
    shell.wait()
    kept = len(list(journal.glob("*.answer")))
    assert kept > 0
    result = many.check(plant, client, resume=journal)
    assert result.times.kept == kept and result.to_json(stats=False) == whole
    broken = next(journal.glob("*.answer"))
    broken.write_bytes(broken.read_bytes()[:-3])
    assert many.check(plant, client, resume=journal).to_json(stats=False) == whole


def test_a_journal_knows_meshes_without_an_index(client, tmp_path):
    scene = make_plant(tmp_path / "works", parts=26, clashes=1)
    scene.with_name("plant.json.index").mkdir()  # where it cannot be written
    for _ in range(2):
        result = many.check(scene, client, resume=tmp_path / "journal")
    assert result.times.kept == result.times.tasks > 0
    shutil.copy(tmp_path / "works" / "shapes" / "machine_0.ply", tmp_path / "works" / "shapes" / "pump_0.ply")
    with pytest.raises(impinge.Error, match="a mesh file"):
        many.check(scene, client, resume=tmp_path / "journal")


def test_a_journal_of_another_check_is_refused(client, tmp_path):
    scene = make_plant(tmp_path / "works", parts=26, clashes=1)
    many.check(scene, client, resume=tmp_path / "journal")
    with pytest.raises(impinge.Error, match="the question"):
        many.check(scene, client, resume=tmp_path / "journal", clearance=1.0)
    shutil.copy(tmp_path / "works" / "shapes" / "machine_0.ply", tmp_path / "works" / "shapes" / "pump_0.ply")
    with pytest.raises(impinge.Error, match="a mesh file"):
        many.check(scene, client, resume=tmp_path / "journal")


def test_poses_and_motions(client, plant, tmp_path):
    dice = np.random.default_rng(5)
    poses = np.tile(np.eye(4), (300, 1, 1))
    poses[:, :3, 3] = dice.uniform(0, 4000, (300, 3))
    small = make_plant(tmp_path / "works", parts=26, clashes=0)
    scene = impinge.load_scene(small)
    expected = impinge.Engine().meet_poses(scene, "bay0/pump", poses)
    assert 0 < expected.sum() < 300
    heard = []
    found = many.meet_poses(small, "bay0/pump", poses, client, chunk=37, progress=lambda *how_far: heard.append(how_far))
    assert np.array_equal(found, expected) and len(heard) == 9 and heard[-1] == ("poses", 1.0)
    assert len(many.meet_poses(small, "bay0/pump", [], client)) == 0
    for place, value, kind in (((217, 0, 3), np.nan, impinge.Error), ((217, 3, 3), 2.0, ValueError)):
        wrong = poses.copy()
        wrong[place] = value
        with pytest.raises(kind, match="217"):
            many.meet_poses(small, "bay0/pump", wrong, client, chunk=37)
    files = []
    for speed in (10, 20, 30):
        box = {"box": [1, 1, 1]}
        files.append(tmp_path / f"{speed}.json")
        files[-1].write_text(json.dumps({"schema": "impinge.scene/1", "duration": 1, "objects": [
            {"name": "wall", "shape": box}, {"name": "b", "shape": box, "position": [-8, 0, 0], "velocity": [speed, 0, 0]}]}))
    found = many.sweep(files, client)
    assert found == [impinge.Engine().sweep(impinge.load_scene(f)) for f in files]


def end_a_worker(client):
    pids = [nanny.pid for nanny in client.cluster.workers.values() if nanny.pid]
    os.kill(pids[0], signal.SIGKILL)


@pytest.mark.parametrize("near", [True, False])
def test_poses_whose_worker_ends(client, plant, monkeypatch, near):
    if not near:  # as where workers are on other machines
        monkeypatch.setattr(processes, "all_here", lambda client: False)
    poses = np.tile(np.eye(4), (4000, 1, 1))
    poses[:, :3, 3] = np.random.default_rng(6).uniform(0, 8000, (4000, 3))
    expected = impinge.Engine().meet_poses(impinge.load_scene(plant), "bay0/pump", poses)
    client.wait_for_workers(2, timeout=180)
    stopper = threading.Timer(0.5, end_a_worker, [client])
    stopper.start()
    begin = time.monotonic()
    while stopper.is_alive() or time.monotonic() - begin < 2:
        assert np.array_equal(many.meet_poses(plant, "bay0/pump", poses, client, chunk=100), expected)
    client.wait_for_workers(2, timeout=180)
    folder = processes.memory_folder()
    assert not folder or not list(pathlib.Path(folder).glob("impinge-*"))


def test_what_is_missing_is_said():
    code = "import sys; sys.modules['distributed'] = None\nimport impinge.dask"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode != 0 and "python3-distributed" in run.stderr.splitlines()[-1]


def test_answers_in_bytes_that_are_damaged(plant, tmp_path):
    scene, engine, options = impinge.open_scene(plant), impinge.Engine(), impinge.CheckOptions()
    task = impinge._core._plan(engine, scene, options)["tasks"][0]
    answer = impinge._core._check_task(engine, scene, task["pairs"], options)[0]
    assert len(impinge._core._join(engine, scene, [answer], options)) > 0
    other = impinge.open_scene(make_plant(tmp_path, parts=13, clashes=0))
    for where, damaged in [(scene, answer[:k]) for k in (0, 1, 20, 48, len(answer) // 2, len(answer) - 1)] + [
            (scene, answer + b"x"), (scene, answer[:60] + bytes([answer[60] ^ 1]) + answer[61:]), (other, answer)]:
        with pytest.raises(impinge.Error, match="damaged, cut short, or about another scene"):
            impinge._core._join(engine, where, [damaged], options)


def test_simulation_against_closed_forms():
    even = [simulation.Recorded(1.0)] * 1000
    for workers in (1, 10, 1000):
        assert simulation.simulate(even, workers, scheduler=0).wall == pytest.approx(1000 / workers)
    # Who hands out tasks is the bottleneck, then the folder.
    assert simulation.simulate(even, 1000, scheduler=0.1).wall == pytest.approx(1000 * 0.1 + 1)
    read = [simulation.Recorded(0.001, 1e6)] * 1000
    assert simulation.simulate(read, 1000, scheduler=0, bandwidth=1e7).wall == pytest.approx(100 + 0.001)
