#!/usr/bin/env python3
"""Measures citool, OpenCV and libvips from files to files, alternately, in one run on one machine.

    files.py CITOOL [CIBENCH] [--runs 5] [--rows batch,start,…] [--folder DIR] [--json FILE]

scripts/bench has the list of required Python packages. The images are mosaics of the repository's photographs, so that they
have the detail of photographs at any size. All write JPEG of quality 90 without chroma subsampling.

  batch           200 JPEGs of 1024 x 768, gaussian blur of 3 and sepia, to JPEG
  png-eight       a JPEG of 4096 x 4096, the eight operations of scripts/bench peers, to PNG
  png-gaussian    a JPEG of 4096 x 4096, gaussian blur of 10, to PNG (libvips with its default level, and with zlib's level 1)
  jpeg-eight      a JPEG of 12000 x 9000, the eight operations, to JPEG, and the peak memory of the process
  jpeg-gaussian   a JPEG of 12000 x 9000, gaussian blur of 10, to JPEG, and its memory
  start           sepia of 512 x 512 pixels to PNG, and its memory
  new-recipe      with CIBENCH: the first render of eight filters at 512 x 512 in a process that has rendered another recipe

Each program is a separate process. The time of citool is from its start to its end. OpenCV and libvips are libraries: their
time starts after the start of Python and the import. citool computes in linear light and half floats, with edges that become
clear. The libraries blur encoded bytes. The eight operations are in linear light for all. So this compares typical commands,
not equal pixels: scripts/bench peers compares equal pixels.
"""
import argparse, json, os, pathlib, statistics, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parent.parent.parent
ROWS = ["batch", "png-eight", "png-gaussian", "jpeg-eight", "jpeg-gaussian", "start", "new-recipe"]
SEPIA = [[.393, .769, .189], [.349, .686, .168], [.272, .534, .131]]
EIGHT = """
    -f exposureadjust EV=0.5 -f colorcontrols saturation=1.3 contrast=1.1 brightness=0.02 -f hueadjust angle=0.5235987755982988
    -f gammaadjust power=0.9
    -f colormatrix RVector=0.6965,0.3845,0.0945,0 GVector=0.1745,0.843,0.084,0 BVector=0.136,0.267,0.5655,0
    -f colormatrix RVector=0.9,0.1,0,0 GVector=0.05,0.9,0.05,0 BVector=0,0.1,0.9,0 BiasVector=0.01,0,0.02,0
    -f gammaadjust power=0.5
    -f colorpolynomial redCoefficients=0,0.4,1.8,-1.2 greenCoefficients=0,0.4,1.8,-1.2 blueCoefficients=0,0.4,1.8,-1.2
    -f gammaadjust power=2
    -f colormatrix RVector=0.8,0,0,0 GVector=0,0.8,0,0 BVector=0,0,0.8,0 BiasVector=0.1,0.1,0.1,0 -f colorclamp""".split()


def rivals(row):
    """Returns the libraries of a row. With OpenCV, eight operations on 12000 x 9000 pixels exceed the memory of a small machine."""
    if row == "new-recipe":
        return []
    return [*(["opencv"] if row != "jpeg-eight" else []), "libvips", *(["libvips-1"] if row.startswith("png") else [])]


def opencv_save(cv2, path, image):
    if str(path).endswith(".png"):
        return cv2.imwrite(str(path), image)
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
                                     cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444])


def peer(name, row, folder):
    """Runs a row with a library, in this process."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    if row.endswith("-eight"):
        # Other libraries must not count towards the memory.
        for other in {"cv2", "pyvips", "PIL", "skia", "halide"} - {"cv2" if name == "opencv" else "pyvips"}:
            sys.modules[other] = None
        import libraries, work
    if name == "opencv":
        import cv2, numpy
        reversed_sepia = numpy.array([line[::-1] for line in SEPIA[::-1]], numpy.float32)

        def one(source, target, radius=0, sepia=False, eight=False):
            image = cv2.imread(str(source))
            if radius:
                image = cv2.GaussianBlur(image, (0, 0), radius)
            if sepia:
                image = cv2.transform(image, reversed_sepia)
            if eight:
                image = cv2.cvtColor(libraries.cv_chain(work.EIGHT)(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), None), cv2.COLOR_RGB2BGR)
            opencv_save(cv2, target, image)
    else:
        import pyvips

        def one(source, target, radius=0, sepia=False, eight=False):
            image = pyvips.Image.new_from_file(str(source), access="sequential")
            if radius:
                image = image.gaussblur(radius)
            if sepia:
                image = image.recomb(SEPIA).cast("uchar")
            if eight:
                image = libraries.vips_decoded(image)
                for step in work.EIGHT:
                    image = libraries.vips_step(step, image)
                image = libraries.vips_encoded(image)
            if str(target).endswith(".png"):
                image.pngsave(str(target), compression=1 if name == "libvips-1" else 6)
            else:
                image.jpegsave(str(target), Q=90, subsample_mode="off")
    start = time.perf_counter()
    if row == "batch":
        for source in sorted((folder / "small").iterdir()):
            one(source, out / source.name, 3, sepia=True)
    elif row == "start":
        one(folder / "p512.jpg", out / "sepia.png", sepia=True)
    else:
        target, what = row.split("-")
        side = {"png": "p4096", "jpeg": "p12000"}[target]
        one(folder / f"{side}.jpg", out / f"{what}.{target}", **({"eight": True} if what == "eight" else {"radius": 10}))
    print((time.perf_counter() - start) * 1000)


def images(folder):
    import cv2, numpy
    random = numpy.random.default_rng(7)
    photographs = [cv2.imread(str(path)) for path in sorted((root / "Examples/Photographs").glob("*.*g"))]
    photographs = [photograph for photograph in photographs if min(photograph.shape[:2]) >= 300]

    def image(width, height, side=300):
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
            cv2.imwrite(str(path), image(*size), [cv2.IMWRITE_JPEG_QUALITY, 90])

    (folder / "small").mkdir(exist_ok=True)
    for number in range(200):
        save(folder / "small" / f"{number:03}.jpg", 1024, 768)
    for name, size in (("p4096", (4096, 4096)), ("p12000", (12000, 9000)), ("p512", (512, 512))):
        save(folder / f"{name}.jpg", *size)


def ours(citool, row, folder):
    out = folder / "out"
    if row == "batch":
        words = [*sorted(map(str, (folder / "small").iterdir())), "-f", "CIGaussianBlur", "radius=3", "-f", "CISepiaTone", "-o", f"{out}/"]
    elif row == "start":
        words = [str(folder / "p512.jpg"), "-f", "CISepiaTone", "-o", str(out / "sepia.png")]
    else:
        target, what = row.split("-")
        side = {"png": "p4096", "jpeg": "p12000"}[target]
        steps = EIGHT if what == "eight" else ["-f", "CIGaussianBlur", "radius=10"]
        words = [str(folder / f"{side}.jpg"), *steps, "-o", str(out / f"{what}.{target}")]
    return [citool, "apply", *words, "--stats", str(folder / "stats.json")]


def timed(command, is_library):
    """Returns the milliseconds and the peak MiB of a process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = (time.perf_counter() - start) * 1000
    if status:
        sys.exit(f"{' '.join(command)[:200]}: {errors}")
    return float(output) if is_library else elapsed, usage.ru_maxrss / 1024


def first_render(cibench, folder):
    """Returns the milliseconds of a new recipe in a process that has rendered before."""
    path = folder / "first.json"
    subprocess.run([cibench, "color/steps-1", "color/eight-filters", "--size", "512x512", "--runs", "1", "--json", str(path)],
                   check=True, stdout=subprocess.DEVNULL)
    return next(m["first"] for m in json.loads(path.read_text()) if m["name"] == "color/eight-filters")


def measure(citool, cibench, rows, runs, folder):
    """Returns {row: {program: {"ms", "MiB"}}}, and the statistics of citool as "stages"."""
    # This process stays small: the peak memory of a child includes that of its parent at the start.
    subprocess.run([sys.executable, os.path.realpath(__file__), "--images", str(folder)], check=True)
    (folder / "out").mkdir(exist_ok=True)
    results = {}
    for row in rows:
        if row == "new-recipe":
            if cibench:
                results[row] = {"citool": {"ms": statistics.median(first_render(cibench, folder) for _ in range(runs)), "MiB": None}}
            continue
        commands = {"citool": (ours(citool, row, folder), False)}
        for name in rivals(row):
            commands[name] = ([sys.executable, os.path.realpath(__file__), "--peer", name, row, str(folder)], True)
        samples = {name: [] for name in commands}
        # Alternately, so that other load affects all of them alike.
        for _ in range(runs):
            for name, (command, is_library) in commands.items():
                samples[name].append(timed(command, is_library))
        results[row] = {name: {"ms": statistics.median(ms for ms, _ in took), "MiB": max(mib for _, mib in took)}
                        for name, took in samples.items()}
        results[row]["stages"] = json.loads((folder / "stats.json").read_text())
        print(line(row, results[row]), flush=True)
    return results


def line(row, result):
    names = [name for name in result if name != "stages"]
    best = min((result[name]["ms"] for name in names if name != "citool"), default=None)
    stages = result["stages"]
    return (f"{row:14}" + "".join(f"  {name} {result[name]['ms']:.0f} ms {result[name]['MiB']:.0f} MiB" for name in names)
            + (f"  ({best / result['citool']['ms']:.2f} times as fast as the best)" if best else "")
            + "\n              " + "  ".join(f"{key[:-3]} {stages[key]:.0f}" for key in stages if key.endswith("_ms"))
            + f"  runs {stages['runs']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("citool")
    parser.add_argument("cibench", nargs="?")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--folder", help="where the images are, or are made; kept")
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = options.rows.split(",")
    if unknown := [row for row in rows if row not in ROWS]:
        parser.error(f"unknown row {', '.join(unknown)}; the rows are {', '.join(ROWS)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary).resolve()
        folder.mkdir(exist_ok=True)
        results = measure(options.citool, options.cibench, rows, options.runs, folder)
        if "new-recipe" in results:
            print(f"new-recipe      {results['new-recipe']['citool']['ms']:.2f} ms")
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "--peer":
        peer(sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4]))
    elif len(sys.argv) == 3 and sys.argv[1] == "--images":
        images(pathlib.Path(sys.argv[2]))
    else:
        main()
