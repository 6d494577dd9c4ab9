#!/usr/bin/env python3
"""Lists the public symbols without a docstring. The exit status is then 1.

    undocumented.py FOLDER     where scripts/documentation wrote the symbol graphs
"""
import sys

from symbols import load

symbols = load(sys.argv[1])
# Names with an underscore are for the compiler.
bare = [symbol for symbol in symbols if not symbol.sentence and not symbol.path.split(".")[-1].startswith("_")]
for symbol in sorted(bare, key=lambda symbol: (symbol.file, symbol.line)):
    print("%s:%d: %s has no documentation: %s" % (symbol.file, symbol.line, symbol.path, symbol.declaration))
print("documentation: %d of %d public symbols have none" % (len(bare), len(symbols)))
sys.exit(1 if bare else 0)
