# SPDX-License-Identifier: Apache-2.0
"""Draws random texts by a running server, whose text libraries run in processes of their own.

Run by `Scripts/trial texts`. The texts come from a seed: characters of all planes, words of many scripts, sequences of
emoji, regional indicators, controls of direction, tags, variation selectors, spaces, joiners and combining marks, of 1
to 4,000 characters; in sizes, widths, spacings, numbers of lines and other settings from all over their ranges. The columns:

  200      images
  missing  422, as no font has a glyph for a character of the text
  refused  422, as a text breaks a rule
  broken   422, as a text has ended a process of the libraries, twice; the shortest form of some of them is printed
  other    answers that must not be
  lost     typesetting processes that texts have ended

A 503 is sent again from another network, because broken texts are held against their sender. Before and after, and after each broken text, a plain text must give the same image; the first text
is one that is known to end Pango 1.50.

Then one client sends fatal texts until it gets 503, while each plain text of another one must be drawn.

Ends with 1 if the server has ended, does not answer /healthz, or answers otherwise than above; if a plain text is drawn
otherwise after another text; or if a process is left dead, or more of them run than may.
"""

import http.client
import itertools
import json
import random
import re
import sys
import threading
import time

from drawing import png
from serving import Server, arguments

CLIENTS = 4
NETWORKS, FATAL, OTHERS = itertools.count(), 60, 100
# An override of direction, a regional indicator with a skin tone, a thin space and a soft hyphen.
KNOWN = "\u202e\U0001F1FB\U0001F3FB\u200a\u00ad"
KINDS = ("200", "missing", "refused", "broken", "other")
PLAIN = {"text": "plain", "color": "red", "font": {"size": 20}}
# Ranges of characters that shaping, breaking of lines and ordering treat in ways of their own.
POOLS = {
    "letters": [range(0x20, 0x7F)],
    "latin": [range(0xA0, 0x250)],
    "anything below": [range(0x20, 0x7F), range(0xA0, 0xD800), range(0xE000, 0x10000)],
    "anything": [range(0x20, 0x7F), range(0xA0, 0xD800), range(0xE000, 0x110000)],
    "regional indicators": [range(0x1F1E6, 0x1F200)],
    "emoji": [range(0x1F300, 0x1F650), range(0x1F900, 0x1FA00), range(0x2600, 0x27C0), range(0x1F3FB, 0x1F400)],
    "joiners": [range(0x200B, 0x2010), range(0x2060, 0x2070), range(0xFEFF, 0xFF00), range(0x34F, 0x350)],
    "directions": [range(0x202A, 0x202F), range(0x2066, 0x206A), range(0x200E, 0x2010), range(0x61C, 0x61D)],
    "selectors": [range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x1810)],
    "tags": [range(0xE0001, 0xE0002), range(0xE0020, 0xE0080)],
    "spaces": [range(0x2000, 0x200B), range(0x20, 0x21), range(0xA0, 0xA1), range(0x202F, 0x2030),
               range(0x205F, 0x2060), range(0x3000, 0x3001), range(0x1680, 0x1681), range(9, 11), range(0x2028, 0x202A), range(0xAD, 0xAE)],
    "marks": [range(0x300, 0x370), range(0x1AB0, 0x1B00), range(0x20D0, 0x20F1), range(0xFE20, 0xFE30)],
    "hebrew and arabic": [range(0x590, 0x780), range(0x8A0, 0x900), range(0xFB1D, 0xFE00)],
    "india": [range(0x900, 0xE00)],
    "southeast asia": [range(0xE00, 0x1100), range(0x1700, 0x1800), range(0x1A20, 0x1AB0), range(0xA980, 0xAA80)],
    "jamo": [range(0x1100, 0x1200), range(0xA960, 0xA980), range(0xD7B0, 0xD800)],
    "east asia": [range(0x3000, 0x3200), range(0x4E00, 0x4F00), range(0xAC00, 0xAD00), range(0xFF00, 0xFFF0)],
    "digits and signs": [range(0x30, 0x3A), range(0x2100, 0x2200), range(0x20E3, 0x20E4), range(0x23, 0x24)],
    "historic": [range(0x10000, 0x12550), range(0x16A40, 0x16FE0), range(0x1D000, 0x1D800), range(0x1E800, 0x1E960)],
    "private and none": [range(0xE000, 0xE100), range(0xFFF9, 0x10000), range(0xE0000, 0xE1000), range(0x2FE0, 0x3000)],
}
NAMES = list(POOLS)


def character(source, name):
    span = source.choice(POOLS[name])
    return chr(span[source.randrange(len(span))])


def text_of(source):
    """A text of characters from few pools, as unlikely neighbors are what libraries fail at."""
    pools = source.sample(NAMES, source.choice((1, 2, 2, 3, 3, 4, 6)))
    length = source.choice((source.randint(1, 8), source.randint(1, 8), source.randint(2, 30), source.randint(2, 30),
                            source.randint(30, 300)))
    if source.random() < 0.003:
        length = source.randint(300, 4000)
    return "".join(character(source, source.choice(pools)) for _ in range(length))


def style_of(source):
    style = {"font": {"size": round(source.choice((source.uniform(1, 40), source.uniform(10, 120),
                                                   source.uniform(1, 1000))), source.randrange(3))}}
    if source.random() < 0.3:
        style["font"]["family"] = source.choice(("serif", "monospace", "sans-serif", "DejaVu Sans Mono"))
    if source.random() < 0.2:
        style["font"]["weight"] = source.randint(100, 1000)
    if source.random() < 0.2:
        style["font"]["italic"] = True
    if source.random() < 0.2:
        style["letterSpacing"] = f"{source.choice((source.randint(-100, 0), source.randint(0, 1000)))}%"
    if source.random() < 0.1:
        style[source.choice(("underline", "strikethrough"))] = True
    return style


def content_of(source):
    """A random text in a random form, as a scene has it."""
    content = {"text": text_of(source), "color": "red", **style_of(source)}
    if source.random() < 0.15:
        del content["text"]
        content["runs"] = [{"text": text_of(source), **style_of(source)} for _ in range(source.randint(1, 4))]
    if source.random() < 0.6:
        content["frame"] = {"x": source.randint(-20, 40), "y": source.randint(-20, 30),
                            "width": source.choice((source.randint(1, 60), source.randint(1, 2000))),
                            "height": source.choice((source.randint(1, 60), source.randint(1, 2000)))}
    choices = {"alignment": ("natural", "left", "center", "right", "justified"), "position": ("top", "middle", "bottom"),
               "wrapping": ("word", "character", "truncate"), "direction": ("auto", "ltr", "rtl")}
    for member, words in choices.items():
        if source.random() < 0.4:
            content[member] = source.choice(words)
    if source.random() < 0.2:
        content["maximumLines"] = source.randint(1, 5)
    if source.random() < 0.1:
        content["lineHeight"] = f"{source.randint(25, 1000)}%"
    if source.random() < 0.05:
        content["shadow"] = {"x": source.randint(-5, 5), "blur": source.randint(0, 20), "color": "#0008"}
    return content


class Client:
    """A connection that is kept, and opened again when the server closes it."""

    def __init__(self, server, digest, retries=True):
        self.server, self.digest, self.retries, self.connection = server, digest, retries, None

    def ask(self, content):
        """The status and the body of an answer; status 0 for none."""
        scene = json.dumps({"backdrop": {"digest": self.digest},
                            "panes": [{"contents": [content]}]}).encode()
        while True:
            try:
                if self.connection is None:
                    source = (f"127.{next(NETWORKS) % 200}.1.1", 0)
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, 90, source)
                self.connection.request("POST", "/v1/render?format=png&compression=0", body=scene,
                                        headers={"Content-Type": "application/json"})
                reply = self.connection.getresponse()
                status, body = reply.status, reply.read()
            except (OSError, http.client.HTTPException):
                self.connection = None
                return 0, b""
            if status != 503 or not self.retries:
                return status, body
            self.connection = None
            time.sleep(0.02)


def kind(status, body):
    """The column that an answer belongs to."""
    if status == 200:
        return "200"
    if status != 422:
        return "other"
    problem = json.loads(body)
    if "libraries fail" in problem.get("detail", ""):
        return "broken"
    return "missing" if "has a glyph" in problem.get("detail", "") else "refused"


class Attack:
    """Random texts from several clients, and what became of them."""

    def __init__(self, server, digest, plain):
        self.server, self.digest, self.plain = server, digest, plain
        self.answers, self.bad, self.broken = dict.fromkeys(KINDS, 0), [], []
        self.lock = threading.Lock()

    def run(self, count, seed, until):
        turns = iter(range(count))

        def work():
            client = Client(self.server, self.digest)
            while time.monotonic() < until and len(self.bad) < 5:
                with self.lock:
                    turn = next(turns, None)
                if turn is None:
                    break
                self.send(client, content_of(random.Random(f"{seed} {turn}")))

        threads = [threading.Thread(target=work) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def send(self, client, content):
        status, body = client.ask(content)
        found = kind(status, body)
        spoiled = found == "broken" and client.ask(PLAIN) != (200, self.plain)
        with self.lock:
            self.answers[found] += 1
            if found == "broken":
                self.broken.append(content)
            if found == "other":
                self.bad.append(f"{status} {body[:200]!r} for {json.dumps(content)}")
            if spoiled:
                self.bad.append(f"the next text is drawn otherwise after {json.dumps(content)}")


def shortened(client, content):
    """The shortest form of a text that still breaks the libraries, as far as leaving out single parts finds it."""
    content = dict(content)
    if "runs" in content:
        whole = {**content, "text": "".join(run["text"] for run in content["runs"])}
        del whole["runs"]
        if kind(*client.ask(whole)) != "broken":
            return content
        content = whole
    for member in [name for name in content if name not in ("text", "color", "font")]:
        fewer = {name: value for name, value in content.items() if name != member}
        if kind(*client.ask(fewer)) == "broken":
            content = fewer
    size = len(content["text"]) // 2
    while size:
        place = 0
        while place < len(content["text"]):
            fewer = content | {"text": content["text"][:place] + content["text"][place + size:]}
            if fewer["text"] and kind(*client.ask(fewer)) == "broken":
                content = fewer
            else:
                place += size
        size //= 2
    return content


def written(content):
    """A content on a line, with the code points of its text."""
    rest = {name: value for name, value in content.items() if name not in ("text", "color")}
    text = content.get("text") or "|".join(run["text"] for run in content["runs"])
    return " ".join(f"U+{ord(sign):04X}" for sign in text[:40]) + f" in {json.dumps(rest)[:200]}"


def held_against(server, digest):
    """The faults of a server to which one client sends fatal texts, while another one sends plain ones."""
    guilty, other = Client(server, digest, retries=False), Client(server, digest, retries=False)
    statuses = [422]

    def attack():
        while statuses[-1] == 422 and len(statuses) < FATAL:
            statuses.append(guilty.ask({**PLAIN, "text": KNOWN, "font": {"size": 80 + len(statuses) / 16}})[0])

    thread = threading.Thread(target=attack)
    thread.start()
    failed = sum(other.ask({**PLAIN, "text": f"plain {number}"})[0] != 200 for number in range(OTHERS))
    thread.join()
    print(f"after {len(statuses) - 2} fatal texts, their client is answered with {statuses[-1]}")
    faults = [f"{failed} plain texts beside fatal ones of another client are not drawn"] if failed else []
    return faults if statuses[-1] == 503 else [*faults, "fatal texts are not held against their client"]


def processes(server):
    """The typesetting processes that the server counts: running and lost."""
    text = server.ask("GET", "/metrics")[1].decode()
    return tuple(int(float(re.search(rf"^frostpane_typesetting_processes{end} (\S+)$", text, re.MULTILINE)[1]))
                 for end in ("", "_lost_total"))


def main():
    parser = arguments(__doc__, "2,000 texts")
    parser.add_argument("--count", type=int, help="the texts; 200000 if not given")
    parser.add_argument("--minutes", type=float, default=600, help="ends after these")
    parser.add_argument("--seed", default="1", help="another seed makes other texts")
    options = parser.parse_args()
    count, faults = options.count or (2_000 if options.short else 200_000), []
    with Server(options.program, "--cache-results", "1MiB", "--queue", "100", level="error") as server:
        digest = server.keep(png(48, 32))
        client = Client(server, digest)
        status, plain = client.ask(PLAIN)
        if status != 200:
            sys.exit(f"a plain text is answered with {status} {plain[:300]!r}")
        attack = Attack(server, digest, plain)
        attack.send(client, {"text": KNOWN, "color": "red", "font": {"size": 80}})
        began = time.monotonic()
        attack.run(count, options.seed, began + 60 * options.minutes)
        spent, total = time.monotonic() - began, sum(attack.answers.values())
        faults += attack.bad
        for content in attack.broken[:3 if options.short else 20]:
            print("broken:", written(shortened(client, content)))
        if client.ask(PLAIN) != (200, plain):
            faults.append("afterwards a plain text is drawn otherwise")
        if server.ask("GET", "/healthz")[0] != 200 or server.process.poll() is not None:
            faults.append("the server does not answer")
        running, lost = processes(server)
        if running > 2:
            faults.append(f"{running} typesetting processes run")
        faults += held_against(server, digest)
        print("".join(f"{name:>9}" for name in (*KINDS, "lost", "seconds", "texts/s")))
        print("".join(f"{attack.answers[name]:9}" for name in KINDS)
              + f"{lost:9}{spent:9.0f}{total / spent:9.0f}")
    for fault in faults:
        print("FAULT:", fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
