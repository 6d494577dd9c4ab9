"""Small files that decompress to gigabytes, and headers that declare such sizes."""
import os, struct, zlib

from .corpus import ADAM7, PNG_MARK, chunk
from .place import remove, write
from .tally import Tally


def zeros(count):
    """Returns that many zeros, compressed, without allocating them."""
    pack, part = zlib.compressobj(9), bytes(1 << 20)
    packed = [pack.compress(part) for _ in range(count >> 20)]
    return b"".join([*packed, pack.compress(part[:count % (1 << 20)]), pack.flush()])


def png(width, height, bits=1, color=0, isInterlaced=False, data=None, more=b""):
    if data is None:
        passes = ADAM7 if isInterlaced else [(0, 0, 1, 1)]
        sizes = [(-(-(width - x) // across), -(-(height - y) // along)) for x, y, across, along in passes]
        data = zeros(sum(rows * (1 + (columns * bits + 7) // 8) for columns, rows in sizes))
    head = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, isInterlaced)
    return PNG_MARK + chunk(b"IHDR", head) + more + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def directory(entries, after=0):
    packed = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return struct.pack("<H", len(entries) & 0xFFFF) + packed + struct.pack("<I", after)


def bare(*directories):
    """Returns a TIFF file that begins with its directories."""
    return b"II*\0" + struct.pack("<I", 8) + b"".join(directories)


def tiff(width, height, data=None, compression=8, rows=None):
    """Returns a grey image of 8 bits in one strip."""
    data = zlib.compress(bytes(1000)) if data is None else data
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, compression), (262, 3, 1, 1),
               (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, rows or height), (279, 4, 1, len(data))]
    return b"II*\0" + struct.pack("<I", 8 + len(data)) + data + directory(entries)


def chain(count):
    """Returns directories that link to each other in a cycle."""
    size = len(directory([SIDE]))
    places = [8 + size * index for index in range(1, count)] + [8]
    return bare(*[directory([SIDE], place) for place in places])


# The entry of a TIFF directory for a width of 5.
SIDE = (256, 4, 1, 5)


def texts():
    packed = b"a\0\0" + zeros(600_000_000)
    many = chunk(b"tEXt", b"k\0" + b"v" * 10) * 100_000
    return chunk(b"zTXt", packed) + chunk(b"iCCP", packed) + many


# The frame header of a JPEG of 65500 x 65500 pixels with three components, after its marker, and an empty scan.
FRAME = b"\0\x11\x08\xff\xdc\xff\xdc\x03\x01\x22\0\x02\x11\x01\x03\x11\x01"
SCAN = b"\xff\xda\0\x0c\x03\x01\0\x02\x11\x03\x11\0\0\0"
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"

FILES = {
    "interlaced 16384.png": lambda: png(16384, 16384, isInterlaced=True),
    "interlaced 46000.png": lambda: png(46000, 46000, isInterlaced=True),
    "plain 46000.png": lambda: png(46000, 46000),
    "wide.png": lambda: png(1_000_000, 2),
    "wider than allowed.png": lambda: png(1_000_001, 2),
    "high.png": lambda: png(2, 1_000_000),
    "declared 20000, 16 bits.png": lambda: png(20000, 20000, 16, 6, data=zlib.compress(bytes(1000))),
    "largest sides.png": lambda: png(0x7FFFFFFF, 0x7FFFFFFF, data=b"x"),
    "no sides.png": lambda: png(0, 0, data=b"x"),
    "texts.png": lambda: png(1, 1, 8, data=zlib.compress(b"\0\0"), more=texts()),
    "declared 40000.tif": lambda: tiff(40000, 40000),
    "largest sides.tif": lambda: tiff(0xFFFFFFFF, 0xFFFFFFFF),
    "no width.tif": lambda: tiff(0, 5),
    "wide.tif": lambda: tiff(0x7FFFFFFF, 1),
    "endless rows.tif": lambda: tiff(100, 100, rows=0xFFFFFFFF),
    "packed 30000.tif": lambda: tiff(30000, 30000, zeros(30000 * 30000)),
    "chain.tif": lambda: chain(200_000),
    "many entries.tif": lambda: bare(directory([SIDE] * 65535, 8)),
    "endless counts.tif": lambda: bare(directory([(273, 4, 0xFFFFFFFF, 8), (279, 4, 0xFFFFFFFF, 8)], 8)),
    "endless profile.tif": lambda: bare(directory([(256, 4, 1, 1), (257, 4, 1, 1), (34675, 7, 0xFFFFFFFF, 8)])),
    "declared 65500.jpg": lambda: b"\xff\xd8\xff\xc0" + FRAME + b"\xff\xd9",
    "2000 scans of 65500.jpg": lambda: b"\xff\xd8\xff\xc2" + FRAME + SCAN * 2000 + b"\xff\xd9",
    "declared 16384.webp": lambda: b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\xff\xff\xff\x0f" + bytes(8),
    "canvas of 16777216.webp": lambda: b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + b"\xff" * 6,
    "endless box.heic": lambda: HEIC + b"\0\0\0\x01meta" + b"\xff" * 8,
    "boxes in boxes.heic": lambda: HEIC + b"".join(struct.pack(">I", 8 * n) + b"moov" for n in range(10000, 0, -1)),
    "largest window.exr": lambda: exr((-(1 << 31), -(1 << 31), (1 << 31) - 1, (1 << 31) - 1)),
    "declared 100000.exr": lambda: exr((0, 0, 99999, 99999)),
}


def exr(window):
    """Returns a scan line file without its pixels."""
    def attribute(name, kind, value):
        return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value

    box, channel = struct.pack("<4i", *window), b"Y\0" + struct.pack("<iBxxxii", 1, 0, 1, 1) + b"\0"
    attributes = [
        (b"channels", b"chlist", channel), (b"compression", b"compression", b"\3"), (b"dataWindow", b"box2i", box),
        (b"displayWindow", b"box2i", box), (b"lineOrder", b"lineOrder", b"\0"),
        (b"pixelAspectRatio", b"float", struct.pack("<f", 1)), (b"screenWindowCenter", b"v2f", bytes(8)),
        (b"screenWindowWidth", b"float", struct.pack("<f", 1)),
    ]
    return b"\x76\x2f\x31\x01\x02\0\0\0" + b"".join(attribute(*one) for one in attributes) + b"\0"


def measure(place):
    ways = [("default memory", []), ("64 MiB", ["--memory", "64MiB"]), ("16 x 16 pixels", ["--rect", "0,0,16,16"])]
    for backend in ("processor", "vulkan", "reference"):
        for way, more in ways:
            tally = Tally(f"{way}, {backend}")
            for name, contents in FILES.items():
                path = write(place.path(name), contents())
                result = place.path("result.jpg")
                outcome = place.run("apply", path, "-o", result, "--backend", backend, *more)
                problems = outcome.problems()
                if remove(result) and outcome.status:
                    problems.append("a file remains")
                tally.add(f"{name}, {os.path.getsize(path)} bytes", outcome, problems)
                remove(path)
            yield tally
