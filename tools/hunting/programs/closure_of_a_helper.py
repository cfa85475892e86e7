"""A closure variable of a helper that another function binds anew."""


def made():
    rate = 2.0
    table = {"gain": 0.5}

    def helper(v):
        return v * rate + table["gain"]

    def set_rate(value):
        nonlocal rate
        rate = value

    return helper, set_rate


helper, set_rate = made()


def function(x):
    return helper(x) * helper(x)
