#!/usr/bin/env python3
"""Which folder of a target knows which, and the circles among them.   circles.py [--graph] [TARGET…]

A folder knows another when its text names a type, a function or a value of the top level that is declared there, or a
member or an initialiser that only an extension there has. Comments and texts do not count; no compiler is asked, so a
name that could mean two things tells nothing. --graph prints every such pair.

Exit status 1 when folders know each other in a circle that ALLOWED does not open, or when an entry there is needed no
longer.
"""
import collections, glob, os, sys

from swiftsource import Source

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

# What may close a circle: (target, folder, folder that it knows): the only names that it may know there, and why.
ALLOWED = {}

# Folders that count as one room: all of a target but those named.
TOGETHER = {
    # Folders of filters are Core Image's categories: what a filter is for, not what it is made of. A filter of one
    # category is made of formulas of others.
    ("ImageFilters", "categories"): {"Declaration", "Barcodes", "Text"},
}

# Members of the standard library and Foundation: a name alone does not tell them from ours.
COMMON = set("""append close contains count data decode description encode first hash height index insert intersection
    isEmpty keys last localizedDescription map max min name rawValue read remove size type union value values width
    write""".split())


class Target:
    def __init__(self, folder):
        self.name = os.path.basename(folder)
        self.sources = []
        for path, _, files in os.walk(folder):
            room = self.room(os.path.relpath(path, folder))
            names = sorted(name for name in files if name.endswith(".swift"))
            self.sources += [Source(os.path.join(path, name), room) for name in names]

    def room(self, folder):
        for (target, name), others in TOGETHER.items():
            if target == self.name and folder not in others:
                return name
        return folder

    def declared(self, elsewhere):
        """Rooms by name: of types, functions and values of the top level, members and initialisers of extensions.
        A name that stands in two rooms, or among members of other targets, tells nothing and is left out."""
        rooms = {kind: collections.defaultdict(set) for kind in ("type", "func", "value", "member", "init")}
        everyMember = collections.defaultdict(set)
        for source in self.sources:
            for declaration in source.declarations:
                if declaration.kind in ("member", "nested") or declaration.inExtension:
                    everyMember[declaration.name].add(source.room)
                if declaration.isPrivate:
                    continue
                if declaration.kind == "init":
                    rooms["init"][declaration.scope, declaration.name].add(source.room)
                elif declaration.inExtension:
                    rooms["member"][declaration.name].add(source.room)
                elif declaration.kind in ("type", "func", "value"):
                    rooms[declaration.kind][declaration.name].add(source.room)
        for name in list(rooms["member"]):
            if len(everyMember[name]) > 1 or name in COMMON or elsewhere[name] - {self.name}:
                del rooms["member"][name]
        return {kind: {name: min(found) for name, found in names.items() if len(found) == 1}
                for kind, names in rooms.items()}

    def edges(self, elsewhere):
        """(room, other room) → {name: the places that use it}"""
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
                room = declared[name[0]][name[1]]
                if room != source.room:
                    text = name[1] if isinstance(name[1], str) else "%s(%s:)" % name[1]
                    edges[source.room, room][text].append("%s:%d" % (os.path.basename(source.path), line))
        return edges


def circles(edges):
    """Sets of rooms that reach each other."""
    nexts = collections.defaultdict(set)
    for start, end in edges:
        nexts[start].add(end)

    def reached(start):
        seen, open = set(), [start]
        while open:
            for room in nexts.get(open.pop(), ()):
                if room not in seen:
                    seen.add(room)
                    open.append(room)
        return seen

    rooms = sorted(nexts)
    reach = {room: reached(room) for room in rooms}
    found = []
    for room in rooms:
        if room in reach[room] and not any(room in circle for circle in found):
            found.append({other for other in reach[room] if room in reach.get(other, ())})
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
                print("%s: %s no longer knows %s of %s: take it out of ALLOWED" % (*key[:2], ", ".join(unused), key[2]))
                status = 1
            rest = {name: places for name, places in edge.items() if name not in names}
            if rest:
                left[key[1:]] = rest
            else:
                left.pop(key[1:], None)
        for circle in circles(left):
            status = 1
            print("%s: these folders know each other in a circle: %s" % (target.name, ", ".join(sorted(circle))))
            for (start, end), names in sorted(left.items()):
                if start in circle and end in circle:
                    print("  %s → %s: %s" % (start, end, described(names)))
    sys.exit(status)


main()
