"""Mathematical constants and prefixes of units."""

import math as _math

e = _math.e
pi = _math.pi
inf = _math.inf
nan = _math.nan
newaxis = None
golden = golden_ratio = (1 + _math.sqrt(5)) / 2

quetta, ronna, yotta, zetta, exa, peta, tera, giga, mega, kilo, hecto, deka = (
    10.0**n for n in (30, 27, 24, 21, 18, 15, 12, 9, 6, 3, 2, 1)
)
deci, centi, milli, micro, nano, pico, femto, atto, zepto, yocto, ronto, quecto = (
    10.0**-n for n in (1, 2, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30)
)
kibi, mebi, gibi, tebi, pebi, exbi, zebi, yobi = (1024**n for n in range(1, 9))
