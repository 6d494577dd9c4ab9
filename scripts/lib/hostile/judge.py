"""Runs a program under limits and judges what it did.

A run is fine when it ends by itself within LIMIT seconds and with a status that it documents; says nothing when it
succeeds and one line of its own when it fails; names nothing internal in it; and leaves no file when it fails.
"""
import dataclasses, os, re, resource, shlex, subprocess, threading, time

LIMIT = 20
MEMORY = 4 << 30
LONGEST_LINE = 600
# Done, failed, used wrongly, no such filter.
STATUSES = {0, 1, 2, 3}

# What no message may say, and what it is. A message speaks of what its reader gave: files, filters, keys and numbers.
INTERNAL = [
    (r"^(citool: |cibench: )?(schedule|dispatch|kernel|block|picture \d+|shader|SPIR-V)\b[^:]{0,30}: ",
     "a part of the renderer speaks"),
    (r"\bdispatch \d", "a dispatch by its number"),
    (r"\bpicture \d+ is\b", "a picture by its number"),
    (r"\bblock \d+\b", "a block of a program"),
    (r"(^|\s)%\d+\b", "a value of a program"),
    (r"\b(color|warp|region) \w+\(", "a step as graphs print it"),
    (r"\binternal", "internal"),
    (r"\bprogram [0-9a-f]{4}\b|\bthe program\b", "a program of the renderer"),
    (r"\bdescriptors?\b", "descriptor"),
    (r"Fatal error|[Pp]recondition|Assertion|assertion failed|unexpectedly found nil|[Ii]ndex out of", "a trap"),
    (r"\.swift\b|\.glsl\b|\.c:\d", "a source file"),
    (r"Error Domain=|\bCode=|NSCocoaErrorDomain|NSPOSIXErrorDomain|UserInfo", "Foundation's form of an error"),
    (r"Optional\(|\bSIMD\d*<|\bUnsafe\w*Pointer|\b(Image[A-Z]\w+|Swift|Foundation|CoreImage)\.[A-Z]\w", "a Swift type"),
    (r"\b(invalidArgument|unsupported|limit|picture|device|recipe|wrongClass|missingInput|unknownKey)\(",
     "an error's case"),
    (r"\b0x[0-9a-f]{9,}", "an address"),
    (r"\bcc_[a-z]\w+", "a C function of ours"),
]


def internal(text):
    """The first thing internal that a message names, or None."""
    for pattern, what in INTERNAL:
        found = re.search(pattern, text, re.M)
        if found:
            return f"{what}: {found[0]!r}"
    return None


@dataclasses.dataclass
class Outcome:
    command: list
    # Negative for a signal, as subprocess has it.
    status: int
    seconds: float
    mebibytes: float
    said: str
    hung: bool

    def problems(self, statuses=STATUSES, notes=()):
        """What is wrong with it. Lines that match one of `notes` may be said beside the others."""
        lines = [line for line in self.said.splitlines() if line.strip()]
        lines = [line for line in lines if not any(re.search(note, line) for note in notes)]
        found = []
        if self.hung:
            found.append(f"no end within {LIMIT} s")
        elif self.status not in statuses:
            wanted = f"status {self.status}, wanted {sorted(statuses)}"
            found.append(wanted if self.status > 0 else f"signal {-self.status}")
        elif self.status > 0 and len(lines) != 1:
            found.append(f"{len(lines)} lines where one is wanted")
        elif not self.status and lines:
            found.append("says something though it succeeded")
        if lines and len(lines[0]) > LONGEST_LINE:
            found.append(f"a line of {len(lines[0])} letters")
        if any(ord(letter) < 32 for line in lines for letter in line if letter != "\t"):
            found.append("control characters")
        named = internal(self.said)
        if named:
            found.append(f"internal: {named}")
        return found

    @property
    def shown(self):
        return shlex.join(map(str, self.command))


def environment(cache, **changes):
    """What a run is started with: little, and nobody's caches but its own. None takes a variable away."""
    kept = {name: os.environ[name] for name in os.environ
            if name in ("PATH", "LD_LIBRARY_PATH") or name.startswith(("VK_", "MESA_", "LP_"))}
    whole = {**kept, "HOME": cache, "XDG_CACHE_HOME": cache, "SWIFT_BACKTRACE": "enable=no", **changes}
    return {name: value for name, value in whole.items() if value is not None}


def run(command, environment, folder=None, memory=MEMORY, limit=LIMIT, input=subprocess.DEVNULL, before=None):
    """`before` is called in the new process, behind its limits."""
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
    said = process.stderr.read(1 << 20)
    while process.stderr.read(1 << 20):
        pass
    # Of this process by itself; resource.getrusage would give the most of all before it.
    _, status, usage = os.wait4(process.pid, 0)
    patience.end()
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = min(time.monotonic() - start, patience.seconds + Patience.STEP)
    return Outcome(list(command), process.returncode, seconds, usage.ru_maxrss / 1024, said.decode(errors="replace"),
                   patience.isOver)


class Patience:
    """Kills a process when its time is over. Counts short waits, so that time in which somebody stopped all of us, to
    have the machine for a while, is no time of the process."""

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
