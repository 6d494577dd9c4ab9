"""Full disks, results that overwrite their inputs, and one bad image among good ones.

The full disk is a tmpfs of 64 KiB, which requires root. Otherwise those cases are skipped.
"""
import os, shutil, subprocess

from .place import remove, write
from .tally import Tally

KINDS = ["png", "tif", "jpg", "webp", "exr", "heic", "avif"]
NOISE = ["apply", "-f", "CIRandomGenerator", "--rect", "0,0,400,400"]


def measure(place):
    disk = place.path("disk")
    os.makedirs(disk)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True)
    if mounted.returncode == 0:
        try:
            yield fullDisk(place, disk)
        finally:
            subprocess.run(["umount", disk], check=True)
    else:
        print("output: skipped the full disk, because mounting one requires root", flush=True)
    yield overInputs(place)


def fullDisk(place, disk):
    tally = Tally("full disk")

    def judged(case, outcome, statuses, kept=()):
        problems = outcome.problems(statuses=statuses)
        left = sorted(set(os.listdir(disk)) - set(kept))
        if outcome.status and left:
            problems.append(f"remains: {left}")
        tally.add(case, outcome, problems)
        for name in left:
            path = os.path.join(disk, name)
            shutil.rmtree(path) if os.path.isdir(path) else remove(path)

    for kind in KINDS:
        for format in ("rgba8", "rgba16"):
            words = [*NOISE, "-o", os.path.join(disk, "x." + kind), "--format", format]
            # JPEG and WebP may be small enough.
            judged(f"{kind}, {format}", place.run(*words), {0, 1})
    old = write(os.path.join(disk, "old.png"), b"old contents")
    judged("over an existing file", place.run(*NOISE, "-o", old), {1}, kept=["old.png"])
    with open(old, "rb") as file:
        if file.read() != b"old contents":
            tally.fail("over an existing file", ["the old file is lost"])
    x, kept = os.path.join(disk, "x.png"), ["old.png"]
    judged("a small result next to it", place.run("apply", place.image, "-o", x), {0}, kept)
    fill(disk)
    kept.append("fill")
    judged("no space left", place.run("apply", place.image, "-o", x), {1}, kept)
    statistics = place.run("apply", place.image, "-o", "x.png", "--stats", x + ".json")
    judged("no space left for statistics", statistics, {1}, kept)
    judged("no space left for a strip", place.run("compare", place.image, place.image, "--strip", x), {1}, kept)
    words = ["apply", place.image, "-f", "CIZoomBlur", "-o", "x.png"]
    judged("no space left for caches", place.run(*words, environment={"XDG_CACHE_HOME": disk}), {0}, kept)
    judged("no space left for temporary files", place.run(*words, environment={"TMPDIR": disk}), {0}, kept)
    return tally


def fill(disk):
    with open(os.path.join(disk, "fill"), "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            pass


def overInputs(place):
    tally = Tally("results over their inputs")
    # Once as a new file, once in place: the images must be equal.
    apart, same = place.path("apart.png"), place.path("same.png")
    place.run("apply", place.image, "-f", "CIColorInvert", "-o", apart)
    others = {"the input itself": shutil.copy, "a link to the input": os.symlink, "a hard link to the input": os.link}
    for case, make in others.items():
        original = shutil.copy(place.image, place.path("original.png"))
        remove(same)
        make(original, same)
        outcome = place.run("apply", original, "-f", "CIColorInvert", "-o", same)
        isOther = outcome.status == 0 and place.distance(same, apart) > 0
        tally.add(case, outcome, outcome.problems() + ["a different image"] * isOther)
    folder = place.path("many")
    os.makedirs(folder)
    inputs = [shutil.copy(place.image, os.path.join(folder, f"{index}.png")) for index in range(3)]
    contents = [open(path, "rb").read() for path in inputs]
    outcome = place.run("apply", *inputs, "-f", "CIColorInvert", "-o", folder + "/")
    problems = outcome.problems(statuses={1, 2})
    if [open(path, "rb").read() for path in inputs] != contents:
        problems.append("inputs were replaced")
    tally.add("a folder over its own images", outcome, problems)
    os.makedirs(place.path("other"))
    twin = shutil.copy(place.image, place.path("other", "0.png"))
    outcome = place.run("apply", inputs[0], twin, "-o", place.path("results") + "/")
    tally.add("two inputs of one name", outcome, outcome.problems(statuses={1, 2}))
    bad = write(place.path("bad.png"), contents[0][:100])
    outcome = place.run("apply", inputs[1], bad, inputs[2], "-o", place.path("results") + "/")
    # One line for the bad image, and one that summarises.
    problems = outcome.problems(statuses={1}, notes=[r"^citool: .*truncated"])
    if sorted(os.listdir(place.path("results"))) != ["1.png", "2.png"]:
        problems.append(f"results are {sorted(os.listdir(place.path('results')))}")
    tally.add("one of three is truncated", outcome, problems)
    return tally
