"""Vulkan calls that fail one by one: counted from the records of the tests FailureTests."""
import json, os, subprocess, types

from tools import ROOT, build

from .tally import Tally


def measure(place):
    path = place.path("failures.jsonl")
    open(path, "w").close()
    build("--build-tests")
    tested = subprocess.run(["swift", "test", "-c", "release", "--skip-build", "--quiet", "--filter", "FailureTests"], cwd=ROOT,
                            env={**os.environ, "CI_FAILURES": path})
    tallies = {}
    for line in open(path):
        one = json.loads(line)
        tally = tallies.setdefault(one["way"], Tally(WAYS[one["way"]]))
        outcome = types.SimpleNamespace(status=one["status"], seconds=one["seconds"], mebibytes=0, message=one["message"],
                                        shown="swift test --filter FailureTests")
        tally.add(one["fault"], outcome, one["problems"])
    if tested.returncode and not any(tally.bad for tally in tallies.values()):
        raise SystemExit("failures: the tests failed for another reason than a failing call; run swift test --filter FailureTests")
    yield from tallies.values()


WAYS = {
    "parts": "render in many runs, with copies",
    "whole": "render in one run, in part on the host",
    "validated": "below the validation layer",
}
