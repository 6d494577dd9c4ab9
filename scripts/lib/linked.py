#!/usr/bin/env python3
"""Checks that scripts/setup installs the libraries of a program. Prints a line for each missing one; the exit status is
then 1.

    linked.py PROGRAM

`scripts/setup run` has to install every Debian library that the program links, except those that every Debian has.
"""
import os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
# Debian packages that every system has, or that Swift's runtime image contains.
ALWAYS = {"libc6", "libgcc-s1", "libstdc++6", "zlib1g"}


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def installed():
    """Returns the packages of the lists of scripts/setup that `run` installs."""
    with open(os.path.join(ROOT, "scripts/setup")) as file:
        text = file.read()
    lists = {name: body.split() for name, body in re.findall(r"^(\w+)=\(([^)]*)\)", text, re.M)}
    wanted = re.search(r"^  run\) wanted=\(([^)]*)\)", text, re.M)[1]
    return {package for name in re.findall(r"\{(\w+)\[@\]", wanted) for package in lists[name]}


def main():
    program, packages, missing = sys.argv[1], installed(), []
    named = [line.split("[")[1].rstrip("]") for line in lines("readelf", "-d", program) if "(NEEDED)" in line]
    where = {line.split()[0]: line.split()[2] for line in lines("ldd", program) if "=>" in line}
    for name in named:
        path = os.path.realpath(where.get(name, ""))
        # Swift's images contain the libraries of the toolchain.
        if "swift" in path or name.startswith("ld-linux"):
            continue
        for place in (path, path.replace("/usr/lib/", "/lib/", 1)):
            owner = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True).stdout.split(":")[0]
            if owner:
                break
        if owner not in packages | ALWAYS:
            missing.append("%s is linked with %s of %s, which `scripts/setup run` does not install" % (
                program, name, owner or "no package"))
    print("\n".join(missing) or "linked: scripts/setup run installs all libraries of %s" % program)
    sys.exit(1 if missing else 0)


main()
