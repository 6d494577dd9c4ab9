#!/usr/bin/env python3
"""Lists the files of Sources with more than 350 lines. The exit status is then 1.

Such a file mostly contains a second idea, which belongs in a file of its own. Long tables are listed in ALLOWED, each
with its reason. An entry of a shorter file is an error too.
"""
import os, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
LIMIT = 350
ENDINGS = (".swift", ".c", ".cpp", ".h")

ALLOWED = {
    "Sources/Native/CCodecs/include/CCodecs.h": "every function of the codecs and what it promises: the one header of the module",
}


def lines():
    """The number of lines of each file."""
    for folder, _, names in os.walk(os.path.join(ROOT, "Sources")):
        for name in names:
            if name.endswith(ENDINGS):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, ROOT), sum(1 for _ in file)


def main():
    long = {path: count for path, count in lines() if count > LIMIT}
    for path in sorted(long.keys() - ALLOWED.keys()):
        print("%s has %d lines, more than %d: look for the second idea in it" % (path, long[path], LIMIT))
    for path in sorted(ALLOWED.keys() - long.keys()):
        print("%s has no more than %d lines: ALLOWED needs no entry for it" % (path, LIMIT))
    return 1 if long.keys() ^ ALLOWED.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
