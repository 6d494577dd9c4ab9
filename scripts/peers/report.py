#!/usr/bin/env python3
"""Measures on this machine and writes docs/benchmarks.md: report.py CIBENCH OUT.md"""
import datetime, json, os, subprocess, sys, tempfile

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
    "Written by `scripts/bench report`, not by hand. Repeat it on your machine; compare ratios rather than milliseconds.", "",
    f"{datetime.date.today()}, commit {commit}, {os.cpu_count()} x {processor()}, {one['device']}, "
    f"{one['width']}x{one['height']} pixels of 8-bit sRGB in and out, {one['runs']} warm runs, medians.", "",
    "- first: the first render of the recipe in the process, kernels and upload included",
    "- wall: a warm render, until the pixels can be read; device: by the device's own clock",
    "- copies: wall divided by copying the same bytes in memory in the same run", "",
    "| benchmark | first ms | wall ms | spread | device ms | copies | dispatches |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
]
for r in results:
    lines.append(f"| {r['name']} | {r['first']:.1f} | {r['wall']:.2f} | {r['spread']:.0f} % | {r['deviceTime']:.2f} | "
                 f"{r['copies']:.1f} | {r['dispatches']} |")
lines += [
    "", "`color/steps-N`: N of eight colour filters in turn (exposure, colour controls, hue, gamma, matrix, monochrome, polynomial, "
    "clamp), sRGB decoding and encoding included. `unfused`: the same with every step stored. `formats/F`: one step, F in and out.",
    "", "## Planning", "", "```", planning, "```", "",
    "`together`: a recipe whose structure is new. `known`: the structure was planned before with other values or another picture. "
    "`moved`: it was planned with other places (a slider that moves pixels, or reaches further): nothing is optimised or lowered, but "
    "regions and what kernels are told of them are computed again. Recipes that differ cost 2 to 3 microseconds more than one that is "
    "planned over and over, as in `known`: they are not in the processor's cache.", "",
    "What other libraries take for the same work stands in [performance.md](performance.md). What a device takes by Vulkan, on a "
    "machine that has nothing but a driver, is measured by `scripts/gpu`: [gpu.md](gpu.md).", "",
]
with open(out, "w") as file:
    file.write("\n".join(lines))
print(f"wrote {out}")
