# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, for comparisons with what it paints."""

import json
import subprocess


def command(browser, folder, *options):
    """The words that start it, for pictures in sRGB."""
    return [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
        "--disable-dev-shm-usage", "--hide-scrollbars", f"--user-data-dir={folder}/profile", *options,
    ]


def screenshot(browser, folder, html, size, scale=1):
    """Writes a page, and returns the path of a PNG of its first pixels."""
    page, result = folder / "page.html", folder / "page.png"
    page.write_text(html)
    subprocess.run(
        command(
            browser, folder, f"--force-device-scale-factor={scale}", f"--window-size={size[0]},{size[1]}",
            f"--screenshot={result}", page.as_uri(),
        ),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=True,
    )
    return result


def answer(browser, folder, script):
    """Runs a script that calls `finish` with its result, and returns that."""
    page = folder / "page.html"
    page.write_text(
        """<!DOCTYPE html><meta charset="utf-8"><body></body><script>
onerror = message => { document.documentElement.textContent = message; };
const finish = result => { document.documentElement.textContent = '@' + JSON.stringify(result) + '@'; };
""" + script + "</script>"
    )
    output = subprocess.run(
        command(browser, folder, "--dump-dom", page.as_uri()),
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True,
    ).stdout.decode()
    assert output.count("@") == 2, f"Chromium says {output[-400:]}"
    return json.loads(output.split("@")[1])
