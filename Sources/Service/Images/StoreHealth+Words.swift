// SPDX-License-Identifier: Apache-2.0

import Store

extension StoreHealth.Condition {
    /// The condition of the store in words for the operator, such as "full".
    var words: String {
        switch self {
        case .fine: "ok"
        case .full: "full"
        case .away(let reason): reason
        }
    }
}

extension BlobStore {
    /// The state and the counters of the store as JSON, for the details of the readiness probe.
    var details: JSONValue {
        MetricsSnapshot.StoreState(
            statistics: statistics,
            health: health,
            upper: tier.upper
        ).document
    }
}

extension MetricsSnapshot.StoreState {
    /// The state and the counters of the store as JSON.
    var document: JSONValue {
        let above = upper.map { upper in
            JSONValue.object([
                ("reading", .string(upper.health.reading.words)),
                ("writing", .string(upper.health.writing.words)),
                ("failures", .integer(upper.failures)),
            ])
        }
        let members: [(name: String, value: JSONValue)] = [
            ("reading", .string(health.reading.words)),
            ("writing", .string(health.writing.words)),
            ("reads", .integer(statistics.reads)),
            ("misses", .integer(statistics.misses)),
            ("damaged", .integer(statistics.damaged)),
            ("writes", .integer(statistics.writes)),
            ("failures", .integer(statistics.failures)),
            ("dropped", .integer(statistics.dropped)),
            ("readMicroseconds", .integer(Int(statistics.readSeconds * 1_000_000))),
        ]
        return .object(members + (above.map { [("folder", $0)] } ?? []))
    }
}
