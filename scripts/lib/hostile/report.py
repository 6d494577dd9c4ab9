"""docs/robustness.md, from what the parts kept."""
import os, re

from tools import ROOT

from . import PARTS, REMARKS, judge
from .tally import STORE, kept

REPORT = os.path.join(ROOT, "docs", "robustness.md")

HEAD = f"""\
# What it withstands

Written by `scripts/hostile --report`, not by hand. A run is fine when it

- ends by itself within {judge.LIMIT} s, by no signal, with a status that `citool --help` explains,
- says nothing where it succeeds, and else one line of at most {judge.LONGEST_LINE} letters without control characters,
- names nothing internal in it (see the end of this page),
- leaves no file where it fails, and no half of one anywhere.

Parts are measured by themselves, so each says when and on what: `scripts/hostile PART`, `scripts/hostile all`. Every
run may have {judge.MEMORY >> 30} GiB of addresses; those of `matrix` are one process, started again behind each case
that ends it.
"""


def cell(text):
    """Text of a file or a message in a table."""
    text = text.replace(os.path.join(STORE, "work"), "…").replace(ROOT, "…")
    return re.sub(r"[\x00-\x1f]", "?", text).replace("|", "\\|").replace("<", "&lt;")


def table(part):
    yield "| kind | runs | statuses | bad | slowest | most memory |"
    yield "| --- | ---: | --- | ---: | --- | --- |"
    for one in part["tallies"]:
        counts = sorted(one["statuses"].items(), key=lambda pair: int(pair[0]))
        statuses = ", ".join(f"{count} × {status}" for status, count in counts)
        slowest = f"{one['slowest']['seconds']:.1f} s, {cell(one['slowest']['case'])}"
        largest = f"{one['largest']['mebibytes']:.0f} MiB, {cell(one['largest']['case'])}"
        yield f"| {cell(one['kind'])} | {one['runs']} | {statuses} | {one['bad']} | {slowest} | {largest} |"


def measuredOn(machine):
    processors = f"{machine['processors']} × {machine['processor']}"
    return f"{machine['date']}, {processors}, {machine['device']}, commit {machine['commit']}."


def bad(part):
    for one in part["tallies"]:
        for shown in one["shown"]:
            said = f": “{cell(shown['said'])}”" if shown["said"] else ""
            yield f"- {cell(one['kind'])}, {cell(shown['case'])}: {cell('; '.join(shown['problems']))}{said}"
        if one["bad"] > len(one["shown"]):
            yield f"- {cell(one['kind'])}: {one['bad'] - len(one['shown'])} more"


def differences(filters):
    """Where the backends do not agree, by filter."""
    from .matrix import Differences

    cases = sum(one["cases"] for one in filters.values())
    yield "### Where the backends differ"
    yield ""
    yield f"""{cases} cases of {len(filters)} filters: not a number, or infinite, on one only; finite and further apart
than 1 % of the larger one (of 1 at least); or refused by one only. Of a value that no float holds, or that makes a
formula jump, there is no right picture, so these are counted and not called bad. `cibench hostile FILTER` shows all of
a filter's cases."""
    yield ""
    columns = Differences.WHAT
    yield "| filter | cases | " + " | ".join(columns) + " | furthest | for example |"
    yield "| --- | ---: |" + " ---: |" * len(columns) + " ---: | --- |"
    for name, one in sorted(filters.items(), key=lambda pair: (-pair[1]["cases"], pair[0])):
        counts = " | ".join(str(one[what]) for what in columns)
        example = one["first"].removeprefix(name).lstrip(".,").strip()
        yield f"| {name} | {one['cases']} | {counts} | {one['worst']:.2g} | {cell(example)} |"


def written(pattern):
    """What stands on the page already."""
    try:
        with open(REPORT) as file:
            found = re.search(pattern, file.read(), re.M | re.S)
    except FileNotFoundError:
        return None
    return found and found[0]


def overview(parts):
    yield "| part | what | runs | bad | slowest | most memory |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for name, part in parts.items():
        if part is None:
            row = written(rf"^\| \[{name}\][^\n]*$")
            yield row or f"| {name} | {PARTS[name]} | not measured | | | |"
            continue
        tallies = part["tallies"]
        runs, bad = (sum(one[what] for one in tallies) for what in ("runs", "bad"))
        slowest = max(one["slowest"]["seconds"] for one in tallies)
        largest = max(one["largest"]["mebibytes"] for one in tallies)
        yield f"| [{name}](#{name}) | {PARTS[name]} | {runs} | {bad} | {slowest:.1f} s | {largest:.0f} MiB |"


def lines():
    parts = {name: kept(name) for name in PARTS}
    yield from [HEAD, *overview(parts)]
    for name, part in parts.items():
        if part is None:
            # Of a part that was not measured again the page keeps what it says.
            section = written(rf"^## {name}\n.*?(?=\n\n## )")
            yield from ["", section] if section else []
            continue
        yield from ["", f"## {name}", "", measuredOn(part["machine"]), "", *table(part)]
        if name in REMARKS:
            yield from ["", REMARKS[name]]
        found = list(bad(part))
        if found:
            yield from ["", "What is bad:", "", *found]
        if part.get("differences"):
            yield from ["", *differences(part["differences"])]
    yield from ["", "## What no message may say", "", "As `scripts/lib/hostile/judge.py` looks for it.", ""]
    yield from ["| what | pattern |", "| --- | --- |"]
    for pattern, what in judge.INTERNAL:
        escaped = pattern.replace("|", "\\|")
        yield f"| {what} | `{escaped}` |"


def write():
    # Made first: what is not measured again is read from the page that this one replaces.
    text = "\n".join(lines()) + "\n"
    with open(REPORT + ".part", "w") as file:
        file.write(text)
    os.replace(REPORT + ".part", REPORT)
    print("hostile: written to docs/robustness.md")
