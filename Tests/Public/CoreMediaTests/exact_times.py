#!/usr/bin/env python3
"""The rules of CMTime's arithmetic in exact fractions: one case a line on standard input, one result a line."""
import sys
from fractions import Fraction
from math import gcd

GREATEST = 2**31 - 1


def halved_away(r):
    size = (2 * abs(r) + 1) // 2
    return -size if r < 0 else size


def shown(value, scale, rounded):
    return "%d %d %s" % (value, scale, "rounded" if rounded else "exact")


def fitted(r, scale, rounded=False):
    while True:
        value = halved_away(r * scale)
        if -(2**63) <= value < 2**63:
            return shown(value, scale, rounded or value != r * scale)
        if scale == 1:
            return "-inf" if r < 0 else "+inf"
        scale //= 2


def summed(a, s, b, t):
    return fitted(Fraction(a, s) + Fraction(b, t), min(s * t // gcd(s, t), GREATEST))


def multiplied(a, s, m):
    return fitted(Fraction(a, s) * m, s)


def byRatio(a, s, m, d):
    if d == 0:
        return "invalid" if a * m == 0 else "-inf" if a * m < 0 else "+inf"
    r = Fraction(a, s) * Fraction(m, d)
    for scale in (s * r.denominator // gcd(s, r.denominator), r.denominator):
        if scale <= GREATEST and abs(r * scale) < 2**63:
            return shown(int(r * scale), scale, False)
    limit = min(GREATEST, int((2**63 - 1) / abs(r)))
    if limit == 0:
        return "-inf" if r < 0 else "+inf"
    near = r.limit_denominator(limit)
    return shown(near.numerator, near.denominator, True)


def byFactor(a, s, factor):
    scale = s
    while scale < 65536:
        scale *= 2
    return fitted(Fraction(a, s) * Fraction(float.fromhex(factor)), scale)


def ofSeconds(seconds, scale):
    seconds = float.fromhex(seconds)
    result = fitted(Fraction(seconds), scale)
    if result.endswith("inf"):
        return result
    value, scale, _ = result.split()
    return shown(int(value), int(scale), float(int(value)) / float(int(scale)) != seconds)


def converted(a, s, scale, method):
    r = Fraction(a, s) * scale
    toward, away = (-(-r // 1) if r < 0 else r // 1), (r // 1 if r < 0 else -(-r // 1))
    if method == 4:
        value = toward if scale < s else away
        if value == 0 and r < 0:
            value = -1
    else:
        value = {1: halved_away(r), 2: toward, 3: away, 5: -(-r // 1), 6: r // 1}[method]
    if not -(2**63) <= value < 2**63:
        return "-inf" if r < 0 else "+inf"
    return shown(value, scale, value != r)


def compared(a, s, b, t):
    x, y = Fraction(a, s), Fraction(b, t)
    return str((x > y) - (x < y))


RULES = {
    "add": summed, "subtract": lambda a, s, b, t: summed(a, s, -b, t), "multiply": multiplied, "ratio": byRatio,
    "factor": byFactor, "seconds": ofSeconds, "convert": converted, "compare": compared,
}
for line in sys.stdin:
    rule, *words = line.split()
    print(RULES[rule](*(word if "0x" in word else int(word) for word in words)))
