"""Lists whose items have to be known one by one: the loops that make them longer are
written out. Some are of work to be done, others of objects that change."""

import collections

import numpy as np

from tests.srcad.compiler.cases.case import apart, case

EDGES = {0: [1, 2], 1: [2, 3], 2: [3], 3: []}


@case("float64[4]")
def breadth_first(x):
    queue, seen, total = collections.deque([(0, 1.0)]), {0}, 0.0
    while queue:
        node, factor = queue.popleft()
        for other in EDGES[node]:
            total = total + factor * x[other]
            if other not in seen:
                seen.add(other)
                queue.append((other, factor * x[node]))
    return total * x


@case("float64[4]")
def depth_first_under_two_names(x):
    stack, order = [(0, 1.0)], []
    same = stack
    while stack:
        node, factor = stack.pop()
        order.append(factor * x[node])
        for other in EDGES[node]:
            stack.append((other, factor * x[other]))
    same.append((1, x[0]))
    return sum(order) * len(stack) * x


class Machine:
    """A stack, and what is done to it word by word."""

    def __init__(self, words):
        self.words = words
        self.stack = []

    def run(self, x):
        while self.words:
            word = self.words.pop(0)
            if word in "abc":
                self.stack.append(x["abc".index(word)])
            elif word == "*":
                self.stack.append(self.stack.pop() * self.stack.pop())
            else:
                self.stack.append(self.stack.pop() + self.stack.pop())
        return self.stack[-1]


@case("float64[3]")
def words_of_a_machine(x):
    return Machine(list("ab*c+")).run(x) * Machine(list("aa*")).run(x) * x


@case("float64[3]", draws=2)
def events(x):
    queue, log = [(0.0, "a", x[0]), (1.0, "b", x[1])], []
    while queue and len(log) < 6:
        queue.sort(key=lambda event: event[0])
        time, kind, value = queue.pop(0)
        log.append(value * (1 + time))
        if kind == "a":
            queue.append((time + 1.5, "b", value * x[2]))
        else:
            queue.append((time + 0.75, "a", value + x[1]))
    return sum(log) * x


@case("float64[4]")
def queues_of_a_loop_of_run_time(x):
    total, rounds = 0.0, 0
    while total < 3.0 and rounds < 5:
        stack = [(1, x[0] ** 2 + 0.5)]
        while stack:
            node, factor = stack.pop()
            total = total + factor * factor * x[node] ** 2
            for other in EDGES[node]:
                stack.append((other, factor * x[other]))
        rounds += 1
    return total * x


class Scaled:
    """An object with operators, in a list."""

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Scaled(self.value + other.value)

    def __call__(self, x):
        return np.sum(x) * self.value

    def __len__(self):
        return 2


@case("float64[3]")
def objects_with_operators(x):
    held, table, ends = [], {}, collections.deque()
    for k in range(3):
        held.append(Scaled(x[k]))
    held.insert(1, table.setdefault("a", Scaled(x[0] * 2)))
    ends.appendleft(held[0] + held[1])
    ends.append(held.pop())
    return ends[0](x) * ends[-1](x) * len(table["a"]) * x


@case("float64[2, 3]")
def items_of_several_kinds(x):
    items = [x]
    for _ in range(2):
        items.append(x.sum())
    return items[0] * items[1] * items[2]


@case("float64[3]")
def a_list_that_grows_under_a_zip(x):
    items = [x[0], x[1]]
    pairs = zip(items, [1.0, 2.0, 3.0], strict=False)
    for _again, _ in enumerate(range(3)):
        items.append(x[2])
    return sum((a * b for a, b in pairs)) * x


class Body:
    """Something that moves, and is pulled."""

    def __init__(self, mass, place):
        self.mass = mass
        self.place = place
        self.speed = np.zeros(2)


@case("float64[3]")
def objects_that_move(x):
    bodies = []
    for k in range(3):
        bodies.append(Body(1.0 + x[k] ** 2, np.array([x[k], 1.0 * k])))
    for _ in range(4):
        for body in bodies:
            for other in bodies:
                if other is not body:
                    way = other.place - body.place
                    body.speed += 0.01 * other.mass * way / (way @ way + 0.1) ** 1.5
        for body in bodies:
            body.place += 0.01 * body.speed
    return sum(body.mass * (body.speed @ body.speed) for body in bodies) * x


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


def nodes_of(x, count):
    nodes = []
    for k in range(count):
        nodes.append(Node(x[k]))
    return nodes


@case("float64[4]")
def nodes_that_are_linked_later(x):
    nodes, others = nodes_of(x, 4), nodes_of(x, 2)
    for k in range(3):
        nodes[k].next = nodes[k + 1]
    others[0].value = others[0].value * nodes[1].value
    node, total, place = nodes[0], others[0].value, 1
    while node is not None:
        total = total + place * node.value**2
        node = node.next
        place += 1
    return total * x


@case("float64[3]")
def arrays_written_behind_the_loop(x):
    rows = []
    for _ in range(3):
        rows.append(np.zeros(2))
    for k in range(3):
        rows[k][0] = x[k]
        rows[k - 1][1] += x[k] * 2
    return sum(row[0] * row[1] for row in rows) * x


@case("float64[6]", values={"x": apart}, draws=4)
def a_stack_that_is_read_before_it_holds_anything(x):
    stack = []
    for q in x:
        while stack and q < 0:
            q += stack.pop()
        stack.append(q)
    return sum(v * v for v in stack)


@case("float64[6]", values={"x": apart}, draws=4)
def lots_that_are_matched_first_in_first_out(x):
    lots, total = [], 0.0
    for q in x:
        if q > 0:
            lots.append((q, q * 1.5))
        else:
            while lots and q < 0:
                size, price = lots.pop(0)
                total += size * price * q
                q += size
    return total + sum(size * price for size, price in lots)


@case("float64[4]", values={"x": apart})
def a_search_in_a_graph_of_texts(x):
    ways = {"s": {"a": x[0], "t": x[1]}, "a": {"t": 1.0}, "t": {}}
    parent, queue = {"s": None}, ["s"]
    while queue:
        u = queue.pop(0)
        for v in ways[u]:
            if v not in parent and ways[u][v] > 0.1:
                parent[v] = u
                queue.append(v)
    return x * len(parent)


@case("float64[4]")
def a_tree_of_sums_in_a_list(x):
    tree = [0.0] * 8
    tree[4:] = x * x
    tree[:2] = zip(x[:2], x[2:], strict=True)
    for i in (3, 2):
        tree[i] = tree[2 * i] * tree[2 * i + 1]
    return tree[2] + tree[3] * tree[0][1] * x


@case("float64[3]")
def a_list_that_a_loop_grows_under_a_zip(x):
    items = [x[0], x[1]]
    if x[0] > 100:
        raise ValueError("too large")
    pairs = zip(items, [1.0, 2.0, 3.0])
    for _ in range(3):
        items.append(x[2])
        if x[1] > 100:
            raise ValueError("too large")
    return sum(a * b for a, b in pairs) * x
