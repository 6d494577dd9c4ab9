"""Runs of citool under limits, and what to think of them."""
import concurrent.futures, os, re, resource, shlex, shutil, subprocess, threading, time

SECONDS, MEMORY = 20, 4 << 30
# The longest line that is still one to read.
LONGEST = 600
# Words of the language, its libraries and our own types: messages are for who called, not for who wrote it.
INTERNAL = re.compile(
    r"Fatal error|Precondition|Assertion|unexpectedly found|Index out of range|\.swift\b|\bSwift\.|Error Domain|NSCocoa|"
    r"Optional\(|\b(Codec|Render|Graph)Error\b|\bVK_[A-Z]|0x[0-9a-f]{6,}|terminate called|std::")


class Outcome:
    def __init__(self, status, seconds, memory, said, isHung):
        self.status, self.seconds, self.memory, self.said, self.isHung = status, seconds, memory, said, isHung

    def problem(self, output):
        lines = [line for line in self.said.splitlines() if line.strip()]
        if self.isHung:
            return "no end after %d seconds" % SECONDS
        if self.status < 0:
            return "signal %d" % -self.status
        if self.status > 3:
            return "status %d" % self.status
        if self.status == 0 and lines:
            return "a picture, and words"
        if self.status and len(lines) != 1:
            return "%d lines" % len(lines)
        if lines and len(lines[0]) > LONGEST:
            return "a line of %d characters" % len(lines[0])
        if lines and INTERNAL.search(lines[0]):
            return "an internal message"
        if self.status and os.path.exists(output):
            return "a failure that leaves a file"
        return None


def run(command, folder):
    def limit():
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    with open(os.path.join(folder, "said"), "w+b") as said:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
                                   preexec_fn=limit, env=environment, cwd=folder)
        hung = threading.Event()
        timer = threading.Timer(SECONDS, lambda: (hung.set(), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return Outcome(process.returncode, time.monotonic() - start, usage.ru_maxrss * 1024,
                       said.read(1 << 20).decode(errors="replace"), hung.is_set())


class Tally:
    """Counts runs, prints what is wrong with them, and keeps the inputs of those."""

    def __init__(self, title, findings):
        self.title, self.findings, self.found = title, findings, []
        self.count, self.pictures, self.slowest, self.most = 0, 0, (0, ""), (0, "")
        self.lock = threading.Lock()

    def add(self, number, outcome, problem, inputs, command):
        with self.lock:
            self.count += 1
            self.pictures += outcome.status == 0
            name = "%s-%d" % (self.title, number)
            self.slowest, self.most = max(self.slowest, (outcome.seconds, name)), max(self.most, (outcome.memory, name))
            if not problem:
                return
            kept = os.path.join(self.findings, name)
            shutil.rmtree(kept, ignore_errors=True)
            os.makedirs(kept)
            for file in inputs:
                shutil.copy(file, kept)
            with open(os.path.join(kept, "command"), "w") as file:
                file.write(shlex.join(command) + "\n\n" + problem + "\n" + outcome.said)
            self.found.append(kept)
            print("FOUND %s: %s: %s\n  %s" % (name, problem, outcome.said.strip()[:300], kept), flush=True)

    def report(self):
        print("%s: %d runs, %d pictures, slowest %.1f s (%s), most %d MiB (%s), %d findings" % (
            self.title, self.count, self.pictures, *self.slowest, self.most[0] >> 20, self.most[1], len(self.found)),
            flush=True)


def fuzz(title, case, folder, seconds):
    """Runs `case(number, folder)`, which gives a command, its output and its input files, until the time is over, one on
    each core. What a case is follows from the seed and its number alone."""
    work, findings = os.path.join(folder, "work-" + title), os.path.join(folder, "findings")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(findings, exist_ok=True)
    tally, end, numbers = Tally(title, findings), time.monotonic() + seconds, iter(range(1 << 60))
    lock = threading.Lock()

    def worker(index):
        own = os.path.join(work, str(index))
        os.makedirs(own)
        while time.monotonic() < end:
            with lock:
                number = next(numbers)
            command, output, inputs = case(number, own)
            outcome = run(command, own)
            if outcome.isHung:
                # Others may have had the machine.
                outcome = run(command, own)
            tally.add(number, outcome, outcome.problem(output), inputs, command)
            for name in os.listdir(own):
                os.unlink(os.path.join(own, name))

    cores = len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        for future in [pool.submit(worker, index) for index in range(cores)]:
            future.result()
    tally.report()
    return tally.found
