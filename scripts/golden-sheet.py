#!/usr/bin/env python3
"""Draws every golden image below a folder on one sheet, over a checkerboard: golden-sheet.py FOLDER OUT.png"""
import os, sys
import numpy
from PIL import Image, ImageDraw


def image(path):
    with open(path, "rb") as file:
        kind, width, height = file.readline().split()
        assert kind == b"rgba16f", path
        values = numpy.frombuffer(file.read(), "<f2").astype(numpy.float32)
    values = numpy.nan_to_num(values.reshape(int(height), int(width), 4), posinf=1, neginf=0)
    y, x = numpy.mgrid[: values.shape[0], : values.shape[1]]
    ground = numpy.where((x // 8 + y // 8) % 2, 0.6, 1.0)[..., None]
    linear = numpy.clip(values[..., :3] + ground * (1 - numpy.clip(values[..., 3:], 0, 1)), 0, 1)
    coded = numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return Image.fromarray((coded * 255 + 0.5).astype(numpy.uint8))


folder, out = sys.argv[1:]
found = sorted(os.path.join(d, f) for d, _, files in os.walk(folder) for f in files if f.endswith(".rgba16f"))
columns, cell = 7, (200, 190)
sheet = Image.new("RGB", (columns * cell[0], -(-len(found) // columns) * cell[1]), (128, 128, 128))
draw = ImageDraw.Draw(sheet)
for index, path in enumerate(found):
    x, y = index % columns * cell[0], index // columns * cell[1]
    tile = image(path)
    scale = max(1, min(184 // tile.width, 160 // tile.height))
    sheet.paste(tile.resize((tile.width * scale, tile.height * scale), Image.NEAREST), (x + 8, y + 22))
    draw.text((x + 8, y + 6), os.path.relpath(path, folder)[:-8], fill=(255, 255, 255))
os.makedirs(os.path.dirname(out) or ".", exist_ok=True)
sheet.save(out)
print(f"{len(found)} goldens on {out}")
