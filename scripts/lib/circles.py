#!/usr/bin/env python3
"""Finds cycles among the folders of a target.   circles.py [--graph] [TARGET…]

A folder depends on another if its text names a type, a function or a value of the top level that is declared there, or
a member or an initialiser that only an extension there declares. Comments and strings do not count. This reads text
and does not call the compiler, so an ambiguous name does not count either. --graph prints every such pair.

The exit status is 1 if folders depend on each other in a cycle that ALLOWED does not open, or if ALLOWED has an entry
without a use.
"""
import collections, glob, os, sys

from swiftsource import Source

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

# Dependencies that may close a cycle: (target, folder, folder that it depends on): the names that it may use, and why.
ALLOWED = {}

# Folders that count as one group: all of a target except those listed.
TOGETHER = {
    # Folders of filters are Core Image's categories. They state the use of a filter, not its dependencies: a filter of
    # one category uses formulas of others.
    ("ImageFilters", "categories"): {"Declaration", "Barcodes", "Text"},
}

# Members of the standard library and Foundation: a name alone does not distinguish them from those of this package.
COMMON = set("""append close contains count data decode description encode first hash height index insert intersection
    isEmpty keys last localizedDescription map max min name rawValue read remove size type union value values width
    write""".split())


class Target:
    def __init__(self, folder):
        self.name = os.path.basename(folder)
        self.sources = []
        for path, _, files in os.walk(folder):
            group = self.group(os.path.relpath(path, folder))
            names = sorted(name for name in files if name.endswith(".swift"))
            self.sources += [Source(os.path.join(path, name), group) for name in names]

    def group(self, folder):
        for (target, name), others in TOGETHER.items():
            if target == self.name and folder not in others:
                return name
        return folder

    def declared(self, elsewhere):
        """Groups by name: of types, functions and values of the top level, members and initialisers of extensions.
        Omits a name that two groups declare, or that is a member in another target."""
        groups = {kind: collections.defaultdict(set) for kind in ("type", "func", "value", "member", "init")}
        everyMember = collections.defaultdict(set)
        for source in self.sources:
            for declaration in source.declarations:
                if declaration.kind in ("member", "nested") or declaration.inExtension:
                    everyMember[declaration.name].add(source.group)
                if declaration.isPrivate:
                    continue
                if declaration.kind == "init":
                    groups["init"][declaration.scope, declaration.name].add(source.group)
                elif declaration.inExtension:
                    groups["member"][declaration.name].add(source.group)
                elif declaration.kind in ("type", "func", "value"):
                    groups[declaration.kind][declaration.name].add(source.group)
        for name in list(groups["member"]):
            if len(everyMember[name]) > 1 or name in COMMON or elsewhere[name] - {self.name}:
                del groups["member"][name]
        return {kind: {name: min(found) for name, found in names.items() if len(found) == 1}
                for kind, names in groups.items()}

    def edges(self, elsewhere):
        """(group, other group) → {name: the lines that use it}"""
        declared = self.declared(elsewhere)
        members = collections.defaultdict(set)
        for source in self.sources:
            for declaration in source.declarations:
                if declaration.scope:
                    members[declaration.scope].add(declaration.name)
        edges = collections.defaultdict(lambda: collections.defaultdict(list))
        for source in self.sources:
            known = set().union(*(members[scope] for scope in source.scopes)) if source.scopes else set()
            for name, line in source.uses(declared, known):
                group = declared[name[0]][name[1]]
                if group != source.group:
                    text = name[1] if isinstance(name[1], str) else "%s(%s:)" % name[1]
                    edges[source.group, group][text].append("%s:%d" % (os.path.basename(source.path), line))
        return edges


def circles(edges):
    """Sets of groups that reach each other."""
    nexts = collections.defaultdict(set)
    for start, end in edges:
        nexts[start].add(end)

    def reached(start):
        seen, open = set(), [start]
        while open:
            for group in nexts.get(open.pop(), ()):
                if group not in seen:
                    seen.add(group)
                    open.append(group)
        return seen

    groups = sorted(nexts)
    reach = {group: reached(group) for group in groups}
    found = []
    for group in groups:
        if group in reach[group] and not any(group in circle for circle in found):
            found.append({other for other in reach[group] if group in reach.get(other, ())})
    return found


def described(names, limit=8):
    parts = ["%s (%s%s)" % (name, places[0], " and %d more" % (len(places) - 1) if len(places) > 1 else "")
             for name, places in sorted(names.items(), key=lambda item: -len(item[1]))]
    return ", ".join(parts[:limit]) + (", %d more names" % (len(parts) - limit) if len(parts) > limit else "")


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    targets = [Target(folder) for folder in sorted(glob.glob(os.path.join(ROOT, "Sources/*/*")), key=os.path.basename)]
    elsewhere = collections.defaultdict(set)
    for target in targets:
        for source in target.sources:
            for declaration in source.declarations:
                if declaration.scope:
                    elsewhere[declaration.name].add(target.name)
    status = 0
    for target in targets:
        if wanted and target.name not in wanted:
            continue
        edges = target.edges(elsewhere)
        if "--graph" in options:
            for (start, end), names in sorted(edges.items()):
                print("%s: %s → %s: %s" % (target.name, start, end, described(names)))
        left = dict(edges)
        for key, (names, _) in ALLOWED.items():
            if key[0] != target.name:
                continue
            edge = left.get(key[1:], {})
            if unused := sorted(set(names) - set(edge)):
                print("%s: %s does not use %s of %s: remove it from ALLOWED" % (*key[:2], ", ".join(unused), key[2]))
                status = 1
            rest = {name: places for name, places in edge.items() if name not in names}
            if rest:
                left[key[1:]] = rest
            else:
                left.pop(key[1:], None)
        for circle in circles(left):
            status = 1
            print("%s: these folders depend on each other in a cycle: %s" % (target.name, ", ".join(sorted(circle))))
            for (start, end), names in sorted(left.items()):
                if start in circle and end in circle:
                    print("  %s → %s: %s" % (start, end, described(names)))
    sys.exit(status)


main()
