"""Unusual home folders, drivers, devices, options and system limits.

Each run renders one image. The result is the expected image, or one line of error. A second line may report that another
device renders.
"""
import json, os, resource, shutil, signal, tempfile

from . import judge
from .place import remove, write
from .tally import Tally

UNPRIVILEGED = 65534
# Lines that are allowed on success: a feature that is unavailable, and its replacement; Mesa prints one for its own cache.
NOTES = [r"^CoreImage: .*the CPU reference renders instead$", r"^CoreImage: CI_\w+", r"shader cache \(.*\)---disabling"]
# If a library cannot be loaded, the dynamic loader ends the program with a message and status 127.
LOADER = {*judge.STATUSES, 127}
LIMITS = {
    "open files": (resource.RLIMIT_NOFILE, [3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 64]),
    "KB of address space": (resource.RLIMIT_AS, [50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 2_000_000]),
    "KB of stack": (resource.RLIMIT_STACK, [128, 256, 1024]),
    "bytes of file size": (resource.RLIMIT_FSIZE, [0, 1, 1000]),
    "KB of data": (resource.RLIMIT_DATA, [10_000, 50_000, 200_000]),
}


def measure(place):
    usual = ["apply", place.image, "-f", "CISepiaTone", "-o", "result.png"]
    right = place.path("right.png")
    first = place.run(*usual[:-1], right)
    if first.status:
        raise SystemExit(f"environment: {first.message}")

    def judged(tally, case, *more, instead=usual, notes=NOTES, statuses=judge.STATUSES, **options):
        remove(place.path("result.png"))
        try:
            outcome = place.run(*instead, *more, **options)
        except (PermissionError, OSError) as error:
            print(f"environment: skipped {case}: {error}", flush=True)
            return
        problems = outcome.problems(statuses, notes)
        # The reference and a device may round differently.
        if outcome.status == 0 and instead is usual and place.distance(right, place.path("result.png")) > 1:
            problems.append("a different image")
        if outcome.status and remove(place.path("result.png")):
            problems.append("a file remains")
        tally.add(case, outcome, problems)

    # Some of the variables turn on a log.
    for kind, cases, notes in [("home and cache folders", homes(place), NOTES), ("drivers", drivers(place), NOTES),
                               ("variables", variables(place), [r"^(?!citool: )"])]:
        tally = Tally(kind)
        for case, changes in cases.items():
            judged(tally, case, environment=changes, notes=notes, statuses=LOADER)
        yield tally

    tally = Tally("devices and options")
    for name, values in OPTIONS.items():
        for value in values:
            judged(tally, f"{name} {value[:40]!r}", name, value,
                   statuses={*judge.STATUSES, 124} if name == "--timeout" else judge.STATUSES)
    yield tally

    for backend in ("reference", "processor", "vulkan"):
        tally = Tally(f"system limits, {backend}")
        for what, (limit, values) in LIMITS.items():
            for value in values:
                size = value * 1024 if what.startswith("KB") else value
                judged(tally, f"{value} {what}", "--backend", backend, memory=None, statuses=LOADER,
                       before=lambda limit=limit, size=size: resource.setrlimit(limit, (size, size)))
        judged(tally, "standard streams closed", "--backend", backend,
               before=lambda: [os.close(number) for number in range(3)])
        judged(tally, "one second of CPU time", "--backend", backend, statuses={0, 1, -signal.SIGXCPU},
               instead=["apply", place.image, "-f", "CIBokehBlur", "radius=60000", "-o", "result.png"],
               before=lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 2)))
        yield tally
    yield from asUnprivileged(place)


def homes(place):
    os.makedirs(place.path("locked"))
    os.chmod(place.path("locked"), 0)
    return {
        "no HOME, no XDG_CACHE_HOME": {"HOME": None, "XDG_CACHE_HOME": None}, "no PATH": {"PATH": None},
        "HOME does not exist": {"HOME": "/nonexistent/x", "XDG_CACHE_HOME": None},
        "HOME is relative": {"HOME": "home", "XDG_CACHE_HOME": None},
        "HOME is empty": {"HOME": "", "XDG_CACHE_HOME": ""},
        "HOME is a file": {"HOME": place.image, "XDG_CACHE_HOME": None},
        "caches are relative": {"XDG_CACHE_HOME": "caches"}, "caches are a file": {"XDG_CACHE_HOME": place.image},
        "caches in /proc": {"XDG_CACHE_HOME": "/proc"}, "caches in /dev/null": {"XDG_CACHE_HOME": "/dev/null"},
        "caches without permission": {"XDG_CACHE_HOME": place.path("locked")},
        "caches with a long path": {"XDG_CACHE_HOME": "/" + "a" * 5000},
        "no TMPDIR": {"TMPDIR": "/nonexistent"},
    }


def drivers(place):
    def icd(name, text):
        path = write(place.path(name), text)
        return {"VK_ICD_FILENAMES": path, "VK_DRIVER_FILES": path}

    def library(path):
        return json.dumps({"file_format_version": "1.0.0", "ICD": {"library_path": path, "api_version": "1.1"}})

    os.makedirs(place.path("empty"))
    os.makedirs(place.path("libraries"))
    write(place.path("libraries", "libvulkan.so.1"), b"")
    return {
        "none": {"VK_ICD_FILENAMES": "/nonexistent", "VK_DRIVER_FILES": "/nonexistent"},
        "damaged description": icd("damaged.json", "{"),
        "empty description": icd("nothing.json", ""),
        "the driver is libpng": icd("png.json", library("libpng16.so.16")),
        "the driver is an image": icd("image.json", library(place.image)),
        "the driver does not exist": icd("no.json", library("/nonexistent.so")),
        "a layer that does not exist": {"VK_INSTANCE_LAYERS": "VK_LAYER_no"},
        "no layers": {"VK_LAYER_PATH": "/nonexistent"},
        "an empty libvulkan": {"LD_LIBRARY_PATH": place.path("libraries")},
        "libraries of the working folder": {"LD_LIBRARY_PATH": ".:::/nonexistent"},
        "one thread": {"LP_NUM_THREADS": "1"},
        "invalid variables of Mesa": {"LP_NUM_THREADS": "-7", "MESA_VK_VERSION_OVERRIDE": "0.1"},
    }


def variables(place):
    return {
        "CI_BACKEND=bogus": {"CI_BACKEND": "bogus"},
        "CI_PRINT_TREE=numbers": {"CI_PRINT_TREE": "9999999999999999999 zzz"},
        "CI_PRINT_TREE, no temporary folder": {"TMPDIR": "/nonexistent", "CI_PRINT_TREE": "7 svg"},
        "CI_LOG_FILE is a folder": {"CI_LOG_FILE": place.path("empty"), "CI_TIME": "1"},
        "CI_LIMITS=bogus": {"CI_LIMITS": "side=x"}, "CI_LIMITS=0": {"CI_LIMITS": "side=0"},
        "CI_LIMITS, infinite": {"CI_LIMITS": "pixels=1e999"},
        "LC_ALL=bogus": {"LC_ALL": "xx_YY.bogus"}, "LANG=tr_TR": {"LANG": "tr_TR.UTF-8"},
        "TZ=/dev/zero": {"TZ": "/dev/zero"}, "TERM=bogus": {"TERM": "\x1b[31m"},
    }


OPTIONS = {
    "--device": ["7", "-1", "nan", "", "99999999999999999999", "no such device", "\x1b[31m"],
    "--backend": ["bogus", "", "Vulkan"],
    "--memory": ["0", "1", "100", "1KiB", "4KiB", "10KiB", "20KiB", "64KiB", "1MiB", "1e30", "inf", "nan", "-5", "1e19",
                 "18446744073709551616", "9999999999EiB", "", "x", "MiB"],
    "--timeout": ["0", "-1", "nan", "inf", "1e400", "1e-9", "x", ""],
    "--quality": ["-1", "2", "nan", "inf", "1e400", "x", ""],
    "--rect": ["", "1,2,3", "0,0,0,0", "0,0,-1,4", "nan,0,4,4", "0,0,inf,inf", "1e30,0,4,4", "0,0,1e9,1e9", "a,b,c,d",
               "0,0,4,4,4"],
    "--format": ["rgba9", ""], "--color-space": ["", "none", "x" * 100_000], "--type": ["", "gif"],
    "--limit-side": ["0", "-1", "x", "1e400"], "--limit-pixels": ["0", "nan"], "--limit-bytes": ["1", "-5"],
    "--limit-growth": ["0", "inf"],
    "--root": ["", "/nonexistent", "/dev/null", "."],
}


def asUnprivileged(place):
    """Runs as a user without files, from a folder that all users can read."""
    if os.geteuid() != 0:
        return
    tally = Tally("unprivileged user")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        citool, image = shutil.copy(place.citool, folder), shutil.copy(place.image, folder)
        own, locked = os.path.join(folder, "own"), os.path.join(folder, "locked")
        for path, mode in [(own, 0o700), (locked, 0o555)]:
            os.makedirs(path)
            os.chmod(path, mode)
        os.chown(own, UNPRIVILEGED, UNPRIVILEGED)

        def become(threads=None):
            if threads is not None:
                resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))
            os.setgroups([])
            os.setgid(UNPRIVILEGED)
            os.setuid(UNPRIVILEGED)

        def judged(case, result, cache, *more, before=become):
            words = [citool, "apply", image, "-f", "CISepiaTone", "-o", os.path.join(result, "x.png"), *more]
            outcome = judge.run(words, judge.environment(cache), folder="/", before=before)
            tally.add(case, outcome, outcome.problems(notes=NOTES))

        judged("usual", own, own)
        judged("caches without permission", own, locked)
        judged("a result in a read-only folder", locked, own)
        judged("caches of root", own, place.cache)
        for backend in ("reference", "processor", "vulkan"):
            for threads in (1, 2, 4, 8):
                judged(f"{threads} threads, {backend}", own, own, "--backend", backend,
                       before=lambda threads=threads: become(threads))
    yield tally
