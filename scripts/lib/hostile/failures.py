"""Vulkan's calls that fail, one by one, as the tests FailureTests let them: counted from what these write down."""
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
        outcome = types.SimpleNamespace(status=one["status"], seconds=one["seconds"], mebibytes=0, said=one["said"],
                                        shown="swift test --filter FailureTests")
        tally.add(one["fault"], outcome, one["problems"])
    if tested.returncode and not any(tally.bad for tally in tallies.values()):
        raise SystemExit("failures: the tests failed by something that is no failure of a call; run them")
    yield from tallies.values()


WAYS = {
    "parts": "a render in many runs, through copies",
    "whole": "a render in one run, which the host takes a part in",
    "validated": "below the validation layer",
}
