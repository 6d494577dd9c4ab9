#!/usr/bin/env python3
"""Compares docs/rules.md, docs/architecture.md, docs/where.md, docs/debugging.md and README.md with the code. Prints a
line for each difference; the exit status is then 1.

It compares the table of rules; the passes of the diagram, written "passes: a · b · c" over one line or more; the table
with a column "target"; the packages that scripts/setup installs to build, to run and for video; the number of filters;
the paths of docs/where.md; the fast paths of docs/debugging.md. Of prose it reads only "`Op` has … cases".
"""
import glob, os, re, sys

from swiftsource import code

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
RULES, ARCHITECTURE, README, WHERE = "docs/rules.md", "docs/architecture.md", "README.md", "docs/where.md"
DEBUGGING = "docs/debugging.md"
NUMBERS = """no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty""".split()


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def uncommented(path):
    """Without comments that are lines of their own; texts stay."""
    return re.sub(r"^\s*//.*$", "", text(path), flags=re.M)


def found(pattern):
    return sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))


def tables(markdown):
    """The rows of each table, as lists of cells; the row with the headings first."""
    all, rows = [], []
    for line in markdown.splitlines() + [""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            all.append([row for row in rows if set("".join(row)) - set("-: ")])
            rows = []
    return all


def table(path, heading):
    """The rows below the headings of the first table that has this one."""
    for table in tables(text(path)):
        if heading in table[0]:
            return table[1:]
    return []


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def pipeline():
    """The names of the passes, in order, of a recipe that mixes what sources store."""
    source = code(text(found("Sources/**/Pipeline.swift")[0]))
    term = r"(?:\[[^\]]*\]|\w+)"
    sums = dict(re.findall(r"let (\w+)(?:\s*:\s*\[Pass\])?\s*=\s*(%s(?:\s*\+\s*%s)*)" % (term, term), source))

    def names(sum):
        for part in re.findall(term, sum):
            yield from re.findall(r"\w+", part) if part.startswith("[") else names(sums[part])

    return list(names("resolvingPassesWithDecoding + [manageColor] + simplifyingPasses"))


def rules():
    declared = {}
    for path in found("Sources/Recipes/ImagePasses/**/*.swift"):
        for name in re.findall(r'RewriteRule\(\s*"([^"]+)"', uncommented(path)):
            declared[name] = os.path.relpath(path, os.path.join(ROOT, "Sources/Recipes/ImagePasses"))[:-len(".swift")]
    passes, listed = set(pipeline()), set()
    for _, rule, file, runs in table(RULES, "law"):
        name, place = quoted(rule)[0], quoted(file)[0]
        listed.add(name)
        if name in declared:
            if declared[name] != place:
                yield "%s: `%s` is in `%s`, not in `%s`" % (RULES, name, declared[name], place)
        else:
            # A function or a member: in a file of ImagePasses, or in a folder of another target.
            word = re.match(r"\w+", name.split(".")[-1])[0]
            files = found("Sources/Recipes/ImagePasses/%s.swift" % place) + found("Sources/*/%s/*.swift" % place)
            if not any(re.search(r"\b(func|let|var) %s\b" % word, code(text(path))) for path in files):
                yield "%s: there is no `%s` in `%s`" % (RULES, name, place)
        for word in re.findall(r"\b[a-z]+[A-Z]\w*", runs):
            if word not in passes:
                yield "%s: `%s` is listed in %s, which is no pass of the pipeline" % (RULES, name, word)
    for name in sorted(set(declared) - listed):
        yield "%s: the table lacks `%s` (%s)" % (RULES, name, declared[name])


def passes():
    drawn = re.search(r"passes: *((?:\w+\s*·[\s│|]*)*\w+)", text(ARCHITECTURE))
    names = re.findall(r"\w+", drawn[1]) if drawn else []
    if names != pipeline():
        yield "%s: the diagram has the passes %s; the pipeline runs %s" % (
            ARCHITECTURE, " · ".join(names) or "nowhere", " · ".join(pipeline()))


def targets():
    """The table may omit programs, tests, C targets, and targets that only re-export."""
    declared = re.findall(r'\.(target|executableTarget)\(\s*name: "([^"]+)"', uncommented("Package.swift"))
    listed = {name for row in table(ARCHITECTURE, "target") for name in quoted(row[0])}
    for name in sorted(listed - {name for _, name in declared}):
        yield "%s: Package.swift has no target `%s`" % (ARCHITECTURE, name)
    for kind, name in declared:
        isLibrary = kind == "target" and not name.startswith("_") and found("Sources/*/%s/**/*.swift" % name)
        if isLibrary and name not in listed:
            yield "%s: the table lacks the target `%s`" % (ARCHITECTURE, name)


def operations():
    source = code(text(found("Sources/Recipes/ImageGraph/**/Op.swift")[0]))
    body = re.search(r"enum Op\b[^{]*\{(.*?)^\}", source, re.S | re.M)[1]
    count = len(re.findall(r"^  (?:indirect )?case \w", body, re.M))
    for stated in re.findall(r"`Op` has (\w+) cases", text(ARCHITECTURE)):
        if stated not in (NUMBERS[count], str(count)):
            yield "%s: `Op` has %s cases, not %s" % (ARCHITECTURE, NUMBERS[count], stated)


def packages():
    """Each row of README's table is one of the lists of scripts/setup. The table may omit the lists for tests."""
    source = text("scripts/setup")
    lists = {name: set(body.split()) for name, body in re.findall(r"^(\w+)=\(([^)]*)\)", source, re.M)}
    wanted = re.findall(r"^  (?:run|build|video)\) wanted=\(([^)]*)\)", source, re.M)
    needed = [name for line in wanted for name in re.findall(r"\{(\w+)\[@\]", line)]
    listed = [set(row[1].split()) for row in table(README, "Debian 12 packages")]
    for name in needed:
        if lists[name] not in listed:
            yield "%s: no row of the packages is %s of scripts/setup: %s" % (
                README, name, " ".join(sorted(lists[name])))
    for row in listed:
        if row not in [lists[name] for name in needed]:
            yield "%s: scripts/setup has no list of these packages: %s" % (README, " ".join(sorted(row)))


def files():
    """Every path of docs/where.md exists. Code with spaces is a command."""
    path = re.compile(r"(Sources|Shaders|Tests|Plugins|Examples|docs|scripts)(/[\w.+/-]+)?|\w+\.(md|swift)")
    for name in quoted(text(WHERE)):
        if path.fullmatch(name) and not found(name):
            yield "%s: there is no `%s`" % (WHERE, name)


def fast_paths():
    """The table has a row for each path, with its owner and its condition."""
    source = text("Sources/Recipes/ImageGraph/Log/FastPath.swift")
    paths = re.findall(r'\(\s*"([\w-]+)", \.(\w+),\s*"([^"]+)"', source)
    rows = {row[0].strip("`"): row[1:] for row in table(DEBUGGING, "fast path")}
    for name, owner, condition in paths:
        wanted = [owner if owner == "planner" else owner.replace("vulkan", "Vulkan") + " engine", condition]
        if rows.pop(name, None) != wanted:
            yield "%s: the table of fast paths needs the row | `%s` | %s |" % (DEBUGGING, name, " | ".join(wanted))
    for name in rows:
        yield "%s: there is no fast path %s" % (DEBUGGING, name)


def filters():
    """Declarations are calls whose first argument is the name; see CatalogueCompiler."""
    names = set()
    for path in found("Sources/Filters/ImageFilters/**/*.swift"):
        names |= set(re.findall(r'static let \w+(?:: \w+)? = \w+\(\s*"(CI\w+)"', uncommented(path)))
    for stated in re.findall(r"filters \((\d+)\)", text(README)):
        if int(stated) != len(names):
            yield "%s: there are %d filters, not %s: run scripts/filter-table" % (README, len(names), stated)


differences = [line for check in (rules, passes, targets, operations, packages, files, fast_paths, filters) for line in check()]
for line in differences:
    print(line)
sys.exit(1 if differences else 0)
