#!/usr/bin/env python3
"""Whether scripts/setup installs what a program is linked with: a line for each library that it does not, and status 1.

    linked.py PROGRAM

`scripts/setup run` has to bring every library of Debian's that the program names, but for those that every Debian has.
"""
import os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
# Of Debian's packages that every system has, or that Swift's runtime image brings.
ALWAYS = {"libc6", "libgcc-s1", "libstdc++6", "zlib1g"}


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def installed():
    """The packages of the lists of scripts/setup that `run` takes."""
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
        # The toolchain's own libraries are in Swift's images.
        if "swift" in path or name.startswith("ld-linux"):
            continue
        for place in (path, path.replace("/usr/lib/", "/lib/", 1)):
            owner = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True).stdout.split(":")[0]
            if owner:
                break
        if owner not in packages | ALWAYS:
            missing.append("%s is linked with %s of %s, which `scripts/setup run` does not install" % (
                program, name, owner or "no package"))
    print("\n".join(missing) or "linked: scripts/setup run installs all that %s is linked with" % program)
    sys.exit(1 if missing else 0)


main()
