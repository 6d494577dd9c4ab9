"""Names of types and of their files: docs/style.md, "Names". words.py prints the findings."""
import collections, glob, os, re

from swiftsource import Source

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))


def line(path, type):
    """The number of the line that declares `type`."""
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if re.search(r"\b(?:struct|class|enum|protocol|actor|typealias) %s\b" % type, text):
                return number
    return 1


def findings():
    """(path, line, rule, message) of top-level names that two targets declare, and of files that are not named after
    the one type that they declare. Private types do not count."""
    declared = collections.defaultdict(list)
    for folder in sorted(glob.glob(os.path.join(ROOT, "Sources/*/*"))):
        for path in sorted(glob.glob(os.path.join(folder, "**/*.swift"), recursive=True)):
            source = Source(path, "")
            name = os.path.relpath(path, ROOT)
            types = [item.name for item in source.declarations if item.kind == "type" and not item.isPrivate]
            for type in types:
                declared[type].append((os.path.basename(folder), name, line(path, type)))
            stem = os.path.basename(path)[:-len(".swift")]
            # Type+Topic.swift extends Type, and may declare a type of that topic.
            base, plus, _ = stem.partition("+")
            if len(types) == 1 and stem not in (types[0], "main") and not (plus and base in source.scopes):
                yield (name, line(path, types[0]), "file-name",
                       "the file's one type is %s: name the file %s.swift" % (types[0], types[0]))
    for type, places in sorted(declared.items()):
        targets = sorted({target for target, _, _ in places})
        for _, path, number in places if len(targets) > 1 else []:
            yield (path, number, "two-targets",
                   "%s is declared by %s: give each its own name" % (type, " and ".join(targets)))
