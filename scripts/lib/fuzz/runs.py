"""Runs of citool under limits, and their criteria."""
import concurrent.futures, glob, os, re, resource, shlex, shutil, subprocess, threading, time

SECONDS, MEMORY = 20, 4 << 30
# The longest permitted line.
LONGEST = 600
# A line that may accompany an image.
NOTE = re.compile(r"citool: .* times those of its images; ")
# Words of Swift, its libraries and the package's own types, which no message for a user may contain.
INTERNAL = re.compile(
    r"Fatal error|Precondition|Assertion|unexpectedly found|Index out of range|\.swift\b|\bSwift\.|Error Domain|NSCocoa|"
    r"Optional\(|\b(Codec|Render|Graph)Error\b|\bVK_[A-Z]|0x[0-9a-f]{6,}|terminate called|std::")


class Outcome:
    def __init__(self, status, seconds, memory, message, isHung):
        self.status, self.seconds, self.memory, self.message, self.isHung = status, seconds, memory, message, isHung

    def problem(self, output):
        lines = [line for line in self.message.splitlines() if line.strip()]
        if self.isHung:
            return "did not terminate within %d seconds" % SECONDS
        if self.status < 0:
            return "signal %d" % -self.status
        if self.status > 3:
            return "status %d" % self.status
        if self.status == 0 and not all(NOTE.match(line) for line in lines):
            return "an image, and words"
        if self.status and len(lines) != 1:
            return "%d lines" % len(lines)
        if lines and len(lines[0]) > LONGEST:
            return "a line of %d characters" % len(lines[0])
        if lines and INTERNAL.search(lines[0]):
            return "an internal message"
        if self.status and glob.glob(output):
            return "a file remains after a failure"
        return None


def run(command, folder):
    def limit():
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    with open(os.path.join(folder, "message"), "w+b") as message:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=message,
                                   preexec_fn=limit, env=environment, cwd=folder)
        hung = threading.Event()
        timer = threading.Timer(SECONDS, lambda: (hung.set(), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        message.seek(0)
        return Outcome(process.returncode, time.monotonic() - start, usage.ru_maxrss * 1024,
                       message.read(1 << 20).decode(errors="replace"), hung.is_set())


class Tally:
    """Counts runs, prints their problems, and stores the inputs of failed ones."""

    def __init__(self, title, findings):
        self.title, self.findings, self.found = title, findings, []
        self.count, self.images, self.slowest, self.most = 0, 0, (0, ""), (0, "")
        self.lock = threading.Lock()

    def add(self, number, outcome, problem, inputs, command):
        with self.lock:
            self.count += 1
            self.images += outcome.status == 0
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
                file.write(shlex.join(command) + "\n\n" + problem + "\n" + outcome.message)
            self.found.append(kept)
            print("FOUND %s: %s: %s\n  %s" % (name, problem, outcome.message.strip()[:300], kept), flush=True)

    def report(self):
        print("%s: %d runs, %d images, slowest %.1f s (%s), most %d MiB (%s), %d findings" % (
            self.title, self.count, self.images, *self.slowest, self.most[0] >> 20, self.most[1], len(self.found)),
            flush=True)


def fuzz(title, case, folder, seconds):
    """Runs `case(number, folder)`, which returns a command, its output and its input files, for a number of seconds, one
    on each core. The seed and its number alone determine a case."""
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
                # The machine may have been busy.
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
