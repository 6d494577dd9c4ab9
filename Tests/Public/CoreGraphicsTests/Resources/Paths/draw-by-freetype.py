#!/usr/bin/env python3
"""Draws paths of paths.json by FreeType and writes how much of each pixel they cover, NAME-freetype.pgm.

Needs freetype-py (pip install freetype-py). FreeType's rasteriser computes areas, by places of 1/64 of a pixel; each image is drawn 64
times as large and reduced by means, so that these are far below one step of 255. Rows go down, as in an SVG. Of lines those without
curves are drawn, along which FreeType's pen goes only about; it has no dashes.
"""
import ctypes, json, os

import freetype
from freetype.raw import *
import numpy

SIDE, SCALE = 64, 64
HERE = os.path.dirname(os.path.realpath(__file__))
ON, QUADRATIC, CUBIC = 1, 0, 2
EVEN_ODD = 2
# By the numbers of Core Graphics: round, bevel and miter of FreeType's joins; its caps have the same numbers.
JOINS = {0: 3, 1: 0, 2: 1}


def place(x, y):
    """FreeType has y up, and 64 units to a pixel."""
    return FT_Vector(round(x * SCALE * 64), round((SIDE - y) * SCALE * 64))


def filled(case):
    points, tags, ends = [], [], []
    for name, *numbers in case["path"]:
        pairs = list(zip(numbers[::2], numbers[1::2]))
        if name == "M" and points:
            ends.append(len(points) - 1)
        for index, pair in enumerate(pairs):
            points.append(place(*pair))
            tags.append(ON if index == len(pairs) - 1 else QUADRATIC if name == "Q" else CUBIC)
    ends.append(len(points) - 1)
    result = FT_Outline()
    result.n_contours, result.n_points = len(ends), len(points)
    result.points = (FT_Vector * len(points))(*points)
    result.tags = ctypes.cast((ctypes.c_ubyte * len(tags))(*tags), type(result.tags))
    result.contours = ctypes.cast((ctypes.c_short * len(ends))(*ends), type(result.contours))
    result.flags = EVEN_ODD if case.get("rule") == "evenodd" else 0
    return result


def stroked(case):
    pen = FT_Stroker()
    check(FT_Stroker_New(library, ctypes.byref(pen)))
    FT_Stroker_Set(pen, round(case["width"] / 2 * SCALE * 64), case["cap"], JOINS[case["join"]], 10 << 16)
    is_closed = case["path"][-1][0] == "Z"
    steps = [step for step in case["path"] if step[0] != "Z"]
    start = place(*steps[0][1:])
    check(FT_Stroker_BeginSubPath(pen, ctypes.byref(start), 0 if is_closed else 1))
    for _, *numbers in steps[1:] + ([steps[0]] if is_closed else []):
        check(FT_Stroker_LineTo(pen, ctypes.byref(place(*numbers))))
    check(FT_Stroker_EndSubPath(pen))
    points, contours = FT_UInt(), FT_UInt()
    check(FT_Stroker_GetCounts(pen, ctypes.byref(points), ctypes.byref(contours)))
    result = FT_Outline()
    check(FT_Outline_New(library, points.value, contours.value, ctypes.byref(result)))
    result.n_points = result.n_contours = 0
    FT_Stroker_Export(pen, ctypes.byref(result))
    return result


def check(error):
    if error != 0:
        raise SystemExit("FreeType's error %d" % error)


library = freetype.get_handle()
with open(os.path.join(HERE, "paths.json")) as file:
    cases = json.load(file)
for case in cases:
    is_line = "width" in case
    if is_line and ("dash" in case or "matrix" in case or any(step[0] in "QC" for step in case["path"])):
        continue
    side = SIDE * SCALE
    memory = (ctypes.c_ubyte * (side * side))()
    bitmap = FT_Bitmap()
    bitmap.rows = bitmap.width = bitmap.pitch = side
    bitmap.buffer = ctypes.cast(memory, type(bitmap.buffer))
    bitmap.num_grays, bitmap.pixel_mode = 256, 2
    shape = stroked(case) if is_line else filled(case)
    check(FT_Outline_Get_Bitmap(library, ctypes.byref(shape), ctypes.byref(bitmap)))
    pixels = numpy.frombuffer(memory, numpy.uint8).reshape(SIDE, SCALE, SIDE, SCALE).astype(float)
    means = pixels.mean(axis=(1, 3))
    with open(os.path.join(HERE, case["name"] + "-freetype.pgm"), "wb") as out:
        out.write(b"P5 %d %d 255\n" % (SIDE, SIDE))
        out.write(numpy.clip(means + 0.5, 0, 255).astype(numpy.uint8).tobytes())
