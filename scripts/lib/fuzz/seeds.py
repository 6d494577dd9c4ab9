#!/usr/bin/env python3
"""Writes small valid images of every format and variant, and ICC profiles: seeds.py FOLDER, a folder for each format.

Pillow and ImageMagick write them; variants that neither supports are written byte by byte. Requires Pillow. Without
ImageMagick's delegates some variants are missing, which a line reports.
"""
import io, math, os, struct, subprocess, sys, zlib

from PIL import Image, ImageCms, PngImagePlugin

WIDTH, HEIGHT = 40, 33
# Another program of this name may come first on PATH.
CONVERT = "/usr/bin/convert" if os.path.exists("/usr/bin/convert") else "convert"


def image():
    pixels = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            noise = (x * 7919 + y * 104729) % 251
            pixels += bytes((x * 6, y * 7, noise, 255 - noise // 2 if (x + y) % 5 else 0))
    return Image.frombytes("RGBA", (WIDTH, HEIGHT), bytes(pixels))


def packed(kind, *numbers, big=True):
    return struct.pack((">" if big else "<") + kind, *numbers)


# MARK: profiles


def tag_of_table(inputs):
    """Returns an mft1 table (ICC.1:2022, 10.11): two steps for each input, to Lab, with linear transfer functions."""
    steps = 2 ** inputs
    table = bytes((i * 40 + c * 13) % 256 for i in range(steps) for c in range(3))
    matrix = b"".join(packed("i", 65536 if i % 4 == 0 else 0) for i in range(9))
    return (b"mft1" + bytes(4) + bytes((inputs, 3, 2, 0)) + matrix + bytes(range(256)) * inputs + table +
            bytes(range(256)) * 3)


def profile(space, tags, pcs=b"Lab ", kind=b"prtr"):
    """Returns a profile with these tags (ICC.1:2022, 7)."""
    names, body, at = b"", b"", 128 + 4 + 12 * len(tags)
    for name, content in tags:
        content += bytes(-len(content) % 4)
        names += name + packed("II", at + len(body), len(content))
        body += content
    head = bytes(4) + packed("I", 0x04300000) + kind + space + pcs + bytes(12) + b"acsp"
    head += bytes(128 - len(head) - 60) + packed("iii", 63190, 65536, 54061) + bytes(48)
    whole = head + packed("I", len(tags)) + names + body
    return packed("I", len(whole)) + whole[4:]


def text_tag(text):
    return b"mluc" + bytes(4) + packed("II", 1, 12) + b"enUS" + packed("II", 2 * len(text), 28) + text.encode("utf-16-be")


def curve(function):
    """Returns a parametric transfer function (ICC.1:2022, 10.18)."""
    numbers = {0: [2.2], 3: [2.4, 0.948, 0.052, 0.0774, 0.0405], 4: [2.4, 0.948, 0.052, 0.0774, 0.0405, 0.01, 0.02]}
    return b"para" + bytes(4) + packed("HH", function, 0) + b"".join(
        packed("i", round(number * 65536)) for number in numbers[function])


def profiles():
    made = {name: ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes() for name in ("sRGB", "LAB", "XYZ")}
    named = [(b"desc", text_tag("seed")), (b"wtpt", b"XYZ " + bytes(4) + packed("iii", 63190, 65536, 54061))]
    lights = [(name, b"XYZ " + bytes(4) + packed("iii", *(round(v * 65536) for v in light))) for name, light in [
        (b"rXYZ", (0.4361, 0.2225, 0.0139)), (b"gXYZ", (0.3851, 0.7169, 0.0971)), (b"bXYZ", (0.1431, 0.0606, 0.7141))]]
    table = b"curv" + bytes(4) + packed("I", 16) + b"".join(packed("H", i * i * 290) for i in range(16))
    points = (b"cicp", b"cicp" + bytes(4) + bytes((12, 16, 0, 1)))
    for function in (0, 3, 4):
        curves = [(name, curve(function)) for name in (b"rTRC", b"gTRC", b"bTRC")]
        made["parametric%d" % function] = profile(b"RGB ", named + lights + curves, b"XYZ ", b"mntr")
    curves = [(name, table) for name in (b"rTRC", b"gTRC", b"bTRC")]
    made["tabulated"] = profile(b"RGB ", named + lights + curves + [points], b"XYZ ", b"mntr")
    made["grey"] = profile(b"GRAY", named + [(b"kTRC", table)], b"XYZ ", b"mntr")
    made["rgbtable"] = profile(b"RGB ", named + [(b"A2B0", tag_of_table(3))])
    made["cmyk"] = profile(b"CMYK", named + [(b"A2B0", tag_of_table(4))])
    return made


# MARK: metadata


def exif():
    """Returns an EXIF directory with a subdirectory (CIPA DC-008, 4.6)."""
    def entry(tag, kind, count, value):
        return packed("HHII", tag, kind, count, value, big=False)
    first = 8 + 2 + 3 * 12 + 4
    main = packed("H", 3, big=False) + entry(271, 2, 6, first) + entry(274, 3, 1, 6) + entry(34665, 4, 1, first + 6)
    camera = packed("H", 1, big=False) + entry(41990, 3, 1, 2) + bytes(4)
    return b"II*\0" + packed("I", 8, big=False) + main + bytes(4) + b"Canon\0" + camera


XMP = (b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
       b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
       b'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="x"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>')
IPTC = b"8BIM\x04\x04\0\0" + packed("I", 9) + b"\x1c\x02\x5a\0\x04Rome" + b"\0"


# MARK: images


def png_chunk(name, content):
    return packed("I", len(content)) + name + content + packed("I", zlib.crc32(name + content))


def with_chunks(png, *chunks):
    """Returns the PNG with chunks after its header, which has 33 bytes with the signature."""
    return png[:33] + b"".join(png_chunk(*chunk) for chunk in chunks) + png[33:]


def with_markers(jpeg, *markers):
    return jpeg[:2] + b"".join(
        bytes((0xff, number)) + packed("H", len(content) + 2) + content for number, content in markers) + jpeg[2:]


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def converted(source, kind, *options):
    """Returns the result of ImageMagick for a PNG; None if it fails."""
    run = subprocess.run([CONVERT, "png:-", *options, kind + ":-"], input=source, capture_output=True)
    return run.stdout if run.returncode == 0 and run.stdout else None


def exr(channels, compression=0, tile=None, levels=0, window=(0, 0), lights=False):
    """Returns an OpenEXR file of 20 x 9 pixels ("OpenEXR File Layout"): scan lines or tiles, stored, RLE (1), ZIPS (2), ZIP (3)."""
    def little(kind, *numbers):
        return packed(kind, *numbers, big=False)

    def attribute(name, kind, content):
        return name + b"\0" + kind + b"\0" + little("I", len(content)) + content

    width, height, (left, top) = 20, 9, window
    sizes = {0: 4, 1: 2, 2: 4}
    listed = b"".join(name + b"\0" + little("I4xII", kind, 1, 1) for name, kind in channels) + b"\0"
    box = little("iiii", left, top, left + width - 1, top + height - 1)
    head = little("II", 20000630, 2 | (0x200 if tile else 0))
    head += attribute(b"channels", b"chlist", listed) + attribute(b"compression", b"compression", bytes((compression,)))
    head += attribute(b"dataWindow", b"box2i", box) + attribute(b"displayWindow", b"box2i", box)
    head += attribute(b"lineOrder", b"lineOrder", b"\0") + attribute(b"pixelAspectRatio", b"float", little("f", 1))
    head += attribute(b"screenWindowCenter", b"v2f", bytes(8)) + attribute(b"screenWindowWidth", b"float", little("f", 1))
    if lights:
        head += attribute(b"chromaticities", b"chromaticities", little("8f", .68, .32, .265, .69, .15, .06, .3127, .329))
    if tile:
        head += attribute(b"tiles", b"tiledesc", little("IIB", tile, tile, levels))
    head += b"\0"

    def value(kind, x, y):
        number = math.sin(x * 0.3 + y)
        return little({0: "I", 1: "e", 2: "f"}[kind], x if kind == 0 else number)

    def compressed(raw):
        if compression == 0:
            return raw
        # Even bytes, then odd bytes, then differences of neighbours.
        parts = raw[::2] + raw[1::2]
        parts = parts[:1] + bytes((b - a + 128) & 255 for a, b in zip(parts, parts[1:]))
        if compression == 1:
            runs = b"".join(bytes((256 - len(parts[i:i + 100]),)) + parts[i:i + 100] for i in range(0, len(parts), 100))
            return runs if len(runs) < len(raw) else raw
        zipped = zlib.compress(parts)
        return zipped if len(zipped) < len(raw) else raw

    def chunk(xs, ys):
        return compressed(b"".join(value(kind, x, y) for y in ys for _, kind in channels for x in xs))

    chunks = []
    if tile:
        level, w, h = 0, width, height
        while True:
            for ty in range(0, h, tile):
                for tx in range(0, w, tile):
                    raw = chunk(range(tx, min(tx + tile, w)), range(ty, min(ty + tile, h)))
                    chunks.append(little("IIIII", tx // tile, ty // tile, level, level, len(raw)) + raw)
            if levels == 0 or (w == 1 and h == 1):
                break
            level, w, h = level + 1, max(w // 2, 1), max(h // 2, 1)
    else:
        lines = 16 if compression == 3 else 1
        for y in range(0, height, lines):
            raw = chunk(range(width), range(y, min(y + lines, height)))
            chunks.append(little("iI", top + y, len(raw)) + raw)
    offset, table = len(head) + 8 * len(chunks), b""
    for part in chunks:
        table += little("Q", offset)
        offset += len(part)
    return head + table + b"".join(chunks)


def seeds():
    """Yields (format, name, bytes or None)."""
    rgba = image()
    rgb, grey, few = rgba.convert("RGB"), rgba.convert("L"), rgba.convert("RGB").quantize(16)
    icc = profiles()
    plain = saved(rgba, "PNG")

    for name, content in icc.items():
        yield "icc", name, content

    text = PngImagePlugin.PngInfo()
    text.add_text("Title", "seed", zip=True)
    text.add_itxt("Author", "sëed", "de", "Autor", zip=True)
    text.add_itxt("XML:com.adobe.xmp", XMP.decode())
    yield "png", "rgba", plain
    yield "png", "texts", saved(rgb, "PNG", pnginfo=text, icc_profile=icc["sRGB"], exif=exif(), dpi=(300, 300))
    yield "png", "palette", saved(few, "PNG", transparency=3)
    yield "png", "grey", saved(grey, "PNG", transparency=7, icc_profile=icc["grey"])
    yield "png", "bits", saved(rgba.convert("1"), "PNG")
    yield "png", "greyalpha", saved(rgba.convert("LA"), "PNG")
    yield "png", "table", saved(rgb, "PNG", icc_profile=icc["rgbtable"])
    yield "png", "points", with_chunks(
        plain, (b"cICP", bytes((9, 16, 0, 1))), (b"gAMA", packed("I", 45455)), (b"sRGB", b"\0"),
        (b"cHRM", packed("8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)), (b"pHYs", packed("IIB", 9, 9, 1)),
        (b"sBIT", bytes((5, 6, 5, 8))), (b"bKGD", bytes(6)), (b"tIME", bytes((7, 208, 1, 1, 1, 1, 1))))
    yield "png", "interlaced", converted(plain, "png", "-interlace", "PNG")
    yield "png", "wide", converted(plain, "png", "-depth", "16", "-define", "png:bit-depth=16")
    yield "png", "wideinterlaced", converted(plain, "png", "-define", "png:bit-depth=16", "-interlace", "PNG")
    yield "png", "stored", saved(rgb, "PNG", compress_level=0)

    marked = [(0xe1, b"Exif\0\0" + exif()), (0xe1, b"http://ns.adobe.com/xap/1.0/\0" + XMP),
              (0xed, b"Photoshop 3.0\0" + IPTC), (0xed, b"Photoshop 3.0\0" + IPTC)]
    yield "jpeg", "plain", with_markers(saved(rgb, "JPEG", icc_profile=icc["sRGB"], dpi=(72, 72)), *marked)
    yield "jpeg", "progressive", saved(rgb, "JPEG", progressive=True, quality=60)
    yield "jpeg", "grey", saved(grey, "JPEG", icc_profile=icc["grey"])
    yield "jpeg", "cmyk", saved(rgb.convert("CMYK"), "JPEG")
    yield "jpeg", "cmykprofile", saved(rgb.convert("CMYK"), "JPEG", icc_profile=icc["cmyk"])
    yield "jpeg", "fullchroma", saved(rgb, "JPEG", subsampling=0, quality=95)
    yield "jpeg", "arithmetic", converted(plain, "jpeg", "-define", "jpeg:arithmetic-coding=true")
    yield "jpeg", "restarts", converted(plain, "jpeg", "-sampling-factor", "4x1,1x1,1x1", "-quality", "30")
    yield "jpeg", "progressivecmyk", saved(rgb.convert("CMYK"), "JPEG", progressive=True)

    for packing in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        yield "tiff", packing, saved(rgb, "TIFF", compression=None if packing == "raw" else packing,
                                     icc_profile=icc["sRGB"], software="seed", description="seed")
    for packing in ("group3", "group4"):
        yield "tiff", packing, saved(rgba.convert("1"), "TIFF", compression=packing)
    yield "tiff", "palette", saved(few, "TIFF")
    yield "tiff", "rgba", saved(rgba, "TIFF", compression="tiff_lzw")
    for name, kind, options in [
            ("wide", "tiff", ["-depth", "16"]), ("float", "tiff", ["-define", "quantum:format=floating-point", "-depth", "32"]),
            ("half", "tiff", ["-define", "quantum:format=floating-point", "-depth", "16"]),
            ("tiles", "tiff", ["-define", "tiff:tile-geometry=16x16", "-compress", "Zip"]),
            ("planes", "tiff", ["-interlace", "plane"]), ("bigtiff", "tiff64", ["-compress", "LZW"]),
            ("planetiles", "tiff", ["-interlace", "plane", "-define", "tiff:tile-geometry=16x16", "-compress", "LZW"]),
            ("msb", "tiff", ["-endian", "MSB", "-depth", "16"]), ("premultiplied", "tiff", ["-define", "tiff:alpha=associated"]),
            ("white", "tiff", ["-colorspace", "Gray", "-define", "quantum:polarity=min-is-white"]),
            ("zstd", "tiff", ["-compress", "Zstd"]), ("lzma", "tiff", ["-compress", "LZMA"]),
            ("webp", "tiff", ["-compress", "WebP"]), ("strips", "tiff", ["-define", "tiff:rows-per-strip=4", "-compress", "Zip"]),
            ("four", "tiff", ["-colorspace", "Gray", "-depth", "4", "-alpha", "off"]), ("metadata", "tiff", ["-resize", "50%"])]:
        source = saved(rgb, "PNG", exif=exif(), icc_profile=icc["tabulated"]) if name == "metadata" else plain
        yield "tiff", name, converted(source, kind, *options)

    yield "tiff", "inks", saved(rgb.convert("CMYK"), "TIFF", icc_profile=icc["cmyk"])
    yield "tiff", "lab", converted(plain, "tiff", "-colorspace", "Lab", "-alpha", "off")
    yield "tiff", "chroma", saved(rgb.convert("YCbCr"), "TIFF", compression="tiff_lzw")

    yield "gif", "plain", saved(few, "GIF")
    yield "gif", "frames", saved(few, "GIF", save_all=True, append_images=[grey, few], transparency=1)
    for name, image in ("palette", few), ("grey", grey), ("rgb", rgb), ("bits", grey.convert("1")), ("rgba", rgba):
        yield "bmp", name, saved(image, "BMP")
    for name, options in ("runs", ["-colors", "9", "-compress", "RLE"]), ("masks", ["-define", "bmp:subtype=RGB565"]):
        yield "bmp", name, converted(plain, "bmp", *options)

    yield "webp", "lossy", saved(rgb, "WEBP", quality=70, icc_profile=icc["sRGB"], exif=b"Exif\0\0" + exif(), xmp=XMP)
    yield "webp", "alpha", saved(rgba, "WEBP", quality=50)
    yield "webp", "lossless", saved(rgba, "WEBP", lossless=True)
    yield "webp", "palette", saved(few.convert("RGB"), "WEBP", lossless=True, icc_profile=icc["rgbtable"])
    yield "webp", "animated", saved(rgb, "WEBP", save_all=True, append_images=[rgba.convert("RGB").rotate(90)])

    half, float_ = [(b"A", 1), (b"B", 1), (b"G", 1), (b"R", 1)], [(b"B", 2), (b"G", 2), (b"R", 2)]
    for compression in range(4):
        yield "exr", "half%d" % compression, exr(half, compression)
        yield "exr", "float%d" % compression, exr(float_, compression, lights=True)
    yield "exr", "grey", exr([(b"Y", 1)], 3, window=(-7, 100))
    yield "exr", "mixed", exr([(b"A", 1), (b"R", 2), (b"Z", 0)], 2)
    yield "exr", "tiles", exr(half, 3, tile=8)
    yield "exr", "floattiles", exr(float_, 0, tile=8, window=(5, -5))
    yield "exr", "levels", exr(half, 2, tile=8, levels=1)
    for packing in ("Piz", "PXR24", "B44", "B44A", "RLE", "Zip"):
        yield "exr", packing.lower(), converted(plain, "exr", "-compress", packing)

    for kind in ("heic", "avif"):
        tagged = saved(rgb, "PNG", icc_profile=icc["sRGB"], exif=exif())
        yield "heif", kind, converted(tagged, kind, "-resize", "32x32!", "-quality", "50")
        yield "heif", kind + "alpha", converted(plain, kind, "-quality", "30")
        yield "heif", kind + "wide", converted(plain, kind, "-depth", "10", "-alpha", "off")


def main():
    folder, missing = sys.argv[1], []
    for format, name, content in seeds():
        if content is None:
            missing.append("%s %s" % (format, name))
            continue
        os.makedirs(os.path.join(folder, format), exist_ok=True)
        with open(os.path.join(folder, format, name), "wb") as file:
            file.write(content)
    if missing:
        print("seeds: ImageMagick on this machine cannot write %s" % ", ".join(missing))


if __name__ == "__main__":
    main()
