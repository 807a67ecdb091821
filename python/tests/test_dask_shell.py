# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""python3 -m impinge.dask: the words, outputs and statuses of the tool."""
import json
import os
import shutil
import subprocess
import sys

import pytest

from dask_case import TOOL, client, plant  # noqa: F401
from impinge import _dask_simulate as simulation


def shell(*words):
    return subprocess.run([sys.executable, "-m", "impinge.dask", *map(str, words)], capture_output=True, text=True)


def tool(*words):
    return subprocess.run([TOOL, "check", *map(str, words)], capture_output=True, text=True)


def test_the_shell_has_words_and_statuses_of_the_tool(plant, tmp_path):
    run = shell("check", "--scene", plant, "--cluster", "local:1", "--json", "-", "--no-stats", "--times", tmp_path / "times")
    same = tool("--scene", plant, "--json", "-", "--no-stats", "--memory", "300M")
    assert (run.returncode, run.stdout) == (same.returncode, same.stdout) and same.returncode == 1
    assert "preparing" in run.stderr
    recorded = simulation.read_times(tmp_path / "times")
    assert recorded.scheduler > 0 and recorded.opening > 0 and sum(t.bytes for t in recorded.tasks) > 0
    simulated = shell("simulate", tmp_path / "times", "--copies", "100")
    assert simulated.returncode == 0 and "1000" in simulated.stdout
    (tmp_path / "times").write_text("{}")
    assert shell("simulate", tmp_path / "times").returncode == 2
    assert shell().returncode == 2 and shell("--help").returncode == 0
    assert "--resume FOLDER" in shell("check", "--help").stdout and "--junit" in shell("check", "--help").stdout


def test_the_shell_writes_what_the_tool_writes(client, plant, tmp_path):
    (tmp_path / "rules.json").write_text(json.dumps({"schema": "impinge.rules/1", "rules": [
        {"a": "*/tray*", "b": "*/pipe*", "clearance": 30, "severity": "low"}]}))
    before = tmp_path / "before.json"
    tool("--scene", plant, "--json", before, "--quiet", "--ignore", "*/pump:*/machine")

    def written(folder, run, *more):
        folder.mkdir()
        outputs = {"--json": "out.json", "--csv": "out.csv", "--sarif": "out.sarif", "--markdown": "out.md",
                   "--face-pairs": "faces.csv", "--contacts": "contacts.csv", "--overlap": "overlap.ply"}
        words = [w for option, name in outputs.items() for w in (option, folder / name)]
        done = run("--scene", plant, "--rules", tmp_path / "rules.json", "--baseline", before, "--group", "--clearance", "6",
                   "--patches", "--parting", "--volume", "--no-stats", "--snapshots", "0", *words, *more)
        return done.returncode, done.stdout, {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}

    address = client.cluster.scheduler_address
    found = written(tmp_path / "here", lambda *w: shell("check", *w, "--cluster", address))
    expected = written(tmp_path / "there", tool, "--memory", "300M")
    assert found[0] == expected[0] == 0 and len(found[2]) == 7
    for name, content in expected[2].items():
        assert found[2][name] == content, name
    assert found[1].splitlines()[:-1] == expected[1].splitlines()[:-1]  # the last line tells the time


def test_the_shell_refuses_what_the_tool_refuses(plant, tmp_path):
    lonely = tmp_path / "lonely.json"
    lonely.write_text(json.dumps({"schema": "impinge.scene/1", "objects": [{"name": "a", "shape": {"box": [1, 1, 1]}}]}))
    for words in (["--scene", "nowhere.json"], ["--scene", lonely], ["--scene", plant, "--only", "bolt*:nut*"],
                  ["--scene", plant, "--clearence", "1"], ["--scene", plant, "--clearance", "-1"],
                  ["--scene", plant, "--touching", "maybe"], ["--scene", plant, "--json", plant],
                  ["--scene", plant, "--baseline", plant], ["--scene", plant, "--units", "m"]):
        run, same = shell("check", *words), tool(*words, "--memory", "1G")
        assert run.returncode == same.returncode == 2 and run.stdout == "", words
        first = same.stderr.splitlines()[0].split(": ", 1)[1]
        assert first in run.stderr, words
    for words, said in ((["--cluster", "local:x"], "local:N"), (["--cluster", "tls://127.0.0.1:1"], "certificates"),
                        (["--patience", "long"], "--patience long"),
                        (["--report", "x.html"], "--report"), (["--method", "slice_map"], "--method")):
        run = shell("check", "--scene", plant, *words)
        assert run.returncode == 2 and said in run.stderr, words
    run = shell("check", "--scene", plant, "--plan", "--json", "-")
    assert run.returncode == 0 and json.loads(run.stdout)["schema"] == "impinge.plan/1"


SCHEDULER = """
import asyncio, sys, distributed
async def main():
    me = dict(tls_ca_file="ca.pem", tls_scheduler_cert="ca.pem", tls_scheduler_key="key.pem", tls_worker_cert="ca.pem",
              tls_worker_key="key.pem")
    safe = distributed.Security(require_encryption=True, **me)
    async with distributed.Scheduler(protocol="tls", security=safe, host="127.0.0.1", port=0, dashboard=False) as scheduler:
        async with distributed.Worker(scheduler.address, security=safe, host="127.0.0.1", nthreads=1, dashboard=False):
            print(scheduler.address, flush=True)
            await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed, which makes certificates")
def test_encrypted_from_the_shell(plant, tmp_path):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "ca.pem",
                    "-days", "2", "-subj", "/CN=impinge"], cwd=tmp_path, check=True, capture_output=True)
    where = "DASK_DISTRIBUTED__COMM__TLS__"
    keys = {f"{where}CA_FILE": "ca.pem", f"{where}CLIENT__CERT": "ca.pem", f"{where}CLIENT__KEY": "key.pem"}
    with subprocess.Popen([sys.executable, "-c", SCHEDULER], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as scheduler:
        address = scheduler.stdout.readline().strip()
        assert address.startswith("tls://127.0.0.1:")
        words = ["check", "--scene", str(plant), "--cluster", address, "--json", "-", "--no-stats"]
        run = subprocess.run([sys.executable, "-m", "impinge.dask", *words], cwd=tmp_path, capture_output=True, text=True,
                             env={**os.environ, **keys})
        scheduler.stdin.close()
    assert (run.returncode, run.stdout) == (1, tool("--scene", plant, "--json", "-", "--no-stats").stdout), run.stderr
