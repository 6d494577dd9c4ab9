"""The readers of Sources/Native/CCodecs under libFuzzer, format by format. See codecs.c."""
import glob, os, re, shutil, subprocess, sys, time

from tools import ROOT

HERE = os.path.dirname(os.path.realpath(__file__))
FORMATS = "png jpeg tiff webp gif bmp exr heif icc".split()
# As in Package.swift.
LIBRARIES = "png jpeg tiff webp webpdemux webpmux lcms2".split()
CHECKS = ["-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"]
COMPILERS = ["clang"] + ["clang-%d" % version for version in range(21, 13, -1)]

# The limits of a file are those of a run of citool.
SECONDS, MEBIBYTES = 20, 4096
# Headers and small images: larger files are slower and find no more. An allocation must not exceed a few times the largest
# image that the harness reads (MOST_BYTES there).
MOST_BYTES, LARGEST_PIECE = 1 << 16, 512


def build(folder):
    """Builds the harness and returns its path."""
    program = os.path.join(folder, "codecs")
    sources = [os.path.join(HERE, "codecs.c")] + sorted(glob.glob(os.path.join(ROOT, "Sources/Native/CCodecs/*.c")))
    errors = ""
    for compiler in COMPILERS:
        if not shutil.which(compiler):
            continue
        for linker in ["-fuse-ld=lld"], []:
            command = [compiler, *CHECKS, *linker, "-I", os.path.join(ROOT, "Sources/Native/CCodecs/include"), *sources,
                       *("-l" + name for name in LIBRARIES), "-o", program]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode == 0:
                return program
            errors = errors or run.stderr
    sys.exit("fuzz: no clang supports %s: use the one of the Swift toolchain, or apt-get install clang "
             "libclang-rt-dev\n%s" % (CHECKS[0], errors[-2000:]))


def make_seeds(folder):
    shutil.rmtree(folder, ignore_errors=True)
    # As in the tests: the first Python with the required package.
    for python in ["python3", "/usr/bin/python3"]:
        if subprocess.run([python, "-c", "import PIL"], capture_output=True).returncode == 0:
            subprocess.run([python, os.path.join(HERE, "seeds.py"), folder], check=True)
            return
    sys.exit("fuzz: Pillow, which creates the seed images, is missing: apt-get install python3-pil")


def stat(log, name):
    found = re.findall(r"^stat::%s: +(\d+)" % name, log, re.M)
    return int(found[-1]) if found else 0


def run_format(program, format, folder, seconds, seed):
    """Fuzzes for a number of seconds and returns the findings. A finding ends libFuzzer, which is then restarted."""
    corpus, findings = os.path.join(folder, "corpus", format), os.path.join(folder, "findings")
    # The corpus starts from the seeds each time, so that a run can be repeated.
    shutil.rmtree(corpus, ignore_errors=True)
    os.makedirs(corpus)
    os.makedirs(findings, exist_ok=True)
    # Known leaks of libheif are identified by their callers. That requires full stacks, at a third of the speed.
    environment = dict(os.environ, FORMAT=format, UBSAN_OPTIONS="print_stacktrace=1",
                       ASAN_OPTIONS="fast_unwind_on_malloc=%d" % (format != "heif"),
                       LSAN_OPTIONS="print_suppressions=0:suppressions=" + os.path.join(HERE, "leaks.txt"))
    end = time.monotonic() + seconds
    files, images, refused, slowest, memory, seen = 0, 0, 0, 0, 0, {}
    limits = ["-timeout=%d" % SECONDS, "-rss_limit_mb=%d" % MEBIBYTES, "-malloc_limit_mb=%d" % LARGEST_PIECE]
    while (left := int(end - time.monotonic())) > 0 and len(seen) < 20:
        log_path = os.path.join(folder, format + ".log")
        with open(log_path, "wb") as log:
            subprocess.run(
                ["nice", "-n", "10", program, corpus, os.path.join(folder, "seeds", format), "-seed=%d" % seed,
                 "-max_total_time=%d" % left, *limits, "-max_len=%d" % MOST_BYTES, "-report_slow_units=1000000",
                 "-print_final_stats=1", "-close_fd_mask=1", "-artifact_prefix=%s/%s-" % (findings, format)],
                stdout=subprocess.DEVNULL, stderr=log, env=environment)
        with open(log_path, errors="replace") as file:
            log = file.read()
        files += stat(log, "number_of_executed_units")
        slowest, memory = max(slowest, stat(log, "slowest_unit_time_sec")), max(memory, stat(log, "peak_rss_mb"))
        for rows, no in re.findall(r"^codecs: (\d+) images gave rows, (\d+) files", log, re.M):
            images, refused = images + int(rows), refused + int(no)
        if written := re.findall(r"Test unit written to (\S+)", log):
            reason = re.findall(r"^SUMMARY: (.*)$", log, re.M)
            reason = reason[-1] if reason else "libFuzzer stopped"
            # A stopped process, or a busy machine, may cause a timeout. So it counts only if it repeats.
            isSlow = reason.endswith("timeout")
            if reason in seen or (isSlow and subprocess.run([program, *limits, written[-1]], capture_output=True,
                                                            env=environment).returncode == 0):
                os.unlink(written[-1])
            else:
                seen[reason] = written[-1]
                shutil.copy(log_path, written[-1] + ".log")
                print("FOUND %s: %s\n  FORMAT=%s %s %s" % (format, reason, format, program, written[-1]), flush=True)
        elif not stat(log, "number_of_executed_units"):
            sys.exit("fuzz: %s failed:\n%s" % (program, log[-2000:]))
        seed += 1
    print("codecs, %s: %d files, %d images with rows, %d refused at their header, slowest %d s, most %d MiB, %d findings"
          % (format, files, images, refused, slowest, memory, len(seen)), flush=True)
    return list(seen.values())


def fuzz(folder, seconds, seed, formats=FORMATS):
    program = build(folder)
    make_seeds(os.path.join(folder, "seeds"))
    return [found for format in formats
            for found in run_format(program, format, folder, seconds / len(formats), seed)]
