#!/usr/bin/env python3
"""Runs the benchmarks on this machine and writes docs/benchmarks.md: report.py CIBENCH OUT.md"""
import datetime, json, os, subprocess, sys, tempfile, textwrap

cibench, out = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "lib"))
from tools import processor

with tempfile.TemporaryDirectory() as folder:
    ours = os.path.join(folder, "ours.json")
    subprocess.run([cibench, "--runs", "7", "--json", ours], check=True)
    planning = subprocess.run([cibench, "--planning"], check=True, capture_output=True, text=True).stdout.rstrip()
    results = json.load(open(ours))

commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
one = results[0]
lines = [
    "# Benchmarks", "",
    "This page is for users who choose an engine, and for contributors who measure a change. It has the",
    "times of the package's own benchmarks on one machine. Compare ratios rather than milliseconds.", "",
    "```sh",
    'scripts/bench run blur    # the benchmarks with "blur" in their names',
    "scripts/bench report      # all benchmarks; writes this page",
    "```", "",
    textwrap.fill(
        f"{datetime.date.today()}, commit {commit}, {os.cpu_count()} x {processor()}, {one['device']}, "
        f"{one['width']}x{one['height']} pixels of 8-bit sRGB in and out, {one['runs']} warm runs, medians.",
        100, break_long_words=False, break_on_hyphens=False), "",
    "- first: the first render of the recipe in the process, with the compilation of kernels and the",
    "  upload",
    "- wall: a warm render, until the pixels can be read; device: the time by the clock of the device",
    "- copies: wall, divided by the time to copy the same bytes in memory in the same run", "",
    "| benchmark | first ms | wall ms | spread | device ms | copies | dispatches |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
]
for r in results:
    lines.append(f"| {r['name']} | {r['first']:.1f} | {r['wall']:.2f} | {r['spread']:.0f} % | {r['deviceTime']:.2f} | "
                 f"{r['copies']:.1f} | {r['dispatches']} |")
lines += [
    "", "- `color/steps-N`: N of eight colour filters in turn (exposure, colour controls, hue, gamma, matrix,",
    "  monochrome, polynomial, clamp), with sRGB decoding and encoding. `unfused`: the same, with every",
    "  step stored.",
    "- `formats/F`: one step, with F as input and output format.",
    "", "## Planning", "", "```", planning, "```", "",
    "- `total`: a recipe with a new structure.",
    "- `cached`: the structure was planned before, with other values or another image.",
    "- `moved`: the structure was planned before with other geometry, for example a slider that moves",
    "  pixels or changes the support of a filter. Nothing is optimised or lowered, but the regions and",
    "  the kernel arguments that depend on them are computed again.", "",
    "Recipes that differ cost 2 to 3 microseconds more than one that is planned repeatedly, as in",
    "`cached`: they are not in the CPU's cache.", "",
    "[performance.md](performance.md) has the times of other libraries for the same work.",
    "[gpu.md](gpu.md) has the times on Vulkan devices.", "",
]
with open(out, "w") as file:
    file.write("\n".join(lines))
print(f"wrote {out}")
