"""Counts of the runs by kind, stored as JSON, one file for each part."""
import collections, datetime, json, os, re, subprocess, threading

from tools import ROOT, processor

STORE = os.path.join(ROOT, ".build", "hostile")
# Failed cases of a kind that are stored with their messages; further ones are only counted.
MOST_SHOWN = 20


class Tally:
    """The runs of one kind."""

    def __init__(self, kind):
        self.kind, self.runs, self.bad = kind, 0, 0
        self.statuses, self.messages = collections.Counter(), collections.Counter()
        self.slowest, self.largest = (0, ""), (0, "")
        self.shown = []
        self.lock = threading.Lock()

    def add(self, case, outcome, problems):
        """Counts a run; prints and stores its problems."""
        with self.lock:
            self.runs += 1
            self.statuses[str(outcome.status)] += 1
            self.slowest = max(self.slowest, (outcome.seconds, case))
            self.largest = max(self.largest, (outcome.mebibytes, case))
            message = outcome.message.strip()
            if message:
                self.messages[wording(message)] += 1
            if problems:
                self.fail(case, problems, message[-300:], outcome.shown)
        return not problems

    def fail(self, case, problems, message="", command=""):
        self.bad += 1
        print(f"BAD {self.kind}: {case}: {'; '.join(problems)}: {message!r}\n    {command}", flush=True)
        if len(self.shown) < MOST_SHOWN:
            self.shown.append({"case": case, "problems": problems, "message": message, "command": command})

    def line(self):
        statuses = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items()))
        return (f"{self.kind}: {self.runs} runs, {self.bad} bad, status {statuses or 'none'}, slowest "
                f"{self.slowest[0]:.1f} s ({self.slowest[1]}), most {self.largest[0]:.0f} MiB ({self.largest[1]})")

    def json(self):
        return {
            "kind": self.kind, "runs": self.runs, "bad": self.bad, "statuses": dict(self.statuses), "shown": self.shown,
            "slowest": {"seconds": self.slowest[0], "case": self.slowest[1]},
            "largest": {"mebibytes": self.largest[0], "case": self.largest[1]},
            "messages": dict(self.messages.most_common(200)),
        }


def wording(message):
    """Returns a message without numbers and file names, which differ from case to case."""
    message = re.sub(r"(/[^\s:'\"]+)+|[\w-]+\.(png|jpg|tif|webp|exr|heic|avif|json)\b", "FILE", message[:400])
    return re.sub(r"-?\d[\d.]*(e[+-]?\d+)?", "N", message)


def machine(citool):
    """Returns the date, the commit and the machine of a measurement."""
    listed = subprocess.run([citool, "devices", "--json"], capture_output=True, text=True).stdout
    devices = [one for one in json.loads(listed)["devices"] if one["backend"] == "vulkan" and one["usable"]]
    chosen = next((one for one in devices if one["default"]), devices[0] if devices else None)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return {
        "date": str(datetime.date.today()), "commit": commit.stdout.strip(), "processors": os.cpu_count(),
        "processor": processor(),
        "device": f"{chosen['name']}, {chosen['driver']}, Vulkan {chosen['api']}" if chosen else "no Vulkan device",
    }


def keep(part, citool, tallies, **more):
    os.makedirs(STORE, exist_ok=True)
    whole = {"part": part, "machine": machine(citool), "tallies": [tally.json() for tally in tallies], **more}
    with open(os.path.join(STORE, part + ".json"), "w") as file:
        json.dump(whole, file, indent=1)


def kept(part):
    """Returns the last result of a part, or None."""
    try:
        with open(os.path.join(STORE, part + ".json")) as file:
            return json.load(file)
    except FileNotFoundError:
        return None
