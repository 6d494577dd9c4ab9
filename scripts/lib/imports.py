#!/usr/bin/env python3
"""Names what a target imports and does not declare in Package.swift: SwiftPM may keep such a target as it was when
that changes, or compile it first. Who imports Testing and a module imports that module's overlay as well, where there is
one: _Testing_MODULE.   scripts/lib/imports.py"""
import json, os, re, subprocess, sys

IMPORT = re.compile(r"(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal) )?import (?:(?:struct|class|enum|func) )?(\w+)")
FOLDERS = {"test": "Tests", "plugin": "Plugins"}


def imported(folder):
    for place, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".swift"):
                with open(os.path.join(place, name)) as lines:
                    modules = {match[1] for match in map(IMPORT.match, lines) if match}
                yield from modules
                if "Testing" in modules:
                    yield from (f"_Testing_{module}" for module in modules)


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
    told = subprocess.run(["swift", "package", "dump-package"], check=True, capture_output=True, text=True).stdout
    targets = json.loads(told)["targets"]
    names = {target["name"] for target in targets}
    wrong = []
    for target in targets:
        name = target["name"]
        declared = {value[0] for entry in target["dependencies"] for value in entry.values()}
        folder = target.get("path") or os.path.join(FOLDERS.get(target["type"], "Sources"), name)
        missing = (set(imported(folder)) & names) - declared - {name}
        if missing:
            wrong.append(f"{name} imports {', '.join(sorted(missing))}: declare it in Package.swift")
    if wrong:
        sys.exit("\n".join(f"imports: {line}" for line in wrong))


main()
