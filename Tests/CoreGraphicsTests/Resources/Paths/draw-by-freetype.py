#!/usr/bin/env python3
"""Draws the filled paths of paths.json by FreeType and writes how much of each pixel they cover, NAME-freetype.pgm.

Needs freetype-py (pip install freetype-py). FreeType's rasteriser computes areas, by places of 1/64 of a pixel; each picture is drawn 16
times as large and reduced by means, so that these are far below one step of 255. Rows go down, as in an SVG.
"""
import ctypes, json, os

import freetype
from freetype.raw import *
import numpy

SIDE, SCALE = 64, 64
HERE = os.path.dirname(os.path.realpath(__file__))
ON, QUADRATIC, CUBIC = 1, 0, 2
EVEN_ODD = 2


def outline(case):
    points, tags, ends = [], [], []
    for name, *numbers in case["path"]:
        pairs = list(zip(numbers[::2], numbers[1::2]))
        if name == "Z":
            continue
        if name == "M" and points:
            ends.append(len(points) - 1)
        for index, (x, y) in enumerate(pairs):
            # FreeType has y up.
            points.append((round(x * SCALE * 64), round((SIDE - y) * SCALE * 64)))
            tags.append(ON if index == len(pairs) - 1 else QUADRATIC if name == "Q" else CUBIC)
    ends.append(len(points) - 1)
    result = FT_Outline()
    result.n_contours, result.n_points = len(ends), len(points)
    result.points = (FT_Vector * len(points))(*[FT_Vector(x, y) for x, y in points])
    result.tags = ctypes.cast((ctypes.c_ubyte * len(tags))(*tags), type(result.tags))
    result.contours = ctypes.cast((ctypes.c_short * len(ends))(*ends), type(result.contours))
    result.flags = EVEN_ODD if case.get("rule") == "evenodd" else 0
    return result


library = freetype.get_handle()
with open(os.path.join(HERE, "paths.json")) as file:
    cases = json.load(file)
for case in cases:
    if "width" in case:
        continue
    side = SIDE * SCALE
    memory = (ctypes.c_ubyte * (side * side))()
    bitmap = FT_Bitmap()
    bitmap.rows = bitmap.width = bitmap.pitch = side
    bitmap.buffer = ctypes.cast(memory, type(bitmap.buffer))
    bitmap.num_grays, bitmap.pixel_mode = 256, 2
    shape = outline(case)
    if FT_Outline_Get_Bitmap(library, ctypes.byref(shape), ctypes.byref(bitmap)) != 0:
        raise SystemExit("%s: FreeType refuses it" % case["name"])
    pixels = numpy.frombuffer(memory, numpy.uint8).reshape(SIDE, SCALE, SIDE, SCALE).astype(float)
    means = pixels.mean(axis=(1, 3))
    with open(os.path.join(HERE, case["name"] + "-freetype.pgm"), "wb") as out:
        out.write(b"P5 %d %d 255\n" % (SIDE, SIDE))
        out.write(numpy.clip(means + 0.5, 0, 255).astype(numpy.uint8).tobytes())
