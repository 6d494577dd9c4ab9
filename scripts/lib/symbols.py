"""The public symbols of this package, from the symbol graphs that scripts/documentation writes."""
import glob, json, os, re

MODULES = ("CoreImage", "CoreGraphics", "IOSurface", "CoreVideo", "CoreMedia", "AVFoundation", "AVKit", "ImageWindow",
           "ImageIO", "DrawingRecipes", "QuartzCore", "LayerViews", "ToolkitImages", "OpenGLImage")


class Symbol:
    def __init__(self, data):
        self.path = ".".join(data["pathComponents"])
        self.declaration = "".join(part["spelling"] for part in data.get("declarationFragments", []))
        self.sentence = " ".join(line["text"].strip() for line in data.get("docComment", {}).get("lines", [])).strip()
        uses = data.get("availability", [])
        renamed = [use.get("renamed") or use["message"] for use in uses if "renamed" in use or "message" in use]
        # A deprecated spelling: the compiler prints the new one.
        if not self.sentence and renamed:
            self.sentence = "Deprecated: %s." % renamed[0]
        location = data.get("location", {})
        self.file = os.path.basename(location.get("uri", ""))
        self.line = location.get("position", {}).get("line", -1) + 1

    def names(self):
        """Yields the spellings of calls: a function's labels, with and without those that have defaults.

        `CIImage.init(cgImage:options:)` may be called as `CIImage.init(cgImage:)`.
        """
        yield self.path
        head, parenthesis, labels = self.path.partition("(")
        if not parenthesis:
            return
        labels = labels[:-1].split(":")[:-1]
        needed = [label for label, default in zip(labels, self.defaults(labels)) if not default]
        yield head + "(" + "".join(label + ":" for label in needed) + ")"

    def defaults(self, labels):
        """Returns for each parameter whether it has a default, parsed from the text of the declaration."""
        body = self.declaration[self.declaration.find("(") + 1:]
        depth, part, parts = 0, "", []
        for letter in body:
            if letter in "([<{":
                depth += 1
            elif letter in ")]}" or letter == ">" and not part.endswith("-"):
                depth -= 1
            if depth < 0 or (letter == "," and depth == 0):
                parts.append(part)
                part = ""
                if depth < 0:
                    break
                continue
            part += letter
        return [" = " in part for part in parts] + [False] * (len(labels) - len(parts))


def load(folder):
    """Returns all symbols, without those that the compiler synthesizes for protocols of the standard library."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "*.symbols.json"))):
        module = os.path.basename(path).split(".")[0].split("@")[0]
        if module not in MODULES:
            continue
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        found += [Symbol(data) for data in graph["symbols"] if "::SYNTHESIZED::" not in data["identifier"]["precise"]]
    if not found:
        raise SystemExit("%s has no symbol graphs; scripts/documentation writes them" % folder)
    return found


def code(text):
    """Yields the code spans of a line of Markdown; `kCI{A,B}Key` is two."""
    for span in re.findall(r"`([^`]+)`", text):
        yield from braces(span)


def braces(text):
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        yield text
        return
    for word in match[1].split(","):
        yield from braces(text[:match.start()] + word.strip() + text[match.end():])
