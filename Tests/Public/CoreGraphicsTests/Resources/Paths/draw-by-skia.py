#!/usr/bin/env python3
"""Draws the paths of paths.json by Skia and writes how much of each pixel they cover, one PGM for each.

Needs skia-python (pip install skia-python). Each image is drawn 16 times as large and reduced by means, so that what is
left of Skia's own rounding is far below one step of 255. Rows go down, as in an SVG.
"""
import json, os

import numpy
import skia

SIDE, SCALE = 64, 16
HERE = os.path.dirname(os.path.realpath(__file__))


def path(case):
    result = skia.Path()
    calls = {"M": result.moveTo, "L": result.lineTo, "Q": result.quadTo, "C": result.cubicTo, "Z": result.close}
    for name, *numbers in case["path"]:
        calls[name](*numbers)
    even_odd = case.get("rule") == "evenodd"
    result.setFillType(skia.PathFillType.kEvenOdd if even_odd else skia.PathFillType.kWinding)
    return result


def paint(case):
    result = skia.Paint(AntiAlias=True, Color=skia.ColorWHITE)
    if "width" in case:
        result.setStyle(skia.Paint.kStroke_Style)
        result.setStrokeWidth(case["width"])
        result.setStrokeMiter(10)
        result.setStrokeCap([skia.Paint.kButt_Cap, skia.Paint.kRound_Cap, skia.Paint.kSquare_Cap][case["cap"]])
        result.setStrokeJoin([skia.Paint.kMiter_Join, skia.Paint.kRound_Join, skia.Paint.kBevel_Join][case["join"]])
        if "dash" in case:
            result.setPathEffect(skia.DashPathEffect.Make(case["dash"], case["phase"]))
    return result


with open(os.path.join(HERE, "paths.json")) as file:
    cases = json.load(file)
for case in cases:
    surface = skia.Surface(SIDE * SCALE, SIDE * SCALE)
    with surface as canvas:
        canvas.clear(skia.ColorBLACK)
        canvas.scale(SCALE, SCALE)
        canvas.concat(skia.Matrix.MakeAll(*case.get("matrix", [1, 0, 0, 0, 1, 0]), 0, 0, 1))
        canvas.drawPath(path(case), paint(case))
    pixels = surface.toarray()[:, :, 0].astype(float)
    means = pixels.reshape(SIDE, SCALE, SIDE, SCALE).mean(axis=(1, 3))
    with open(os.path.join(HERE, case["name"] + ".pgm"), "wb") as out:
        out.write(b"P5 %d %d 255\n" % (SIDE, SIDE))
        out.write(numpy.clip(means + 0.5, 0, 255).astype(numpy.uint8).tobytes())
