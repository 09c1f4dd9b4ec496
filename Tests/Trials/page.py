# SPDX-License-Identifier: Apache-2.0
"""Uses the page at / in Chromium, as somebody with a mouse, with the keyboard, and with a screen reader does.

Run by `Scripts/trial page`. Prints a line for each promise, and ends with 1 unless all are kept.
"""

import asyncio
import base64
import pathlib
import sys
import tempfile

from serving import Running, Server, arguments, free_port
from tabs import chromium, first_tab

PICTURE = pathlib.Path("Docs/images/before.jpg").resolve()
TOKEN = "correct-horse-battery"


async def use(page, base, promise):
    await page.call("Network.enable")
    await page.call("Page.enable")
    await page.call("DOM.enable")
    await page.call("Page.navigate", url=base)
    promise("the page says that a token is needed", await page.until(
        "document.getElementById('status')?.textContent.includes('Authorization: Bearer')"))
    await page.value(f"token.value = '{TOKEN}'; token.dispatchEvent(new Event('change', {{bubbles: true}}))")
    promise("all materials can be chosen", await page.until("material.options.length > 40"))

    # A picture is dropped.
    picture = base64.b64encode(PICTURE.read_bytes()).decode()
    await page.value(f"""{{
        const bytes = Uint8Array.from(atob('{picture}'), (c) => c.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'photo.jpg', {{type: 'image/jpeg'}}));
        document.getElementById('drop').dispatchEvent(new DragEvent('drop', {{dataTransfer: transfer, bubbles: true}}));
        true }}""")
    promise("a dropped picture is frosted", await page.until(
        "document.getElementById('status').textContent.startsWith('Done') && result.naturalWidth === 1200"))
    promise("the curl line is the request that was made", await page.value(
        "document.getElementById('curl').textContent.includes('/v1/render?blur=20&saturate=1.8')"))
    await page.value("steps.open = true")
    promise("the plan is shown", await page.until("plan.textContent.includes('\"type\": \"blur\"')"))
    await page.value("steps.open = false")
    promise("the curl line has the name of the token's variable, not the token", await page.value(
        "document.getElementById('curl').textContent.includes('Bearer $FROSTPANE_TOKEN')"
        f" && !document.body.innerText.includes('{TOKEN}')"))
    shown = await page.value("""(async () => { const image = document.createElement('canvas');
        image.width = 1200; image.height = 800; const context = image.getContext('2d');
        context.drawImage(result, 0, 0); return [...context.getImageData(600, 400, 1, 1).data].join() })()""")
    promise("the picture is painted", shown.endswith(",255"))

    # A slider is moved: the picture was sent once, and each step is an address.
    page.events.clear()
    for step in range(5):
        await page.value(f"document.getElementById('blur').value = {40 + step};"
                         " document.getElementById('blur').dispatchEvent(new Event('input', {bubbles: true}))")
        await asyncio.sleep(0.2)
    promise("a slider is followed", await page.until(
        "document.getElementById('status').textContent.startsWith('Done')"
        " && document.getElementById('curl').textContent.includes('blur=44')"))
    asked = [event["params"]["request"] for event in page.events if event["method"] == "Network.requestWillBeSent"]
    asked = [request for request in asked if request["url"].startswith(base)]
    promise(f"the picture is not sent again: {len(asked)} requests, all GET of the kept picture",
            0 < len(asked) <= 5 and all(request["method"] == "GET" and "/v1/images/" in request["url"]
                                        for request in asked))
    await page.value("material.value = 'macPopover'; material.dispatchEvent(new Event('input', {bubbles: true}))")
    promise("no line for Swift where UIKit has no such material", await page.until(
        "document.getElementById('swift').textContent.includes('UIKit has no style for macPopover')"))
    await page.value("material.value = 'none'; material.dispatchEvent(new Event('input', {bubbles: true}))")
    await page.until("document.getElementById('curl').textContent.includes('blur=')")
    named = await page.value("[...material.options].filter((option) => option.dataset.uikit).length")
    promise(f"{named} materials are styles of UIKit", named == 21)
    promise("the page names files as their formats are", await page.value(
        "['image/webp', 'image/jpeg', 'image/png', 'image/avif', ''].map(extension).join() === 'webp,jpg,png,avif,jpg'"))

    # The same with the keyboard alone.
    await page.value("document.getElementById('file').focus()")
    await page.press("Tab")
    promise("the first control after the file is the material", await page.value(
        "document.activeElement.id") == "material")
    await page.press("ArrowDown")
    await page.value("material.dispatchEvent(new Event('input', {bubbles: true}))")
    promise("a material is chosen by key", await page.until(
        "document.getElementById('curl').textContent.includes('material=')"))
    promise("the line for Swift names it", await page.value(
        "document.getElementById('swift').textContent.includes('UIBlurEffect(style: .' + material.value)"))
    order = []
    for _ in range(12):
        order.append(await page.value("document.activeElement.id"))
        await page.press("Tab")
    promise("all controls are reached by Tab", {"appearance", "x", "y", "width", "height", "token", "save", "sheet"}
            <= set(order))

    # A region, and one that is wrong.
    await page.value("x.value = 10; x.dispatchEvent(new Event('input', {bubbles: true}))")
    await page.value("width.value = 50; width.dispatchEvent(new Event('input', {bubbles: true}))")
    promise("a region is part of the request", await page.until(
        "document.getElementById('curl').textContent.includes('region=10%25,0%25,50%25,100%25')"))

    # All materials.
    await page.value("sheet.click()")
    promise("all materials are shown on the picture", await page.until(
        "!materials.hidden && materials.naturalWidth > 500"))

    # What is no picture gets the words of the problem.
    await page.value("""{ const transfer = new DataTransfer();
        transfer.items.add(new File(['hello'], 'photo.jpg', {type: 'image/jpeg'}));
        document.getElementById('drop').dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true}));
        true }""")
    promise("a problem is shown in its words", await page.until(
        "document.getElementById('status').textContent.includes('it is text')"))

    # A screen reader's view.
    tree = (await page.call("Accessibility.getFullAXTree"))["nodes"]
    controls = [node for node in tree if not node.get("ignored") and node["role"]["value"] in (
        "combobox", "slider", "spinbutton", "button", "link", "textbox", "image", "img")]
    nameless = [node["role"]["value"] for node in controls if not node.get("name", {}).get("value", "").strip()]
    promise(f"each of {len(controls)} controls and pictures has a name", len(controls) > 10 and not nameless)
    promise("changes are announced", any(node["role"]["value"] == "status" for node in tree))

    asked = {event["params"]["request"]["url"] for event in page.events
             if event["method"] == "Network.requestWillBeSent"}
    promise("nothing but the server is asked", all(url.startswith((base, "blob:", "data:")) for url in asked))


async def main():
    program = arguments(__doc__).parse_args().program
    debugging = free_port()
    failures = 0

    def promise(text, is_kept):
        nonlocal failures
        failures += not is_kept
        print(f"{'kept' if is_kept else 'BROKEN':7} {text}", flush=True)

    with tempfile.TemporaryDirectory(prefix="frostpane-page-", ignore_cleanup_errors=True) as folder:
        with Server(program, "--token", TOKEN) as server, Running(chromium(folder, debugging), debugging):
            async with first_tab(debugging) as page:
                await use(page, f"http://127.0.0.1:{server.port}/", promise)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    asyncio.run(main())
