"""The words that docs/style.md replaces, as far as a program can find them. words.py applies them."""
import collections, re

Rule = collections.namedtuple("Rule", "name advice")

# Phrases in comments, texts and pages: rule, expression, advice. A space matches the end of a line as well.
PHRASES = [
    ("film", r"films?", "write video, movie file or video frames"),
    ("picture", r"pictures?", "write image, intermediate, device image, image file or bitmap"),
    ("nobody", r"nobody|somebody|anybody|everybody|someone|anyone|everyone", "name the actor"),
    ("whoever", r"whoever|whatever|whomever", "name the actor or the thing"),
    ("person", r"told|tells?|asks?|asked|asking|wants?|knows|says|said",
     "write reports, requests, requires, calls, stores or states"),
    ("itself", r"by (?:itself|themselves)", "write by default, or automatically"),
    ("fro", r"to and fro", "write round trip, or back and forth"),
    ("release", r"lets? go of|letting go of|lets? (?:it|them) go|g[ia]ve[sn]? back|giving back",
     "write releases, frees, returns to the pool"),
    ("omit", r"left (?:alone|out)|leav(?:es?|ing) (?:(?:it|them) )?out", "write omitted, skipped or unchanged"),
    ("follow", r"taken for|go(?:es|ing)? by", "write treated as, or follows"),
    ("beside", r"beside", "write next to, in addition to or compared with"),
    ("stand", r"stands?(?! (?:for|still|alone)\b)|sits", "write is, is stored or is located"),
    ("siting", r"places? of chroma|chroma'?s? places?", "write chroma siting"),
    ("fast-path", r"short ways?", "write fast path"),
    ("lent", r"lent", "write borrowed, or caller-owned"),
    ("load", r"(?:looked for|found|opened) at run time", "write loaded at run time"),
    ("rotate", r"turned (?:pictures?|images?|photos?|photographs?|frames?|films?|videos?)", "write rotated"),
    ("ramp", r"even ramps?", "write linear ramp"),
    ("space", r"room", "write space or capacity"),
    ("invert", r"other way (?:a?round|about)", "write inverted or reversed"),
    ("accurate", r"truer|truest|as true(?: as)?|exact to", "write within … of, or more accurate"),
    ("tolerate", r"withstands?", "write tolerates"),
    ("limit", r"not there yet", "write unsupported, or list it under limitations"),
    ("complete", r"until (?:it is|they are) whole", "write until it is complete"),
    ("quality", r"crooked|crisp|calm|honest(?:ly)?", "state the measurable property"),
]

# Words inside of identifiers and file names: rule, words, advice.
IDENTIFIERS = [
    ("film", "film films", "write video, movie or frames"),
    ("picture", "picture pictures", "write image, intermediate, bitmap or what kind of image it is"),
    ("nobody", "nobody somebody anybody everybody", "name the actor"),
    ("whoever", "whoever whatever", "name the actor or the thing"),
    ("person", "told asked said", "write reported, requested or specified"),
    ("lent", "lent", "write borrowed, or callerOwned"),
]

# Stems that tell nothing about the kind of a type: rule, stems, advice.
STEMS = [
    ("stem", "Picture Pictures Place Places Kept Given Made Told", "name the kind of thing that the type is"),
]

# Names of other APIs: Apple's, WebP's, GTK's, FFmpeg's, Exif's.
FOREIGN_NAMES = re.compile(r"(?:AVPicture|AV_PICTURE|WebPPicture|GtkPicture|gtk_picture|GTK_PICTURE)\w*"
                           r"|\w*FocalLen(?:gth)?In35mmFilm\w*")
# Terms of video coding, of interfaces and of photography.
FOREIGN_PROSE = re.compile(r"pictures?[- ]in[- ]pictures?|picture (?:order|parameter|type)s?|photographic films?"
                           r"|films? (?:grain|stock|scanner)s?|(?:multiplied|divided) by itself", re.I)

WORDS = "What|How|The same|Those|One|Whatever|Whoever|Where|Nothing"
# A documentation comment or a heading that begins with one of them; group 1 is the word.
OPENING = re.compile(r"[/*\s]*(%s)\b(?!-)" % WORDS)
CELL = re.compile(r"\s*(What|How|Those|Whatever|Whoever|Nobody)\b(?! (?:often|many|much)\b)")


class Phrases:
    """All phrases as one expression, and the rule of each match."""

    def __init__(self, phrases):
        parts = ["(%s)" % re.sub(r"(?<!\()(?<!\?!) ", r"[\\s/*#]+", expression) for _, expression, _ in phrases]
        self.pattern = re.compile(r"(?<![\w-])(?:%s)(?![\w-])" % "|".join(parts), re.I)
        self.rules = [Rule(name, advice) for name, _, advice in phrases]

    def rule(self, match):
        return self.rules[match.lastindex - 1]


class Words:
    """The rules of single words, and an expression that finds names which may have one."""

    def __init__(self, rows):
        self.words = {word: Rule(name, advice) for name, words, advice in rows for word in words.split()}
        self.pattern = re.compile("|".join(sorted(self.words, key=len)), re.I)


PROSE = Phrases(PHRASES)
NAMES = Words(IDENTIFIERS)
TYPE_STEMS = {word: Rule(name, advice) for name, words, advice in STEMS for word in words.split()}
