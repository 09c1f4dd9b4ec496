// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Kernels
import Rendering
import Store

extension MetricsSnapshot {
    /// The JSON body of the answer to `GET /v1/status`.
    var document: JSONValue {
        .object(members + (store.map { [("store", $0.document)] } ?? []))
    }

    private var members: [(name: String, value: JSONValue)] {
        [
            ("ready", .boolean(isReady)),
            ("version", .string(Version.current)),
            ("isa", .string(configuration.instructionSet.rawValue)),
            ("started", .integer(Int(process.startSeconds))),
            (
                "workers",
                .object([
                    ("count", .integer(configuration.workers)),
                    ("running", .integer(pool.running)),
                    ("queued", .integer(pool.queued)),
                    ("parked", .integer(pool.parked)),
                    ("queueLimit", .integer(configuration.queueLimit)),
                    ("expectedWait", .number(pool.expectedWait.seconds)),
                ])
            ),
            (
                "memory",
                .object([
                    ("limit", .integer(configuration.machine.memoryByteCount)),
                    ("resident", .integer(process.residentByteCount)),
                    (
                        "parts",
                        .array(
                            memory.map {
                                .object([
                                    ("name", .string($0.name)), ("budget", .integer($0.budget)),
                                    ("used", .integer($0.used)),
                                ])
                            }
                        )
                    ),
                ])
            ),
            ("caches", .array(tiers.map(\.document))),
            ("sources", .array(sources.map { .string($0) })),
            (
                "connections",
                .object([
                    ("open", .integer(server.connectionsOpen)),
                    ("limit", .integer(configuration.connectionLimit)),
                ])
            ),
            (
                "descriptors",
                .object([
                    ("open", .integer(process.descriptorCount)),
                    ("limit", .integer(process.descriptorLimit)),
                ])
            ),
        ]
    }
}

extension MetricsSnapshot.Tier {
    fileprivate var document: JSONValue {
        .object([
            ("cache", .string(cache)), ("tier", .string(tier)),
            ("entries", .integer(statistics.entryCount)), ("bytes", .integer(statistics.byteCount)),
            ("budget", .integer(statistics.budget)), ("hits", .integer(statistics.hits)),
            ("misses", .integer(statistics.misses)), ("evictions", .integer(statistics.evictions)),
        ])
    }
}
