# SPDX-License-Identifier: Apache-2.0
"""Chromium on the loopback, and a tab of it by its debugging protocol."""

import asyncio
import contextlib
import http.client
import json

import websockets


class Tab:
    """A tab of Chromium, by its debugging protocol."""

    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.events = []

    async def call(self, method, **parameters):
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    async def value(self, expression):
        result = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    async def until(self, expression):
        for _ in range(600):
            if await self.value(expression):
                return True
            await asyncio.sleep(0.05)
        return False

    async def press(self, key, code=None):
        for kind in ("keyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                            windowsVirtualKeyCode={"Tab": 9, "ArrowDown": 40, "ArrowRight": 39}.get(key, 0))


def chromium(folder, debugging):
    """The command that starts Chromium with its profile in a folder and its debugging protocol on a port."""
    return ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}",
            f"--remote-debugging-port={debugging}", "--remote-allow-origins=*", "about:blank"]


@contextlib.asynccontextmanager
async def first_tab(debugging):
    """The tab that Chromium opened at its start."""
    connection = http.client.HTTPConnection("127.0.0.1", debugging, timeout=30)
    connection.request("GET", "/json/list")
    tabs = json.loads(connection.getresponse().read())
    connection.close()
    address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
    async with websockets.connect(address, max_size=1 << 26) as opened:
        yield Tab(opened)
