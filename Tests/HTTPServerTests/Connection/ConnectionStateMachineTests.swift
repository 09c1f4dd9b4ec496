// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ConnectionStateMachineTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `keeps the connection for the next request`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(body: .bytes(Array("hi".utf8))) }
        driver.receive(get)
        driver.receive(get)
        #expect(driver.log == ["handle /", "end completed", "handle /", "end completed"])
        #expect(
            driver.sentText.hasPrefix(
                "HTTP/1.1 200 OK\\r\\nDate: now\\r\\nContent-Length: 2\\r\\n\\r\\nhiHTTP"
            )
        )
        #expect(driver.machine.wantsInput)
    }

    @Test func `runs pipelined requests one after the other`() {
        let driver = MachineDriver()
        driver.receive(get + "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.log == ["handle /"])
        #expect(!driver.machine.wantsInput)
        driver.respond()
        driver.resume()
        #expect(driver.log == ["handle /", "end completed", "handle /2"])
    }

    @Test func `awaits the rest of a body until it is there`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 5) }
        #expect(!driver.machine.awaitsBody)
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
        #expect(driver.machine.awaitsBody)
        driver.receive("lo")
        #expect(!driver.machine.awaitsBody)
    }

    @Test func `closes after a request that asks for it`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(driver.log == ["handle /", "end completed", "close"])
        #expect(driver.sentText.contains("Connection: close\\r\\n"))
    }

    @Test func `lingers when the response says close`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(fields: [.connection: "close"]) }
        driver.receive(get)
        #expect(driver.log.last == "shutdown")
        #expect(driver.sentText.components(separated: "Connection: close").count == 2)
        driver.receive("more")
        driver.endInput()
        #expect(driver.log.last == "close")
    }

    @Test func `keeps a connection of HTTP/1.0 only on request`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(driver.sentText.contains("Connection: keep-alive\\r\\n"))
        driver.receive("GET / HTTP/1.0\r\n\r\n")
        #expect(driver.sentText.hasSuffix("Connection: close\\r\\n\\r\\n"))
        #expect(driver.isClosed)
    }

    @Test func `refuses a bad request and lets the refusal arrive`() {
        let driver = MachineDriver()
        driver.receive("GET / HTTP/1.1\nHost: a\r\n\r\n")
        #expect(driver.statuses == ["400"])
        #expect(driver.log[0] == "represent 400")
        #expect(driver.log.last == "shutdown")
        #expect(driver.summaries.map(\.outcome) == [.fault(.badRequest(.bareLineFeed))])
        driver.wait(.seconds(2))
        #expect(driver.log.last == "close")
    }

    // MARK: - Bodies of requests

    @Test func `delivers a body and then its end`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 5) }
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
        driver.receive("lo")
        #expect(driver.log == ["handle /", "body hel", "body lo", "finish body"])
        driver.respond()
        driver.resume()
        #expect(driver.machine.isIdle)
    }

    @Test func `finishes the body of a request that has none`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 0) }
        driver.receive(get)
        #expect(driver.log == ["handle /", "finish body"])
    }

    @Test(arguments: ["Content-Length: 6\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n6\r\nhello!"])
    func `refuses a body of one byte more than the limit`(_ rest: String) {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 5) }
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\n" + rest)
        #expect(driver.log.prefix(3) == ["handle /", "abandon body 413", "represent 413"])
        #expect(driver.log.last == "shutdown")
        driver.receive(String(repeating: "x", count: 100_000))
        #expect(driver.bufferedInput == 0)
        #expect(driver.log.last == "shutdown")
    }

    @Test func `answers 100-continue before the body is there`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 5) }
        driver.receive(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(driver.sentText == "HTTP/1.1 100 Continue\\r\\n\\r\\n")
        driver.receive("hello")
        driver.respond(.noContent)
        driver.resume()
        #expect(driver.statuses == ["100", "204"])
        #expect(driver.machine.isIdle)
    }

    @Test func `refuses without 100-continue, so that nothing is uploaded`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(.forbidden) }
        driver.receive(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(driver.statuses == ["403"])
        #expect(driver.sentText.contains("Connection: close"))
        #expect(driver.log == ["handle /", "end completed", "shutdown"])
    }

    @Test func `refuses an announced body that is too long without 100-continue`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 4) }
        driver.receive(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(driver.statuses == ["413"])
    }

    @Test func `reads no body that was not asked for`() {
        let driver = MachineDriver()
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
        #expect(driver.log == ["handle /"])
        #expect(!driver.machine.wantsInput)
        driver.receiveBody(limit: 5)
        driver.receive("lo")
        #expect(driver.log == ["handle /", "body hello", "finish body"])
    }

    @Test func `throws the rest of a body away after an early answer`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 500) }
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nhel")
        driver.machine.stopBody(now: driver.now)
        driver.receive("lo")
        driver.respond(.unprocessableContent)
        driver.resume()
        #expect(driver.log == ["handle /", "body hel", "end completed", "shutdown"])
        driver.receive("more")
        #expect(driver.bufferedInput == 0)
    }

    @Test func `reports a body with a bad chunk`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 500) }
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n")
        #expect(driver.log.prefix(3) == ["handle /", "abandon body 400", "represent 400"])
        driver.respond()
        #expect(driver.log.last == "refused response")
        #expect(driver.statuses == ["400"])
    }

    @Test func `reports a client that leaves in the middle of its body`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 500) }
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nhel")
        driver.endInput()
        #expect(driver.log.suffix(3) == ["abandon body 0", "end clientLeft, gone", "close"])
    }

    @Test func `counts the bytes of an exchange`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 500) }
        let request =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
        driver.receive(request)
        driver.respond()
        driver.resume()
        #expect(driver.summaries.first?.bytesReceived == request.utf8.count)
        #expect(driver.summaries.first?.bytesSent == driver.sent.count)
    }
}
