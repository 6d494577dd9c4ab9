"""Wraps comments and strings of more than 120 columns, which swift format does not change.

    wrap.py --check FOLDER…    lists them; the exit status is 1 if there are some
    wrap.py FOLDER…            breaks them: comments between words, strings by +, multi-line strings by a backslash
"""
import os, re, sys

LIMIT = 120
COMMENT = re.compile(r"^( *)(///|//)( ?)(.*)$")
ITEM = re.compile(r"( *)([-*] |\d+\. |)")
# Beginnings of lines of a comment that stay at the beginning of a line.
OWN_LINE = re.compile(r" *([-*] |\d+\. |\||#|```|Formula:|Source:|$)")
# Lines that are not broken: rows of tables, and the formula of a filter's page.
WHOLE = re.compile(r" */// (\||Formula:)")


def files(folders):
    for folder in folders:
        if os.path.isfile(folder):
            yield folder
        for path, _, names in os.walk(folder):
            if "/.build" not in path:
                yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(".swift"))


def textLines(lines):
    """The indices of the lines inside of multi-line strings."""
    inside, found = False, set()
    for index, line in enumerate(lines):
        if inside:
            found.add(index)
        if not COMMENT.match(line) or inside:
            if line.count('"""') % 2:
                inside = not inside
                found.discard(index)
    return found


def wrapComments(lines):
    out, index, isFenced = list(lines), 0, False
    inTexts = textLines(lines)
    while index < len(out):
        match = COMMENT.match(out[index])
        if match and match[4].startswith("```"):
            isFenced = not isFenced
        if not match or isFenced or len(out[index]) <= LIMIT or WHOLE.match(out[index]) or index in inTexts:
            index += 1
            continue
        indent, marker, _, text = match.groups()
        cut = text.rfind(" ", 0, LIMIT - len(indent) - len(marker))
        item = ITEM.match(text)
        if cut <= len(item[0]):
            index += 1
            continue
        hanging = item[1] + " " * len(item[2])
        head, rest = text[:cut].rstrip(), text[cut:].strip()
        out[index] = indent + marker + " " + head
        after = COMMENT.match(out[index + 1]) if index + 1 < len(out) else None
        if after and after[1] == indent and after[2] == marker and not OWN_LINE.match(after[4]) \
                and len(after[4]) - len(after[4].lstrip()) == len(hanging):
            out[index + 1] = indent + marker + " " + hanging + rest + " " + after[4].strip()
        else:
            out.insert(index + 1, indent + marker + " " + hanging + rest)
            inTexts = textLines(out)
        index += 1
    return out


def breaks(line, start, isInside):
    """The offsets at which a string may be broken: after spaces and after interpolations, from `start` on.

    - isInside: whether the line begins inside of the string, which then has no quotes.
    """
    spaces, brackets = [], []
    depths = [0] if isInside else []  # of the brackets around each text that is open
    depth, index = 0, start
    while index < len(line):
        letter = line[index]
        index += 1
        if depths and depths[-1] == depth:
            if letter == "\\" and line[index:index + 1] == "(":
                depth, index = depth + 1, index + 1
            elif letter == "\\":
                index += 1
            elif letter == '"' and not (isInside and depth == 0):
                depths.pop()
            elif letter == " " and depth == 0:
                spaces.append(index)
        elif letter == '"':
            depths.append(depth)
        elif letter in "()" and depths:
            depth += 1 if letter == "(" else -1
            if depth == 0:
                brackets.append(index)
    return [place for place in spaces if place < LIMIT] or [place for place in brackets if place < LIMIT]


def wrapTexts(lines):
    out, inTexts = [], textLines(lines)
    for index, line in enumerate(lines):
        if index in inTexts:
            # The indentation of the closing quotes is on every line, and is no part of the string.
            end = next(later for later in range(index, len(lines)) if later not in inTexts)
            indent = lines[end][:lines[end].index('"""')]
            while len(line) > LIMIT:
                places = breaks(line, len(line) - len(line.lstrip()), isInside=True)
                if not places:
                    break
                out.append(line[:places[-1]] + "\\")
                line = indent + line[places[-1]:]
        elif len(line) > LIMIT and not COMMENT.match(line):
            places = breaks(line, 0, isInside=False)
            if places:
                indent = line[:len(line) - len(line.lstrip())]
                out.append(line[:places[-1]] + '"')
                line = indent + '  + "' + line[places[-1]:]
        out.append(line)
    return out


def main():
    isCheck = "--check" in sys.argv
    status = 0
    for path in files([word for word in sys.argv[1:] if word != "--check"]):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        if isCheck:
            for number, line in enumerate(lines, 1):
                if len(line) > LIMIT and not WHOLE.match(line):
                    print("%s:%d: %d columns" % (path, number, len(line)))
                    status = 1
            continue
        new = "\n".join(wrapTexts(wrapComments(lines)))
        if new != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    sys.exit(status)


main()
