# SPDX-License-Identifier: Apache-2.0
"""Opens hostile SVGs, kept by the server, in Chromium, and counts scripts that ran and requests that were made.

Run by `Scripts/trial active`. Each drawing is opened three times: as the server sends it, through a relay that takes
`Content-Disposition` away, in the tab and in frames of a page, and through a relay that takes the policy away as well.
The last column is what the drawings do in a browser without the server's fields; it shows that they are hostile.

Ends with 1 unless nothing ran and nothing was asked for, or if fewer than 20 drawings were tried.
"""

import asyncio
import base64
import hashlib
import http.client
import http.server
import sys
import tempfile
import threading

from serving import Running, Server, arguments, free_port
from tabs import chromium, first_tab

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"'
HTML = 'xmlns="http://www.w3.org/1999/xhtml"'


def drawings(canary):
    """The hostile drawings by name; each script tells of itself in three ways."""
    outside = f"http://127.0.0.1:{canary}"

    def script(name):
        return (f"try{{ran('{name}')}}catch(e){{}};try{{top.postMessage('{name}','*')}}catch(e){{}};"
                f"try{{new Image().src='{outside}/{name}'}}catch(e){{}};try{{fetch('/v1/materials')}}catch(e){{}}")

    def encoded(name, markup):
        return f"data:{name};base64," + base64.b64encode(markup.encode()).decode()

    def document(name):
        return f"<script>{script(name)}</script>"

    def svg(content, attributes="", before=""):
        return f'{before}<svg {SVG} {attributes}><rect width="200" height="200" fill="teal"/>{content}</svg>'

    def foreign(content):
        return svg(f'<foreignObject width="200" height="200"><body {HTML}>{content}</body></foreignObject>')

    return {
        "script": svg(f"<script>{script('script')}</script>"),
        "typed-script": svg(f"<script type='application/ecmascript'><![CDATA[{script('typed-script')}]]></script>"),
        "script-elsewhere": svg(f"<script href='{outside}/script-elsewhere.js'/>"),
        "script-in-data": svg(f"<script xlink:href=\"{encoded('text/javascript', script('script-in-data'))}\"/>"),
        "onload": svg("", f'onload="{script("onload")}"'),
        "onerror": svg(f'<image href="/none" onerror="{script("onerror")}" width="9" height="9"/>'),
        "onbegin": svg(f'<animate attributeName="x" dur="1s" onbegin="{script("onbegin")}"/>'),
        "onclick": svg(f'<rect width="200" height="200" onclick="{script("onclick")}"/>'),
        "javascript-link": svg(f'<a href="javascript:{script("javascript-link")}"><rect width="200" height="200"/></a>'),
        "data-link": svg(f"<a href=\"{encoded('text/html', document('data-link'))}\"><rect width='200' height='200'/></a>"),
        "link-elsewhere-ping": svg(f'<a href="#a" ping="{outside}/ping"><rect width="200" height="200"/></a>'),
        "set-link": svg('<a id="a"><rect width="200" height="200"/><set attributeName="href" '
                        f'to="javascript:{script("set-link")}" begin="0s"/></a>'),
        "foreign-script": foreign(f"<script>{script('foreign-script')}</script>"),
        "foreign-image": foreign(f'<img src="{outside}/foreign-image" onerror="{script("foreign-image")}"/>'),
        "foreign-frame": foreign(f'<iframe src="javascript:{script("foreign-frame")}"></iframe>'
                                 f'<iframe src="{outside}/foreign-frame"></iframe>'),
        "foreign-document": foreign(f"<iframe srcdoc=\"&lt;script&gt;{script('foreign-document')}&lt;/script&gt;\"></iframe>"),
        "foreign-object": foreign(f'<object data="{outside}/object"></object><embed src="{outside}/embed"/>'),
        "foreign-refresh": foreign(f'<meta http-equiv="refresh" content="0;url={outside}/refresh"/>'),
        "foreign-focus": foreign(f'<input autofocus="" onfocus="{script("foreign-focus")}"/>'),
        "foreign-form": foreign(f'<form action="{outside}/form"><button style="width:200px;height:200px">x</button></form>'),
        "foreign-sheet": foreign(f'<link rel="stylesheet" href="{outside}/sheet"/><link rel="prefetch" '
                                 f'href="{outside}/prefetch"/><video src="{outside}/video" autoplay=""></video>'),
        "image-elsewhere": svg(f'<image href="{outside}/image-elsewhere" width="9" height="9"/>'),
        "use-elsewhere": svg(f'<use href="{outside}/use.svg#a"/><use href="/v1/materials#a"/>'),
        "filter-image": svg(f'<filter id="f"><feImage href="{outside}/filter-image"/></filter>'
                            '<rect width="9" height="9" filter="url(#f)"/>'),
        "style-import": svg(f"<style>@import url({outside}/import.css); @font-face {{font-family: a; "
                            f"src: url({outside}/font)}} text {{font-family: a}}</style><text y='50'>a</text>"),
        "style-address": svg(f'<rect width="99" height="99" style="fill: url({outside}/paint.svg#a); '
                             f'filter: url({outside}/filter.svg#a); mask: url({outside}/mask.svg#a)"/>'),
        "include": svg(f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{outside}/include" parse="text"/>'
                       f'<script>{script("include")}</script>'),
        "entity-elsewhere": svg(f'<text>&a;</text><script>{script("entity-elsewhere")}</script>', before=(
            f'<!DOCTYPE svg SYSTEM "{outside}/a.dtd" [<!ENTITY a SYSTEM "{outside}/entity">]>')),
        "entity-script": svg("&a;", before=f'<!DOCTYPE svg [<!ENTITY a "<script {SVG.split()[0]}>'
                             f"{script('entity-script')}</script>\">]>"),
        "sheet-instruction": svg("", before=f'<?xml-stylesheet href="{outside}/sheet.css"?>'),
        "transform-instruction": svg("", before=(
            "<?xml-stylesheet type=\"text/xsl\" href=\"" + encoded("text/xml", (
                f'<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/">'
                f"<html {HTML}><script>{script('transform-instruction')}</script></html></x:template></x:stylesheet>"))
            + '"?>')),
    }


class Counting(http.server.ThreadingHTTPServer):
    """A server that remembers what it was asked for."""

    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]


class Canary(http.server.BaseHTTPRequestHandler):
    """Answers everything with a script, and remembers that it was asked."""

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.end_headers()
        self.wfile.write(b"try{ran('elsewhere')}catch(e){}")

    do_POST = do_HEAD = do_GET

    def log_message(self, *_):
        pass


def relay(upstream, *hidden):
    """A server that hands requests on, takes fields off the answers, and has a page with frames."""

    class Relay(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path.startswith("/frames?"):
                target = self.path.split("?", 1)[1]
                page = (f"<!doctype html><script>addEventListener('message', (e) => ran(String(e.data)))</script>"
                        f"<iframe src='{target}'></iframe><object data='{target}'></object><embed src='{target}'>")
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                return self.wfile.write(page.encode())
            self.server.asked.append(self.path)
            connection = http.client.HTTPConnection("127.0.0.1", upstream, timeout=30)
            connection.request("GET", self.path)
            reply = connection.getresponse()
            body = reply.read()
            self.send_response(reply.status)
            for name, value in reply.getheaders():
                if name.lower() not in (*hidden, "connection", "content-length", "transfer-encoding", "cache-control"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Counting(Relay)


async def opened(tab, address, others, canary, target):
    """Opens an address and clicks into it; returns the numbers of scripts that ran and of further requests."""
    tab.events.clear()
    canary.asked.clear()
    for other in others:
        other.asked.clear()
    await tab.call("Page.navigate", url=address)
    await asyncio.sleep(0.5)
    for kind in ("mousePressed", "mouseReleased"):
        await tab.call("Input.dispatchMouseEvent", type=kind, x=60, y=60, button="left", clickCount=1)
    await asyncio.sleep(0.4)
    await tab.call("Page.navigate", url="about:blank")
    scripts = sum(event["method"] == "Runtime.bindingCalled" for event in tab.events)
    further = [path for other in others for path in other.asked if path not in (target, "/favicon.ico")]
    return scripts, len(canary.asked) + len(further)


async def tried(tab, server, canary):
    """Opens all drawings; returns their number and that of the promises broken."""
    await tab.call("Page.enable")
    await tab.call("Runtime.enable")
    await tab.call("Runtime.addBinding", name="ran")
    await tab.call("Browser.setDownloadBehavior", behavior="deny")
    plain = relay(server.port)
    inline = relay(server.port, "content-disposition")
    bare = relay(server.port, "content-disposition", "content-security-policy", "x-content-type-options")
    broken, count, hostile = 0, 0, 0
    print(f"{'scripts and requests':22} {'as sent':>9} {'inline':>9} {'in frames':>9} {'without a policy':>17}")
    for name, drawing in drawings(canary.port).items():
        content = drawing.encode()
        status, _ = server.ask("POST", "/v1/images", content)
        if status not in (200, 201):
            print(f"{name:22} {'refused':>9} {status}")
            continue
        count += 1
        target = f"/v1/images/{hashlib.sha256(content).hexdigest()}"
        row = []
        for front, path in ((plain, target), (inline, target), (inline, f"/frames?{target}"), (bare, target)):
            row.append(await opened(tab, f"http://127.0.0.1:{front.port}{path}", [front], canary, target))
        bad = any(sum(cell) for cell in row[:3])
        broken += bad
        hostile += sum(row[3]) > 0
        cells = [f"{scripts} {requests}" for scripts, requests in row]
        print(f"{name:22} {cells[0]:>9} {cells[1]:>9} {cells[2]:>9} {cells[3]:>17}{'  BROKEN' if bad else ''}", flush=True)
    print(f"{count} drawings, of which {hostile} are active without the policy")
    return broken + (count < 20) + (hostile < 20)


def fields(server):
    """Whether every kind of answer with an image has the fields; prints those that lack one."""
    picture = "Docs/images/before.jpg"
    with open(picture, "rb") as file:
        digest = server.keep(file.read())
    _, link = server.ask("POST", "/v1/links", f'{{"image": "{digest}", "parameters": {{"width": 20}}}}')
    address = link.decode().split('"url"')[1].split('"')[1]
    broken = 0
    for target in (f"/v1/images/{digest}", f"/v1/images/{digest}/render?width=20", f"/v1/images/{digest}/render?width=20",
                   f"/v1/gallery/{digest}", address, address, "/v1/sources/docs/before.jpg/render?width=20",
                   f"/v1/images/{digest}/render?blur=x"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", target)
        reply = connection.getresponse()
        reply.read()
        connection.close()
        policy, kind = reply.getheader("Content-Security-Policy"), reply.getheader("X-Content-Type-Options")
        if policy != "default-src 'none'; style-src 'unsafe-inline'; sandbox" or kind != "nosniff":
            broken += 1
            print(f"BROKEN {target}: {policy!r}, {kind!r}")
    return broken


async def main():
    program = arguments(__doc__).parse_args().program
    debugging = free_port()
    canary = Counting(Canary)
    with tempfile.TemporaryDirectory(prefix="frostpane-active-", ignore_cleanup_errors=True) as folder:
        with Server(program, "--source", "docs=Docs/images") as server, \
                Running(chromium(folder, debugging), debugging):
            broken = fields(server)
            async with first_tab(debugging) as tab:
                broken += await tried(tab, server, canary)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    asyncio.run(main())
