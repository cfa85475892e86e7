"""Numbers whose type changes what is computed."""

FLAG = True
ONE = 1
SCALE = 1.0
POWER = 2
HALF = 7


def function(x):
    y = x * SCALE if FLAG else x
    if FLAG is True:
        y = y + 1.0
    if isinstance(ONE, int):
        y = y * 2.0
    if type(POWER) is int:
        y = y**POWER
    return y * (HALF // 2) + HALF / 2
