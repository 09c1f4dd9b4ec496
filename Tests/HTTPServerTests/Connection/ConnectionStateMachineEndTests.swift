// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

/// Connections that end because the server drains, or because the client has ended its output.
@Suite struct ConnectionStateMachineEndTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `drains an idle connection at once`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get)
        driver.machine.drain()
        driver.resume()
        #expect(driver.log.last == "close")
    }

    @Test func `drains a connection with an empty line after its request at once`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get + "\r\n")
        driver.machine.drain()
        driver.resume()
        #expect(driver.log.last == "close")
        #expect(driver.statuses == ["200"])
    }

    @Test func `finishes a running exchange and says close`() {
        let driver = MachineDriver()
        driver.receive(get)
        driver.machine.drain()
        driver.resume()
        #expect(driver.log == ["handle /"])
        driver.respond()
        driver.resume()
        #expect(driver.sentText.contains("Connection: close"))
        #expect(driver.log.suffix(2) == ["end completed", "shutdown"])
    }

    @Test func `answers a head that has begun before the drain`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive("GET / HT")
        driver.machine.drain()
        driver.resume()
        driver.receive("TP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.statuses == ["200"])
        #expect(driver.log.last == "shutdown")
    }

    @Test func `cuts what is left`() {
        let driver = MachineDriver()
        driver.receive(get)
        driver.machine.cut()
        driver.resume()
        #expect(driver.log.suffix(2) == ["end timedOut, gone", "close"])
    }

    // MARK: - Clients that have ended their output

    @Test func `answers a client that has ended its output`() {
        let driver = MachineDriver()
        driver.receive(get)
        driver.machine.halfClosed(now: driver.now)
        driver.wait(.milliseconds(9))
        driver.respond()
        driver.resume()
        #expect(driver.statuses == ["200"])
        driver.endInput()
        #expect(driver.log.suffix(2) == ["end completed", "close"])
    }

    @Test func `asks a client that has ended its output whether it is there, once`() {
        let driver = MachineDriver()
        driver.receive(get)
        driver.machine.halfClosed(now: driver.now)
        driver.wait(.milliseconds(10))
        #expect(driver.statuses == ["100"])
        driver.machine.halfClosed(now: driver.now)
        driver.wait(.seconds(1))
        #expect(driver.statuses == ["100"])
        driver.respond()
        driver.resume()
        #expect(driver.statuses == ["100", "200"])
    }

    @Test func `ends a chunk early to see whether a client that has ended its output still reads`()
    {
        let driver = MachineDriver()
        driver.source = [.bytes(Array("hello".utf8)), .pending]
        driver.handler = { driver, _ in
            driver.respond(body: .stream(NoSource(), length: nil))
        }
        driver.receive(get)
        #expect(driver.sentText.hasSuffix("5\\r\\nhello"))
        driver.machine.halfClosed(now: driver.now)
        driver.wait(.milliseconds(10))
        #expect(driver.sentText.hasSuffix("5\\r\\nhello\\r\\n"))
        driver.source = [.bytes(Array("world".utf8)), .end(trailers: [:])]
        driver.machine.sourceIsReady()
        driver.resume()
        #expect(driver.sentText.hasSuffix("5\\r\\nhello\\r\\n5\\r\\nworld\\r\\n0\\r\\n\\r\\n"))
    }

    @Test func `asks no client of HTTP/1.0`() {
        let driver = MachineDriver()
        driver.receive("GET / HTTP/1.0\r\n\r\n")
        driver.machine.halfClosed(now: driver.now)
        driver.wait(.seconds(1))
        #expect(driver.sent.isEmpty)
    }

    @Test func `closes silently when the input ends within a head`() {
        let driver = MachineDriver()
        driver.receive("GET / HT")
        driver.endInput()
        #expect(driver.log == ["close"])
    }

    @Test func `serves what was pipelined before the end of the input`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get + get)
        driver.endInput()
        #expect(driver.statuses == ["200", "200"])
        #expect(driver.log.last == "close")
    }
}
