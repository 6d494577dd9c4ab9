"""Reads barcodes with independent programs: read-codes.py READER FOLDER FILE…

READER is zxing, aztec-tool or pdf417decoder. The files have one pixel for each module (PDF417: rows of three). Prints
the message of each file as hexadecimal digits, a line each, or the error.
"""
import sys

sys.path.insert(0, sys.argv[2])
import numpy
from PIL import Image


def zxing(pixels, image):
    import zxingcpp

    found = zxingcpp.read_barcodes(numpy.pad(pixels.repeat(4, 0).repeat(4, 1), 40, constant_values=255))
    return found[0].bytes


def aztec_tool(pixels, image):
    from aztec_tool import AztecDecoder

    dark = pixels[2:-2, 2:-2] < 128
    message = AztecDecoder(matrix=dark.astype(int)).decode()
    return message if isinstance(message, bytes) else message.encode("latin1")


def pdf417decoder(pixels, image):
    from pdf417decoder import PDF417Decoder

    large = numpy.pad(pixels.repeat(4, 0).repeat(4, 1), 40, constant_values=255)
    decoder = PDF417Decoder(Image.fromarray(large).convert("RGB"))
    decoder.decode()
    return bytes(decoder.barcodes_data[0])


reader = {"zxing": zxing, "aztec-tool": aztec_tool, "pdf417decoder": pdf417decoder}[sys.argv[1]]
for name in sys.argv[3:]:
    image = Image.open(name).convert("L")
    try:
        print(reader(numpy.asarray(image), image).hex())
    except Exception as problem:
        print(f"none: {type(problem).__name__} {problem}".splitlines()[0])
