"""Writes docs/robustness.md and docs/robustness-results.md from the stored results of the parts."""
import os, re, textwrap

from tools import ROOT

from . import PARTS, REMARKS, judge, matrix
from .tally import STORE, kept

SUMMARY = os.path.join(ROOT, "docs", "robustness.md")
RESULTS = os.path.join(ROOT, "docs", "robustness-results.md")

SUMMARY_HEAD = f"""\
# Robustness

This page is for users who process files of other people, and for developers who change a decoder
or an engine. It summarises `scripts/hostile`, which runs the tools on damaged files, hostile
recipes and values, full disks, signals and failing Vulkan calls.

```sh
scripts/hostile files --count 500    # one part, about a minute
scripts/hostile all --report         # all parts, hours; updates this page and the results
```

Written by `scripts/hostile --report`. The parts are measured separately:
[Robustness results](robustness-results.md) has the date, the machine and the commit of each.
[Untrusted input](untrusted-input.md) has the limits that a service should set.

## Criteria

A run passes if it

- terminates within {judge.LIMIT} s, without a signal, with an exit status that `citool --help` documents,
- prints nothing on success, and on failure one line of at most {judge.LONGEST_LINE} characters without
  control characters,
- names no internals in that line: see [Forbidden texts](robustness-results.md#forbidden-texts),
- leaves no file after a failure, and never an incomplete one.

Each run has an address space of {judge.MEMORY >> 30} GiB. `matrix` is one process of {matrix.MEMORY >> 30} GiB, restarted after each
case that ends it.

## Summary
"""

FAILURES_HEAD = """\

## Known failures
"""

RESULTS_HEAD = """\
# Robustness results

This page is for developers: the measured results of `scripts/hostile`, part by part.
[Robustness](robustness.md) has the criteria, a summary and the known failures.

Written by `scripts/hostile --report`. The statuses are exit statuses, or signals if they are
negative.
"""

# The headings of the counts in matrix.Differences.
COLUMNS = {
    "one only refuses": "refused by one only",
    "nan in one": "NaN in one only",
    "infinite in one": "infinite in one only",
    "further apart than 1 %": "more than 1 % apart",
}


def cell(text):
    """The text of a file or a message as a table cell."""
    text = text.replace(os.path.join(STORE, "work"), "…").replace(ROOT, "…")
    return re.sub(r"[\x00-\x1f]", "?", text).replace("|", "\\|").replace("<", "&lt;")


def paragraph(text):
    return textwrap.fill(" ".join(text.split()), 100, break_long_words=False, break_on_hyphens=False)


def table(part):
    yield "| cases | runs | statuses | failed | slowest run | peak memory |"
    yield "| --- | ---: | --- | ---: | --- | --- |"
    for one in part["tallies"]:
        counts = sorted(one["statuses"].items(), key=lambda pair: int(pair[0]))
        statuses = ", ".join(f"{count} × {status}" for status, count in counts)
        slowest = f"{one['slowest']['seconds']:.1f} s, {cell(one['slowest']['case'])}"
        largest = f"{one['largest']['mebibytes']:.0f} MiB, {cell(one['largest']['case'])}"
        yield f"| {cell(one['kind'])} | {one['runs']} | {statuses} | {one['bad']} | {slowest} | {largest} |"


def measuredOn(machine):
    processors = f"{machine['processors']} × {machine['processor']}"
    return paragraph(f"{machine['date']}, {processors}, {machine['device']}, commit {machine['commit']}.")


def bad(name, part):
    for one in part["tallies"]:
        for shown in one["shown"]:
            message = f": “{cell(shown['message'])}”" if shown["message"] else ""
            yield f"| {name} | {cell(one['kind'])}, {cell(shown['case'])} | {cell('; '.join(shown['problems']))}{message} |"
        if one["bad"] > len(one["shown"]):
            yield f"| {name} | {cell(one['kind'])} | {one['bad'] - len(one['shown'])} more |"


def differences(filters):
    """The cases in which the engine and the reference differ, by filter."""
    cases = sum(one["cases"] for one in filters.values())
    yield "### Differences between the engines"
    yield ""
    yield paragraph(f"""{cases} cases of {len(filters)} filters: NaN or infinite in one result only; finite, and apart
by more than 1 % of the larger value (of 1 at least); or refused by one engine only. If a value exceeds the range of
floats, or lies at a discontinuity of a formula, no result is correct. So these cases are counted, but do not fail.
`cibench hostile FILTER` prints all cases of a filter.""")
    yield ""
    yield "| filter | cases | " + " | ".join(COLUMNS.values()) + " | largest difference | example |"
    yield "| --- | ---: |" + " ---: |" * len(COLUMNS) + " ---: | --- |"
    for name, one in sorted(filters.items(), key=lambda pair: (-pair[1]["cases"], pair[0])):
        counts = " | ".join(str(one[what]) for what in COLUMNS)
        example = one["first"].removeprefix(name).lstrip(".,").strip()
        yield f"| {name} | {one['cases']} | {counts} | {one['worst']:.2g} | {cell(example)} |"


def written(page, pattern):
    """The matches of a pattern in a page that exists."""
    try:
        with open(page) as file:
            return [found[0] for found in re.finditer(pattern, file.read(), re.M | re.S)]
    except FileNotFoundError:
        return []


def overview(parts):
    yield "| part | cases | runs | failed | slowest run | peak memory |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for name, part in parts.items():
        link = f"[{name}](robustness-results.md#{name})"
        if part is None:
            # The counts of a part that was not measured again are those of the page.
            row = written(SUMMARY, rf"^\| \[{name}\][^\n]*$")
            counts = row[0].strip("| ").split(" | ")[2:] if row else ["not measured", "", "", ""]
            yield f"| {link if row else name} | {PARTS[name]} | {' | '.join(counts)} |"
            continue
        tallies = part["tallies"]
        runs, bad = (sum(one[what] for one in tallies) for what in ("runs", "bad"))
        slowest = max(one["slowest"]["seconds"] for one in tallies)
        largest = max(one["largest"]["mebibytes"] for one in tallies)
        yield f"| {link} | {PARTS[name]} | {runs} | {bad} | {slowest:.1f} s | {largest:.0f} MiB |"


def summary(parts):
    yield from [SUMMARY_HEAD, *overview(parts), FAILURES_HEAD]
    failures = []
    for name, part in parts.items():
        failures += written(SUMMARY, rf"^\| {name} \| [^\n]*$") if part is None else bad(name, part)
    if failures:
        yield from ["[Robustness results](robustness-results.md) has the causes.", ""]
        yield from ["| part | case | failure |", "| --- | --- | --- |", *failures]
    else:
        yield "None."


def results(parts):
    yield RESULTS_HEAD.rstrip()
    for name, part in parts.items():
        if part is None:
            # The page keeps its section of a part that was not measured again.
            section = written(RESULTS, rf"^## {name}\n.*?(?=\n\n## )")
            yield from ["", *section] if section else []
            continue
        yield from ["", f"## {name}", "", measuredOn(part["machine"]), "", *table(part)]
        if name in REMARKS:
            yield from ["", paragraph(REMARKS[name])]
        if part.get("differences"):
            yield from ["", *differences(part["differences"])]
    yield from ["", "## Forbidden texts", "", "No message may match one of these patterns of `scripts/lib/hostile/judge.py`.", ""]
    yield from ["| internal text | pattern |", "| --- | --- |"]
    for pattern, what in judge.INTERNAL:
        escaped = pattern.replace("|", "\\|")
        yield f"| {what} | `{escaped}` |"


def write():
    parts = {name: kept(name) for name in PARTS}
    # Both are computed first: sections that were not measured again come from the pages that these replace.
    pages = {SUMMARY: list(summary(parts)), RESULTS: list(results(parts))}
    for page, lines in pages.items():
        with open(page + ".part", "w") as file:
            file.write("\n".join(lines) + "\n")
        os.replace(page + ".part", page)
        print(f"hostile: written to docs/{os.path.basename(page)}")
