#!/usr/bin/env python3
"""The public symbols without a sentence: a line for each, and exit status 1 when there is one.

    undocumented.py FOLDER     where scripts/documentation wrote the symbol graphs
"""
import sys

from symbols import load

symbols = load(sys.argv[1])
# What begins with an underscore is for the compiler.
bare = [symbol for symbol in symbols if not symbol.sentence and not symbol.path.split(".")[-1].startswith("_")]
for symbol in sorted(bare, key=lambda symbol: (symbol.file, symbol.line)):
    print("%s:%d: %s has no documentation: %s" % (symbol.file, symbol.line, symbol.path, symbol.declaration))
print("documentation: %d of %d public symbols have none" % (len(bare), len(symbols)))
sys.exit(1 if bare else 0)
