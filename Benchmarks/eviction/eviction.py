# SPDX-License-Identifier: Apache-2.0
"""Compares rules by which results give way in a folder, on a trace that a seed determines.

Uploads come at random, more by day than by night. Requests for a picture decay with its age by a power law; a few recipes
are asked of each, the first far more often than the last; a fifth of all requests are for results that nobody asks for
again; one picture gets a crowd. Sizes are log-normal. The table has the share of requests, and of bytes, that are found, and
the bytes that are written to the folder for each byte that is asked for.
"""

import argparse
import collections
import math
import random


def trace(seed, requests):
    """Requests in the order of their time: (name, size)."""
    source = random.Random(seed)
    events = []
    pictures = requests // 14
    day = 86_400.0
    span = 14 * day
    sizes = {}

    def ask(time, name):
        if name not in sizes:
            sizes[name] = int(min(max(math.exp(source.gauss(math.log(60_000), 1.0)), 2_000), 4_000_000))
        events.append((time, name))

    for picture in range(pictures):
        while True:
            born = source.random() * span
            if source.random() < 0.6 + 0.4 * math.sin(2 * math.pi * born / day):
                break
        popularity = int(source.paretovariate(1.1))
        for _ in range(min(popularity * 4, 4_000)):
            # The age of a request: a power law from a minute on.
            age = 60 * (source.random() ** (-1 / 0.45) - 1)
            recipe = min(int(math.log(1 - source.random()) / math.log(0.45)), 7)
            if born + age < span:
                ask(born + age, (picture, recipe))
    for number in range(len(events) // 4):
        ask(source.random() * span, ("once", number))
    for _ in range(len(events) // 50):
        ask(span / 2 + source.expovariate(1 / 1_800), ("crowd", min(int(source.expovariate(1)), 5)))
    events.sort(key=lambda event: event[0])
    return [(name, sizes[name]) for _, name in events[:requests]], sizes


class Admission:
    """The names that were asked for a short time ago, in two halves."""

    def __init__(self, half):
        self.half, self.new, self.old = half, set(), set()

    def admits(self, name):
        if name in self.new or name in self.old:
            return True
        if len(self.new) >= self.half:
            self.old, self.new = self.new, set()
        self.new.add(name)
        return False


class LRU:
    def __init__(self, room):
        self.room, self.used, self.order = room, 0, collections.OrderedDict()

    def find(self, name):
        if name not in self.order:
            return False
        self.order.move_to_end(name)
        return True

    def add(self, name, size):
        self.order[name] = size
        self.used += size
        while self.used > self.room:
            self.used -= self.order.popitem(last=False)[1]


class Sieve:
    """SIEVE, as published: one queue, one hand."""

    def __init__(self, room):
        self.room, self.used = room, 0
        self.entries, self.order, self.hand = {}, [], 0

    def find(self, name):
        if name not in self.entries:
            return False
        self.entries[name][1] = True
        return True

    def add(self, name, size):
        self.entries[name] = [size, False]
        self.order.append(name)
        self.used += size
        while self.used > self.room:
            name = self.order[self.hand]
            if name is not None:
                entry = self.entries[name]
                if entry[1]:
                    entry[1] = False
                else:
                    self.used -= entry[0]
                    del self.entries[name]
                    self.order[self.hand] = None
            self.hand += 1
            # At once: what is added later must not come before the oldest.
            if self.hand >= len(self.order):
                self.order = [name for name in self.order if name is not None]
                self.hand = 0


class S3FIFO:
    """S3-FIFO, as published: a small queue, a main queue, and the names of those that left the small one."""

    def __init__(self, room):
        self.room = room
        self.small, self.main, self.ghost = collections.OrderedDict(), collections.OrderedDict(), collections.OrderedDict()
        self.small_used = self.main_used = 0

    def find(self, name):
        for queue in (self.small, self.main):
            if name in queue:
                queue[name][1] = min(queue[name][1] + 1, 3)
                return True
        return False

    def add(self, name, size):
        if self.ghost.pop(name, None) is not None:
            self.main[name] = [size, 0]
            self.main_used += size
        else:
            self.small[name] = [size, 0]
            self.small_used += size
        while self.small_used + self.main_used > self.room:
            if self.small_used > self.room // 10 or not self.main:
                name, (size, uses) = self.small.popitem(last=False)
                self.small_used -= size
                if uses > 1:
                    self.main[name] = [size, 0]
                    self.main_used += size
                else:
                    self.ghost[name] = True
                    while len(self.ghost) > len(self.main) + len(self.small) + 1:
                        self.ghost.popitem(last=False)
            else:
                name, (size, uses) = self.main.popitem(last=False)
                if uses:
                    self.main[name] = [size, uses - 1]
                else:
                    self.main_used -= size


class Folder:
    """What the folder does: 256 groups, each with a hand, and 5 % removed at a time."""

    GROUPS = 256

    def __init__(self, room):
        self.room, self.used, self.next = room, 0, 0
        self.groups = [{} for _ in range(self.GROUPS)]
        self.sizes, self.hands, self.time = [0] * self.GROUPS, [-1] * self.GROUPS, 0

    def group(self, name):
        return self.groups[self.index(name)]

    def index(self, name):
        # All results of one picture are in one group.
        return random.Random(str(name[0]) if name[0] not in ("once", "crowd") else str(name)).randrange(self.GROUPS)

    def find(self, name):
        entry = self.group(name).get(name)
        if entry is None:
            return False
        entry[2] = True
        return True

    def add(self, name, size):
        index = self.index(name)
        self.time += 1
        self.groups[index][name] = [size, self.time, False]
        self.sizes[index] += size
        self.used += size
        if self.used <= self.room:
            return
        target = 0.95 * self.room
        while self.used > target:
            index, self.next = self.next, (self.next + 1) % self.GROUPS
            wanted = math.ceil(self.sizes[index] * min(1, (self.used - target) / self.used))
            self.evict(index, wanted)

    def evict(self, index, wanted):
        group = self.groups[index]
        queue = sorted(group.items(), key=lambda item: item[1][1])
        start = next((at for at, (_, entry) in enumerate(queue) if entry[1] > self.hands[index]), 0)
        for name, entry in queue[start:] + queue[:start]:
            if wanted <= 0:
                return
            self.hands[index] = entry[1]
            if entry[2]:
                entry[2] = False
            else:
                del group[name]
                wanted -= entry[0]
                self.sizes[index] -= entry[0]
                self.used -= entry[0]
            if queue and self.hands[index] == queue[-1][1][1]:
                self.hands[index] = -1


def run(requests, policy, admission):
    found = found_bytes = all_bytes = written = 0
    for name, size in requests:
        all_bytes += size
        if policy.find(name):
            found += 1
            found_bytes += size
        elif admission is None or admission.admits(name):
            policy.add(name, size)
            written += size
    return found / len(requests), found_bytes / all_bytes, written / all_bytes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    requests, _ = trace(arguments.seed, arguments.requests)
    sizes = dict(requests)
    asked = collections.Counter(name for name, _ in requests)
    once = sum(1 for count in asked.values() if count == 1) / len(asked)
    whole = sum(sizes.values())
    print(f"{len(requests)} requests, {len(sizes)} results, {whole >> 20} MiB, {once:.0%} asked for once, "
          f"{len(sizes) / len(requests):.0%} first requests\n")
    print("| Room, of all bytes | Written | " + " | ".join(kind.__name__ for kind in (LRU, Sieve, S3FIFO, Folder)) + " |")
    print("|---|---|" + "---|" * 4)
    for share in (0.01, 0.05, 0.2):
        for word, half in (("at the first request", None), ("at the second", 16_384)):
            cells = []
            for kind in (LRU, Sieve, S3FIFO, Folder):
                admission = Admission(half) if half else None
                by_request, by_byte, written = run(requests, kind(int(whole * share)), admission)
                cells.append(f"{by_request:.3f} / {by_byte:.3f} / {written:.2f}")
            print(f"| {share:.0%} | {word} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
