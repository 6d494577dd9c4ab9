"""Truncated and changed image files.

Valid images of every format are changed by rules that a number selects. The same number gives the same file.
"""
import os, random, struct, zlib

from . import corpus
from .place import remove, write
from .tally import Tally

COUNT = 20000
# Replacements for the lengths and counts of headers.
WORDS = [0, 1, 2, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF0]
# Results in other formats too, because metadata is copied to every format that can store it.
RESULTS = [".png", ".jpg", ".tif", ".webp"]
# dav1d and libde265, with which libheif decodes, print on standard error, and libheif cannot suppress that.
NOTES = {".avif": [r"^(?!citool: )"], ".heic": [r"^(?!citool: )"]}


def repaired(png):
    """Returns the PNG with valid checksums, so that changes reach the decoder."""
    out, at = png[:8], 8
    while at + 12 <= len(png):
        length = struct.unpack(">I", png[at:at + 4])[0]
        if at + 12 + length > len(png):
            break
        out += png[at:at + 8 + length] + struct.pack(">I", zlib.crc32(png[at + 4:at + 8 + length]))
        at += 12 + length
    return out + png[at:]


def cut(whole, others, chance):
    early = [0, 1, 2, 4, 8, 11, 12, 16, 24, 33, 40]
    at = chance.choice(early) if chance.random() < 0.3 else chance.randrange(len(whole))
    return whole[:at]


def bits(whole, others, chance):
    changed = bytearray(whole)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        at = place_in(whole, chance)
        if chance.random() < 0.5:
            changed[at] ^= 1 << chance.randrange(8)
        else:
            changed[at] = chance.choice([0, 255, 127, 128, 1, chance.randrange(256)])
    return bytes(changed)


def words(whole, others, chance):
    """Replaces a length, an offset or a count."""
    changed = bytearray(whole)
    for _ in range(chance.choice([1, 1, 2, 3])):
        form = chance.choice(["<H", ">H", "<I", ">I"])
        packed = struct.pack(form, chance.choice(WORDS) & (0xFFFF if form.endswith("H") else 0xFFFFFFFF))
        at = place_in(whole, chance)
        changed[at:at + len(packed)] = packed
    return bytes(changed[:len(whole)])


def parts(whole, others, chance):
    """Removes, repeats, moves or randomizes a section."""
    first, last = sorted((place_in(whole, chance), place_in(whole, chance)))
    last = min(last, first + chance.choice([1, 4, 12, 64, 4096]))
    part, at = whole[first:last], place_in(whole, chance)
    how = chance.randrange(4)
    if how == 0:
        return whole[:first] + whole[last:]
    if how == 1:
        return whole[:first] + part * chance.choice([2, 3, 50]) + whole[last:]
    if how == 2:
        return whole[:at] + part + whole[at:]
    return whole[:first] + chance.randbytes(len(part)) + whole[last:]


def joined(whole, others, chance):
    """Joins the beginning of one image and the end of another."""
    other = chance.choice(others)
    return whole[:chance.randrange(len(whole))] + other[chance.randrange(len(other)):]


def place_in(whole, chance):
    """Returns an offset, mostly in the header, which has the sizes."""
    return chance.randrange(min(250, len(whole)) if chance.random() < 0.6 else len(whole))


RULES = [cut, bits, bits, bits, words, words, parts, joined]


def changed(name, number, files):
    """Returns the name and the bytes of the changed file that a number selects."""
    chance = random.Random(f"{name} {number}")
    stem, kind = os.path.splitext(name)
    rule = chance.choice(RULES)
    whole = rule(files[name], [other for key, other in files.items() if key.endswith(kind)], chance)
    if kind == ".png" and rule is not cut and chance.random() < 0.75:
        whole = repaired(whole)
    return f"{stem}-{rule.__name__}{number}{kind}", whole


def measure(place):
    valid = place.path("valid")
    missing = corpus.make(place, valid)
    for name, reason in missing.items():
        print(f"files: skipped {name}: {reason}", flush=True)
    files = {}
    for name in sorted(set(os.listdir(valid)) - set(missing)):
        with open(os.path.join(valid, name), "rb") as file:
            files[name] = file.read()
    count = place.count or COUNT
    tallies = {}
    for index, name in enumerate(files):
        tally = tallies.setdefault(os.path.splitext(name)[1], Tally(os.path.splitext(name)[1]))
        share = count * (index + 1) // len(files) - count * index // len(files)
        place.each([lambda number=number: read(place, tally, *changed(name, number, files), RESULTS[number % 4])
                    for number in range(share)])
        print(f"files: {share} of {name}", flush=True)
    yield from tallies.values()


def read(place, tally, name, contents, kind):
    path = write(place.path(name), contents)
    result = path + ".out" + kind
    outcome = place.run("apply", path, "-o", result, "--backend", "reference")
    problems = outcome.problems(notes=NOTES.get(os.path.splitext(name)[1], []))
    if remove(result) and outcome.status:
        problems.append("a file remains")
    if tally.add(name, outcome, problems):
        remove(path)
