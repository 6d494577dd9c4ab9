#!/usr/bin/env python3
"""Counts the instructions of warm renders on the processor engine. The counts do not depend on the load of the machine.

    instructions.py CIBENCH [BENCHMARK…]

Valgrind counts; a render is the difference between runs of different lengths. Valgrind does not support AVX-512, so the
stages are those of AVX2.
"""
import os, pathlib, re, subprocess, sys, tempfile

SIZE, FEW, MANY = 256, 1, 5
BENCHMARKS = [
    "peers/eight-operations-linear", "peers/chain-32-linear", "peers/gaussian-3-linear", "peers/gaussian-10-linear",
    "peers/unsharp-quarter-linear", "peers/rotate-bilinear-linear", "peers/bicubic-1.5-linear", "peers/over-linear", "peers/histogram",
    "peers/median-3"]


def count(cibench, name, runs):
    """Returns the instructions of a process with that many renders; None with a reason on standard error."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", cibench, name,
               "--backend", "processor", "--size", f"{SIZE}x{SIZE}", "--runs", str(runs)]
    ended = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", ended.stderr)
    if ended.returncode or not found:
        print(f"instructions: {name}: {(ended.stderr.strip().splitlines() or ['no output'])[-1]}", file=sys.stderr)
        return None
    return int(found[1].replace(",", ""))


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    cibench = pathlib.Path(sys.argv[1]).resolve()
    print(f"instructions a pixel, {SIZE}x{SIZE}, warm, stages of AVX2, all threads")
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind aborts on unknown debug information.
        bare = os.path.join(folder, "cibench")
        subprocess.run(["strip", "-o", bare, cibench], check=True)
        os.symlink(cibench.parent / "CoreImage_cibench.resources", os.path.join(folder, "CoreImage_cibench.resources"))
        for name in sys.argv[2:] or BENCHMARKS:
            few, many = count(bare, name, FEW), count(bare, name, MANY)
            if few is not None and many is not None:
                print(f"{name.removeprefix('peers/'):28}{(many - few) / (MANY - FEW) / SIZE ** 2:9.1f}", flush=True)


if __name__ == "__main__":
    main()
