"""Every filter, each input with each hostile value, on an engine and on the reference: `cibench hostile`, restarted
after each case that ends it.

A case fails if it ends the process, takes longer than judge.LIMIT, or prints internals. The results of the two engines
are compared as well. Differences are only counted, by filter: beyond the range of floats no result is correct.
"""
import json, os, queue, resource, subprocess, threading

from . import judge
from .tally import Tally

MEMORY = 8 << 30


class Differences:
    """The cases in which the engine and the reference differ, by filter."""

    WHAT = ["one only refuses", "nan in one", "infinite in one", "further apart than 1 %"]

    def __init__(self):
        self.filters = {}

    def add(self, case, outcome):
        errors = [outcome[side].get("error") for side in ("engine", "reference")]
        apart = outcome["difference"]
        found = [bool(errors[0]) != bool(errors[1]), apart["nan"] > 0, apart["infinite"] > 0, apart["apart"] > 0]
        if not any(found):
            return
        entry = self.filters.setdefault(case["filter"], {"cases": 0, "worst": 0, "first": case["title"], "shown": []})
        entry["cases"] += 1
        entry["worst"] = max(entry["worst"], apart["worst"])
        for what, isSo in zip(self.WHAT, found):
            entry[what] = entry.get(what, 0) + isSo
        # All cases, to examine a single filter.
        entry["shown"].append({**case, **outcome})


def measure(place):
    # Next to the part's folder, which every run empties: --start continues this log.
    log = place.folder + ".jsonl"
    if place.start == 0 and os.path.exists(log):
        os.unlink(log)
    start = place.start
    with open(log, "a") as kept:
        while start is not None:
            start = session(place, start, kept)
    return judged(place, log)


def session(place, start, log):
    """Runs cases until the process ends. Returns the number of the next case, None after the last one."""
    def prepare():
        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [place.cibench, "hostile", "--start", str(start), *place.only]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                               preexec_fn=prepare, env=judge.environment(place.cache))
    lines, message = queue.Queue(), []
    readers = [threading.Thread(target=lambda: ([lines.put(line) for line in process.stdout], lines.put(None))),
               threading.Thread(target=lambda: message.extend(process.stderr))]
    for reader in readers:
        reader.start()
    case, waited = None, 0
    while True:
        try:
            # As in judge.Patience: time in which this process is stopped does not count.
            line = lines.get(timeout=judge.Patience.STEP)
        except queue.Empty:
            waited += judge.Patience.STEP
            if waited > judge.LIMIT:
                process.kill()
                break
            continue
        waited = 0
        if line is None:
            break
        log.write(line)
        event = json.loads(line)
        case = event if "start" in event else None
        if case and case["start"] % 1000 == 0:
            print(f"matrix: case {case['start']}, {case['title']}", flush=True)
    status = process.wait()
    for reader in readers:
        reader.join()
    if case is None and status == 0:
        return None
    if case is None:
        raise SystemExit(f"{' '.join(command)}: status {status}: {''.join(message)[-300:]}")
    ended = {"ended": case["start"], "status": status, "hung": waited > judge.LIMIT, "message": "".join(message)[-400:]}
    log.write(json.dumps(ended) + "\n")
    log.flush()
    return case["start"] + 1


def judged(place, log):
    """Returns the tallies of each engine's renders, of values that filters refuse, and of cases that ended the process."""
    sides = {"engine": Tally("rendered by the engine"), "reference": Tally("rendered by the reference")}
    refused, ended = Tally("refused by the filter"), Tally("ended the process")
    differences = Differences()
    case = None
    with open(log) as lines:
        for line in lines:
            event = json.loads(line)
            if "start" in event:
                case = event
                continue
            title, command = case["title"], ["cibench", "hostile", case["title"]]
            if "ended" in event:
                outcome = judge.Outcome(command, event["status"], 0, 0, event["message"], event["hung"])
                ended.add(title, outcome, outcome.problems() or ["ended"])
                continue
            grown = event["grownKilobytes"] / 1024
            if "error" in event:
                outcome = judge.Outcome(command, 1, 0, grown, event["error"], False)
                refused.add(title, outcome, outcome.problems())
                continue
            for name, tally in sides.items():
                seconds, error = event[name]["milliseconds"] / 1000, event[name].get("error", "")
                outcome = judge.Outcome(command, 1 if error else 0, seconds, grown, error, seconds > judge.LIMIT)
                tally.add(title, outcome, outcome.problems())
            differences.add(case, event)
    place.more["differences"] = differences.filters
    return [tally for tally in (*sides.values(), refused, ended) if tally.runs]
