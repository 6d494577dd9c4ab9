#!/usr/bin/env python3
"""What scripts/long-video measured, as a table; into the second file between its marks where one is named.

    long_video.py FACTS [docs/video.md]
"""
import datetime, json, pathlib, subprocess, sys
from tools import ROOT, processor

MARK = "<!-- scripts/long-video --report -->\n"
END = "<!-- end -->\n"


def table(facts):
    lines = [
        "| | frames | minutes | resident memory at a tenth, half, the end | frames lost, shown twice or wrong | dropped |",
        "| --- | ---: | ---: | --- | ---: | ---: |",
    ]
    names = {
        "export": lambda row: f"export, the last kernel made for frame {row['lastKernel']}",
        "loop": lambda row: f"{row['played']} seconds of a loop, {row['laps']} seams",
    }
    for row in facts:
        memory = ", ".join(f"{value:.0f}" for value in row["memory"])
        lines.append(f"| {names[row['kind']](row)} | {row['frames']} | {row['seconds'] / 60:.1f} | {memory} MiB | "
                     f"{row['wrong']} | {row['dropped']} |")
    return "\n".join(lines)


def main():
    facts = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    said = f"{datetime.date.today()}, commit {commit.strip()}, {processor()}, films of 96x64:\n\n{table(facts)}\n"
    print(said)
    if len(sys.argv) > 2:
        path = pathlib.Path(ROOT) / sys.argv[2]
        head, mark, rest = path.read_text().partition(MARK)
        _, end, tail = rest.partition(END)
        if not mark or not end:
            sys.exit(f"{path} has no {MARK.strip()} with {END.strip()} behind it")
        path.write_text(head + MARK + said + END + tail)


main()
