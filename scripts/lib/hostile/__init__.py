"""The parts of scripts/hostile, and what each of them is for: its page and its help say so."""
PARTS = {
    "matrix": "every filter, each key with each hostile value, on both backends in one process",
    "files": "picture files of every format: cut, changed bit by bit, with lying lengths, torn and joined",
    "recipes": "recipes that are malformed, deep, wide, far away, infinite or random, on both backends",
    "kill": "renders that signals and --timeout end midway: what is left of the file",
    "caches": "damaged caches of kernels, ours and the driver's: the same picture, or one line",
    "special": "pipes, devices, folders, loops and sparse files where a picture or a recipe is wanted",
    "output": "full disks, results over their inputs, one bad picture among good ones",
    "environment": "homes, drivers, devices, options and limits of the system that nobody expects",
    "bombs": "small files that unpack to gigabytes, and headers that say so",
    "failures": "calls of Vulkan that fail, some of each: a typed error, nothing left, the next picture right",
}

# What a reader of the counts has to know.
REMARKS = {
    "environment": """llvmpipe, the software Vulkan of Mesa, ends the process or waits for ever where the system gives
it no memory or no thread: it does not look at what it gets. Those cases are bad here; the reference has none. A wait for
ever ends by `--timeout`. Where a process may have so few addresses that its libraries just fit, Swift's own runtime ends it
for want of some KB.""",
    "files": """dav1d and libde265, by which libheif decodes AVIF and HEIC, write lines of their own to standard error,
which libheif has no way to forbid. Those do not count.""",
    "kill": """HEIC takes long because libheif's encoder does: of 55 s for such noise all but 0.1 s. Signals that come later
in it come after more seconds; none takes more than 2 s to end what runs.""",
    "failures": """A status of 0 is the right picture all the same, 1 an error that names the call. Memory is that of the
tests, which is not counted here.""",
    "recipes": "Each has `--timeout 15`; status 124 is that.",
}
