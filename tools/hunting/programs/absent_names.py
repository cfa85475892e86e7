"""Names that are asked for and are not there."""


class Options:
    present = 1.5


options = Options()
table = {"rate": 2.0}


def function(x):
    scale = getattr(options, "scale", 1.0)
    if hasattr(options, "shift"):
        x = x + options.shift
    if "gain" in table:
        x = x * table["gain"]
    return x * scale * table.get("rate", 1.0) * options.present
