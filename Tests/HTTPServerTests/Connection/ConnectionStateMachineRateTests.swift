// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ConnectionStateMachineRateTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let large = ResponseBody.bytes([UInt8](repeating: 1, count: 10_000_000))

    /// A driver whose client takes nothing before it is told to.
    private func driver(answering body: ResponseBody) -> MachineDriver {
        let driver = MachineDriver()
        driver.room = 0
        driver.handler = { driver, _ in driver.respond(body: body) }
        return driver
    }

    /// Lets the client take bytes in equal pieces, each after the same pause.
    ///
    /// - Returns: The seconds after which the connection was closed, or nil if it was not.
    private func take(
        _ count: Int,
        every pause: Duration,
        upTo seconds: Int64,
        from driver: MachineDriver
    ) -> Int64? {
        let start = driver.now
        while driver.now < start + Interval(.seconds(seconds)) {
            driver.wait(pause)
            if driver.isClosed { return driver.now.since(start).nanoseconds / 1_000_000_000 }
            driver.room = count
            driver.machine.becameWritable()
            driver.resume()
        }
        return nil
    }

    @Test func `cuts a client that takes a byte now and then`() {
        let driver = driver(answering: Self.large)
        driver.receive(get)
        #expect(take(1, every: .seconds(9), upTo: 1_000, from: driver) == 36)
        #expect(driver.log.suffix(2) == ["end timedOut, gone", "close"])
    }

    @Test func `lets a client have a response at the least rate`() {
        let driver = driver(answering: Self.large)
        driver.receive(get)
        #expect(take(9 * 16_384, every: .seconds(9), upTo: 630, from: driver) == nil)
        #expect(driver.sent.count > 10_000_000)
        #expect(driver.machine.isIdle)
    }

    @Test func `cuts a client that is slower than the least rate once it lags too far`() {
        let driver = driver(answering: Self.large)
        driver.receive(get)
        // Half the rate: each second puts the client half a second further behind.
        #expect(take(8_192, every: .seconds(1), upTo: 1_000, from: driver) == 59)
    }

    @Test func `does not let a client dawdle because it was fast before`() {
        let driver = driver(answering: Self.large)
        driver.room = 5_000_000
        driver.receive(get)
        #expect(take(1, every: .seconds(9), upTo: 1_000, from: driver) == 36)
    }

    @Test func `does not count the time in which the source has nothing`() {
        let driver = driver(answering: .stream(NoSource(), length: nil))
        driver.room = .max
        driver.source = [.bytes([1]), .pending]
        driver.receive(get)
        for _ in 0..<5 {
            driver.wait(.seconds(50))
            driver.source = [.bytes([1]), .pending]
            driver.machine.sourceIsReady()
            driver.resume()
        }
        #expect(!driver.isClosed)
        // The whole lag is left.
        driver.room = 0
        driver.source = [.bytes([UInt8](repeating: 1, count: 1_000_000)), .pending]
        driver.machine.sourceIsReady()
        driver.resume()
        #expect(take(1, every: .seconds(9), upTo: 1_000, from: driver) == 36)
    }

    @Test func `begins anew with each response`() {
        let driver = driver(answering: .bytes([UInt8](repeating: 1, count: 1_000)))
        for _ in 0..<5 {
            driver.receive(get)
            #expect(take(300, every: .seconds(6), upTo: 24, from: driver) == nil)
            driver.room = .max
            driver.machine.becameWritable()
            driver.resume()
            #expect(driver.machine.isIdle)
            driver.room = 0
        }
    }
}
