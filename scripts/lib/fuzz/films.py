"""Films that are cut, or changed in their headers and their frames. Each case follows from the seed and its number."""
import os, random, subprocess

PICTURES = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.6"]
SOUND = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=0.6"]
FILMS = {
    "h264.mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "6", "-c:a", "aac"],
    "fast.mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "6", "-c:a", "aac", "-movflags", "+faststart"],
    "h264.mkv": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "6", "-c:a", "aac"],
    "ffv1.mkv": ["-c:v", "ffv1", "-level", "3", "-c:a", "flac"],
    "hevc.mp4": ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-c:a", "aac"],
    "prores.mov": ["-c:v", "prores_ks", "-c:a", "pcm_s16le"],
}


def make(folder):
    os.makedirs(folder, exist_ok=True)
    for name, words in FILMS.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            subprocess.run(["ffmpeg", "-v", "error", "-y", *PICTURES, *SOUND, *words, path], check=True)


def changed(film, chance):
    """Bits of the first or the last 4 KiB, where headers are, or anywhere; or a part of the film."""
    film = bytearray(film)
    kind = chance.choice(["head", "tail", "anywhere", "cut", "stretch"])
    if kind == "cut":
        return film[:chance.randrange(len(film))]
    if kind == "stretch":
        start = chance.randrange(len(film))
        film[start:start + chance.randrange(1, 64)] = chance.randbytes(chance.randrange(64))
        return film
    first, last = {"head": (0, 4096), "tail": (len(film) - 4096, len(film)), "anywhere": (0, len(film))}[kind]
    for _ in range(chance.choice([1, 4, 16, 64])):
        film[min(chance.randrange(max(first, 0), last), len(film) - 1)] ^= 1 << chance.randrange(8)
    return film


def case(program, folder, seed):
    """`probe`, or an export whose part file must not stay."""
    def one(number, work):
        chance = random.Random("%d %d" % (seed, number))
        name = chance.choice(sorted(FILMS))
        with open(os.path.join(folder, name), "rb") as file:
            film = changed(file.read(), chance)
        path, output = os.path.join(work, "changed" + os.path.splitext(name)[1]), os.path.join(work, "out.mkv")
        with open(path, "wb") as file:
            file.write(film)
        part = os.path.join(work, ".out.mkv.part")
        if chance.random() < 0.2:
            return [program, "probe", path, "--json"], part, [path]
        words = chance.choice([[], ["-f", "CIColorInvert"], ["--start", "0.2"], ["--no-audio"]])
        return [program, "video", path, "-o", output, "--preset", "ultrafast", *words], part, [path]
    return one
