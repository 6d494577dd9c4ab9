"""Runs a program under limits and judges the outcome.

A run passes if it terminates within LIMIT seconds with a status that it documents, prints nothing on success and one
line on failure, names no internals in that line, and leaves no file after a failure.
"""
import dataclasses, os, re, resource, shlex, subprocess, threading, time

LIMIT = 20
MEMORY = 4 << 30
LONGEST_LINE = 600
# Success, failure, wrong usage, unknown filter.
STATUSES = {0, 1, 2, 3}

# Patterns that no message may match, and their names. A message names what its user has passed: files, filters, keys, values.
INTERNAL = [
    (r"^(citool: |cibench: )?(schedule|dispatch|kernel|block|image \d+|shader|SPIR-V)\b[^:]{0,30}: ",
     "prefix of a renderer component"),
    (r"\bdispatch \d", "number of a dispatch"),
    (r"\bimage \d+ is\b", "number of an image"),
    (r"\bblock \d+\b", "block of a program"),
    (r"(^|\s)%\d+\b", "value of a program"),
    (r"\b(color|warp|region) \w+\(", "step in the form of a graph"),
    (r"\binternal", "the word internal"),
    (r"\bprogram [0-9a-f]{4}\b|\bthe program\b", "program of the renderer"),
    (r"\bdescriptors?\b", "descriptor"),
    (r"Fatal error|[Pp]recondition|Assertion|assertion failed|unexpectedly found nil|[Ii]ndex out of", "trap of Swift"),
    (r"\.swift\b|\.glsl\b|\.c:\d", "source file"),
    (r"Error Domain=|\bCode=|NSCocoaErrorDomain|NSPOSIXErrorDomain|UserInfo", "error description of Foundation"),
    (r"Optional\(|\bSIMD\d*<|\bUnsafe\w*Pointer|\b(Image[A-Z]\w+|\w+Engine|Swift|Foundation|CoreImage)\.[A-Z]\w", "Swift type"),
    (r"\b(invalidArgument|unsupported|limit|image|device|recipe|wrongClass|missingInput|unknownKey)\(",
     "case of an error"),
    (r"\b0x[0-9a-f]{9,}", "memory address"),
    (r"\bcc_[a-z]\w+", "C function of the package"),
]


def internal(text):
    """Returns the first internal text in a message, or None."""
    for pattern, what in INTERNAL:
        found = re.search(pattern, text, re.M)
        if found:
            return f"{what}: {found[0]!r}"
    return None


@dataclasses.dataclass
class Outcome:
    command: list
    # Negative for a signal, as in subprocess.
    status: int
    seconds: float
    mebibytes: float
    message: str
    hung: bool

    def problems(self, statuses=STATUSES, notes=()):
        """Returns the violations of the criteria. Lines that match one of `notes` are allowed in addition."""
        lines = [line for line in self.message.splitlines() if line.strip()]
        lines = [line for line in lines if not any(re.search(note, line) for note in notes)]
        found = []
        if self.hung:
            found.append(f"did not terminate within {LIMIT} s")
        elif self.status not in statuses:
            wanted = f"status {self.status}, expected {sorted(statuses)}"
            found.append(wanted if self.status > 0 else f"signal {-self.status}")
        elif self.status > 0 and len(lines) != 1:
            found.append(f"{len(lines)} lines, expected 1")
        elif not self.status and lines:
            found.append("output on success")
        if lines and len(lines[0]) > LONGEST_LINE:
            found.append(f"a line of {len(lines[0])} characters")
        if any(ord(letter) < 32 for line in lines for letter in line if letter != "\t"):
            found.append("control characters")
        named = internal(self.message)
        if named:
            found.append(f"internal: {named}")
        return found

    @property
    def shown(self):
        return shlex.join(map(str, self.command))


def environment(cache, **changes):
    """Returns the environment of a run: few variables, and a cache folder of its own. None removes a variable."""
    kept = {name: os.environ[name] for name in os.environ
            if name in ("PATH", "LD_LIBRARY_PATH") or name.startswith(("VK_", "MESA_", "LP_"))}
    whole = {**kept, "HOME": cache, "XDG_CACHE_HOME": cache, "SWIFT_BACKTRACE": "enable=no", **changes}
    return {name: value for name, value in whole.items() if value is not None}


def run(command, environment, folder=None, memory=MEMORY, limit=LIMIT, input=subprocess.DEVNULL, before=None):
    """Runs a command. `before` is called in the new process, after its limits are set."""
    def prepare():
        os.nice(5)
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        if before:
            before()

    start, patience = time.monotonic(), Patience(limit)
    process = subprocess.Popen([str(word) for word in command], stdin=input, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env=environment, cwd=folder, preexec_fn=prepare)
    patience.watch(process)
    message = process.stderr.read(1 << 20)
    while process.stderr.read(1 << 20):
        pass
    # For this process alone: resource.getrusage would return the maximum of all earlier ones.
    _, status, usage = os.wait4(process.pid, 0)
    patience.end()
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = min(time.monotonic() - start, patience.seconds + Patience.STEP)
    return Outcome(list(command), process.returncode, seconds, usage.ru_maxrss / 1024, message.decode(errors="replace"),
                   patience.isOver)


class Patience:
    """Kills a process after its time limit. Counts short waits, so that time in which the whole process group is
    stopped does not count."""

    STEP = 0.1

    def __init__(self, limit):
        self.limit, self.seconds, self.isOver = limit, 0, False
        self.done = threading.Event()

    def watch(self, process):
        self.thread = threading.Thread(target=self.wait, args=[process])
        self.thread.start()

    def wait(self, process):
        while not self.done.wait(self.STEP):
            self.seconds += self.STEP
            if self.seconds > self.limit:
                self.isOver = True
                process.kill()
                return

    def end(self):
        self.done.set()
        self.thread.join()
