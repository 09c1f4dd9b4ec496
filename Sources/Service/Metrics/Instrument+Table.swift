// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Kernels
import Rendering
import Store

// All instruments of the service, in the order in which they are exposed.
extension Instrument {
    /// The upper bounds of the buckets for durations of requests and of their phases, in seconds.
    private static let times = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    static let requests = counted(
        "frostpane_http_requests_total",
        by: .init(Route.self),
        .init(MethodLabel.self),
        .init(StatusLabel.self),
        help: "Completed requests; status 499 is a client that disconnected before the response."
    )

    static let requestTimes = timed(
        "frostpane_http_request_duration_seconds",
        by: .init(Route.self),
        buckets: times,
        help: "Time from the first byte of a request to the end of the response."
    )

    static let phases = timed(
        "frostpane_phase_duration_seconds",
        by: .init(PhaseLabel.self),
        buckets: times,
        help: "Time of each phase in Server-Timing, and of sending the response."
    )

    static let problems = counted(
        "frostpane_problems_total",
        by: .init(ProblemType.self),
        help: "Requests that were refused or failed, by the type of the problem."
    )

    static let slowRequests = counted(
        "frostpane_slow_requests_total",
        help: "Requests that took longer than --slow-request."
    )

    static let lookups = counted(
        "frostpane_answers_total",
        by: .init(CacheStatus.Outcome.self),
        help: "Responses with a render, by the outcome of the cache look-up."
    )

    static let renders = counted(
        "frostpane_renders_total",
        by: .init(RenderEndLabel.self),
        help:
            "Renderings that ended: done, failed, cancelled, overdue, or refused for lack of room."
    )

    static let pixels = counted(
        "frostpane_render_pixels_total",
        by: .init(DirectionLabel.self),
        help: "Pixels of finished renders: source images and results."
    )

    static let imageBytes = counted(
        "frostpane_render_bytes_total",
        by: .init(DirectionLabel.self),
        help: "Bytes of the images of finished renders, and of all encoded results."
    )

    static let sourceReads = counted(
        "frostpane_source_reads_total",
        by: .init(SourceReadLabel.self),
        help:
            "Reads of images from sources, shared by concurrent requests; known images were not read, confirmed images not sent again."
    )

    /// All instruments of the service, in the order in which they are exposed.
    static let table: [Instrument] =
        [
            requests, requestTimes, phases, problems, slowRequests, lookups, renders, pixels,
            imageBytes, sourceReads,
        ] + workRows + memoryRows + storeRows + connectionRows + processRows

    private static let workRows = [
        one(.gauge, "frostpane_workers", help: "Threads that render.") {
            Double($0.configuration.workers)
        },
        one(.gauge, "frostpane_workers_helping", help: "Workers that help with other jobs.") {
            Double($0.pool.helping)
        },
        read(.gauge, "frostpane_jobs", by: "state", help: "Jobs for the workers, by state.") {
            [
                .init("running", value: $0.pool.running), .init("queued", value: $0.pool.queued),
                .init("parked", value: $0.pool.parked),
            ]
        },
        one(.gauge, "frostpane_queue_limit", help: "Jobs that may wait ahead of another one.") {
            Double($0.configuration.queueLimit)
        },
        one(
            .gauge,
            "frostpane_queue_expected_wait_seconds",
            help: "Time that a new job would wait for a worker."
        ) { $0.pool.expectedWait.seconds },
        one(
            .counter,
            "frostpane_jobs_refused_total",
            help: "Jobs that were rejected, or removed from the queue without a worker."
        ) { Double($0.pool.refused) },
        one(
            .gauge,
            "frostpane_codec_processes",
            help: "Processes that decode and encode formats of libraries."
        ) { Double($0.codecs.running) },
        one(
            .counter,
            "frostpane_codec_processes_lost_total",
            help:
                "Codec processes that ended before their time, because of a file that breaks a library."
        ) { Double($0.codecs.lost) },
        one(
            .gauge,
            "frostpane_typesetting_processes",
            help: "Processes that draw texts."
        ) { Double($0.typesetting.running) },
        one(
            .counter,
            "frostpane_typesetting_processes_lost_total",
            help:
                "Typesetting processes that ended before their time, because of a text that breaks a library."
        ) { Double($0.typesetting.lost) },
        one(.gauge, "frostpane_ready", help: "Whether /readyz succeeds.") { $0.isReady ? 1 : 0 },
    ]

    private static let memoryRows = [
        read(
            .gauge,
            "frostpane_memory_budget_bytes",
            by: "part",
            help: "Memory that each part may take."
        ) { $0.memory.map { Sample($0.name, value: $0.budget) } },
        read(
            .gauge,
            "frostpane_memory_used_bytes",
            by: "part",
            help: "Memory that each part has reserved."
        ) { $0.memory.map { Sample($0.name, value: $0.used) } },
        one(
            .gauge,
            "frostpane_memory_limit_bytes",
            help: "Memory of the container, or else of the machine."
        ) { Double($0.configuration.machine.memoryByteCount) },
        tiers(.counter, "frostpane_cache_hits_total", "Look-ups that found a value.", \.hits),
        tiers(.counter, "frostpane_cache_misses_total", "Look-ups that found nothing.", \.misses),
        tiers(
            .counter,
            "frostpane_cache_evictions_total",
            "Evicted values.",
            \.evictions
        ),
        tiers(.gauge, "frostpane_cache_entries", "Values that are held.", \.entryCount),
        tiers(.gauge, "frostpane_cache_bytes", "Size of the values that are held.", \.byteCount),
        tiers(.gauge, "frostpane_cache_budget_bytes", "Size that all values may have.", \.budget),
        one(
            .counter,
            "frostpane_cache_joins_total",
            help: "Requests that joined a rendering in progress."
        ) { Double($0.joins) },
    ]

    private static let connectionRows = [
        read(
            .gauge,
            "frostpane_http_connections",
            by: "state",
            help: "Open connections: active ones have a request in progress."
        ) {
            let active = min($0.server.exchangesActive, $0.server.connectionsOpen)
            return [
                .init("active", value: active),
                .init("idle", value: $0.server.connectionsOpen - active),
            ]
        },
        one(
            .gauge,
            "frostpane_http_connections_limit",
            help: "Connections above which idle ones are dropped."
        ) { Double($0.configuration.connectionLimit) },
        read(
            .counter,
            "frostpane_http_connections_total",
            by: "event",
            help: "Accepted and rejected connections, and idle ones that were dropped for others."
        ) {
            [
                .init("accepted", value: $0.server.connectionsAccepted),
                .init("refused", value: $0.server.connectionsRefused),
                .init("given_up", value: $0.server.connectionsGivenUp),
            ]
        },
        one(
            .counter,
            "frostpane_http_clients_left_total",
            help: "Requests whose client disconnected before the whole response was sent."
        ) { Double($0.server.clientsLeft) },
        one(
            .counter,
            "frostpane_http_timeouts_total",
            help: "Requests whose client was too slow."
        ) { Double($0.server.timeouts) },
        one(.counter, "frostpane_http_received_bytes_total", help: "Bytes read from sockets.") {
            Double($0.server.bytesReceived)
        },
        one(.counter, "frostpane_http_sent_bytes_total", help: "Bytes written to sockets.") {
            Double($0.server.bytesSent)
        },
    ]

    private static let processRows = [
        read(
            .gauge,
            "frostpane_build_info",
            by: "version",
            "isa",
            help: "The version and the kernels that run; always 1."
        ) {
            [
                Sample(
                    Version.current,
                    $0.configuration.instructionSet.rawValue,
                    value: 1
                )
            ]
        },
        one(.counter, "process_cpu_seconds_total", help: "Processor time of all threads.") {
            $0.process.processorSeconds
        },
        one(.gauge, "process_start_time_seconds", help: "Start of the process since 1970.") {
            $0.process.startSeconds
        },
        one(.gauge, "process_resident_memory_bytes", help: "Memory in use.") {
            Double($0.process.residentByteCount)
        },
        one(.gauge, "process_virtual_memory_bytes", help: "Size of the address space.") {
            Double($0.process.virtualByteCount)
        },
        one(.gauge, "process_threads", help: "Threads.") { Double($0.process.threadCount) },
        one(.gauge, "process_open_fds", help: "Open descriptors.") {
            Double($0.process.descriptorCount)
        },
        one(.gauge, "process_max_fds", help: "Descriptors that may be open.") {
            Double($0.process.descriptorLimit)
        },
    ]

    private static func tiers(
        _ kind: Kind,
        _ name: String,
        _ help: String,
        _ value: any KeyPath<TierStatistics, Int> & Sendable
    ) -> Instrument {
        read(kind, name, by: "cache", "tier", help: help) {
            $0.tiers.map { Sample($0.cache, $0.tier, value: $0.statistics[keyPath: value]) }
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
