"""Lists of which run time chooses one, and that are made longer by its name."""

from tests.srcad.compiler.cases.case import case


@case("float64[4]")
def one_of_two_by_a_tuple(x):
    a, b = [x[0]], [x[1], 1.0]
    book, other = (a, b) if x[2] > 0 else (b, a)
    book.append(x[3])
    other.append(2.0)
    book.append(sum(other))
    return sum(a) * len(b) - sum(b) * len(a)


class Fighter:
    def __init__(self, hp):
        self.hp = hp
        self.log = []


@case("float64[4]")
def objects_that_change_places_keep_their_lists(x):
    a, b = Fighter(x[0]), Fighter(x[1])
    for i in range(3):
        if a.hp < b.hp:
            a, b = b, a
        a.log.append(x[3])
        b.hp += x[2] ** 2 * 0.3
        b.log.append(b.hp)
    return sum(a.log) * 2 + sum(b.log) + a.hp


@case("float64[4]")
def the_shortest_of_some(x):
    qs = [[], [], []]
    for v in x:
        min(qs, key=len).append(v)
    return sum(sum(q) * (i + 1) for i, q in enumerate(qs))


@case("float64[4]")
def the_side_that_is_less(x):
    left, right = [], []
    for v in x:
        side = left if sum(left) <= sum(right) else right
        side.append(v)
    return sum(left) * 2 - sum(right) + len(left)


@case("float64[4]")
def every_way_to_change_the_one(x):
    stack, queue = [1.0], [2.0]
    q = stack if x[0] > 0 else queue
    q.extend(x)
    r = q
    r.pop()
    q.insert(0, x[1])
    q[1] = x[2]
    if x[3] > 0:
        del q[0]
    return sum(stack) * 2 + sum(queue) + len(r) + q[-1]


@case("float64[4]")
def one_that_a_function_gives(x):
    a, b = [], []

    def pick(v):
        return a if v > 0 else b

    for v in x:
        pick(v).append(v)
        pick(-v).append(v * 2)
    return sum(a) * 2 + sum(b)


@case("float64[4]")
def one_that_is_bound_under_a_condition(x):
    pos, neg = [], []
    for v in x:
        t = pos
        if v < 0:
            t = neg
        t.append(v)
        if len(t) > 1:
            t.sort()
            t.pop(0)
    return sum(pos) * 2 + sum(neg)


@case("float64[4]")
def the_one_is_changed_by_its_first_name(x):
    a, b = [x[0]], [x[1]]
    q = a if x[2] > 0 else b
    a.append(x[3])
    t = q[0] + sum(q)
    q = b
    q.append(7.0 * x[0])
    return t * sum(a) + sum(b)


@case("float64[4]")
def a_copy_of_the_one(x):
    a, b = [x[0]], [x[1]]
    q = a if x[2] > 0 else b
    c = q[:]
    c.append(x[3])
    q.append(sum(c))
    return sum(a) + 2 * sum(b) + 3 * sum(c)


@case("float64[4]")
def a_name_that_is_bound_anew(x):
    a, b = [x[0]], [x[1]]
    q = a if x[2] > 0 else b
    a = a + [1.0]
    a.append(x[3])
    q.append(3.0)
    return sum(a) + 2 * sum(b) + 5 * sum(q)


@case("float64[4]")
def the_one_or_none(x):
    a, b = [x[0]], None
    q = a if x[2] > 0 else b
    if q is not None:
        q.append(x[3])
    return sum(a)


@case("float64[4]")
def the_longer_one_again_and_again(x):
    a, b = [], []
    while len(a) + len(b) < 4:
        k = len(a) + len(b)
        (a if x[k] > 0 else b).append(x[k])
        q = a if len(a) > len(b) else b
        q[-1] *= 2
    return sum(a) * 2 + sum(b)


@case("float64[4]")
def the_one_in_a_dict(x):
    a, b = [1.0], [2.0]
    hold = {"cur": a}
    for v in x:
        if v > 0:
            hold["cur"] = b
        hold["cur"].append(v)
    return sum(a) * 2 + sum(b)


class Machine:
    def __init__(self):
        self.a = []
        self.b = []
        self.cur = self.a

    def put(self, v):
        if v > 1:
            self.cur = self.b
        self.cur.append(v)


@case("float64[4]")
def the_one_of_an_object(x):
    m = Machine()
    for v in x:
        m.put(v)
    return sum(m.a) * 2 + sum(m.b)


@case("float64[4]")
def the_one_and_the_other(x):
    a, b = [], []
    for v in x:
        q, r = (a, b) if v > 0 else (b, a)
        q.append(v)
        if r:
            q.append(r.pop())
    return sum(a) * 2 + sum(b)


@case("float64[4]")
def the_one_in_a_list(x):
    a, b = [x[0]], [x[1]]
    q = a if x[2] > 0 else b
    rows = [q, [1.0]]
    rows[0].append(x[3])
    return sum(a) + 2 * sum(b)


@case("float64[4]")
def one_of_two_appended(x):
    xs = [x[0]]
    ys = [x[0], x[-1]]
    zs = xs if x[0] > 0 else ys
    zs.append(x.sum())
    return sum(xs) * x


@case("float64[4]")
def one_of_two_of_one_length_appended(x):
    xs = [x[0], x[0]]
    ys = [x[0], x[-1]]
    zs = xs if x[0] > 0 else ys
    zs.append(x.sum())
    return sum(xs) * x


@case("float64[4]")
def two_of_run_time(x):
    xs, ys = [], []
    for v in x:
        xs.append(v)
        ys.append(v * v)
    zs = xs if x[0] > 0 else ys
    zs.append(x.sum())
    return sum(xs) * x


def of_one_or_the_other(a, b, positive):
    both = a if positive else b
    yield both
    yield a
    yield b


@case("float64[4]")
def list_that_a_generator_knows_under_another_name(x):
    values = of_one_or_the_other([x.sum()], [x.mean()], x.sum() > 0)
    next(values).append(7.0)
    return (sum(next(values)) + sum(next(values)) * 2.0) * x


@case("float64[4]")
def list_that_a_generator_without_a_name_knows(x):
    total = 0.0
    first = True
    for part in of_one_or_the_other([x.sum()], [x.mean()], x.sum() > 0):
        if first:
            part.append(7.0)
        first = False
        total = total * 0.5 + sum(part)
    return total * x


@case("float64[4]")
def under_a_key_that_a_loop_puts_there(x):
    seen, left, right = {}, [0.0], [0.0]
    for v in x:
        seen["side"] = left if v > 0 else right
        seen["side"].append(v)
    return sum(left) * 2 - sum(right) + len(seen["side"])


@case("float64[4]")
def under_a_key_of_run_time(x):
    seen, left, right = {}, [0.0], [0.0]
    k = 1 if x[0] > 0 else 2
    for j in range(2):
        seen[k] = left if x[j] > 0 else right
        seen[k].append(x[j])
    seen.setdefault(k + 1, left).append(x[3])
    return sum(left) * 2 - sum(right)
