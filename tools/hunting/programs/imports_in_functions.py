"""Names that a function imports when it is called."""


def function(x):
    import _settings as settings
    from _settings import RATE, scaled

    def shifted(v):
        from _settings import SHIFT as shift

        return v + shift

    return shifted(scaled(x) * RATE) * settings.GAINS["first"]
