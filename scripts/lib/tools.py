"""What the scripts that ask citool share."""
import os, subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))


def citool():
    """The path of citool, built first."""
    command = ["swift", "build", "-c", "release", "--package-path", ROOT]
    subprocess.run(command + ["--product", "citool", "--quiet"], check=True)
    folder = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return os.path.join(folder, "citool")


def listed(program, *options):
    return subprocess.run([program, "list", *options], check=True, capture_output=True, text=True).stdout


def names(program):
    """The names of all filters, in their order."""
    return [line.split()[0] for line in listed(program).splitlines()]
