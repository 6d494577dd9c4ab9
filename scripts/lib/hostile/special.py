"""Pipes, devices, folders, link loops, sparse files and invalid names in place of a file."""
import os, stat

from .place import remove, write
from .tally import Tally

# Signatures of images, in sparse files of gigabytes.
SPARSE = {"sparse.png": (10 << 30, b"\x89PNG\r\n\x1a\n"), "sparse.webp": (10 << 30, b"RIFF\xff\xff\xff\xffWEBPVP8 "),
          "sparse.tif": (10 << 30, b"II*\0\x08\0\0\0"), "sparse.jpg": (10 << 30, b"\xff\xd8\xff\xe0"),
          "large.webp": (900 << 20, b"RIFF\xff\xff\xff\x30WEBPVP8L"),
          "large.heic": (900 << 20, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
          "sparse.json": (5 << 30, b'{"recipe":1')}


def make(place):
    """Creates the files. Returns whether device files could be created, which requires root."""
    for kind in ("png", "json"):
        os.mkfifo(place.path("pipe." + kind))
        os.mkdir(place.path("folder." + kind))
        os.symlink("loop." + kind, place.path("loop." + kind))
        os.symlink("/dev/zero", place.path("zero." + kind))
        write(place.path("empty." + kind), b"")
    os.symlink(place.image, place.path("link.png"))
    write(place.path("locked.png"), b"x")
    os.chmod(place.path("locked.png"), 0)
    for name, (size, head) in SPARSE.items():
        write(place.path(name), head)
        os.truncate(place.path(name), size)
    try:
        # New device files: no run may touch those of the system.
        for name, minor in {"full": 7, "null": 3, "zero": 5}.items():
            os.mknod(place.path(name), stat.S_IFCHR | 0o666, os.makedev(1, minor))
        return True
    except PermissionError:
        return False


def inputs():
    images = ["pipe.png", "folder.png", "loop.png", "empty.png", "zero.png", "link.png", "sparse.png", "sparse.webp",
                "sparse.tif",
                "sparse.jpg", "large.webp", "large.heic", "locked.png", "nothing.png", "/dev/zero", "/dev/tty",
                "/dev/null",
                "/proc/self/mem", "/proc/self/environ", "/sys/kernel/notes", "", "a\nb.png", "\x1b[31m.png",
                "a" * 5000 + ".png", "a" * 255,
                "../" * 2000 + "x.png", "image.png/", "image.png/x.png", "~", "-"]
    for name in images:
        yield f"image {name[:40]!r}", ["apply", name, "-o", "result.png"]
    recipes = ["pipe.json", "folder.json", "loop.json", "empty.json", "zero.json", "sparse.json", "nothing.json",
               "/dev/zero", "/dev/stdin",
               "/dev/null", "image.png", "", "-"]
    for name in recipes:
        yield f"recipe {name!r}", ["render", name, "-o", "result.png"]
        yield f"graph of {name!r}", ["graph", name]
    for name in ("pipe.png", "folder.png", "zero.png", "loop.png", "sparse.tif", "empty.png"):
        yield f"compared with {name!r}", ["compare", name, "image.png"]
        over = ["-f", "CISourceOverCompositing", f"backgroundImage={name}"]
        yield f"second image {name!r}", ["apply", "image.png", *over, "-o", "result.png"]
        yield f"data {name!r}", ["apply", "-f", "CIQRCodeGenerator", f"message=@{name}", "-o", "result.png"]
    for name in ("/dev/zero", "pipe.json", "empty.json", "folder.json"):
        yield f"conformance {name!r}", ["gallery", "site", "--only", "CISepiaTone", "--conformance", name]


def outputs(hasDevices):
    names = ["folder.png", "loop.png", "image.png/x.png", "new/folders/x.png", "", "a\nb.png", "x.xyz", "x",
             "a" * 300 + ".png", "/proc/x.png", "/", "."]
    results = {**{name: [] for name in names}, "/proc/self/mem": ["--type", "png"]}
    if hasDevices:
        results |= {name: ["--type", kind] for name, kind in [("full", "png"), ("null", "tiff")]}
    for name, more in results.items():
        yield f"result {name[:40]!r}", ["apply", "image.png", "-o", name, *more]
        yield f"statistics {name[:40]!r}", ["apply", "image.png", "-o", "other.png", "--stats", name]
    yield "strip in a missing folder", ["compare", "image.png", "link.png", "--strip", "no/s.png"]
    yield "strip in place of a folder", ["compare", "image.png", "link.png", "--strip", "folder.png"]
    yield "a page in place of a file", ["gallery", "image.png", "--only", "CISepiaTone"]


def measure(place):
    hasDevices = make(place)
    if not hasDevices:
        print("special: skipped devices, because creating them requires root", flush=True)
    devices = {name: os.stat(place.path(name)).st_rdev for name in ("full", "null", "zero") if hasDevices}
    kinds = {"inputs": inputs(), "outputs": outputs(hasDevices)}
    for kind, cases in kinds.items():
        tally = Tally(kind)
        for case, words in cases:
            outcome = place.run(*words)
            problems = outcome.problems()
            if place.hidden():
                problems.append("a hidden file remains")
            if remove(place.path("result.png")) and outcome.status:
                problems.append("a file remains")
            tally.add(case, outcome, problems)
        for name, number in devices.items():
            if not os.path.exists(place.path(name)) or os.stat(place.path(name)).st_rdev != number:
                tally.fail(name, ["the device was replaced by a file"])
        yield tally
    # Copies of sparse files may take their full size.
    for name in SPARSE:
        remove(place.path(name))
