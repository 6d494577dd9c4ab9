#!/usr/bin/env python3
"""Type-checks the Swift listings of README.md, CONTRIBUTING.md, docs and Sources/**/*.docc. Prints a line for each
error; the exit status is then 1.

    listings.py [PATH…]     these pages, or all

A listing is a block ```swift. It is compiled as a program of its own, in Swift 6. A comment directly before it changes
that:

    <!-- listing                 lines that readers do not see, compiled before the listing
    import CoreImage
    -->
    <!-- listing: continues -->  after all earlier listings of the page
    <!-- listing: manifest -->   a part of a Package.swift, or all of one
    <!-- listing: in TARGET -->  a file of this target, in place of the file of the type that it declares

The package must be built: with IS_BUILT set it is not built here.
"""
import concurrent.futures, glob, os, re, subprocess, sys, tempfile

from tools import ROOT, build, products

PAGES = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "Sources/**/*.docc/**/*.md"]
LISTING = re.compile(r"(?:^ *<!-- listing(?:: (?P<kind>[\w ]*\w))?\s*(?P<hidden>(?:(?!-->).)*)-->\n\s*)?"
                     r"^(?P<indent> *)```swift\n(?P<text>.*?)^ *```", re.M | re.S)
ERROR = re.compile(r"^(.+?):(\d+):\d+: error: (.*)$", re.M)
KINDS = re.compile(r"continues|manifest|in (\w+)")

# A part of a manifest by its first word: the text that it is put into.
MANIFEST_ELEMENTS = {
    ".package": "let parts: [Package.Dependency] = [ %s ]",
    ".product": "let parts: [Target.Dependency] = [ %s ]",
    ".target": "let parts: [Target] = [ %s ]",
    ".executableTarget": "let parts: [Target] = [ %s ]",
    ".testTarget": "let parts: [Target] = [ %s ]",
    ".library": "let parts: [Product] = [ %s ]",
    ".plugin": "let parts: [Target.PluginUsage] = [ %s ]",
}
MANIFEST_TARGET = 'let part = Target.executableTarget(name: "App", %s )'
MANIFEST_PACKAGE = 'let part = Package(name: "App", %s )'


class Listing:
    """A block with its page, the line of its first statement, and the program that is compiled for it."""

    def __init__(self, page, text, match, earlier):
        self.page, self.line = page, text.count("\n", 0, match.start("text")) + 1
        self.kind = match["kind"] or ""
        self.target = KINDS.fullmatch(self.kind)[1] if self.kind else None
        indent = len(match["indent"])
        lines = "".join(line[indent:] for line in match["text"].splitlines(keepends=True))
        if self.kind == "manifest":
            self.program = self.manifest(lines)
            return
        self.part = self.located(lines, self.line)
        if match["hidden"]:
            self.part = self.located(match["hidden"], text.count("\n", 0, match.start("hidden")) + 1) + self.part
        self.program = self.part
        if self.kind == "continues":
            self.program = "".join(other.part for other in earlier) + self.part

    def others(self):
        """The compiler's arguments for the other files of the target, of which only declarations are read."""
        own = re.search(r"\b(?:struct|class|enum|actor|protocol) (\w+)", self.program)
        files = glob.glob(os.path.join(ROOT, "Sources/*", self.target, "**/*.swift"), recursive=True)
        replaced = own[1] + ".swift" if own else None
        return ["-module-name", self.target] + [path for path in files if os.path.basename(path) != replaced]

    def located(self, text, line):
        """`text` with a directive that has the compiler name the page and its lines."""
        return '#sourceLocation(file: "%s", line: %d)\n%s\n' % (self.page, line, text)

    def manifest(self, text):
        if "import PackageDescription" in text:
            return self.located(text, self.line)
        word = re.match(r"\s*(\.?\w+)", text)[1]
        isTarget = re.match(r'\s*(?:dependencies: \[\s*(?:\.product|\.target|")|plugins:|exclude:|resources:)', text)
        frame = MANIFEST_ELEMENTS.get(word, MANIFEST_TARGET if isTarget else MANIFEST_PACKAGE)
        # The frame begins on the line before the listing's first.
        return self.located("import PackageDescription", 1) + self.located(frame % ("\n" + text), self.line - 1)


def listings(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        text = file.read()
    found = []
    for match in LISTING.finditer(text):
        if match["kind"] and not KINDS.fullmatch(match["kind"]):
            line = text.count("\n", 0, match.start()) + 1
            sys.exit("listings: %s:%d: \"%s\" is none of continues, manifest, in TARGET" % (page, line, match["kind"]))
        found.append(Listing(page, text, match, [other for other in found if other.kind in ("", "continues")]))
    return found


def module_options(folder):
    """The compiler's options for the modules of this package."""
    options = ["-I", os.path.join(folder, "Modules")]
    maps = [path for path in glob.glob(os.path.join(folder, "*.build/module.modulemap")) if "-tool.build/" not in path]
    for include in sorted(glob.glob(os.path.join(ROOT, "Sources/*/*/include"))):
        options += ["-Xcc", "-I" + include]
        maps += glob.glob(os.path.join(include, "module.modulemap"))
    for path in sorted(maps):
        options += ["-Xcc", "-fmodule-map-file=" + path]
    return options


def manifest_options():
    swift = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    runtime = re.search(r'"runtimeResourcePath": "([^"]+)"', swift)[1]
    return ["-package-description-version", "6.1", "-I", os.path.join(runtime, "pm/ManifestAPI")]


def errors(listing, options, folder):
    """The compiler's errors, as the lines to print."""
    path = os.path.join(folder, "%s-%d.swift" % (listing.page.replace("/", "-"), listing.line))
    with open(path, "w", encoding="utf-8") as file:
        file.write(listing.program)
    command = ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-diagnostic-style=llvm",
               "-no-color-diagnostics"]
    if re.search(r"^@main\b", listing.program, re.M) or listing.target:
        command.append("-parse-as-library")
    if re.search(r"^ *package \w", listing.program, re.M):
        # Contributors' code. SwiftPM takes the name of the folder.
        command += ["-package-name", os.path.basename(ROOT).lower()]
    # The driver takes no primary file.
    compiler = ["swiftc", "-frontend"] if listing.target else ["swiftc"]
    others = [*listing.others(), "-primary-file"] if listing.target else []
    run = subprocess.run([*compiler, *command, *options, *others, path], capture_output=True, text=True)
    if run.returncode == 0:
        return []
    lines = ["%s:%s: %s" % found for found in dict.fromkeys(ERROR.findall(run.stderr))]
    return lines or ["%s:%d: %s" % (listing.page, listing.line, run.stderr.strip())]


def main():
    named = [os.path.relpath(os.path.realpath(word), ROOT) for word in sys.argv[1:]]
    pages = named or sorted({os.path.relpath(path, ROOT) for pattern in PAGES
                             for path in glob.glob(os.path.join(ROOT, pattern), recursive=True)})
    checked = [listing for page in pages for listing in listings(page)]
    build()
    modules, manifest = module_options(products()), manifest_options()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def check(listing):
            return errors(listing, manifest if listing.kind == "manifest" else modules, folder)

        found = pool.map(check, checked)
        wrong = list(dict.fromkeys(line for lines in found for line in lines))
    for line in wrong:
        print("listings: " + line)
    print("listings: %d listings on %d pages, %d errors" % (len(checked), len(pages), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
