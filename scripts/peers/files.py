#!/usr/bin/env python3
"""Times citool, OpenCV and libvips from files to files, in turn, in one run on one machine.

    files.py CITOOL [--runs 5] [--rows batch,png,jpeg,start] [--folder DIR] [--json FILE]

Needs: pip install numpy opencv-python-headless pyvips pyvips-binary. Pictures are made of the repository's photographs, cut into tiles, so
that they have the detail of photographs at any size. All write JPEG with quality 90 and colour at full resolution.

  batch   200 JPEGs of 1024 x 768, gaussian blur of 3 and sepia, to JPEG
  png     a JPEG of 4096 x 4096, gaussian blur of 10, to PNG (libvips as it does by itself, and with zlib's level 1)
  jpeg    a JPEG of 12000 x 9000, gaussian blur of 10, to JPEG, and the most memory that the process had
  start   sepia of 512 x 512 pixels to PNG

Each program is a process of its own. Of ours all time counts, from its start to its end; of OpenCV and libvips, which are libraries, what
lies behind the start of Python and the import. Ours computes in linear light and half floats, with edges that become clear; theirs blur the
coded bytes. So this compares what people run, not the same pixels; scripts/bench peers does that.
"""
import argparse, json, os, pathlib, statistics, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parent.parent.parent
SEPIA = [[.393, .769, .189], [.349, .686, .168], [.272, .534, .131]]


def opencv_save(cv2, path, picture):
    if str(path).endswith(".png"):
        return cv2.imwrite(str(path), picture)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
                                     cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444])


def peer(name, row, folder):
    """One row by a library, in this process."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    if name == "opencv":
        import cv2, numpy
        reversed_sepia = numpy.array([line[::-1] for line in SEPIA[::-1]], numpy.float32)

        def one(source, target, radius, sepia):
            picture = cv2.imread(str(source))
            if radius:
                picture = cv2.GaussianBlur(picture, (0, 0), radius)
            if sepia:
                picture = cv2.transform(picture, reversed_sepia)
            opencv_save(cv2, target, picture)
    else:
        import pyvips

        def one(source, target, radius, sepia):
            picture = pyvips.Image.new_from_file(str(source), access="sequential")
            if radius:
                picture = picture.gaussblur(radius)
            if sepia:
                picture = picture.recomb(SEPIA).cast("uchar")
            if str(target).endswith(".png"):
                picture.pngsave(str(target), compression=1 if name == "libvips-1" else 6)
            else:
                picture.jpegsave(str(target), Q=90, subsample_mode="off")
    start = time.perf_counter()
    if row == "batch":
        for source in sorted((folder / "small").iterdir()):
            one(source, out / source.name, 3, True)
    elif row == "png":
        one(folder / "p4096.jpg", out / "blurred.png", 10, False)
    elif row == "jpeg":
        one(folder / "p12000.jpg", out / "blurred.jpg", 10, False)
    else:
        one(folder / "p512.jpg", out / "sepia.png", 0, True)
    print((time.perf_counter() - start) * 1000)


def pictures(folder):
    import cv2, numpy
    random = numpy.random.default_rng(7)
    photographs = [cv2.imread(str(path)) for path in sorted((root / "Examples/Photographs").glob("*.*g"))]
    photographs = [photograph for photograph in photographs if min(photograph.shape[:2]) >= 300]

    def picture(width, height, side=300):
        made = numpy.zeros((height, width, 3), numpy.uint8)
        for y in range(0, height, side):
            for x in range(0, width, side):
                photograph = photographs[random.integers(len(photographs))]
                top, left = (random.integers(photograph.shape[axis] - side + 1) for axis in (0, 1))
                tile = made[y:y + side, x:x + side]
                tile[:] = photograph[top:top + side, left:left + side][:tile.shape[0], :tile.shape[1]]
        return made

    def save(path, *size):
        if not path.exists():
            cv2.imwrite(str(path), picture(*size), [cv2.IMWRITE_JPEG_QUALITY, 90])

    (folder / "small").mkdir(exist_ok=True)
    for number in range(200):
        save(folder / "small" / f"{number:03}.jpg", 1024, 768)
    for name, size in (("p4096", (4096, 4096)), ("p12000", (12000, 9000)), ("p512", (512, 512))):
        save(folder / f"{name}.jpg", *size)


def ours(citool, row, folder):
    out = folder / "out"
    blur = ["-f", "CIGaussianBlur", "radius=10"]
    return [citool, "apply"] + {
        "batch": [*sorted(map(str, (folder / "small").iterdir())), "-f", "CIGaussianBlur", "radius=3", "-f", "CISepiaTone", "-o", f"{out}/"],
        "png": [str(folder / "p4096.jpg"), *blur, "-o", str(out / "blurred.png")],
        "jpeg": [str(folder / "p12000.jpg"), *blur, "-o", str(out / "blurred.jpg")],
        "start": [str(folder / "p512.jpg"), "-f", "CISepiaTone", "-o", str(out / "sepia.png")],
    }[row] + ["--stats", str(folder / "stats.json")]


def measured(command, is_library):
    """Milliseconds and MiB of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said, complaint = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = (time.perf_counter() - start) * 1000
    if status:
        sys.exit(f"{' '.join(command)[:200]}: {complaint}")
    return float(said) if is_library else elapsed, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("citool")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rows", default="batch,png,jpeg,start")
    parser.add_argument("--folder", help="where the pictures are, or are made; kept")
    parser.add_argument("--json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary).resolve()
        folder.mkdir(exist_ok=True)
        pictures(folder)
        (folder / "out").mkdir(exist_ok=True)
        results = {}
        for row in options.rows.split(","):
            peers = ["opencv", "libvips"] + (["libvips-1"] if row == "png" else [])
            commands = {"citool": (ours(options.citool, row, folder), False)}
            for name in peers:
                commands[name] = ([sys.executable, __file__, "--peer", name, row, str(folder)], True)
            samples = {name: [] for name in commands}
            # In turn, so that all of them have the same neighbours.
            for _ in range(options.runs):
                for name, (command, is_library) in commands.items():
                    samples[name].append(measured(command, is_library))
            stages = json.loads((folder / "stats.json").read_text())
            results[row] = {name: {"ms": statistics.median(ms for ms, _ in runs), "MiB": max(mib for _, mib in runs)}
                            for name, runs in samples.items()} | {"stages": stages}
            best = min(results[row][name]["ms"] for name in peers)
            print(f"{row:6}" + "".join(f"  {name} {results[row][name]['ms']:.0f} ms {results[row][name]['MiB']:.0f} MiB" for name in commands)
                  + f"  ({best / results[row]['citool']['ms']:.2f} times as fast as the best)")
            print("       " + "  ".join(f"{key[:-3]} {stages[key]:.0f}" for key in stages if key.endswith("_ms")) + f"  runs {stages['runs']}")
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(results, indent=1))


if len(sys.argv) == 5 and sys.argv[1] == "--peer":
    peer(sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4]))
else:
    main()
