"""Heaps, sorting and operators over objects of the program."""

import bisect
import functools
import heapq
import operator


@functools.total_ordering
class Task:
    def __init__(self, cost, weight):
        self.cost = cost
        self.weight = weight

    def __eq__(self, other):
        return self.cost == other.cost

    def __lt__(self, other):
        return self.cost < other.cost

    def __hash__(self):
        return hash(self.cost)


TASKS = [Task(3, 0.5), Task(1, 2.0), Task(2, 1.5)]
key = operator.attrgetter("cost")


def function(x):
    heap = [(task.cost, task.weight) for task in TASKS]
    heapq.heapify(heap)
    y = x * heapq.heappop(heap)[1]
    first = min(TASKS)
    y = y + first.weight * x + max(TASKS, key=key).weight
    for task in sorted(TASKS):
        y = y * task.weight + task.cost
    if TASKS[0] >= TASKS[1]:
        y = y * 0.5
    costs = sorted(map(key, TASKS))
    return y + bisect.bisect(costs, 2) * x
