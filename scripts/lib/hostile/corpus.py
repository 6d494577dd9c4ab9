"""Small valid images of every format and variant. Requires Pillow and numpy of the system's Python."""
import io, os, struct, subprocess, zlib

from . import judge
from .place import write

WIDTH, HEIGHT = 40, 33
XMP = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
       b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/png"/></rdf:RDF></x:xmpmeta>')


def make(place, folder):
    """Writes the images to a folder. Returns the names of those that could not be created, with the reason."""
    import numpy
    from PIL import Image, ImageCms

    os.makedirs(folder, exist_ok=True)
    pixels = numpy.random.default_rng(5).integers(0, 256, (HEIGHT, WIDTH, 4), dtype=numpy.uint8)
    down, right = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    pixels[..., 0], pixels[..., 1] = right * 6, down * 7
    rgba = Image.fromarray(pixels, "RGBA")
    rgb, grey, palette, bits = (rgba.convert(mode) for mode in ("RGB", "L", "P", "1"))
    profile, lab = (ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes() for name in ("sRGB", "LAB"))
    tags = Image.Exif()
    # Orientation, camera maker, date.
    tags[274], tags[271], tags[306] = 6, "Hostile", "2024:01:02 03:04:05"

    missing = {}

    def save(name, image, **options):
        try:
            image.save(os.path.join(folder, name), **options)
        except (OSError, ValueError) as error:
            missing[name] = str(error)

    save("rgba.png", rgba, icc_profile=profile)
    save("exif.png", rgb, exif=tags)
    save("palette.png", rgb.convert("P"), transparency=3)
    save("grey.png", grey)
    save("bits.png", bits)
    save("plain.jpg", rgb, icc_profile=profile, exif=tags, quality=85)
    save("progressive.jpg", rgb, icc_profile=profile, progressive=True, quality=85)
    save("cmyk.jpg", rgb.convert("CMYK"))
    save("grey.jpg", grey)
    save("labprofile.jpg", rgb, icc_profile=lab)
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        save(f"{compression}.tif", rgb, compression=None if compression == "raw" else compression, icc_profile=profile)
    save("group4.tif", bits, compression="group4")
    save("palette.tif", palette)
    save("exif.tif", rgb, exif=tags)
    save("lossy.webp", rgba, quality=70, icc_profile=profile, exif=tags, xmp=XMP)
    save("lossless.webp", rgba, lossless=True)
    save("animated.webp", rgba, save_all=True, append_images=[rgba.rotate(90), grey.convert("RGBA")], duration=50)

    write(os.path.join(folder, "interlaced.png"), interlaced(pixels))
    write(os.path.join(folder, "tiles.tif"), tiled(pixels))
    write(os.path.join(folder, "bigtiles.tif"), tiled(pixels, isBig=True))
    write(os.path.join(folder, "motorolatiles.tif"), tiled(pixels, order=">", isPacked=False))
    write(os.path.join(folder, "planar.tif"), planar(pixels))

    # Variants that only the tool itself writes.
    written = [("rgba16.png", "rgba16"), ("float.tif", "rgbaf"), ("half.tif", "rgbah"), ("float.exr", "rgbaf"),
               ("half.exr", "rgbah"), ("eight.heic", "rgba8"), ("ten.heic", "rgba16"), ("eight.avif", "rgba8"),
               ("twelve.avif", "rgba16")]
    for name, format in written:
        original, result = os.path.join(folder, "rgba.png"), os.path.join(folder, name)
        outcome = place.run("apply", original, "-o", result, "--format", format)
        if outcome.status:
            missing[name] = outcome.message.strip()
    return missing


def interlaced(pixels):
    """Returns an Adam7 PNG, which Pillow does not write."""
    rows = b""
    for x, y, across, along in ADAM7:
        for row in pixels[y::along, x::across]:
            rows += b"\0" + row.tobytes()
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 1)
    return PNG_MARK + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# The origin and the pixel distance of each pass.
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
PNG_MARK = b"\x89PNG\r\n\x1a\n"


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


# The size and the struct format of the TIFF types: byte, 16 and 32 bits, and BigTIFF's 64 bits.
TYPES = {1: (1, "B"), 3: (2, "H"), 4: (4, "I"), 16: (8, "Q")}


def tiff(entries, data, isBig=False, order="<"):
    """Returns a file with one directory after its data. Entries are (tag, type, values)."""
    head, entry, inline = (16, 20, 8) if isBig else (8, 12, 4)
    count, length, offset = ("Q", "Q", "Q") if isBig else ("H", "I", "I")
    directory = head + len(data)
    beyond = directory + struct.calcsize(order + count) + entry * len(entries) + inline
    body = long = b""
    for tag, kind, values in sorted(entries):
        packed = b"".join(struct.pack(order + TYPES[kind][1], value) for value in values)
        body += struct.pack(order + "HH" + length, tag, kind, len(values))
        if len(packed) <= inline:
            body += packed.ljust(inline, b"\0")
        else:
            body += struct.pack(order + offset, beyond + len(long))
            long += packed
    mark = b"II" if order == "<" else b"MM"
    start = struct.pack(order + "HHHQ", 43, 8, 0, directory) if isBig else struct.pack(order + "HI", 42, directory)
    return mark + start + data + struct.pack(order + count, len(entries)) + body + b"\0" * inline + long


def layout(samples, compression, planes=1):
    """Returns the entries of 8-bit images with straight alpha."""
    return [(256, 4, [WIDTH]), (257, 4, [HEIGHT]), (258, 3, [8] * samples), (259, 3, [compression]), (262, 3, [2]),
            (277, 3, [samples]), (284, 3, [planes]), (338, 3, [2])]


def tiled(pixels, isBig=False, order="<", isPacked=True):
    import numpy

    side, head = 16, 16 if isBig else 8
    data, offsets, lengths = b"", [], []
    for y in range(0, HEIGHT, side):
        for x in range(0, WIDTH, side):
            tile = numpy.zeros((side, side, 4), numpy.uint8)
            part = pixels[y:y + side, x:x + side]
            tile[:part.shape[0], :part.shape[1]] = part
            packed = zlib.compress(tile.tobytes()) if isPacked else tile.tobytes()
            offsets.append(head + len(data))
            lengths.append(len(packed))
            data += packed
    kind = 16 if isBig else 4
    tiles = [(322, 4, [side]), (323, 4, [side]), (324, kind, offsets), (325, kind, lengths)]
    return tiff(layout(4, 8 if isPacked else 1) + tiles, data, isBig, order)


def planar(pixels):
    """Returns an image with a strip for each component."""
    size = WIDTH * HEIGHT
    strips = [(278, 4, [HEIGHT]), (273, 4, [8 + index * size for index in range(4)]), (279, 4, [size] * 4)]
    return tiff(layout(4, 1, planes=2) + strips, pixels.transpose(2, 0, 1).tobytes())
