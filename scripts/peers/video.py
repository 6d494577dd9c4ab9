#!/usr/bin/env python3
"""Runs the same filter chains over one video by citool video and by ffmpeg -vf, alternating, on one machine.

    video.py CITOOL-VIDEO [--size 1920x1080] [--frames 300] [--rounds 3] [--report]

Both decode and encode with the same libraries at the same settings: H.264 by x264, preset veryfast, CRF 23. CPU time is that of
all threads of the process. The time of filters is the CPU time that is added to a run without filters. ffmpeg's filters compute
with encoded 8-bit samples, citool's in linear light. --report writes the table in docs/decisions/video.md.
"""
import argparse, datetime, os, pathlib, re, statistics, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parent.parent.parent
SEPIA = "colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131:0"
ROWS = {
    "no filter": ([], None),
    "sepia": (["-f", "CISepiaTone"], SEPIA),
    "sepia, blur 5": (["-f", "CISepiaTone", "-f", "CIGaussianBlur", "radius=5"], SEPIA + ",gblur=sigma=5"),
}


def run(command):
    """Returns the wall time in seconds, the CPU time in ms and the peak memory in MiB of a process and its children."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"video: {' '.join(map(str, command))} ended with {process.returncode}:\n{errors}")
    return time.monotonic() - start, (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def medians(runs): return [statistics.median(values) for values in zip(*runs)]


def processor():
    names = re.findall(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    return f"{os.cpu_count()} x {names[0] if names else 'a processor'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="CITOOL-VIDEO")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--report", action="store_true", help="write the table in docs/decisions/video.md")
    options = parser.parse_args()
    if not re.fullmatch(r"\d+x\d+", options.size) or options.frames < 1 or options.rounds < 1:
        parser.error("--size takes WxH; --frames and --rounds take numbers above 0")
    with tempfile.TemporaryDirectory() as folder:
        source, out = f"{folder}/in.mp4", f"{folder}/out.mp4"
        x264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"]
        ffmpeg = ["ffmpeg", "-v", "error", "-nostdin", "-y"]
        run(ffmpeg + ["-f", "lavfi", "-i", f"mandelbrot=size={options.size}:rate=30", "-frames:v", str(options.frames), *x264, source])

        def command(name, row):
            filters, graph = ROWS[row]
            if name == "ffmpeg":
                return ffmpeg + ["-i", source, *(["-vf", graph] if graph else []), *x264, out]
            return [options.tool, "video", source, "-o", out, "--force", "--preset", "veryfast", "--quality", "23", *filters]

        results = {(name, row): [] for row in ROWS for name in ("ffmpeg", "citool")}
        for turn in range(options.rounds):
            for (name, row), runs in results.items():
                runs.append(run(command(name, row)))
                print(f"round {turn + 1}: {row}, {name}: {runs[-1][0]:.1f} s", file=sys.stderr)
    results = {key: medians(runs) for key, runs in results.items()}
    lines = [
        "| filter chain | ffmpeg: wall time, s | CPU, ms a frame | filters, ms a frame | peak memory | citool: wall time, s | "
        "CPU, ms a frame | filters, ms a frame | peak memory | wall time, citool / ffmpeg | filters, citool / ffmpeg |",
        "| --- |" + " ---: |" * 10]
    for row in ROWS:
        cells, shares, walls = [], {}, {}
        for name in ("ffmpeg", "citool"):
            wall, all_time, memory = results[name, row]
            shares[name] = (all_time - results[name, "no filter"][1]) / options.frames
            walls[name] = wall
            cells += [f"{wall:.1f}", f"{all_time / options.frames:.1f}", "–" if row == "no filter" else f"{shares[name]:.1f}", f"{memory:.0f} MiB"]
        ratio = "–" if row == "no filter" else f"{shares['citool'] / shares['ffmpeg']:.2f}"
        lines.append(f"| {row} | {' | '.join(cells)} | {walls['citool'] / walls['ffmpeg']:.2f} | {ratio} |")
    print("\n".join(lines))
    if not options.report:
        return
    commit = subprocess.run(["git", "-C", root, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    version = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True).stdout.split()[2]
    path = root / "docs" / "decisions" / "video.md"
    head, _, rest = path.read_text().partition("<!-- scripts/bench video --report -->\n")
    _, end, tail = rest.partition("<!-- end -->\n")
    if not end:
        sys.exit("video: docs/decisions/video.md lacks the marks between which the table is written")
    heading = (f"{datetime.date.today()}, commit {commit}, {processor()}, ffmpeg {version}, {options.frames} frames of {options.size}, medians of "
            f"{options.rounds} alternating runs:")
    part = path.with_suffix(".md.part")
    part.write_text(f"{head}<!-- scripts/bench video --report -->\n{heading}\n\n" + "\n".join(lines) + f"\n<!-- end -->\n{tail}")
    os.replace(part, path)
    print("wrote the table in docs/decisions/video.md")


if __name__ == "__main__":
    main()
