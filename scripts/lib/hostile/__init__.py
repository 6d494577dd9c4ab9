"""The parts of scripts/hostile: their descriptions and the remarks that docs/robustness-results.md prints."""
PARTS = {
    "matrix": "every filter, each input with each hostile value, on an engine and on the reference",
    "files": "image files of every format: truncated, with changed bits, false lengths, moved or joined sections",
    "recipes": "recipes that are malformed, deep, wide, far from the origin, infinite or random, on each engine",
    "kill": "renders that a signal or `--timeout` ends midway: the state of the result file",
    "caches": "damaged pipeline caches of the package and of the driver: the same image, or one line",
    "special": "pipes, devices, folders, link loops and sparse files in place of an image or a recipe",
    "output": "full disks, results that overwrite their inputs, one bad image among good ones",
    "environment": "unusual home folders, drivers, devices, options and system limits",
    "bombs": "small files that decompress to gigabytes, and headers that declare such sizes",
    "failures": "failing Vulkan calls: a typed error, no leak, and a correct next image",
}

# Notes that a reader of the counts needs.
REMARKS = {
    "environment": """llvmpipe, Mesa's software Vulkan driver, does not check memory allocation and thread creation. If the
system refuses memory or threads, it crashes or hangs. These cases count as failed. `--timeout` ends a hang; the
reference has no such case. If the limit of the address space leaves little more than the libraries need, the Swift
runtime aborts for lack of a few KB.""",
    "files": """dav1d and libde265, with which libheif decodes AVIF and HEIC, print lines of their own on standard error.
libheif cannot suppress them, so they do not count.""",
    "kill": """HEIC takes long because of libheif's encoder: all but 0.1 s of the 55 s that such noise takes. The slowest
run includes the time before the signal is sent. No process takes more than 2 s to end after its signal.""",
    "failures": """Status 0: the image is correct in spite of the failed call. Status 1: an error that names the call.
Memory is that of the test process, and is not measured.""",
    "recipes": "Each run has `--timeout 15`; a run that it ends has status 124.",
}
