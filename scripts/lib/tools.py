"""Functions of the scripts that run citool."""
import os, platform, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))


# A filter belongs to the first of these categories that it is in.
KINDS = """ColorAdjustment ColorEffect CompositeOperation Blur Sharpen Stylize HalftoneEffect GeometryAdjustment
    DistortionEffect TileEffect Transition Generator Gradient Reduction""".split()


def kind(filter):
    """The category of an entry of `citool list --json`, or None."""
    return next((name for name in KINDS if "CICategory" + name in filter["categories"]), None)


def build(*options):
    """Builds a part of this package, unless IS_BUILT is set: a build with tests has other options."""
    if not os.environ.get("IS_BUILT"):
        subprocess.run(["scripts/lib/swift-build", "-c", "release", "--quiet", *options], cwd=ROOT, check=True)


def products():
    """The folder of the built products."""
    return subprocess.run(["swift", "build", "-c", "release", "--package-path", ROOT, "--show-bin-path"], check=True,
                          capture_output=True, text=True).stdout.strip()


def built(product):
    """The path of a program of this package, built first."""
    build("--product", product)
    return os.path.join(products(), product)


def citool():
    return built("citool")


def processor():
    """The model name of this machine's processor."""
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def listed(program, *options):
    return subprocess.run([program, "list", *options], check=True, capture_output=True, text=True).stdout


def names(program):
    """The names of all filters, in their order."""
    return [line.split()[0] for line in listed(program).splitlines()]


def read_reasons(path):
    """`NAME: text` begins a reason; indented lines continue it; # begins a comment."""
    reasons, name = {}, None
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line[0].isspace() and name:
                reasons[name] += " " + line.strip()
                continue
            name, colon, text = line.partition(":")
            if not colon or name in reasons:
                sys.exit(f"{path}:{number}: a line is NAME: REASON, with each name once")
            reasons[name] = text.strip()
    return reasons
