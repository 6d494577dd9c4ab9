"""The declarations and names of a Swift file, read from its text without the compiler."""
import collections, re

TOKEN = re.compile(r"[A-Za-z_]\w*|\n|->|\S")
IMPORT = re.compile(r"^[ \t]*(@\w+ |private |package |public |internal )*import .*$", re.M)
TEXT = re.compile(r'//|/\*|(#*)("""|")')
TYPES = {"struct", "class", "enum", "protocol", "actor"}
MODIFIERS = {
    "private", "fileprivate", "internal", "package", "public", "open", "static", "class", "final", "mutating",
    "nonmutating", "override", "indirect", "lazy", "weak", "unowned", "nonisolated", "convenience", "required",
    "borrowing", "consuming", "async", "prefix", "postfix", "infix", "dynamic", "optional", "isolated", "sending",
}
BINDERS = {"let", "var", "for", "func", "case", "inout"}

Declaration = collections.namedtuple("Declaration", "kind name scope inExtension isPrivate")


def code(text):
    """`text` without comments and the contents of strings, except interpolations. Lines keep their numbers."""
    out, position = [], 0

    def quoted(start, hashes, quote):
        """From behind the opening quote to behind the closing one."""
        position, escape, end = start, "\\" + hashes, quote + hashes
        while position < len(text):
            if text.startswith(end, position):
                return position + len(end)
            if text.startswith(escape + "(", position):
                position = nested(position + len(escape) + 1)
            elif text.startswith(escape, position):
                position += len(escape) + 1
            else:
                out.append("\n" if text[position] == "\n" else "")
                position += 1
        return position

    def nested(start):
        """An interpolation, to behind its closing bracket."""
        position, depth = start, 1
        out.append(" ")
        while position < len(text):
            match = TEXT.match(text, position)
            if match and match[2]:
                out.append(' "" ')
                position = quoted(match.end(), match[1], match[2])
                continue
            depth += {"(": 1, ")": -1}.get(text[position], 0)
            position += 1
            if depth == 0:
                break
            out.append(text[position - 1])
        out.append(" ")
        return position

    while match := TEXT.search(text, position):
        out.append(text[position:match.start()])
        if match[0] == "//":
            end = text.find("\n", match.start())
            position = len(text) if end < 0 else end
        elif match[0] == "/*":
            depth, position = 1, match.end()
            while depth and position < len(text):
                step = re.compile(r"/\*|\*/|\n").search(text, position)
                if not step:
                    position = len(text)
                    break
                depth += {"/*": 1, "*/": -1}.get(step[0], 0)
                if step[0] == "\n":
                    out.append("\n")
                position = step.end()
        else:
            out.append(' "" ')
            position = quoted(match.end(), match[1], match[2])
    out.append(text[position:])
    return "".join(out)


class Source:
    def __init__(self, path, group):
        self.path, self.group = path, group
        with open(path, encoding="utf-8") as file:
            text = code(file.read())
        self.tokens, self.lines, line = [], [], 1
        for token in TOKEN.findall(IMPORT.sub("", text)):
            if token == "\n":
                line += 1
            else:
                self.tokens.append(token)
                self.lines.append(line)
        self.declarations = []
        # Types that the file declares or extends, and names that it gives to something of its own.
        self.scopes, self.own = set(), set()
        self.read()

    def read(self):
        tokens, declare = self.tokens, self.declare
        scopes = [("file", "", False)]
        pending = None
        brackets = 0
        for index, token in enumerate(tokens):
            if token in "([":
                brackets += 1
            elif token in ")]":
                brackets -= 1
            elif token == "{":
                # Brackets inside a closure that is an argument are counted anew.
                scopes.append((pending or ("body", "", False)) + (brackets,))
                pending, brackets = None, 0
            elif token == "}":
                if len(scopes) > 1:
                    brackets = scopes.pop()[3]
            elif index + 1 < len(tokens) and not (index and tokens[index - 1] == "."):
                kind, scope, isHidden = scopes[-1][:3]
                following = tokens[index + 1]
                if token in BINDERS and following == "(":
                    self.own.update(self.bracketed(index + 1))
                if token in BINDERS:
                    self.own.add(following)
                if kind == "body":
                    if token in TYPES and following not in MODIFIERS | BINDERS and following.isidentifier():
                        self.own.add(following)
                        pending = ("hidden", following, True)
                    elif token == "func":
                        pending = ("body", "", False)
                    continue
                if brackets:
                    continue
                private = isHidden or self.isPrivate(index)
                if token in TYPES and following not in MODIFIERS | BINDERS and following.isidentifier():
                    declare("nested" if scope else "type", following, scope, kind == "extension", private)
                    self.scopes.add(following)
                    if private:
                        self.own.add(following)
                    pending = ("type" if kind != "hidden" else "hidden", following, private)
                elif token == "extension":
                    self.scopes.add(following)
                    pending = ("extension", self.path_of(index + 1), private)
                elif token == "typealias" or token == "associatedtype":
                    declare("nested" if scope else "type", following, scope, kind == "extension", private)
                elif token == "func" and following.isidentifier():
                    declare("member" if scope else "func", following, scope, kind == "extension", private)
                    pending = ("body", "", False)
                elif token in ("let", "var"):
                    names = self.bracketed(index + 1) if following == "(" else [following]
                    for name in names:
                        declare("member" if scope else "value", name, scope, kind == "extension", private)
                elif token == "case" and scope:
                    declare("member", following, scope, False, private)
                elif token == "init" and kind == "extension" and following in "(?":
                    label = tokens[index + 2] if following == "(" else tokens[index + 3]
                    if label not in "_)":
                        declare("init", label, scope, True, private)

    def declare(self, *values):
        self.declarations.append(Declaration(*values))

    def path_of(self, index):
        """The last name of `A.B.C`."""
        while index + 2 < len(self.tokens) and self.tokens[index + 1] == ".":
            index += 2
        self.scopes.add(self.tokens[index])
        return self.tokens[index]

    def bracketed(self, index):
        """The names between brackets that open at `index`."""
        names, depth = [], 0
        for token in self.tokens[index:index + 60]:
            depth += {"(": 1, ")": -1}.get(token, 0)
            if depth == 0:
                break
            if token.isidentifier():
                names.append(token)
        return names

    def isPrivate(self, index):
        index -= 1
        while index >= 0 and (self.tokens[index] in MODIFIERS or self.tokens[index] == ")"):
            if self.tokens[index] == ")":
                if self.tokens[index - 1] != "set":
                    break
                index -= 4
                continue
            if self.tokens[index] in ("private", "fileprivate"):
                return True
            index -= 1
        return False

    def uses(self, declared, known):
        """((kind, name), line) for each name in the text. `known` are the members of the file's own types."""
        types, funcs, values, members, inits = (
            declared[kind] for kind in ("type", "func", "value", "member", "init"))
        tokens, lines = self.tokens, self.lines
        for index, token in enumerate(tokens):
            if not (token[0].isalpha() or token[0] == "_"):
                continue
            before = tokens[index - 1] if index else ""
            after = tokens[index + 1] if index + 1 < len(tokens) else ""
            if token in types:
                if before != "." and before not in TYPES and token not in self.own:
                    if token not in known or after == ".":
                        yield ("type", token), lines[index]
                if after == "(" and (token, tokens[index + 2]) in inits and tokens[index + 3] == ":":
                    yield ("init", (token, tokens[index + 2])), lines[index]
            elif after == "(" and index + 3 < len(tokens) and (token, tokens[index + 2]) in inits:
                if tokens[index + 3] == ":":
                    yield ("init", (token, tokens[index + 2])), lines[index]
            if before == ".":
                if token in members:
                    yield ("member", token), lines[index]
                continue
            if after == ":" or before in BINDERS or token in self.own:
                continue
            if token in funcs and after == "(" and token not in known:
                yield ("func", token), lines[index]
            elif token in values and token not in known:
                yield ("value", token), lines[index]
            elif token in members and token in known:
                yield ("member", token), lines[index]
