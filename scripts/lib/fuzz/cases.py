"""Recipes and values that are random, extreme or damaged. The seed and its number determine a case."""
import base64, json, math, os, random, subprocess, threading

from tools import listed

EXTREME_NUMBERS = [
    0, -0.0, 1, -1, 0.5, 1e-9, -1e-9, 1e-45, 5e-324, 127, 128, 255, 256, 4096, 32767, 65536, 1e5, -1e5, 1e6, 2**24 + 1,
    2**31 - 1, 2**31, -2**31, 2**32, 2**53, 2**63, -2**63, 2**64, 1e9, -1e9, 1e15, 3.4e38, 3.5e38, -3.5e38, 1e100, 1e308,
    -1e308, float("nan"), float("inf"), float("-inf"), 8388607.5, 8388608, 8388609, 0.1, 3.14159265, 359.99, 1e-300]
EXTREME_TEXTS = ["", " ", "a", "\n", "\t\x01", "é" * 50, "\U0001f600" * 30, "x" * 5000, "%s%n", "../..", "0", "nan", "sRGB",
                   "displayP3", "null", "\u202etxt", "A" * 40 + "\u0301" * 200, "[]", "{", "\"", "CISepiaTone"]
FILES = ["rgba.png", "texts.png", "plain.jpg", "wide.png", "float.tiff", "lossless.webp", "half.exr"]
BAD_FILES = ["none.png", "damaged.png", "", ".", "/dev/zero"]
NESTED = 8


class Catalogue:
    """The filters of citool, with attributes that are loaded on demand."""

    def __init__(self, program):
        self.program, self.known, self.lock = program, {}, threading.Lock()
        self.names = [filter["name"] for filter in json.loads(listed(program, "--json"))]

    def inputs(self, name):
        """Returns (key, attributes), in order."""
        with self.lock:
            if name not in self.known:
                run = subprocess.run([self.program, "describe", name, "--json"], capture_output=True, text=True, check=True)
                self.known[name] = sorted(
                    (key, value) for key, value in json.loads(run.stdout).items() if isinstance(value, dict))
            return self.known[name]


class Maker:
    """The values and recipes of one case."""

    def __init__(self, catalogue, seed, number):
        self.catalogue, self.random = catalogue, random.Random("%d %d" % (seed, number))
        self.budget = 40

    def chance(self, share):
        return self.random.random() < share

    def number(self, attributes=None, extreme=0.2):
        if attributes is None or self.chance(extreme):
            pick = self.random.choice(EXTREME_NUMBERS)
            # JSON has no notation for these; command lines do.
            if not math.isfinite(pick) and not self.chance(0.1):
                return 1e38
            return pick * self.random.uniform(-2, 2) if self.chance(0.2) else pick
        low = attributes.get("CIAttributeSliderMin", attributes.get("CIAttributeMin", 0))
        high = attributes.get("CIAttributeSliderMax", attributes.get("CIAttributeMax", low + 1))
        default = attributes.get("CIAttributeDefault", low)
        if not isinstance(low, (int, float)) or not isinstance(high, (int, float)):
            return self.random.random()
        return self.random.choice([default, low, high, self.random.uniform(float(low), float(high))])

    def numbers(self, count, extreme):
        if self.chance(extreme / 2):
            count = self.random.choice([0, 1, 2, 3, 5, 9, 25, 49, 50, 1000])
        usual = lambda: round(self.random.uniform(-50, 100), self.random.choice([0, 2]))
        return [self.number() if self.chance(extreme) else usual() for _ in range(count)]

    def text(self):
        return self.random.choice(EXTREME_TEXTS) if self.chance(0.7) else "".join(
            chr(self.random.choice([self.random.randrange(32, 127), self.random.randrange(0xa0, 0x3000)]))
            for _ in range(self.random.randrange(40)))

    def data(self, attributes):
        default = attributes.get("CIAttributeDefault")
        isData = attributes.get("CIAttributeClass") == "NSData" and isinstance(default, str)
        default = base64.b64decode(default) if isData else b""
        kind = self.random.randrange(5)
        if kind == 0:
            content = default
        elif kind == 1:
            content = self.random.randbytes(self.random.choice([0, 1, 3, 4, 12, 100, 128, 2000, 32 ** 3 * 16, 4096 * 16]))
        elif kind == 2 and default:
            content = bytearray(default)
            content[self.random.randrange(len(content))] ^= 1 << self.random.randrange(8)
        elif kind == 3:
            return {"utf8": self.text()}
        else:
            content = default[:self.random.randrange(len(default) + 1)]
        return {"base64": base64.b64encode(bytes(content)).decode()}

    def value(self, attributes, extreme, depth):
        """Returns a value of a recipe, mostly of the parameter's class."""
        kind, default = attributes.get("CIAttributeClass"), attributes.get("CIAttributeDefault")
        if self.chance(extreme / 3):
            kind = self.random.choice(["NSNumber", "CIVector", "NSString", "NSData", "CIColor", "null", "CIImage", "flag"])
        if kind == "CIImage":
            return self.image(depth + 1)
        if kind == "NSNumber":
            if isinstance(default, bool) and not self.chance(extreme):
                return self.chance(0.5)
            return self.number(attributes, extreme)
        if kind == "CIVector":
            return self.numbers(len(default) if isinstance(default, list) else self.random.choice([2, 4, 9]), extreme)
        if kind == "CIColor":
            if self.chance(0.3):
                return self.random.choice(["#", "#zzzzzz", "no colour", ""] if self.chance(extreme) else
                                          ["red", "#ff8000", "#12345678"])
            return [self.number() if self.chance(extreme) else self.random.random()
                    for _ in range(self.random.choice([0, 1, 7] if self.chance(extreme / 2) else [3, 4]))]
        if kind == "NSAffineTransform":
            return self.numbers(6, extreme) if self.chance(extreme) else [
                self.random.uniform(-2, 2), self.random.uniform(-1, 1), self.random.uniform(-1, 1),
                self.random.uniform(-2, 2), self.random.uniform(-30, 30), self.random.uniform(-30, 30)]
        if kind == "NSArray":
            return [self.numbers(2, extreme) for _ in range(self.random.randrange(6))]
        if kind == "NSObject":
            return self.random.choice(["sRGB", "displayP3", "linearSRGB", "genericGrayGamma2_2", "no space", self.text()])
        if kind == "NSData":
            return self.data(attributes)
        if kind == "AVCameraCalibrationData":
            table = [self.random.uniform(-0.2, 0.2) for _ in range(self.random.choice([0, 1, 2, 40]))]
            return {"size": self.numbers(2, extreme), "center": self.numbers(2, extreme), "table": table}
        if kind == "flag":
            return self.chance(0.5)
        return None if kind == "null" else self.text()

    def image(self, depth=0):
        self.budget -= 1
        if depth > NESTED or self.budget < 0 or self.chance(0.15 + depth * 0.08):
            return {"file": self.random.choice(BAD_FILES if self.chance(0.01) else FILES)}
        return self.filtered(self.random.choice(self.catalogue.names), 0.04, depth)

    def filtered(self, name, extreme, depth=0):
        inputs = {}
        for key, attributes in self.catalogue.inputs(name):
            if self.chance(0.5 if "CIAttributeDefault" in attributes else 0.98):
                inputs[key] = self.value(attributes, extreme, depth)
        if self.chance(0.03):
            inputs[self.random.choice(["inputNothing", "", "image", "inputimage"])] = self.number()
        return {"filter": name, "inputs": inputs}

    def rect(self, extreme):
        if self.chance(extreme):
            return self.numbers(4, 0.3)
        return [self.random.randrange(-20, 40), self.random.randrange(-20, 40), self.random.randrange(1, 64),
                self.random.randrange(1, 48)]

    def recipe(self):
        recipe = {"recipe": 1, "image": self.image()}
        if self.chance(0.9):
            recipe["rect"] = self.rect(0.05)
        return recipe

    # MARK: damage

    def changed(self, tree):
        """Returns the tree with some values, keys or branches replaced, repeated, swapped or removed."""
        places = []

        def walk(value):
            if isinstance(value, dict):
                places.extend((value, key) for key in value)
                for part in value.values():
                    walk(part)
            elif isinstance(value, list):
                places.extend((value, index) for index in range(len(value)))
                for part in value:
                    walk(part)

        walk(tree)
        for _ in range(self.random.randrange(1, 4)):
            holder, key = self.random.choice(places)
            if (key not in holder) if isinstance(holder, dict) else key >= len(holder):
                continue
            other, otherKey = self.random.choice(places)
            kind = self.random.randrange(6)
            if kind == 0:
                del holder[key]
            elif kind == 1:
                holder[key] = self.random.choice([None, True, 0, "", [], {}, [[]], "1", -1, 1e308])
            elif kind == 2 and (otherKey in other if isinstance(other, dict) else otherKey < len(other)):
                # A copy, so that the tree has no cycle.
                holder[key] = json.loads(json.dumps(other[otherKey]))
            elif kind == 3 and isinstance(holder, dict):
                holder[self.random.choice(["file", "filter", "inputs", "recipe", "rect", "image", self.text()])] = holder.pop(key)
            elif kind == 4 and isinstance(holder, list):
                holder.extend([holder[key]] * self.random.choice([1, 2, 100]))
            else:
                holder[key] = [holder[key]]
        return tree

    def damaged(self, text):
        content = bytearray(text)
        for _ in range(self.random.choice([1, 1, 2, 4, 16])):
            at = self.random.randrange(len(content) + 1)
            kind = self.random.randrange(6)
            if kind == 0 and at < len(content):
                content[at] ^= 1 << self.random.randrange(8)
            elif kind == 1:
                del content[at:at + self.random.randrange(1, 20)]
            elif kind == 2:
                content[at:at] = self.random.choice(
                    [b'"', b"{", b"[", b"}", b"]", b",", b":", b"\\", b"\0", b"\xff", b"e999", b"-", b"\\ud800", b"null",
                     b"[" * 3000, b"1" * 400, b'{"filter":"CISepiaTone"}', b"\xef\xbb\xbf", b"NaN", b"1e-400"])
            elif kind == 3:
                content[at:at] = content[at:at + self.random.randrange(200)]
            elif kind == 4:
                content = content[:at]
            else:
                content[at:at] = self.random.randbytes(self.random.randrange(1, 8))
        return bytes(content)


def options(maker):
    result = ["--backend", maker.random.choice(["processor", "vulkan", "reference"]), "--memory", "512MiB"]
    if maker.chance(0.3):
        result += ["--format", maker.random.choice(["rgba8", "rgba16", "rgbah", "rgbaf"])]
    if maker.chance(0.2):
        result += ["--color-space", maker.random.choice(["sRGB", "displayP3", "linearSRGB", "itur_2100_PQ"])]
    return result


def copy_images(seeds, folder):
    """Copies the files that recipes name to a folder. One of them is missing, one damaged."""
    os.makedirs(folder, exist_ok=True)
    known = {"rgba.png": "png/rgba", "texts.png": "png/texts", "plain.jpg": "jpeg/plain", "wide.png": "png/wide",
             "float.tiff": "tiff/float", "lossless.webp": "webp/lossless", "half.exr": "exr/half2"}
    for name, seed in known.items():
        with open(os.path.join(seeds, seed), "rb") as file:
            content = file.read()
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        if name == "rgba.png":
            with open(os.path.join(folder, "damaged.png"), "wb") as file:
                file.write(content[:len(content) * 2 // 3])


def recipe_case(catalogue, images, seed):
    """Returns the cases of recipes: of ten, four follow the grammar, three are mutated as JSON, three damaged as text."""
    def case(number, folder):
        maker = Maker(catalogue, seed, number)
        recipe = maker.recipe()
        kind = maker.random.randrange(10)
        if kind in (4, 5, 6):
            recipe = maker.changed(recipe)
        text = json.dumps(recipe).encode()
        if kind > 6:
            text = maker.damaged(text)
        for name in os.listdir(images):
            if not os.path.exists(os.path.join(folder, name)):
                os.symlink(os.path.join(images, name), os.path.join(folder, name))
        path = os.path.join(folder, "recipe.json")
        with open(path, "wb") as file:
            file.write(text)
        output = os.path.join(folder, "output." + maker.random.choice(["png", "png", "png", "tiff", "jpg", "webp", "exr"]))
        return [catalogue.program, "render", path, "-o", output, *options(maker)], output, [path]
    return case


def argument(value):
    """Returns a value as an argument of `citool apply`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(argument(part) for part in value)
    if isinstance(value, dict):
        return str(value.get("file") or value.get("utf8") or "@recipe.json")
    return "" if value is None else str(value).replace("\0", "")


def parameter_case(catalogue, images, seed):
    """Returns the cases of a single filter with a third of extreme values: half as arguments, half as a recipe."""
    def case(number, folder):
        maker = Maker(catalogue, seed, number)
        maker.budget = 0
        name = maker.random.choice(catalogue.names)
        filtered = maker.filtered(name, 0.35)
        rect = maker.rect(0.1)
        path = os.path.join(folder, "recipe.json")
        with open(path, "w") as file:
            json.dump({"recipe": 1, "image": filtered, "rect": rect}, file)
        for file in os.listdir(images):
            os.symlink(os.path.join(images, file), os.path.join(folder, file))
        output = os.path.join(folder, "output.png")
        if maker.chance(0.5):
            return [catalogue.program, "render", path, "-o", output, *options(maker)], output, [path]
        command = [catalogue.program, "apply"]
        if "inputImage" in filtered["inputs"]:
            command.append(argument(filtered["inputs"].pop("inputImage")) or "rgba.png")
        command += ["-f", name, *(key + "=" + argument(value)[:2000] for key, value in filtered["inputs"].items())]
        return command + ["--rect", argument(rect), "-o", output, *options(maker)], output, [path]
    return case
