// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct ConnectionStateMachineRoomTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
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

    private func full(probes: Set<String> = ["/healthz"]) -> MachineDriver {
        var limits = HTTPServerConfiguration.Limits()
        limits.probePaths = probes
        let driver = MachineDriver(limits: limits)
        driver.handler = { driver, _ in driver.respond() }
        driver.machine.refuse(.tooManyConnections(limit: 1))
        return driver
    }

    @Test func `answers 503 to a request for which there is no room, and closes`() {
        let driver = full()
        driver.receive(get)
        #expect(driver.log.first == "represent 503")
        #expect(driver.log.last == "shutdown")
        expectEnd(of: driver, after: .milliseconds(250), ["close"])
    }

    @Test func `discards the rest of a request that was refused, and only that`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in
            #expect(!driver.machine.discardsInput)
            driver.respond()
        }
        #expect(!driver.machine.discardsInput)
        driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc")
        #expect(driver.machine.discardsInput && driver.machine.wantsInput)
        let other = MachineDriver()
        other.handler = { driver, _ in driver.respond() }
        other.receive(get)
        #expect(!other.machine.discardsInput && other.machine.wantsInput)
    }

    @Test(arguments: ["/healthz", "/healthz?a"])
    func `answers a probe for which there is no room, once`(_ target: String) {
        let driver = full()
        driver.receive("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.statuses == ["200"])
        #expect(driver.sentText.contains("Connection: close"))
        #expect(driver.log.last == "shutdown")
    }

    @Test func `answers 503 soon to a client for which there is no room and that sends nothing`() {
        let driver = full()
        driver.receive("GET /heal")
        let end = [
            "represent 503",
            "end fault(HTTPServer.HTTPFault.tooManyConnections(limit: 1))", "shutdown",
        ]
        expectEnd(of: driver, after: .milliseconds(250), end)
    }

    @Test func `gives way only while it waits for another request`() {
        let driver = MachineDriver()
        driver.machine.giveWay()
        driver.resume()
        driver.receive(get)
        driver.machine.giveWay()
        driver.resume()
        #expect(driver.log == ["handle /"])
        driver.respond()
        driver.resume()
        driver.machine.giveWay()
        driver.resume()
        #expect(driver.log.last == "close")
    }
}
