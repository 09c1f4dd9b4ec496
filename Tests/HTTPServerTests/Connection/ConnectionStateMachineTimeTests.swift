// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ConnectionStateMachineTimeTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n"
    private static let instant = Duration.nanoseconds(1)

    /// Checks that nothing happens before a time and something at it.
    private func expectEnd(
        of driver: MachineDriver,
        after duration: Duration,
        _ log: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = driver.log
        driver.wait(duration - Self.instant)
        #expect(driver.log == before, sourceLocation: sourceLocation)
        driver.wait(Self.instant)
        let rest = Array(driver.log.dropFirst(before.count))
        #expect(rest == log, sourceLocation: sourceLocation)
    }

    @Test func `closes a connection that stays silent`() {
        let driver = MachineDriver()
        expectEnd(of: driver, after: .seconds(5), ["close"])
        #expect(driver.sent.isEmpty)
    }

    @Test func `answers 408 to a head that drips`() {
        let driver = MachineDriver()
        for byte in "GET /".utf8 {
            driver.receive([byte])
            driver.wait(.milliseconds(900))
        }
        let end = ["represent 408", "end fault(HTTPServer.HTTPFault.headTimeout)", "shutdown"]
        expectEnd(of: driver, after: .milliseconds(500), end)
        #expect(driver.statuses == ["408"])
    }

    @Test func `closes an idle connection after the keep-alive time`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get)
        driver.wait(.seconds(74))
        driver.receive(get)
        expectEnd(of: driver, after: .seconds(75), ["close"])
    }

    @Test(arguments: ["\r\n", "\r", "\r\n\r\n\r"])
    func `takes an empty line after a request for silence`(_ line: String) {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get)
        driver.wait(.seconds(10))
        driver.receive(line)
        expectEnd(of: driver, after: .seconds(65), ["close"])
        #expect(driver.statuses == ["200"])
    }

    @Test func `counts the time of a head from its first byte, not from an empty line`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get + "\r\n")
        driver.wait(.seconds(30))
        driver.receive("G")
        driver.wait(.seconds(4))
        driver.receive("ET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.statuses == ["200", "200"])
    }

    @Test func `gives no more time for a first head because of empty lines`() {
        let driver = MachineDriver()
        driver.wait(.seconds(4))
        driver.receive("\r\n")
        expectEnd(of: driver, after: .seconds(1), ["close"])
    }

    @Test func `counts the time of a later head from its first byte`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get)
        driver.wait(.seconds(30))
        driver.receive("G")
        let end = ["represent 408", "end fault(HTTPServer.HTTPFault.headTimeout)", "shutdown"]
        expectEnd(of: driver, after: .seconds(5), end)
    }

    @Test func `answers 408 to a body that pauses`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 500) }
        driver.receive(post)
        driver.wait(.seconds(9))
        driver.receive("x")
        let end = [
            "abandon body 408", "represent 408", "end fault(HTTPServer.HTTPFault.bodyTimeout)",
            "shutdown",
        ]
        expectEnd(of: driver, after: .seconds(10), end)
    }

    @Test func `answers 408 to a body that drips`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.receiveBody(limit: 500) }
        driver.receive(post)
        for _ in 0..<5 {
            driver.wait(.seconds(5))
            driver.receive("x")
        }
        driver.wait(.seconds(5))
        #expect(driver.statuses == ["408"])
    }

    @Test func `does not count the time of the handler as the client's`() {
        let driver = MachineDriver()
        driver.receive(post)
        driver.wait(.seconds(40))
        driver.receiveBody(limit: 500)
        driver.wait(.seconds(9))
        #expect(driver.log == ["handle /"])
    }

    @Test func `cuts a client that takes nothing`() {
        let driver = MachineDriver()
        driver.room = 10
        driver.handler = { driver, _ in driver.respond(body: .bytes([1, 2, 3])) }
        driver.receive(get)
        driver.wait(.seconds(9))
        driver.room = 10
        driver.machine.becameWritable()
        driver.resume()
        expectEnd(of: driver, after: .seconds(10), ["end timedOut, gone", "close"])
    }

    @Test func `answers 503 for a handler that does not`() {
        let driver = MachineDriver()
        driver.receive(get)
        let end = [
            "represent 503", "end fault(HTTPServer.HTTPFault.responseTimeout), gone", "shutdown",
        ]
        expectEnd(of: driver, after: .seconds(60), end)
        driver.respond()
        #expect(driver.log.last == "refused response")
    }

    @Test func `cuts a source that gives nothing`() {
        let driver = MachineDriver()
        driver.source = [.pending]
        driver.handler = { driver, _ in
            driver.respond(body: .stream(NoSource(), length: nil))
        }
        driver.receive(get)
        expectEnd(
            of: driver,
            after: .seconds(60),
            ["cancel source", "end timedOut, gone", "close"]
        )
    }

    @Test func `lingers while the client still sends at the least rate, but not for ever`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(.forbidden) }
        driver.receive(post)
        #expect(driver.log.last == "shutdown")
        for _ in 0..<29 {
            driver.wait(.seconds(1))
            driver.receive([UInt8](repeating: 0x78, count: 16 * 1024))
        }
        #expect(driver.log.last == "shutdown")
        driver.wait(.seconds(1))
        #expect(driver.log.last == "close")
    }

    @Test func `lets no client linger that drips after its answer`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(.forbidden) }
        driver.receive(post)
        driver.wait(.seconds(1))
        driver.receive("x")
        driver.wait(.milliseconds(999))
        driver.receive("x")
        #expect(driver.log.last == "shutdown")
        driver.wait(.milliseconds(2))
        #expect(driver.log.last == "close")
    }

    @Test func `waits two seconds for a silent client to close`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(.forbidden) }
        driver.receive(post)
        expectEnd(of: driver, after: .seconds(2), ["close"])
    }
}
