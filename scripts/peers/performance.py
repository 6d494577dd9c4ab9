#!/usr/bin/env python3
"""Measures other libraries and this package alternately, compares their results, and writes docs/performance.md.

    performance.py CIBENCH [ROW…] [--size 4096] [--rounds 3] [--backend NAME]… [--report]

ROW is part of a row's name. Without --report nothing is written. scripts/bench has the list of required Python packages.
"""
import argparse, datetime, json, os, statistics, subprocess, sys, tempfile, textwrap, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import numpy
import libraries, work
from tools import ROOT, processor

# The limit for equal results: 45 dB is a root mean square error of 1.4 steps of 8 bits.
SAME = 45
FILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files.py")


def names(cibench):
    listed = subprocess.run([cibench, "--list"], check=True, capture_output=True, text=True).stdout.split()
    return [name.removeprefix("peers/") for name in listed if name.startswith("peers/")]


class Ours:
    """Renders of this package by cibench, with the images of a folder."""

    def __init__(self, cibench, folder, size, backend):
        self.cibench, self.folder, self.size, self.backend = cibench, folder, size, backend
        self.name = f"ours, {backend}" if backend else "ours"

    def measure(self, row):
        path = os.path.join(self.folder, "ours.json")
        command = [self.cibench, f"peers/{row}", "--size", f"{self.size}x{self.size}", "--runs", "5", "--images", self.folder,
                   "--json", path]
        subprocess.run(command + (["--backend", self.backend] if self.backend else []), check=True, stdout=subprocess.DEVNULL)
        # A name may be part of another one.
        return next(m for m in json.load(open(path)) if m["name"] == f"peers/{row}")

    def pixels(self, row):
        raw = numpy.fromfile(os.path.join(self.folder, f"peers-{row}.raw"), numpy.uint8)
        if row == "histogram":
            return raw.view(numpy.float32).reshape(256, 4)[:, :3]
        if row in ("average", "maximum"):
            return raw.reshape(1, 4)[:, :3]
        size = {"bloom-crop": 150, "unsharp-quarter": self.size // 4, "bicubic-1.5": self.size * 3 // 2}.get(row.removesuffix("-linear"), self.size)
        return raw.reshape(size, size, 4)


def judged(row, result, truth):
    """Returns the PSNR of a result, in decibels."""
    rows, columns, values = truth
    if rows is not None:
        return work.psnr(result[rows, columns, :3], values)
    if row == "histogram":
        shares = result / numpy.maximum(result.sum(0), 1e-9)
        return work.psnr(shares * 255 / values.max(), values * 255 / values.max())
    return work.psnr(numpy.asarray(result, float), values)


def measured(row, ours, image, top, rounds):
    """Measures all programs alternately: {name: (milliseconds, decibels, first milliseconds or None)}."""
    truth = work.exact(row, image, top)
    peers = dict(libraries.ROWS.get(row, {}))
    times, marks, firsts = {}, {}, {}
    for name, function in list(peers.items()):
        try:
            marks[name] = judged(row, function(image, top), truth)
        except Exception as error:
            print(f"  {row}: {name} failed: {error}", file=sys.stderr)
            del peers[name]
    for _ in range(rounds):
        for one in ours:
            result = one.measure(row)
            times.setdefault(one.name, []).append(result["wall"])
            firsts.setdefault(one.name, []).append(result["first"])
            marks[one.name] = judged(row, one.pixels(row), truth)
        for name, function in peers.items():
            for _ in range(1 if statistics.median(times.get(name, [0])) > 1500 else 3):
                start = time.perf_counter()
                function(image, top)
                times.setdefault(name, []).append((time.perf_counter() - start) * 1000)
    return {name: (statistics.median(times[name]), marks[name], statistics.median(firsts[name]) if name in firsts else None)
            for name in times}


def best(results, choose):
    """Returns the fastest of the correct results."""
    right = {name: r for name, r in results.items() if choose(name) and r[1] >= SAME}
    return min(right.items(), key=lambda item: item[1][0], default=None)


def is_ours(name): return name.startswith("ours")


def wrapped(text, indent=""):
    return textwrap.wrap(text, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def plot(ratios, path):
    """Draws horizontal bars on a logarithmic scale. Right of the line this package is faster."""
    import math
    width, left, height = 760, 240, 22
    low, high = -3, 8
    scale = (width - left - 60) / (high - low)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height * len(ratios) + 50}" '
             f'font-family="sans-serif" font-size="12">',
             f'<rect width="100%" height="100%" fill="#fff"/>']
    for power in range(low, high + 1):
        x = left + (power - low) * scale
        label = f"{2 ** power}" if power >= 0 else f"1/{2 ** -power}"
        lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="24" y2="{height * len(ratios) + 30}" '
                     f'stroke="{"#333" if power == 0 else "#ddd"}"/><text x="{x:.1f}" y="16" text-anchor="middle">{label}</text>')
    for index, (row, ratio) in enumerate(ratios):
        y = 30 + index * height
        at = min(max(math.log2(ratio), low), high)
        x0, x1 = sorted((left - low * scale, left + (at - low) * scale))
        color = "#2a7f4f" if ratio >= 1 else "#b5462f"
        lines.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{row}</text>'
                     f'<rect x="{x0:.1f}" y="{y + 4}" width="{x1 - x0:.1f}" height="{height - 8}" fill="{color}"/>'
                     f'<text x="{x1 + 4:.1f}" y="{y + 15}">{ratio:.1f}</text>')
    replace(path, "\n".join(lines + ["</svg>", ""]))


def replace(path, text):
    with open(path + ".part", "w") as file:
        file.write(text)
    os.replace(path + ".part", path)


def shown(result):
    if result is None:
        return "–"
    name, (time, mark, _) = result
    # The engine alone, if one is named.
    name = name.removeprefix("ours").removeprefix(", ")
    return (f"{name} {time:.1f}" if time < 100 else f"{name} {time:.0f}").strip()


def file_table(cibench, runs):
    """Yields the rows from files to files, by the citool in the folder of cibench."""
    yield "| row | libraries | this package | ratio |"
    yield "| --- | --- | --- | ---: |"
    citool = os.path.join(os.path.dirname(os.path.realpath(cibench)), "citool")
    with tempfile.TemporaryDirectory() as folder:
        # In a new process, without the images and libraries of this one.
        path = os.path.join(folder, "files.json")
        subprocess.run([sys.executable, FILES, citool, cibench, "--runs", str(runs), "--json", path], check=True)
        results = json.load(open(path))
    titles = {"opencv": "OpenCV", "libvips": "libvips", "libvips-1": "libvips, level 1"}

    def cell(one):
        time = f"{one['ms']:.0f} ms" if one["ms"] >= 20 else f"{one['ms']:.1f} ms"
        return time + (f", {one['MiB']:.0f} MiB" if one["MiB"] else "")

    for row, result in results.items():
        peers = {name: result[name] for name in titles if name in result}
        ratio = min((one["ms"] for one in peers.values()), default=0) / result["citool"]["ms"]
        yield (f"| {row} | {'; '.join(f'{titles[name]} {cell(one)}' for name, one in peers.items()) or '–'} | {cell(result['citool'])} | "
               f"{f'{ratio:.1f}' if ratio else '–'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cibench")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--size", type=int, default=4096, help="side of the images, a multiple of 8, at least 1024")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--backend", action="append", help="engine of this package; the default one if none is named")
    parser.add_argument("--report", action="store_true", help="write docs/performance.md and docs/performance.svg")
    options = parser.parse_args()
    if options.size % 8 or options.size < 1024:
        parser.error("--size must be a multiple of 8, at least 1024")
    image, top = work.images(options.size)
    table, ratios, everything = [], [], {}
    with tempfile.TemporaryDirectory() as folder:
        image.tofile(os.path.join(folder, "image.raw"))
        top.tofile(os.path.join(folder, "top.raw"))
        ours = [Ours(options.cibench, folder, options.size, backend) for backend in options.backend or [None]]
        chosen = [row for row in names(options.cibench) if not options.rows or any(part in row for part in options.rows)]
        if not chosen:
            sys.exit("performance: no row has this name; cibench --list has the names (peers/…)")
        for row in chosen:
            results = measured(row, ours, image, top, options.rounds)
            everything[row] = results
            mine = best(results, is_ours)
            library = best(results, lambda name: not is_ours(name) and name not in libraries.KERNELS)
            kernel = best(results, lambda name: name in libraries.KERNELS)
            ratio = library[1][0] / mine[1][0] if mine and library else None
            if ratio: ratios.append((row, ratio))
            wrong = [f"{name} {r[1]:.0f} dB" for name, r in results.items() if r[1] < SAME]
            first = mine[1][2] if mine else None
            table.append(f"| {row} | {shown(library)} | {shown(kernel)} | {shown(mine)} | "
                         f"{f'{ratio:.1f}' if ratio else '–'} | {f'{first:.0f}' if first else '–'} | "
                         f"{f'{mine[1][1]:.0f}' if mine else '–'} | {', '.join(wrong)} |")
            print(table[-1], flush=True)
    if not options.report:
        return
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    plot(ratios, os.path.join(ROOT, "docs", "performance.svg"))
    versions = ", ".join(f"{name} {version}" for name, version in libraries.versions().items())
    text = [
        "# Performance", "",
        *wrapped(
            "This page is for users who choose an image library. It compares this package, without a GPU, with OpenCV, "
            "libvips, Skia, Pillow and Halide on the same work."), "",
        "```sh",
        "scripts/bench peers --report            # measures all rows; writes this page",
        "scripts/bench peers gaussian --size 2048",
        "```", "",
        *wrapped(
            f"{datetime.date.today()}, commit {commit}, {os.cpu_count()} x {processor()}, {options.size}x{options.size} "
            "pixels, RGBA8 in memory to RGBA8 in memory, warm, medians, all programs alternately in one run. "
            f"{versions}."), "",
        "## In memory", "",
        *wrapped(
            "- Rows ending in `-linear` decode sRGB, compute in linear light and encode again, as Core Image does. The "
            "others compute on stored 8-bit values, as most libraries do; this package then has no working space.", "  "),
        *wrapped(
            "- Each result is compared with the same computation in float64, over a window in the middle. A program below "
            f"{SAME} dB computes something else: it is named in the last column and does not take part.", "  "),
        *wrapped(
            "- best library: a function of the library. hand-written: a loop that its user writes and schedules (Halide).",
            "  "),
        *wrapped(
            "- ratio: the time of the best library, divided by that of this package. first: the first render of the recipe "
            "in a process. dB: the accuracy of this package.", "  "), "",
        "| row | best library, ms | hand-written, ms | this package, ms | ratio | first, ms | dB | different results |",
        "| --- | --- | --- | --- | ---: | ---: | ---: | --- |", *table, "",
        "![Ratios of the table](performance.svg)", "",
        "## From files to files", "",
        *wrapped(
            "The time from the start of a process to its end, and its peak memory. The libraries are called from Python: "
            "their time starts after the import. All write JPEG of quality 90 without chroma subsampling. This package "
            "blurs linear light, the libraries blur encoded bytes. The eight operations are those of the table above, "
            "in linear light for all."), "",
        *wrapped("- batch: 200 JPEG files of 1024x768, Gaussian blur of 3 and sepia", "  "),
        *wrapped("- png: a JPEG of 4096x4096 to PNG; jpeg: a JPEG of 12000x9000 to JPEG", "  "),
        *wrapped("- start: sepia of a JPEG of 512x512 to PNG", "  "),
        *wrapped(
            "- new-recipe: eight filters at 512x512, the first render of that recipe in a process that has rendered "
            "another one", "  "), "",
        *file_table(options.cibench, options.rounds), "",
        "## Notes", "",
        *wrapped(
            "[Performance notes](performance-notes.md) has the techniques behind these times, the results on other "
            "machines, and the targets that are not reached. [Filter times](filter-times.md) has the time of every filter, "
            "[gpu.md](gpu.md) the times on Vulkan devices."), ""]
    replace(os.path.join(ROOT, "docs", "performance.md"), "\n".join(text))
    print("wrote docs/performance.md and docs/performance.svg")


if __name__ == "__main__":
    main()
