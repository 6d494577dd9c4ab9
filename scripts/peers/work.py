"""The work of the benchmark of libraries: the images, and the computation of each row in float64.

A row is a function of (image, top), RGBA8 arrays of stored (sRGB) premultiplied values. `exact` returns the true stored
values of a window of the result, in 0...255. Each library returns the whole result in 8 bits. Each library is called as
its users would call it. Steps are merged by hand only in rows that are named so.
"""
import math
import numpy

SIZE_OF_WINDOW = 384
WEIGHTS = numpy.array([0.2125, 0.7154, 0.0721])


def images(size, seed=1):
    """Returns an image like a photograph (noise of all scales, and grain), and a second one that fades out."""
    random = numpy.random.default_rng(seed)
    total = numpy.zeros((size, size, 3), numpy.float32)
    for scale in (4, 16, 64, 256, 1024):
        if scale > size:
            continue
        small = random.random((scale + 1, scale + 1, 3), dtype=numpy.float32)
        at = numpy.linspace(0, scale, size, endpoint=False, dtype=numpy.float32)
        low = at.astype(int)
        part = (at - low)[:, None, None]
        rows = small[low] * (1 - part) + small[low + 1] * part
        part = (at - low)[None, :, None]
        total += (rows[:, low] * (1 - part) + rows[:, low + 1] * part) * (2.0 / math.sqrt(scale))
    total = (total - total.min()) / (total.max() - total.min())
    total += random.normal(0, 0.01, total.shape).astype(numpy.float32)
    image = numpy.empty((size, size, 4), numpy.uint8)
    image[..., :3] = numpy.clip(total * 255 + 0.5, 0, 255)
    image[..., 3] = 255
    alpha = numpy.linspace(0, 255, size).astype(numpy.uint16)[None, :, None]
    top = numpy.empty_like(image)
    top[..., :3] = (image[::-1, :, :3].astype(numpy.uint16) * alpha + 127) // 255
    top[..., 3] = alpha[..., 0]
    return image, top


# sRGB, IEC 61966-2-1.
def decode(v):
    v = numpy.asarray(v, float)
    return numpy.where(v <= 0.04045, v / 12.92, (numpy.maximum(v, 0.04045) + 0.055) / 1.055) ** numpy.where(v <= 0.04045, 1, 2.4)


def encode(v):
    v = numpy.clip(v, 0, 1)
    return numpy.where(v <= 0.0031308, v * 12.92, 1.055 * numpy.maximum(v, 0.0031308) ** (1 / 2.4) - 0.055)


# MARK: The steps of the rows, as rows of matrices and functions of straight linear colour.
HUE = math.pi / 6
SEPIA = numpy.array([[.393, .769, .189], [.349, .686, .168], [.272, .534, .131]])
MIX = numpy.array([[.9, .1, 0], [.05, .9, .05], [0, .1, .9]])
MIX_BIAS = numpy.array([0.01, 0, 0.02])


def hue_matrix():
    c, q = math.cos(HUE), math.sin(HUE)
    luma = numpy.array([0.2126, 0.7152, 0.0722])
    red = numpy.array([-luma[0], -luma[1], 1 - luma[2]])
    blue = numpy.array([luma[0] - 1, luma[1], luma[2]])
    green = -(red * luma[0] + blue * luma[2]) / luma[1]
    return numpy.stack([luma + (unit - luma) * c + turn * q for unit, turn in zip(numpy.eye(3), (red, green, blue))])


def controls_matrix(saturation=1.3, contrast=1.1, brightness=0.02):
    rows = (WEIGHTS + (numpy.eye(3) - WEIGHTS) * saturation) * contrast
    return rows, numpy.full(3, 0.5 - 0.5 * contrast + brightness)


def half_sepia(amount):
    # Rounded to four digits, like the arguments of this package's filter.
    return numpy.round(numpy.eye(3) * (1 - amount) + SEPIA * amount, 4)


# Each step: ("matrix", rows, bias), ("power", p), ("cubic", per-channel coefficients), ("monochrome", …), ("clamp",).
EXPOSURE = ("matrix", numpy.eye(3) * 2 ** 0.5, numpy.zeros(3))
CONTROLS = ("matrix", *controls_matrix())
HUES = ("matrix", hue_matrix(), numpy.zeros(3))
GAMMA = ("power", 0.9)
MATRIX = ("matrix", MIX, MIX_BIAS)
SAME = [0, 1, 0, 0]
CUBIC = ("cubic", [[0.02, 0.9, 0.1, -0.05], SAME, SAME])
MONOCHROME = ("monochrome", decode([0.6, 0.45, 0.3]), 0.3)
CLAMP = ("clamp",)
EIGHT = [EXPOSURE, CONTROLS, HUES, GAMMA, ("matrix", half_sepia(0.5), numpy.zeros(3)), MATRIX, ("power", 0.5),
         ("cubic", [[0, 0.4, 1.8, -1.2]] * 3), ("power", 2.0), ("matrix", numpy.eye(3) * 0.8, numpy.full(3, 0.1)), CLAMP]
CHAIN = [EXPOSURE, CONTROLS, HUES, GAMMA, MATRIX, MONOCHROME, CUBIC, CLAMP] * 4


def apply(step, rgb):
    """Applies a step to float64 colours."""
    kind = step[0]
    if kind == "matrix":
        return rgb @ step[1].T + step[2]
    if kind == "power":
        return numpy.maximum(rgb, 0) ** step[1]
    if kind == "cubic":
        out = numpy.empty_like(rgb)
        for c, k in enumerate(step[1]):
            x = rgb[..., c]
            out[..., c] = ((k[3] * x + k[2]) * x + k[1]) * x + k[0]
        return out
    if kind == "monochrome":
        level = 2 * (rgb @ numpy.array([0.2126, 0.7152, 0.0722]))[..., None]
        tint = step[1]
        shade = numpy.where(level >= 1, tint + (1 - tint) * (level - 1), level * tint)
        return rgb + (shade - rgb) * step[2]
    return numpy.clip(rgb, 0, 1)


def chain_exact(steps, image):
    rgb = decode(image[..., :3] / 255.0)
    for step in steps:
        rgb = apply(step, rgb)
    return encode(rgb) * 255


def gaussian_window(image, sigma, rows, columns, linear):
    """Returns the blurred image over a window that is far enough from the edges."""
    reach = int(math.ceil(5 * sigma))
    k = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / sigma) ** 2)
    k /= k.sum()
    part = image[rows.start - reach:rows.stop + reach, columns.start - reach:columns.stop + reach, :3] / 255.0
    if linear:
        part = decode(part)
    part = numpy.stack([part[i:i + rows.stop - rows.start] * w for i, w in enumerate(k)]).sum(0) if reach < 20 else \
        convolve(part, k, 0)
    return convolve(part, k, 1)


def convolve(values, k, axis):
    out = 0
    size = values.shape[axis] - len(k) + 1
    for i, w in enumerate(k):
        out = out + values.take(range(i, i + size), axis) * w
    return out


def window(size, columns=None):
    """Returns the rows and columns of the window in the middle."""
    at = slice((size - SIZE_OF_WINDOW) // 2, (size + SIZE_OF_WINDOW) // 2)
    return at, at


def psnr(ours, exact):
    error = numpy.mean((ours.astype(float) - exact) ** 2)
    return 99.0 if error == 0 else min(99.0, 10 * math.log10(255 ** 2 / error))


# MARK: Coordinates. Rows of arrays go down, Core Image's coordinates go up.

def corner(size):
    """Returns left, top, width and height of the rectangle that the bloom renders."""
    return 350, size - 500, 150, 150


def turn(size):
    """Returns the rows (a b x), (c d y) of the map from the image to the result: a rotation by 30 degrees and a scale
    of 0.7 about the corner at the bottom left."""
    c, s = 0.7 * math.cos(math.pi / 6), 0.7 * math.sin(math.pi / 6)
    # Up: x' = c x - s y, y' = s x + c y. Down: y = size - v.
    return c, s, -s, c, -s * size, size - c * size


def cubic(x, c=0.75):
    """Evaluates Keys' kernel with a = -c: the kernel of Mitchell and Netravali's family with B = 0 and C = c."""
    d = numpy.abs(x)
    near = ((2 - c) * d - (3 - c)) * d * d + 1
    far = ((-c * d + 5 * c) * d - 8 * c) * d + 4 * c
    return numpy.where(d < 1, near, numpy.where(d < 2, far, 0))


def exact(row, image, top):
    """Returns the true values of a window of the result: (rows, columns, RGB in 0...255), or None, None and numbers."""
    size = image.shape[0]
    rows, columns = window(size)
    linear = row.endswith("-linear")
    name = row.removesuffix("-linear")
    shown = (lambda v: encode(v) * 255) if linear else (lambda v: numpy.clip(v, 0, 1) * 255)
    meant = decode if linear else (lambda v: v)
    if name == "eight-operations":
        return rows, columns, chain_exact(EIGHT, image[rows, columns])
    if name == "chain-32":
        return rows, columns, chain_exact(CHAIN, image[rows, columns])
    if name.startswith("gaussian"):
        return rows, columns, shown(gaussian_window(image, float(name.split("-")[1]), rows, columns, linear))
    if name == "bloom-crop":
        left, upper, width, height = corner(size)
        reach = 50
        part = meant(image[upper - reach:upper + height + reach, left - reach:left + width + reach, :3] / 255.0)
        toned = part @ half_sepia(0.8).T
        if not linear:
            toned = numpy.clip(toned, 0, None)
        k = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / 10) ** 2)
        glow = convolve(convolve(toned, k / k.sum(), 0), k / k.sum(), 1)
        return slice(0, height), slice(0, width), shown(numpy.maximum(toned[reach:-reach, reach:-reach], glow))
    if name == "unsharp-quarter":
        # A window of the small image. The support of three lobes is 12 pixels, that of the blur 13.
        at = slice(size // 8 - 48, size // 8 + 48)
        margin = 40
        wide = slice(4 * at.start - margin, 4 * at.stop + margin)
        part = meant(image[wide, wide, :3] / 255.0)
        reach = 16
        k = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / 2.5) ** 2)
        blur = convolve(convolve(part, k / k.sum(), 0), k / k.sum(), 1)
        part = part[reach:-reach, reach:-reach]
        sharp = part + 0.5 * (part - blur)
        taps = numpy.arange(-12, 12) + 0.5
        w = numpy.sinc(taps / 4) * numpy.sinc(taps / 12)
        w /= w.sum()
        first = margin - reach + 2 - 12
        for axis in (0, 1):
            sharp = sum(sharp.take(first + 4 * numpy.arange(96) + i, axis) * weight for i, weight in enumerate(w))
        return at, at, shown(sharp)
    if name == "rotate-bilinear":
        a, b, c, d, x, y = turn(size)
        back = numpy.linalg.inv(numpy.array([[a, b, x], [c, d, y], [0, 0, 1]]))
        # The centre of the window: the position to which the centre of the image is mapped.
        u, v = (int(a * size / 2 + b * size / 2 + x), int(c * size / 2 + d * size / 2 + y))
        half = min(SIZE_OF_WINDOW // 2, size // 16)
        rows, columns = slice(v - half, v + half), slice(u - half, u + half)
        gv, gu = numpy.mgrid[rows, columns] + 0.5
        px = back[0, 0] * gu + back[0, 1] * gv + back[0, 2] - 0.5
        py = back[1, 0] * gu + back[1, 1] * gv + back[1, 2] - 0.5
        ix, iy = numpy.floor(px).astype(int), numpy.floor(py).astype(int)
        fx, fy = (px - ix)[..., None], (py - iy)[..., None]
        p = image[..., :3] / 255.0
        # Stored values are interpolated, as Core Image does.
        mixed = ((p[iy, ix] * (1 - fx) + p[iy, ix + 1] * fx) * (1 - fy)
                 + (p[iy + 1, ix] * (1 - fx) + p[iy + 1, ix + 1] * fx) * fy)
        return rows, columns, mixed * 255
    if name == "bicubic-1.5":
        at = slice(size * 3 // 4 - 96, size * 3 // 4 + 96)
        place = (numpy.arange(at.start, at.stop) + 0.5) / 1.5 - 0.5
        first = numpy.floor(place).astype(int) - 1
        # Only the pixels that are read.
        wide = slice(first[0], first[-1] + 4)
        first -= wide.start
        place = place - wide.start
        part = meant(image[wide, wide, :3] / 255.0)
        for axis in (0, 1):
            taps = [first + i for i in range(4)]
            shape = [-1 if a == axis else 1 for a in range(3)]
            part = sum(part.take(tap, axis) * cubic(place - tap).reshape(shape) for tap in taps)
        return at, at, shown(part)
    if name in ("over", "multiply"):
        s, b = top[rows, columns] / 255.0, image[rows, columns] / 255.0
        alpha = s[..., 3:]
        if linear:
            color = numpy.where(alpha > 0, decode(numpy.minimum(1, s[..., :3] / numpy.maximum(alpha, 1e-9))) * alpha, 0)
        else:
            color = s[..., :3]
        under = meant(b[..., :3])
        mixed = color + under * (1 - alpha) if name == "over" else color * under + under * (1 - alpha)
        return rows, columns, shown(mixed)
    if name == "histogram":
        counts = numpy.stack([numpy.bincount(image[..., c].ravel(), minlength=256) for c in range(3)], -1)
        return None, None, counts / counts.sum(0)
    if name == "average":
        return None, None, image[..., :3].reshape(-1, 3).mean(0, keepdims=True)
    if name == "maximum":
        return None, None, image[..., :3].reshape(-1, 3).max(0, keepdims=True)
    if name in ("dilate-11", "median-3"):
        reach = 5 if name == "dilate-11" else 1
        part = image[rows.start - reach:rows.stop + reach, columns.start - reach:columns.stop + reach, :3]
        views = numpy.lib.stride_tricks.sliding_window_view(part, (2 * reach + 1, 2 * reach + 1), (0, 1))
        return rows, columns, views.max((-1, -2)) if name == "dilate-11" else numpy.median(views, (-1, -2))
    raise KeyError(row)
