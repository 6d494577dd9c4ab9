"""Malformed, deep, wide, far and random recipes. Each is short, and must end soon with an image or one line of error.

Some describe minutes of work, such as a thousand blurs with growing support: --timeout ends them.
"""
import base64, json, random, subprocess

from . import judge
from .place import remove, write
from .tally import Tally

MEMORY = "512MiB"
SECONDS = 15
RECT = [0, 0, 16, 12]
FAR = [1e9, -1e9, 1e15, 1e30, -1e30, 1e308]
FILE = {"file": "image.png"}
LARGEST_FILE = 16 << 20


def filtered(name, **inputs):
    return {"filter": name, "inputs": {"input" + key: value for key, value in inputs.items()}}


def recipe(image, rect=None):
    return json.dumps({"recipe": 1, "image": image, **({"rect": rect} if rect else {})})


COLOR = filtered("CIConstantColorGenerator", Color=[1, 0.5, 0, 1])


def moved(image, *transform):
    return filtered("CIAffineTransform", Image=image, Transform=list(transform))


def cropped(image, rect):
    return filtered("CICrop", Image=image, Rectangle=rect)


def chain(count, name="CIExposureAdjust", **inputs):
    """Returns a chain that is deeper than json.dumps allows."""
    values = "".join(f'"input{key}":{json.dumps(value)},' for key, value in inputs.items())
    head = '{"filter":"%s","inputs":{%s"inputImage":' % (name, values)
    return '{"recipe":1,"image":' + head * count + json.dumps(FILE) + "}}" * count + ',"rect":[0,0,8,8]}'


def tree(depth, name, second):
    """Returns a binary tree of a filter with two images, of 2^depth leaves."""
    if depth == 0:
        return FILE
    return filtered(name, Image=tree(depth - 1, name, second), **{second: tree(depth - 1, name, second)})


def malformed():
    """Yields invalid JSON, and JSON that is not a recipe. Long texts are created on demand."""
    yield from {
        "empty": "", "space": " \n", "null": "null", "number": "1", "string": '"a"', "array": "[]", "object": "{}",
        "true": "true",
        "byte order mark": "\ufeff" + recipe(FILE), "twice": recipe(FILE) * 2,
        "comma": '{"recipe":1,"image":{"file":"a"},}',
        "single quotes": "{'recipe':1}", "comment": "/* */" + recipe(FILE), "hexadecimal": '{"recipe":0x1}',
        "plus": '{"recipe":+1}',
        "leading zero": '{"recipe":01}', "no digits": '{"recipe":1.}', "no exponent": '{"recipe":1e}',
        "minus": '{"recipe":-}',
        "not a number": '{"recipe":1,"image":NaN}', "infinite number": '{"recipe":1e999}',
        "version 2": '{"recipe":2,"image":{"file":"a"}}',
        "version 1.5": '{"recipe":1.5}', "version true": '{"recipe":true}', "version text": '{"recipe":"1"}',
        "key twice": '{"recipe":1,"recipe":1}', "no image": '{"recipe":1}',
        "unknown key": '{"recipe":1,"image":{},"x":1}',
        "surrogate": '{"recipe":1,"image":{"file":"\\ud800"}}', "NUL": '{"recipe":1,"image":{"file":"\\u0000"}}',
        "NUL inside": '{"recipe":1,"image":{"file":"image.png\\u0000.png"}}',
        "escape": '{"recipe":1,"image":{"file":"\\x"}}',
        "open string": '{"recipe":1,"image":{"file":"', "open escape": '{"recipe":1,"image":{"file":"\\',
        "newline in a string": '{"recipe":1,"image":{"file":"a\nb"}}', "image array": '{"recipe":1,"image":[]}',
        "file number": '{"recipe":1,"image":{"file":1}}', "file null": '{"recipe":1,"image":{"file":null}}',
        "file and filter": recipe({**FILE, "filter": "CISepiaTone"}), "file and inputs": recipe({**FILE, "inputs": {}}),
        "inputs array": recipe({"filter": "CISepiaTone", "inputs": []}),
        "inputs null": recipe({"filter": "CISepiaTone", "inputs": None}),
        "unknown filter": recipe(filtered("CINo")), "no filter": recipe(filtered("")),
        "number filter": recipe({"filter": 7}),
        "control letters in a filter": recipe(filtered("CI\u001b[31m\u0007")),
        "markup in a key": recipe({"filter": "CISepiaTone", "inputs": {"<b>\n": 1}}),
        "missing input": recipe({"filter": "CISepiaTone"}),
        "image is a string": recipe(filtered("CISepiaTone", Image="a")),
        "number is a list": recipe(filtered("CISepiaTone", Image=FILE, Intensity=[1])),
        "passwords": recipe({"file": "/etc/passwd"}),
        "dots": recipe({"file": "../" * 20 + "etc/passwd"}), "address": recipe({"file": "http://127.0.0.1/x.png"}),
        "file address": recipe({"file": "file:///etc/passwd"}), "home": recipe({"file": "~/x.png"}),
        "environment": recipe({"file": "/proc/self/environ"}),
        "no name": recipe({"file": ""}), "dot": recipe({"file": "."}), "itself": recipe({"file": "itself.json"}),
        "zeros": recipe({"file": "/dev/zero"}),
        "rect of strings": recipe(FILE, ["a", 1, 2, 3]), "rect of three": recipe(FILE, [0, 0, 1]),
        "rect below 0": recipe(FILE, [0, 0, -1, 1]),
        "rect of 0": recipe(FILE, [0, 0, 0, 0]), "UTF-16": recipe(FILE).encode("utf-16"),
        "no UTF-8": b'{"recipe":1,"image":{"file":"\xff\xfe"}}',
        "noise": random.Random(1).randbytes(100_000),
        "no base64": recipe(filtered("CIQRCodeGenerator", Message={"base64": "***"})),
        "two data": recipe(filtered("CIQRCodeGenerator", Message={"base64": "", "utf8": ""})),
        "short cube": recipe(filtered("CIColorCube", Image=FILE, CubeDimension=128,
                                      CubeData={"base64": base64.b64encode(bytes(1000)).decode()})),
        "no cube": recipe(filtered("CIColorCube", Image=FILE, CubeDimension=1e9, CubeData={"base64": ""})),
        "number nan": '{"recipe":1,"image":{"filter":"CISepiaTone","inputs":{"inputIntensity":NaN}}}',
        "number infinite": '{"recipe":1,"image":{"filter":"CISepiaTone","inputs":{"inputIntensity":1e999}}}',
    }.items()
    yield from {
        "opens": lambda: "[" * 100_000, "opens objects": lambda: '{"a":' * 100_000,
        "16 MiB of opens": lambda: "[" * LARGEST_FILE,
        "more than 16 MiB": lambda: " " * LARGEST_FILE + recipe(FILE),
        "long filter": lambda: recipe(filtered("A" * 1_000_000)),
        "long key": lambda: recipe(filtered("CISepiaTone", **{"k" * 1_000_000: 1})),
        "long file": lambda: recipe({"file": "a" * 1_000_000}),
        "many keys": lambda: recipe(filtered("CISepiaTone", **{f"k{index}": 1 for index in range(100_000)})),
        "digits": lambda: '{"recipe":%s}' % ("1" * 5_000_000),
        "exponent": lambda: '{"recipe":1e%s}' % ("9" * 1_000_000),
        "16 MiB string": lambda: '"' + "a" * (LARGEST_FILE - 2) + '"',
        "16 MiB of escapes": lambda: '"' + "\\u0041" * (LARGEST_FILE // 6 - 1) + '"',
        "a million strings": lambda: "[" + ",".join(['"a"'] * 1_000_000) + "]",
        "four million numbers": lambda: "[" + ",".join("1" * 4_000_000) + "]",
        "a vector of four million": lambda: recipe(filtered("CIConvolution3X3", Image=FILE, Weights=[1] * 4_000_000)),
    }.items()


def deep():
    for count in (100, 990, 995, 999, 1000, 2000, 100_000):
        yield f"{count} steps", lambda count=count: chain(count, EV=0.001)
    steps = [("CIGaussianBlur", {"Radius": 3}), ("CIAffineTransform", {"Transform": [1.01, 0, 0, 1, 1, 1]}),
             ("CIBoxBlur", {"Radius": 2}),
             ("CICrop", {"Rectangle": [0, 0, 8, 8]}), ("CITwirlDistortion", {"Radius": 9}), ("CIMedianFilter", {}),
             ("CIColorMonochrome", {}), ("CISharpenLuminance", {}), ("CIPerspectiveTile", {}), ("CIAffineClamp", {}),
             ("CIHueAdjust", {"Angle": 0.1}), ("CIBokehBlur", {"Radius": 5}), ("CIKMeans", {}), ("CIAreaAverage", {}),
             ("CILanczosScaleTransform", {"Scale": 0.99}), ("CIDroste", {}), ("CIPixellate", {}), ("CIZoomBlur", {})]
    for name, inputs in steps:
        yield f"990 of {name}", lambda name=name, inputs=inputs: chain(990, name, **inputs)


def wide():
    trees = [(8, "CIAdditionCompositing", "BackgroundImage"), (12, "CIAdditionCompositing", "BackgroundImage"),
             (14, "CIAdditionCompositing", "BackgroundImage"), (12, "CIMultiplyBlendMode", "BackgroundImage"),
             (8, "CIDissolveTransition", "TargetImage"), (10, "CIDisplacementDistortion", "DisplacementImage")]
    for depth, name, second in trees:
        yield f"{1 << depth} leaves of {name}", lambda tree=tree(depth, name, second): recipe(tree, [0, 0, 8, 8])


def far():
    for value in FAR:
        size = abs(value)
        there = moved(FILE, 1, 0, 0, 1, value, value)
        scaled = moved(FILE, value, 0, 0, value, 0, 0)
        board = cropped(COLOR, [0, 0, size, size])
        yield from {
            f"far {value}": recipe(there),
            f"far {value}, blurred": recipe(filtered("CIGaussianBlur", Image=there, Radius=10)),
            f"far {value}, there": recipe(filtered("CISepiaTone", Image=there), [value, value, 16, 12]),
            f"far {value}, here": recipe(there, RECT),
            f"there and back {value}": recipe(moved(there, 1, 0, 0, 1, -value, -value), RECT),
            f"scaled {value}": recipe(scaled, RECT),
            f"scaled {value}, whole": recipe(scaled),
            f"scaled {value} and back": recipe(moved(scaled, 1 / value, 0, 0, 1 / value, 0, 0)),
            f"skewed {value}": recipe(moved(FILE, 1, value, value, 1, 0, 0), RECT),
            f"cropped to {size}": recipe(board, RECT),
            f"cropped to {size}, whole": recipe(board), f"rect at {value}": recipe(COLOR, [value, value, 4, 4]),
            f"rect of {size}": recipe(COLOR, [0, 0, size, size]),
            f"blur of {value}": recipe(filtered("CIGaussianBlur", Image=FILE, Radius=value), RECT),
            f"average over {size}": recipe(filtered("CIAreaAverage", Image=COLOR, Extent=[0, 0, size, size])),
            f"histogram over {size}": recipe(filtered("CIAreaHistogram", Image=COLOR, Extent=[0, 0, size, size])),
            f"row average over {size}": recipe(filtered("CIRowAverage", Image=COLOR, Extent=[0, 0, size, 4])),
            f"checkerboard of {value}": recipe(filtered("CICheckerboardGenerator", Width=value), RECT),
            f"tile of {value}": recipe(filtered("CIAffineTile", Image=FILE, Transform=[value, 0, 0, 1, 0, 0]), RECT),
        }.items()


def extents():
    clamped = filtered("CIAffineClamp", Image=FILE)
    images = {
        "infinite": COLOR, "empty": cropped(FILE, [100, 100, 5, 5]), "cropped to 0": cropped(FILE, [3, 3, 0, 0]),
        "cropped below 0": cropped(FILE, [3, 3, -2, -2]), "flat": moved(FILE, 0, 0, 0, 0, 0, 0),
        "flat in x": moved(FILE, 0, 0, 0, 1, 0, 0),
        "blurred infinite": filtered("CIGaussianBlur", Image=COLOR, Radius=5), "clamped": clamped,
        "average of all": filtered("CIAreaAverage", Image=COLOR, Extent=[0, 0, 1e308, 1e308]),
        "large blur of clamped": filtered("CIGaussianBlur", Image=clamped, Radius=99999),
        "thin": moved(FILE, 1e-9, 0, 0, 16384, 0, 0),
        "1x1": cropped(COLOR, [0, 0, 1, 1]), "1x16384": cropped(COLOR, [0, 0, 1, 16384]),
        "16384x1": cropped(COLOR, [0, 0, 16384, 1]),
        "1x10000000": cropped(COLOR, [0, 0, 1, 10_000_000]),
        "blurred 16384x1": filtered("CIGaussianBlur", Image=cropped(COLOR, [0, 0, 16384, 1]), Radius=50),
    }
    for name, image in images.items():
        yield name, recipe(image)
        yield f"{name}, with a rect", recipe(image, RECT)


def chances(describe):
    """Yields random graphs of real filters with mostly hostile values."""
    numbers = [0, 1, -1, 0.5, 3, 1e-9, 1e9, -1e9, 1e30, 65536, 1e308]
    names = """CIGaussianBlur CISepiaTone CIAffineTransform CICrop CITwirlDistortion CIAreaHistogram CIColorMatrix
        CIPerspectiveTransform CIBloom CISourceOverCompositing CIMorphologyMaximum CIConvolution5X5 CIKaleidoscope
        CIZoomBlur CIToneCurve CIPixellate CILanczosScaleTransform CIStretchCrop CIEdgeWork
        CIPageCurlTransition""".split()
    known = {name: describe(name) for name in names}
    lengths = {"CIVector": 4, "CIColor": 4, "NSAffineTransform": 6}

    def value(chance, parameter, depth):
        """Returns a value, or None to keep the default."""
        kind = parameter["CIAttributeClass"]
        if kind == "CIImage":
            return image(chance, depth - 1)
        if chance.random() < 0.5:
            return None
        if kind == "NSNumber":
            return chance.choice(numbers)
        default = parameter.get("CIAttributeDefault")
        length = len(default) if isinstance(default, list) else lengths.get(kind)
        return length and [chance.choice(numbers) for _ in range(length)]

    def image(chance, depth):
        if depth <= 0:
            return chance.choice([FILE, COLOR])
        name = chance.choice(names)
        parameters = {key: one for key, one in known[name].items() if key.startswith("input")}
        given = {key: value(chance, parameter, depth) for key, parameter in parameters.items()}
        return {"filter": name, "inputs": {key: value for key, value in given.items() if value is not None}}

    for number in range(60):
        chance = random.Random(number)
        yield f"random {number}", recipe(image(chance, chance.randrange(1, 5)), RECT)


def measure(place):
    def describe(name):
        return json.loads(subprocess.check_output([place.citool, "describe", name, "--json"]))

    families = {"malformed": malformed, "deep": deep, "wide": wide, "far": far, "extents": extents,
                "random": lambda: chances(describe)}
    for backend in ("processor", "vulkan", "reference"):
        for family, cases in families.items():
            tally = Tally(f"{family}, {backend}")
            place.each([lambda case=case: render(place, tally, backend, *case) for case in cases()])
            yield tally


def render(place, tally, backend, name, text):
    # A name may contain characters that a path may not.
    stem = place.path("".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in f"{name}-{backend}"))
    path = write(stem + ".json", text() if callable(text) else text)
    limits = ["--backend", backend, "--memory", MEMORY, "--timeout", SECONDS]
    outcome = place.run("render", path, "-o", stem + ".png", *limits)
    problems = outcome.problems(statuses={*judge.STATUSES, 124})
    if remove(stem + ".png") and outcome.status:
        problems.append("a file remains")
    if tally.add(name, outcome, problems):
        remove(path)
