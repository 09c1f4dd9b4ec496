// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPServer
import HTTPTypes
import Kernels
import Rendering
import Store

extension ImageService {
    /// Answers `GET /metrics` with the values of all instruments, in the text format of Prometheus.
    ///
    /// The values are collected on a queue of their own: it takes about a millisecond, and must
    /// work while all workers are busy.
    func answerMetrics(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        monitoring.queue.async { [self] in
            let text = PrometheusText(of: monitoring.metrics.factory, snapshot).text
            context.respond(
                .ok,
                [.contentType: PrometheusText.mediaType, .cacheControl: "no-store"],
                body: .bytes(Array(text.utf8))
            )
        }
    }

    /// Answers `GET /v1/status` with the state of the service as JSON.
    func answerStatus(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        monitoring.queue.async { [self] in
            context.respond(
                .ok,
                [.contentType: "application/json", .cacheControl: "no-store"],
                body: .bytes(snapshot.document.document)
            )
        }
    }
}

extension MetricsSnapshot {
    /// The JSON body of the answer to `GET /v1/status`.
    fileprivate var document: JSONValue {
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

extension Endpoint {
    /// Serves `GET /metrics`.
    static let metrics = Endpoint(
        .get,
        .fixed("/metrics"),
        "Get the values of all instruments.",
        needs: .scope(.metrics),
        isOfMonitoring: true
    ) { _, request, service throws(ServiceError) in
        try service.answerMetrics(request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/status`.
    static let status = Endpoint(
        .get,
        .fixed("/v1/status"),
        "Get the state of the service.",
        needs: .scope(.metrics),
        isOfMonitoring: true
    ) { _, request, service throws(ServiceError) in
        try service.answerStatus(request)
    }
}
