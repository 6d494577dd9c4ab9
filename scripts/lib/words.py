#!/usr/bin/env python3
"""Checks names, comments, texts, pages and commit subjects against docs/style.md. Prints a line for each finding; the
exit status is then 1.

    words.py [PATH…]                               checks these files, or all of the repository
    words.py --update-exceptions [--allow-new]     lowers the counts of words-exceptions.txt to the present findings

words-exceptions.txt permits findings: a path, a rule and a count a line, separated by tabs. Counts may only fall, so a
count above the number of findings is an error too. --allow-new also raises counts and adds lines.
"""
import bisect, collections, os, re, sys

import subjects, typenames
from wordlist import CELL, FOREIGN_NAMES, FOREIGN_PROSE, NAMES, OPENING, PROSE, TYPE_STEMS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
EXCEPTIONS = "scripts/lib/words-exceptions.txt"
COLUMNS = 100  # of pages; code has 120, which scripts/format checks

SWIFT = (".swift",)
SHADERS = (".c", ".cpp", ".h", ".glsl", ".metal", ".cikernel")
# These list the words themselves.
LISTS = {"docs/style.md", "scripts/lib/wordlist.py"}

# A run of line comments, a block comment, a string, or a character of C.
LEXEME = re.compile(r"""//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?\*/|\#"{3}.*?"{3}\#|"{3}(?:\\.|[^\\])*?"{3}|\#"[^\n]*?"\#
    |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])'""", re.S | re.X)
INTERPOLATION = re.compile(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
DECLARED = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w*)")
C_DOCUMENTATION = re.compile(r"^((?://[^\n]*\n)+|/\*.*?\*/[ \t]*\n)(?=[A-Za-z_])", re.M | re.S)
SCRIPT_DOCUMENTATION = re.compile(r'\A#!.*\n#|^(?:[ \t]*(?:def|class) .*\n[ \t]*|)"""', re.M)
SPAN = re.compile(r"`[^`\n]*`|\]\([^)\s]*\)|https?://\S+|<[^>\n]*>")
FENCE = re.compile(r"^( *)(```+|~~~+)(\w*)[^\n]*\n(.*?)^ *\2[ \t]*$", re.M | re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)

Finding = collections.namedtuple("Finding", "path line rule message")


def blank(pattern, text):
    """`text` with each match replaced by spaces, so that offsets and lines stay as they are."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


class File:
    """A file and its findings."""

    def __init__(self, path):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            self.text = file.read()
        self.path, self.findings, self.seen = path, [], set()
        self.starts = [0] + [match.end() for match in re.finditer("\n", self.text)]
        self.names(os.path.basename(path), 0)
        kind = os.path.splitext(path)[1]
        if kind == ".md":
            self.page()
        elif kind == ".txt":
            self.prose(blank(SPAN, self.text), 0)
        elif kind in SWIFT or kind in SHADERS:
            self.code(self.text, 0, kind in SWIFT)
        else:
            self.prose(blank(SPAN, self.text), 0)
            self.names(self.text, 0)
            for match in SCRIPT_DOCUMENTATION.finditer(self.text):
                self.opening(self.text[match.end():match.end() + 80], match.end())

    def add(self, offset, rule, message):
        # A word of a script is prose and a name.
        if (offset, rule) in self.seen or self.path in LISTS and rule != "wrap":
            return
        self.seen.add((offset, rule))
        self.findings.append(Finding(self.path, bisect.bisect_right(self.starts, offset), rule, message))

    def prose(self, text, offset):
        """Words of a sentence."""
        for match in PROSE.pattern.finditer(blank(FOREIGN_PROSE, text)):
            rule = PROSE.rule(match)
            words = re.sub(r"[\s/*#]+", " ", match[0])
            self.add(offset + match.start(), rule.name, '"%s": %s' % (words, rule.advice))

    def names(self, text, offset):
        """Words inside of identifiers."""
        for match in IDENTIFIER.finditer(text):
            if NAMES.pattern.search(match[0]) and not FOREIGN_NAMES.fullmatch(match[0]):
                for word in WORD.findall(match[0]):
                    if rule := NAMES.words.get(word.lower()):
                        self.add(offset + match.start(), rule.name, 'the name "%s": %s' % (match[0], rule.advice))

    def opening(self, text, offset):
        """The first words of a documentation comment."""
        if match := OPENING.match(text):
            self.add(offset, "opening", 'documentation begins with "%s": begin with a verb in the third person, or '
                     "with a noun that states the kind of thing" % match[1])

    def code(self, text, offset, isSwift):
        position = 0
        for match in LEXEME.finditer(text):
            self.statements(text[position:match.start()], offset + position, isSwift)
            position = match.end()
            if match[0].startswith("/"):
                self.prose(blank(SPAN, match[0]), offset + match.start())
                if isSwift and match[0].startswith("///"):
                    self.opening(match[0], offset + match.start())
            elif " " in match[0]:
                # A string without a space is a key or a path.
                self.prose(blank(INTERPOLATION, blank(SPAN, match[0])), offset + match.start())
        self.statements(text[position:], offset + position, isSwift)
        if not isSwift:
            for match in C_DOCUMENTATION.finditer(text):
                self.opening(match[0], offset + match.start())

    def statements(self, text, offset, isSwift):
        self.names(text, offset)
        if isSwift:
            for match in DECLARED.finditer(text):
                words = WORD.findall(match[1])
                for before, word in zip([""] + words, words):
                    # "In place" is a term.
                    if (rule := TYPE_STEMS.get(word)) and before != "In":
                        self.add(offset + match.start(1), rule.name, 'the type "%s": %s' % (match[1], rule.advice))

    def page(self):
        text = self.text
        for match in FENCE.finditer(text):
            if match[3] == "swift":
                self.code(match[4], match.start(4), isSwift=True)
        text = blank(FENCE, blank(COMMENT, text))
        if self.path == "CHANGELOG.md":
            # Its tables name what was renamed.
            text = blank(re.compile(r"^\|.*$", re.M), text)
        self.prose(blank(SPAN, text), 0)
        offset = 0
        for line in text.splitlines(keepends=True):
            subject = line.lstrip("# ") if line.startswith("#") else ""
            cells = line.split("|")[1:-1] if line.startswith("|") else []
            if OPENING.match(subject):
                self.add(offset, "heading", "a heading names its subject")
            for cell in cells:
                if match := CELL.match(cell):
                    self.add(offset, "heading", 'a cell begins with "%s": name the subject' % match[1])
            self.wrap(line.rstrip("\n"), offset)
            offset += len(line)

    def wrap(self, line, offset):
        """Links do not count: a reader of the page does not see their targets."""
        seen = re.sub(r"\]\([^)]*\)", "]", line)
        if len(seen) > COLUMNS and not line.startswith(("|", "#", "<", "[")) and " " in seen.strip():
            self.add(offset, "wrap", "%d columns, more than %d" % (len(seen), COLUMNS))


def paths():
    """The files that are checked, without those that git ignores."""
    listed = subjects.git(ROOT, "ls-files", "-co", "--exclude-standard")
    names = listed.stdout.splitlines() if listed and listed.returncode == 0 else walked()
    for name in sorted(set(names)):
        isText = name.endswith(SWIFT + SHADERS + (".md", ".py", ".sh")) or re.match(r"docs/[^/]*\.txt$", name)
        isScript = re.match(r"(scripts|\.ci)/|Dockerfile$|Examples/.*/make-", name) and not os.path.splitext(name)[1]
        if (isText or isScript) and os.path.isfile(os.path.join(ROOT, name)):
            yield name


def walked():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in (".build", ".git", "__pycache__")]
        yield from (os.path.relpath(os.path.join(folder, name), ROOT) for name in names)


def findings(names):
    found = [finding for name in names for finding in File(name).findings]
    wanted = set(names)
    found += [Finding(*values) for values in typenames.findings() if values[0] in wanted]
    return sorted(found)


def exceptions():
    """Counts by path and rule."""
    try:
        with open(os.path.join(ROOT, EXCEPTIONS), encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    except FileNotFoundError:
        return {}
    return {(path, rule): int(count) for path, rule, count in rows}


def write(counts):
    with open(os.path.join(ROOT, EXCEPTIONS), "w", encoding="utf-8") as file:
        file.writelines("%s\t%s\t%d\n" % (*key, count) for key, count in sorted(counts.items()) if count)


def update(counts, allowed, isNewAllowed):
    """Writes the present counts; without `isNewAllowed` only those that are not above the old ones."""
    raised = sorted(key for key, count in counts.items() if count > allowed.get(key, 0))
    for path, rule in raised if not isNewAllowed else []:
        print("words: %s: %d findings of %s, %d allowed: fix them, or pass --allow-new"
              % (path, counts[path, rule], rule, allowed.get((path, rule), 0)))
    write({key: count if isNewAllowed else min(count, allowed.get(key, 0)) for key, count in counts.items()})
    return 1 if raised and not isNewAllowed else 0


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    named = [os.path.relpath(os.path.realpath(word), ROOT) for word in sys.argv[1:] if not word.startswith("--")]
    if "--help" in options or options - {"--update-exceptions", "--allow-new"} or options and named:
        print(__doc__)
        return 0 if "--help" in options else 2
    every = list(paths())
    names = [name for name in every if not named or any(name == path or name.startswith(path + "/") for path in named)]
    found, allowed = findings(names), exceptions()
    counts = collections.Counter((finding.path, finding.rule) for finding in found)
    if "--update-exceptions" in options:
        return update(counts, allowed, "--allow-new" in options)
    status = 0
    for finding in found:
        if counts[finding.path, finding.rule] > allowed.get((finding.path, finding.rule), 0):
            print("words: %s:%d: %s (docs/style.md)" % (finding.path, finding.line, finding.message))
            status = 1
    checked = set(names)
    for (path, rule), count in sorted(allowed.items()):
        if counts[path, rule] < count and (path in checked or not named):
            print("words: %s: %d findings of %s, %d allowed: lower the count: "
                  "run scripts/lib/words.py --update-exceptions" % (path, counts[path, rule], rule, count))
            status = 1
    if not named:
        for line in subjects.findings(ROOT):
            print("words: " + line)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
