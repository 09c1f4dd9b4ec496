# SPDX-License-Identifier: Apache-2.0
"""Writes seeds of a fuzz target into a folder: seeds.py TARGET FOLDER.

They are what documents and tests have of its kind: queries, filter lists and colors that were shown to Chromium, scenes,
requests, and words of many scripts. Names are those of their contents.
"""

import hashlib
import json
import pathlib
import random
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENTS = [*sorted(ROOT.glob("Docs/*.md")), ROOT / "README.md", ROOT / "openapi.yaml"]
TESTS = sorted(ROOT.glob("Tests/**/*.swift"))
# The bytes that choose the reader of fuzz-query.
QUERY, FILTER = b"\x00", b"\x04"
SCRIPTS = ["สวัสดีชาวโลก", "नमस्ते दुनिया", "مرحبا بالعالم", "שלום עולם", "你好世界", "👩‍👩‍👧‍👦🏳️‍🌈😀👍🏽", "Ελληνικά",
           "e\u0301\u0301\u0301", "\u202eabc\u202c", "a\u00adb", "\u0e33\u0e30\u0e33"]


def texts(paths):
    return [path.read_text() for path in paths]


def cases(name):
    """The texts that Chromium was asked about."""
    lines = (ROOT / "Tests/Fixtures/css" / f"{name}.tsv").read_text().splitlines()
    return [json.loads(line.split("\t")[0]).encode("utf-8", "surrogatepass") for line in lines]


def queries():
    for text in cases("filters"):
        yield FILTER + text
        yield QUERY + b"filter=" + urllib.parse.quote(text).encode()
    for text in cases("colors"):
        yield FILTER + b"tint(" + text + b")"
        yield QUERY + b"tint=" + urllib.parse.quote(text).encode()
    for text in texts(DOCUMENTS + TESTS):
        for query in re.findall(r"\?([a-z-]+=[^\s'\"`)|\\]+)", text):
            yield QUERY + query.encode()
    for text in texts(TESTS):
        for filters in re.findall(r'"((?:[a-z-]+\([^"\\]*\)\s?)+)"', text):
            yield FILTER + filters.encode()


def objects(text, member):
    """The JSON objects of a text whose first member has that name."""
    for found in re.finditer(r'\{\s*"' + member + '"', text):
        depth = 0
        for place in range(found.start(), min(len(text), found.start() + 8_000)):
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            if depth == 0:
                yield text[found.start():place + 1]
                break


def scenes():
    whole = '{"frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}, "contents": ['
    for text in texts(DOCUMENTS + TESTS):
        for scene in objects(text, "(?:panes|backdrop|geometry)"):
            yield scene.encode()
        for content in objects(text, "(?:text|runs|image)"):
            yield f'{{"panes": [{whole}{content}]}}]}}'.encode()


def requests():
    for text in texts(sorted(ROOT.glob("Tests/HTTPServerTests/Cases/*.md"))):
        for request in re.findall(r"```\w*\n(.*?)```", text, re.S):
            yield request.replace("\n", "\r\n").encode()


def words():
    choice = random.Random(1)
    lines = [line for text in texts(DOCUMENTS) for line in text.splitlines() if 5 < len(line) < 120]
    for number in range(300):
        text = choice.choice(lines) if number % 3 else " ".join(choice.sample(SCRIPTS, 3))
        yield bytes(choice.randrange(256) for _ in range(8)) + text.encode()


def main(target, folder):
    seeds = {"query": queries, "scene": scenes, "http": requests, "text": words}.get(target)
    for seed in seeds() if seeds else []:
        pathlib.Path(folder, hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


main(*sys.argv[1:])
