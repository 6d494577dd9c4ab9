#!/usr/bin/env python3
"""Compares docs/porting.md with the public symbols. Prints a line for each difference; the exit status is then 1.

    ported.py FOLDER     the folder of the symbol graphs that scripts/documentation wrote

In its tables with the headings "Core Image" and "here", the first column has names of symbols as code, the second `yes`
or `no`. Names with yes must be public symbols of this package, names with no must not. A heading such as
"### `CIImage`" is the type of the members below it; other names are top-level symbols. `kCI{A,B}Key` is two names. Names
in the third column and under "Only here" that begin with CI or CG must be symbols or filters.
"""
import glob, os, re, sys

from symbols import code, load

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PAGE = "docs/porting.md"


def filters():
    names = set()
    for path in glob.glob(os.path.join(ROOT, "Sources/Filters/ImageFilters/**/*.swift"), recursive=True):
        with open(path, encoding="utf-8") as file:
            names |= set(re.findall(r'\(\s*"(CI[A-Za-z0-9]+)"', file.read()))
    return names


def rows(path):
    """Yields (line, types of the heading, cells) of the tables to check."""
    types, checked = [], False
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip()
            if line.startswith("#"):
                types, checked = list(code(line)), False
            elif not line.startswith("|"):
                checked = False
            else:
                cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
                if cells[:2] == ["Core Image", "here"]:
                    checked = True
                elif checked and set("".join(cells)) - set("-: "):
                    yield number, types, cells


def additions(path):
    """Yields (line, text) of the section "Only here"."""
    isInside = False
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            isInside = line.strip() == "## Only here" if line.startswith("#") else isInside
            if isInside:
                yield number, line


def main():
    symbols = load(sys.argv[1])
    known = {name for symbol in symbols for name in symbol.names()}
    catalogue, count, differences = filters(), 0, []

    def isHere(name, types):
        return name in known or any("%s.%s" % (type, name) in known for type in types)

    for number, types, cells in rows(PAGE):
        answer = re.match(r"(yes|no)\b", cells[1])
        if len(cells) != 3 or not answer:
            sys.exit("%s:%d: a row is symbols | yes or no | what to write" % (PAGE, number))
        for name in code(cells[0]):
            count += 1
            if isHere(name, types) != (answer[1] == "yes"):
                differences.append("%s:%d: `%s` is %s" % (
                    PAGE, number, name, "no public symbol" if answer[1] == "yes" else "a public symbol, but the row has no"))
    for number, text in [(number, cells[2]) for number, _, cells in rows(PAGE)] + list(additions(PAGE)):
        for name in code(text):
            # Names such as `CIImage.init(data:options:)` and `CIMix`; strings, keys and calls with values are prose.
            if re.fullmatch(r"(CI|CG)[A-Z]\w*(\.[\w.]+(\([\w:]*\))?)?", name) and name not in known | catalogue:
                differences.append("%s:%d: `%s` is neither a symbol here nor a filter" % (PAGE, number, name))
    for line in differences:
        print(line)
    print("%s: %d names looked up, %d differ" % (PAGE, count, len(differences)))
    sys.exit(1 if differences else 0)


main()
