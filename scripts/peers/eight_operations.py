#!/usr/bin/env python3
"""Times eight colour operations in linear light with libvips and with cibench, in one run on one machine.

    eight_operations.py CIBENCH [--size 4096] [--runs 5]

Needs the Python package pyvips (with pyvips-binary, or Debian's libvips42). RGBA8 in memory to RGBA8 in memory, all cores.
The operations: sRGB decode, exposure, colour controls, hue, gamma, sepia-like matrix, matrix, tone curve, invert a little and
clamp, sRGB encode. Both sides do each as a user would write it; nothing is merged by hand.
"""
import argparse, json, math, os, statistics, subprocess, sys, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument("cibench")
parser.add_argument("--size", type=int, default=4096)
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--json", help="write the comparison to this file")
options = parser.parse_args()
try:
    import numpy, pyvips
except ImportError as error:
    sys.exit(f"{error}: pip install numpy pyvips pyvips-binary")

size = options.size
y, x = numpy.mgrid[0:size, 0:size].astype(numpy.uint32)
wave = (x * 255 // size + y * 255 // size + (((x >> 6) ^ (y >> 6)) & 31)) // 2
pixels = numpy.stack([wave & 255, 255 - wave // 2, wave * 3 // 4, numpy.full_like(wave, 255)], -1).astype(numpy.uint8)
decode = numpy.array([v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in numpy.arange(256) / 255],
                     dtype=numpy.float32)
table = pyvips.Image.new_from_memory(decode.tobytes(), 256, 1, 1, "float")


def matrix(rows):
    return pyvips.Image.new_from_array(rows)


def vips():
    image = pyvips.Image.new_from_memory(pixels.data, size, size, 4, "uchar")
    alpha, rgb = image[3], image[0:3]
    rgb = rgb.maplut(table)
    rgb = rgb * 2 ** 0.5
    luma = [0.2125, 0.7154, 0.0721]
    s = 1.3
    rgb = rgb.recomb(matrix([[(1 - s) * luma[c] + (s if r == c else 0) for c in range(3)] for r in range(3)]))
    rgb = (rgb - 0.5) * 1.1 + (0.5 + 0.02)
    c, q = math.cos(math.pi / 6), math.sin(math.pi / 6)
    rgb = rgb.recomb(matrix([
        [0.2126 + 0.7874 * c - 0.2126 * q, 0.7152 - 0.7152 * c - 0.7152 * q, 0.0722 - 0.0722 * c + 0.9278 * q],
        [0.2126 - 0.2126 * c + 0.143 * q, 0.7152 + 0.2848 * c + 0.14 * q, 0.0722 - 0.0722 * c - 0.283 * q],
        [0.2126 - 0.2126 * c - 0.7874 * q, 0.7152 - 0.7152 * c + 0.7152 * q, 0.0722 + 0.9278 * c + 0.0722 * q]]))
    rgb = (rgb > 0).ifthenelse(rgb, 0) ** 0.9
    rgb = rgb * 0.5 + rgb.recomb(matrix([[.393, .769, .189], [.349, .686, .168], [.272, .534, .131]])) * 0.5
    rgb = rgb.recomb(matrix([[.9, .1, 0], [.05, .9, .05], [0, .1, .9]])) + [0.01, 0, 0.02]
    t = (rgb > 0).ifthenelse(rgb, 0) ** 0.5
    t = (((t * -1.6 + 2.4) * t + 0.4) * t - 0.2) * t
    rgb = t * t
    rgb = rgb * 0.8 + 0.1
    rgb = (rgb > 0).ifthenelse((rgb < 1).ifthenelse(rgb, 1), 0)
    rgb = (rgb <= 0.0031308).ifthenelse(rgb * 12.92, rgb ** (1 / 2.4) * 1.055 - 0.055)
    out = (rgb * 255 + 0.5).cast("uchar").bandjoin(alpha)
    start = time.perf_counter()
    out.write_to_memory()
    return (time.perf_counter() - start) * 1000


vips()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "ours.json")
    subprocess.run([options.cibench, "color/steps-1", "color/steps-8", "peers/", "--size", f"{size}x{size}", "--runs", str(options.runs),
                    "--json", path], check=True)
    ours = {m["name"]: m for m in json.load(open(path))}
theirs = statistics.median(vips() for _ in range(options.runs))
eight = ours["peers/eight-operations"]["wall"]
chain = ours["color/steps-8"]["wall"]
print(f"\nlibvips {'.'.join(str(pyvips.version(i)) for i in range(3))}, eight operations: {theirs:.0f} ms")
print(f"ours, eight operations fused: {eight:.1f} ms = 1/{theirs / eight:.1f} of it")
print(f"eight fused steps cost {chain / ours['color/steps-1']['wall']:.2f} times one step; without fusion "
      f"{ours['color/steps-8-unfused']['wall'] / chain:.1f} times as much")
if options.json:
    with open(options.json, "w") as file:
        json.dump({"libvips": ".".join(str(pyvips.version(i)) for i in range(3)), "libvips_ms": theirs, "ours_ms": eight,
                   "eight_by_one": chain / ours["color/steps-1"]["wall"],
                   "unfused_by_fused": ours["color/steps-8-unfused"]["wall"] / chain}, file)
