#!/usr/bin/env python3
"""Prints the measurements of scripts/long-video as a table. If a page is named, writes the table between its marks.

    long_video.py FACTS [docs/decisions/video.md]
"""
import datetime, json, pathlib, subprocess, sys
from tools import ROOT, processor

MARK = "<!-- scripts/long-video --report -->\n"
END = "<!-- end -->\n"


def table(facts):
    lines = [
        "| | frames | minutes | resident memory at 10 %, 50 % and the end | frames lost, repeated or wrong | dropped |",
        "| --- | ---: | ---: | --- | ---: | ---: |",
    ]
    names = {
        "export": lambda row: f"export, last kernel compiled for frame {row['lastKernel']}",
        "loop": lambda row: f"loop of {row['played']} seconds, {row['laps']} wraps",
    }
    for row in facts:
        memory = ", ".join(f"{value:.0f}" for value in row["memory"])
        lines.append(f"| {names[row['kind']](row)} | {row['frames']} | {row['seconds'] / 60:.1f} | {memory} MiB | "
                     f"{row['wrong']} | {row['dropped']} |")
    return "\n".join(lines)


def main():
    facts = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    report = f"{datetime.date.today()}, commit {commit.strip()}, {processor()}, video of 96x64:\n\n{table(facts)}\n"
    print(report)
    if len(sys.argv) > 2:
        path = pathlib.Path(ROOT) / sys.argv[2]
        head, mark, rest = path.read_text().partition(MARK)
        _, end, tail = rest.partition(END)
        if not mark or not end:
            sys.exit(f"{path} has no {MARK.strip()} with {END.strip()} after it")
        path.write_text(head + MARK + report + END + tail)


main()
