// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import HTTPServer
@testable import Service

/// The time that each request pays for being counted and logged.
@Suite(.disabled(if: Sanitizer.isActive, "a sanitizer's checks take most of the time"))
struct MonitoringCostTests {
    #if DEBUG
        private static let factor = 100.0
    #else
        private static let factor = 1.0
    #endif

    /// The time of one call, in nanoseconds: of the round that others disturbed least, and of more
    /// rounds, for some seconds, as long as it is above the limit.
    private func cost(limit: Double, of action: () -> Void) -> Double {
        let (count, start) = (500, ContinuousClock.now)
        var (least, rounds) = (Double.infinity, 0)
        while rounds < 100 || (least >= limit && ContinuousClock.now - start < .seconds(10)) {
            let began = ContinuousClock.now
            for _ in 0..<count { action() }
            least = min(least, (ContinuousClock.now - began).seconds * 1e9 / Double(count))
            rounds += 1
        }
        return least
    }

    private func record(_ facts: RequestFacts) -> ExchangeRecord {
        var notes = ExchangeAnnotations()
        notes.note(AccessLog.Note.requestID.rawValue, "49a1f8aa01e5df5305719bf6919446e7")
        notes.note(AccessLog.Note.cache.rawValue, "hit")
        let digest = String(repeating: "0123456789abcdef", count: 4)
        return ExchangeRecord(
            id: 1,
            peer: "127.0.0.1:40000",
            status: .ok,
            bytesReceived: 180,
            bytesSent: 100_000,
            outcome: .completed,
            annotations: notes,
            attachment: facts,
            head: RequestHead(
                request: HTTPRequest(
                    method: .get,
                    scheme: "http",
                    authority: "a",
                    path: "/v1/images/\(digest)/render?blur=20"
                ),
                bodyLength: .none,
                isOldVersion: false,
                wantsKeepAlive: true,
                expectsContinue: false,
                acceptsTrailers: false
            ),
            interval: Interval(nanoseconds: 1_500_999),
            sendingInterval: Interval(nanoseconds: 500_000)
        )
    }

    @Test
    func `counts a request within a microsecond`() {
        let metrics = ServiceMetrics()
        let facts = RequestFacts()
        facts.note { $0.route = Router.standard.addresses[16].route }
        let record = record(facts)
        let limit = 1_000 * Self.factor
        let nanoseconds = cost(limit: limit) {
            metrics.count(.hit)
            metrics.count(record, record.facts, status: 200)
        }
        print("counting a request: \(nanoseconds) ns")
        #expect(nanoseconds < limit)
    }

    @Test
    func `writes the line of a request within two microseconds`() throws {
        let file = try FileHandle(forWritingTo: URL(filePath: "/dev/null"))
        let sink = LogSink(descriptor: file.fileDescriptor, format: .json, owner: file)
        let log = AccessLog(sink, format: .json, threshold: .info, slowRequest: .seconds(1))
        let facts = RequestFacts()
        facts.note {
            $0.route = Router.standard.addresses[16].route
            $0.tier = "memory"
        }
        let record = record(facts)
        let values = record.facts
        let limit = 2_000 * Self.factor
        let nanoseconds = cost(limit: limit) { log.write(record, values) }
        print("writing a line: \(nanoseconds) ns")
        #expect(nanoseconds < limit)
    }
}
