"""Videos that are truncated, or mutated in headers and frames. The seed and its number determine a case."""
import os, random, subprocess

IMAGES = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.6"]
SOUND = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=0.6"]
VIDEOS = {
    "h264.mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "6", "-c:a", "aac"],
    "fast.mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "6", "-c:a", "aac", "-movflags", "+faststart"],
    "h264.mkv": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "6", "-c:a", "aac"],
    "ffv1.mkv": ["-c:v", "ffv1", "-level", "3", "-c:a", "flac"],
    "hevc.mp4": ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-c:a", "aac"],
    "prores.mov": ["-c:v", "prores_ks", "-c:a", "pcm_s16le"],
}


def make(folder):
    os.makedirs(folder, exist_ok=True)
    for name, words in VIDEOS.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            subprocess.run(["ffmpeg", "-v", "error", "-y", *IMAGES, *SOUND, *words, path], check=True)


def changed(video, chance):
    """Mutates bits in the first or last 4 KiB, which contain headers, or anywhere; or replaces a part, or truncates the video."""
    video = bytearray(video)
    kind = chance.choice(["head", "tail", "anywhere", "cut", "stretch"])
    if kind == "cut":
        return video[:chance.randrange(len(video))]
    if kind == "stretch":
        start = chance.randrange(len(video))
        video[start:start + chance.randrange(1, 64)] = chance.randbytes(chance.randrange(64))
        return video
    first, last = {"head": (0, 4096), "tail": (len(video) - 4096, len(video)), "anywhere": (0, len(video))}[kind]
    for _ in range(chance.choice([1, 4, 16, 64])):
        video[min(chance.randrange(max(first, 0), last), len(video) - 1)] ^= 1 << chance.randrange(8)
    return video


def case(program, folder, seed):
    """Returns the cases: `probe`, or an export that must not leave its part file."""
    def one(number, work):
        chance = random.Random("%d %d" % (seed, number))
        name = chance.choice(sorted(VIDEOS))
        with open(os.path.join(folder, name), "rb") as file:
            video = changed(file.read(), chance)
        path, output = os.path.join(work, "changed" + os.path.splitext(name)[1]), os.path.join(work, "out.mkv")
        with open(path, "wb") as file:
            file.write(video)
        part = os.path.join(work, ".*.part")
        if chance.random() < 0.2:
            return [program, "probe", path, "--json"], part, [path]
        words = chance.choice([[], ["-f", "CIColorInvert"], ["--start", "0.2"], ["--no-audio"]])
        return [program, "video", path, "-o", output, "--preset", "ultrafast", *words], part, [path]
    return one
