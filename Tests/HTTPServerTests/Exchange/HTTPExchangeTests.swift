// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform
import Synchronization
import Testing

@testable import HTTPServer

@Suite struct HTTPExchangeTests {
    private final class Driver: ExchangeDriver {
        let wakes = Atomic(0)
        let executor: any TaskExecutor = SerialQueue("exchange")

        func processCommands(of exchange: HTTPExchange) {
            wakes.add(1, ordering: .relaxed)
        }
    }

    private final class Recorder: BodyConsumer, BodySource {
        let calls = Mutex<[String]>([])

        func receive(_ bytes: Span<UInt8>) -> Bool { true }
        func finish() {}
        func abandon(_ reason: HTTPFault?) { calls.withLock { $0.append("abandon") } }
        func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead { .failed }
        func cancel() { calls.withLock { $0.append("cancel") } }
    }

    private let driver = Driver()
    private let ok = HTTPResponse(status: .ok)

    private func makeExchange() -> HTTPExchange {
        HTTPExchange(id: 1, peer: "test", bodyLength: .none, driver: driver)
    }

    private var wakes: Int {
        driver.wakes.load(ordering: .relaxed)
    }

    @Test func `wakes the connection once for several commands`() {
        let exchange = makeExchange()
        exchange.respond(ok, body: .none)
        exchange.post(.sourceIsReady)
        #expect(wakes == 1)
        #expect(exchange.takeCommand() != nil)
        #expect(exchange.takeCommand() != nil)
        exchange.post(.sourceIsReady)
        #expect(wakes == 1)
        #expect(exchange.takeCommand() != nil)
        #expect(exchange.takeCommand() == nil)
        exchange.post(.sourceIsReady)
        #expect(wakes == 2)
    }

    @Test func `wakes nobody who attends already`() {
        let exchange = makeExchange()
        exchange.beginProcessing()
        exchange.respond(ok, body: .none)
        #expect(wakes == 0)
        #expect(exchange.takeCommand() != nil)
        #expect(exchange.takeCommand() == nil)
    }

    @Test func `gives commands in their order, however they are taken`() {
        let exchange = makeExchange()
        let limits = { (count: Int) in
            (0..<count).map { _ in
                if case .receiveBody(let limit, _) = exchange.takeCommand() { limit } else { -1 }
            }
        }
        for limit in 0..<4 { exchange.receiveBody(limit: limit, into: Recorder()) }
        #expect(limits(2) == [0, 1])
        for limit in 4..<6 { exchange.receiveBody(limit: limit, into: Recorder()) }
        #expect(limits(5) == [2, 3, 4, 5, -1])
    }

    @Test func `tells of a client that goes, once`() {
        let exchange = makeExchange()
        let calls = Mutex(0)
        exchange.onClientGone { calls.withLock { $0 += 1 } }
        exchange.end(clientIsGone: true)
        exchange.end(clientIsGone: true)
        #expect(calls.withLock { $0 } == 1)
        exchange.onClientGone { calls.withLock { $0 += 10 } }
        #expect(calls.withLock { $0 } == 11)
    }

    @Test func `tells nothing of a client that has its response`() {
        let exchange = makeExchange()
        let calls = Mutex(0)
        exchange.onClientGone { calls.withLock { $0 += 1 } }
        exchange.end(clientIsGone: false)
        exchange.onClientGone { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 0)
    }

    @Test func `releases what comes after the end`() {
        let exchange = makeExchange()
        exchange.end(clientIsGone: true)
        let recorder = Recorder()
        exchange.receiveBody(limit: 1, into: recorder)
        exchange.respond(ok, body: .stream(recorder, length: nil))
        #expect(recorder.calls.withLock { $0 } == ["abandon", "cancel"])
        #expect(wakes == 0)
    }

    @Test func `releases what waits at the end`() {
        let exchange = makeExchange()
        let recorder = Recorder()
        exchange.receiveBody(limit: 1, into: recorder)
        exchange.respond(ok, body: .stream(recorder, length: nil))
        exchange.end(clientIsGone: true)
        #expect(recorder.calls.withLock { $0 } == ["abandon", "cancel"])
        #expect(exchange.takeCommand() == nil)
    }

    @Test func `keeps the last note of a key`() {
        let exchange = makeExchange()
        exchange.annotate("a", "1")
        exchange.annotate("b", "2")
        exchange.annotate("a", "3")
        #expect(exchange.annotations == ["a": "3", "b": "2"])
    }
}
