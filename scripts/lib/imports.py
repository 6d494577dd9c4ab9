#!/usr/bin/env python3
"""Compares the dependencies that Package.swift declares with the modules that each target imports.

Missing: a target that is imported, or whose header is included, but not declared. SwiftPM may then keep the importing
target as it was when the other one changes, or compile it first. Surplus: a target that is declared, but neither
imported nor included; ALLOWED lists those that are needed otherwise.

A file that imports Testing and a module also imports that module's overlay, if there is one: _Testing_MODULE.
"""
import json, os, re, subprocess, sys

from swiftsource import code

IMPORT = re.compile(r"""\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?
    import\s+(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)""", re.X)
INCLUDE = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')
TOOL = re.compile(r'tool\(named: "([^"]+)"\)')
SWIFT, C = (".swift",), (".c", ".cpp", ".h")

STARTED = "the tests start this program"
# Dependencies that no file imports: (target, dependency) and the reason.
ALLOWED = {
    ("CoreImage", "CCoreImageModule"): "the module map behind `import CoreImage.CIFilterBuiltins`",
    ("_Testing_CoreImage", "_Testing_CoreGraphics"): "CoreImage exports CoreGraphics, so both are imported",
    ("CoreMediaTests", "_Testing_CoreGraphics"): "CoreMedia exports CoreGraphics",
    ("CoreImageTests", "cibench"): STARTED,
    ("CoreVideoTests", "SurfacePeer"): STARTED,
    ("ImageWindowTests", "citool"): STARTED,
    ("AVFoundationTests", "citool"): STARTED,
    ("AVFoundationTests", "citool-video"): STARTED,
    ("CommandLineSupportTests", "citool"): STARTED,
    ("CatalogueCompilerTests", "CatalogueCompiler"): STARTED,
    ("SurfaceProcess", "SurfacePeer"): "starts this program",
}


def files(folder, endings):
    for path, _, names in os.walk(folder):
        yield from (os.path.join(path, name) for name in names if name.endswith(endings))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def imported(folder):
    """The modules that the Swift files of a folder import, with the overlays of Testing."""
    for path in files(folder, SWIFT):
        # A string of several lines may hold the text of another file.
        source = code(text(path)) if '"""' in text(path) else text(path)
        modules = {match[1] for match in map(IMPORT.match, source.splitlines()) if match}
        yield from modules
        if "Testing" in modules:
            yield from (f"_Testing_{module}" for module in modules)


def included(folder, owners):
    """The targets whose headers the C files of a folder include."""
    for path in files(folder, C):
        for match in map(INCLUDE.match, text(path).splitlines()):
            if match and match[1] in owners:
                yield owners[match[1]]


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
    dump = subprocess.run(["swift", "package", "dump-package"], check=True, capture_output=True, text=True).stdout
    targets = json.loads(dump)["targets"]
    # Every target states its path, except the plugins.
    folders = {target["name"]: target.get("path") or f"Plugins/{target['name']}" for target in targets}
    headers = {name: os.path.join(folder, "include") for name, folder in folders.items()}
    owners = {os.path.relpath(path, folder): name
              for name, folder in headers.items() for path in files(folder, (".h",))}
    wrong, unused = [], set()
    for target in targets:
        name, folder = target["name"], folders[target["name"]]
        declared = {value[0] for entry in target["dependencies"] for value in entry.values()}
        used = set(imported(folder)) | set(included(folder, owners)) - {name}
        if target["type"] == "plugin":
            used |= {tool for path in files(folder, SWIFT) for tool in TOOL.findall(text(path))}
        if missing := (used & folders.keys()) - declared - {name}:
            wrong.append(f"{name} uses {', '.join(sorted(missing))}: declare it in Package.swift")
        unused |= {(name, other) for other in declared - used}
    for name, other in sorted(unused - ALLOWED.keys()):
        wrong.append(f"{name} does not use {other}: remove it from Package.swift, or give the reason in ALLOWED")
    for name, other in sorted(ALLOWED.keys() - unused):
        wrong.append(f"ALLOWED needs no entry for {other} of {name}")
    if wrong:
        sys.exit("\n".join(f"imports: {line}" for line in wrong))


main()
