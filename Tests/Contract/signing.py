# SPDX-License-Identifier: Apache-2.0
"""Holds Examples/sign to the cookbook: its function, to the letter, and each vector of the table.

    signing.py PROGRAM
"""

import os
import pathlib
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECRET = "0123456789abcdef0123456789abcdef"


def main(program):
    cookbook = (ROOT / "Docs/cookbook.md").read_text()
    shown = cookbook.split("```swift\n")[1].split("```")[0]
    source = (ROOT / "Examples/sign/Sources/sign/Sign.swift").read_text()
    assert source.endswith(shown), "Sign.swift differs from the cookbook"
    table = cookbook.split("<!-- vectors -->\n")[1].split("<!-- /vectors -->")[0]
    rows = [[cell.strip(" `") for cell in row.split("|")[1:4]] for row in table.splitlines()[2:]]
    assert len(rows) >= 6, "the cookbook has too few vectors"
    for address, expiry, signature in rows:
        path, _, query = address.partition("?")
        pairs = [f"{name}={value}" for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True)]
        until = ["until", expiry] if expiry.isdigit() else []
        signed = subprocess.run(
            [program, path, *pairs, *until], check=True, capture_output=True, text=True,
            env={**os.environ, "SIGNING_KEY": f"web {SECRET}"},
        ).stdout.strip()
        assert signed.endswith(f"&signature={signature}"), f"{address}: {signed}"
    print(f"{len(rows)} addresses signed as in the cookbook")


main(sys.argv[1])
