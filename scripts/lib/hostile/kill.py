"""Renders that a signal or --timeout ends midway: the result is the old file or complete, and no other file remains."""
import os, random, signal, subprocess, time

from . import judge
from .place import write
from .tally import Tally

KINDS = ["png", "tif", "jpg", "webp", "exr", "heic", "avif"]
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
ROUNDS = 4
OLD = b"old contents"


def words(result):
    return ["apply", "-f", "CIRandomGenerator", "--rect", "0,0,2000,1500", "-o", result, "--memory", "64MiB"]


def measure(place):
    chance = random.Random(3)
    for kind in KINDS:
        result = place.path("result." + kind)
        whole = place.run(*words(result), limit=120)
        if whole.status:
            print(f"kill: skipped .{kind}: {whole.message.strip()}", flush=True)
            continue
        tally = Tally("." + kind)
        for number in [*SIGNALS] * ROUNDS:
            ended(place, tally, result, number, chance.uniform(0.05, 1) * whole.seconds)
        for _ in range(ROUNDS):
            seconds = chance.uniform(0.05, 0.8) * whole.seconds
            write(result, OLD)
            outcome = place.run(*words(result), "--timeout", f"{seconds:.3f}", limit=120)
            found = left(place, result, outcome.status)
            tally.add(f"--timeout {seconds:.3f}", outcome, outcome.problems(statuses={0, 124}) + found)
        yield tally


def ended(place, tally, result, number, seconds):
    """Runs a render and sends it a signal after that many seconds."""
    def prepare():
        os.nice(5)
        # The parent process may have had some of them ignored.
        for one in SIGNALS[1:]:
            signal.signal(one, signal.SIG_DFL)

    write(result, OLD)
    start = time.monotonic()
    process = subprocess.Popen([place.citool, *words(result)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env=judge.environment(place.cache), preexec_fn=prepare)
    time.sleep(seconds)
    # Not process.send_signal, which would collect the status of a process that has ended.
    os.kill(process.pid, number)
    sent = time.monotonic()
    message = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    took = time.monotonic() - sent
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    outcome = judge.Outcome([place.citool, *words(result)], process.returncode, time.monotonic() - start,
                            usage.ru_maxrss / 1024, message, False)
    problems = left(place, result, outcome.status, mayLeave=number == signal.SIGKILL)
    if outcome.status not in (0, -number):
        problems.append(f"status {outcome.status}")
    if took > 2:
        problems.append(f"ended {took:.1f} s after the signal")
    if message:
        problems.append("output on a signal")
    tally.add(f"{number.name} after {seconds:.2f} s", outcome, problems)


def left(place, result, status, mayLeave=False):
    """Returns what is wrong with the files after a render."""
    problems = []
    with open(result, "rb") as file:
        isOld = file.read() == OLD
    if status == 0 and isOld:
        problems.append("status 0 without a result")
    if not isOld:
        checked = place.run("apply", result, "-o", place.path("check.png"), "--backend", "reference", limit=120)
        if checked.status:
            problems.append(f"an unreadable file: {checked.message.strip()}")
    # After SIGKILL a hidden file remains if the file system does not support files without a name.
    hidden = place.hidden()
    if hidden and not mayLeave:
        problems.append(f"remains: {hidden}")
    return problems
