"""The working environment of a part."""
import concurrent.futures, json, math, os, shutil, subprocess

from . import judge
from .tally import STORE


class Place:
    """The programs, the part's own folder, and a valid image in it."""

    def __init__(self, part, citool, cibench=None, workers=1, count=None, start=0, only=()):
        self.citool, self.cibench = citool, cibench
        self.workers, self.count, self.start, self.only = workers, count, start, only
        # Results that the part stores in addition to its tallies.
        self.more = {}
        self.folder = os.path.join(STORE, "work", part)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        # Shared by all parts, so that kernels are compiled once.
        self.cache = os.path.join(STORE, "cache")
        os.makedirs(self.cache, exist_ok=True)
        self.image = self.path("image.png")
        generated = [citool, "apply", "-f", "CIRandomGenerator", "--rect", "0,0,40,33", "-o", self.image]
        subprocess.run(generated, check=True, env=judge.environment(self.cache))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, *words, environment={}, **options):
        """Runs citool with these arguments in the folder."""
        return judge.run([self.citool, *words], judge.environment(self.cache, **environment),
                         **{"folder": self.folder, **options})

    def distance(self, one, other):
        """Returns the largest difference of two images, in steps of 8 bits; infinite if they cannot be compared."""
        compared = subprocess.run([self.citool, "compare", one, other, "--json"], capture_output=True, text=True,
                                  env=judge.environment(self.cache))
        if compared.returncode:
            return math.inf
        event = json.loads(compared.stdout)
        return max(event["max"], event["alpha_max"])

    def each(self, jobs):
        """Calls all jobs, one for each worker at a time."""
        with concurrent.futures.ThreadPoolExecutor(self.workers) as pool:
            for done in [pool.submit(job) for job in jobs]:
                done.result()

    def hidden(self, *folders):
        """Returns the names of incomplete hidden files, and removes them."""
        found = []
        for folder in folders or [self.folder]:
            for name in os.listdir(folder):
                if name.endswith(".part"):
                    found.append(name)
                    os.unlink(os.path.join(folder, name))
        return found


def write(path, contents):
    with open(path, "wb") as file:
        file.write(contents.encode("utf-8", "surrogatepass") if isinstance(contents, str) else contents)
    return path


def remove(path):
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True
