"""Damaged pipeline caches: the image is the same, or there is one line of error; no other file changes."""
import ctypes, os, random, shutil, struct

from .place import remove, write
from .tally import Tally

ROUNDS = 40
LARGEST = 64 << 20


def measure(place):
    result = place.path("result.png")
    # The processor engine has no cache.
    words = ["apply", place.image, "-f", "CISepiaTone", "-f", "CIExposureAdjust", "ev=0.3", "-o", result]
    words += ["--backend", "vulkan"]
    valid, damaged = place.path("valid"), place.path("damaged")

    def rendered(folder):
        remove(result)
        outcome = place.run(*words, environment={"XDG_CACHE_HOME": folder})
        return outcome, read(result)

    first, right = rendered(valid)
    if first.status:
        raise SystemExit(f"caches: {first.message}")

    def judged(tally, case, folder):
        outcome, image = rendered(folder)
        problems = outcome.problems(statuses={0})
        if outcome.status == 0 and image != right:
            problems.append("a different image")
        tally.add(case, outcome, problems)

    driver = Tally("the driver's cache")
    for number in range(ROUNDS):
        chance = random.Random(number)
        shutil.rmtree(damaged, ignore_errors=True)
        shutil.copytree(valid, damaged)
        how = list(DAMAGES)[number % len(DAMAGES)]
        for folder, _, names in os.walk(damaged):
            for name in names:
                path = os.path.join(folder, name)
                write(path, DAMAGES[how](read(path), chance))
        judged(driver, f"{how}, {number}", damaged)
    yield driver

    ours = Tally("the package's cache")
    name, head = ourFile()
    victim = write(place.path("victim"), b"precious")
    for case, make in forms(head, victim).items():
        shutil.rmtree(damaged, ignore_errors=True)
        os.makedirs(os.path.join(damaged, "coreimage-linux"))
        make(os.path.join(damaged, "coreimage-linux", name))
        judged(ours, case, damaged)
    if read(victim) != b"precious":
        ours.fail("a link to another file", ["the file was written to"])
    yield ours


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def bits(contents, chance):
    changed = bytearray(contents)
    for _ in range(20 if contents else 0):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


DAMAGES = {
    "20 bits changed": bits,
    "truncated": lambda contents, chance: contents[:chance.randrange(len(contents) + 1)],
    "noise": lambda contents, chance: chance.randbytes(len(contents)),
    "empty": lambda contents, chance: b"",
    "5000 bytes appended": lambda contents, chance: contents + chance.randbytes(5000),
}


def ourFile():
    """Returns the file name that DriverCache.swift reads on this machine, and the header of the driver's data."""
    driver = firstDriver()
    name = "pipelines-{vendor:x}-{device:x}-{version:x}-{uuid}.bin".format(**{**driver, "uuid": driver["uuid"].hex()})
    return name, struct.pack("<IIII", 32, 1, driver["vendor"], driver["device"]) + driver["uuid"]


def sealed(data):
    """Returns the file format of PipelineFile.swift: magic, length, 64-bit FNV-1a, data."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return b"CIVKPC01" + struct.pack("<QQ", len(data), total) + data


def forms(head, victim):
    noise = random.Random(9).randbytes(5000)
    contents = {
        "valid header, then noise": sealed(head + noise), "empty": b"", "noise": noise, "header only": sealed(head),
        "truncated": sealed(head + noise)[:60], "magic only": b"CIVKPC01",
        "of another driver": sealed(struct.pack("<IIII", 32, 1, 1, 2) + noise),
        "length of 2^64 - 1": b"CIVKPC01" + struct.pack("<QQ", (1 << 64) - 1, 0) + head,
        "wrong checksum": sealed(head)[:16] + bytes(8) + head,
    }
    special = {
        "a pipe": os.mkfifo, "a folder": os.mkdir, "a link to /dev/zero": lambda path: os.symlink("/dev/zero", path),
        "a link to itself": lambda path: os.symlink(path, path),
        "a link to another file": lambda path: os.symlink(victim, path),
        "a folder with a file": lambda path: (os.mkdir(path), write(os.path.join(path, "file"), b"x")),
        "above the size limit": lambda path: (write(path, b""), os.truncate(path, LARGEST + 1)),
        "without read permission": lambda path: (write(path, sealed(head)), os.chmod(path, 0)),
        "writable by all users": lambda path: (write(path, sealed(head + noise)), os.chmod(path, 0o666)),
    }
    return {case: lambda path, whole=whole: write(path, whole) for case, whole in contents.items()} | special


def firstDriver():
    """Returns the identification of the first Vulkan device; zeros if there is none."""
    vulkan = ctypes.CDLL("libvulkan.so.1")
    # VkInstanceCreateInfo with only its type set; it has 64 bytes.
    info = (ctypes.c_uint32 * 16)(1)
    instance, device, count = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint32(1)
    driver = {"vendor": 0, "device": 0, "version": 0, "uuid": bytes(16)}
    if vulkan.vkCreateInstance(info, None, ctypes.byref(instance)):
        return driver
    vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), ctypes.byref(device))
    if count.value:
        # VkPhysicalDeviceProperties: four integers, the type, a name of 256 bytes, the UUID, and limits.
        properties = (ctypes.c_uint8 * 4096)()
        vulkan.vkGetPhysicalDeviceProperties(device, properties)
        _, driver["version"], driver["vendor"], driver["device"] = struct.unpack_from("<4I", properties)
        driver["uuid"] = bytes(properties[276:292])
    vulkan.vkDestroyInstance(instance, None)
    return driver
