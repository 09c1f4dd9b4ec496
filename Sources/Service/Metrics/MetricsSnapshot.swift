// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import Rendering
import Store
import Typesetting

/// The state of the service at one moment, for the metrics and for `/v1/status`.
struct MetricsSnapshot: Sendable {
    /// The statistics of one tier of a cache.
    struct Tier: Sendable {
        /// The name of the cache: `originals`, `results`, `decisions`, `legibility`, `placeholders`
        /// or `geometries`.
        let cache: String
        /// The name of the tier; always `memory`.
        let tier: String
        /// The numbers of entries, bytes, hits, misses and evictions.
        let statistics: TierStatistics
    }

    /// The budget and the use of one part of the service's memory.
    struct MemoryPart: Sendable {
        /// The name of the part, such as `uploads`.
        let name: String
        /// The greatest number of bytes that the part may take.
        let budget: Int
        /// The number of bytes that the part has reserved or holds now.
        let used: Int
    }

    /// The state of the persistent store beneath the memory caches.
    struct StoreState: Sendable {
        /// The numbers of reads, writes, misses and failures of the store.
        let statistics: BlobStore.Statistics
        /// Whether the store can be read and written, with the reason if it cannot.
        let health: StoreHealth
        /// The state of the folder in front of the bucket; nil for a store without such a folder.
        let upper: UpperTier?
    }

    /// The options with which the service runs.
    let configuration: Configuration
    /// The state of the worker threads and of their queue.
    let pool: WorkerPool.Status
    /// The statistics of all tiers of all caches.
    let tiers: [Tier]
    /// The state of the persistent store; nil if the service has none.
    let store: StoreState?
    /// The budgets and the use of all parts of the service's memory.
    let memory: [MemoryPart]
    /// The number of running codec processes, and of those that ended before their time.
    let codecs: (running: Int, lost: Int)
    /// The number of running typesetting processes, and of those that ended before their time.
    let typesetting: (running: Int, lost: Int)
    /// The names of the configured sources of pictures.
    let sources: [String]
    /// The number of requests that joined a rendering in progress.
    let joins: Int
    /// The counters of the HTTP server; all zero if no server is observed.
    let server: ServerStatistics
    /// The use of resources by the process.
    let process: ProcessFacts
    /// Whether the readiness probe succeeds.
    let isReady: Bool
}

extension ImageService {
    /// The current state of the service, for the metrics and for `/v1/status`.
    var snapshot: MetricsSnapshot {
        let results = renders.results.statistics
        let pool = admission.pool.status
        let originals = images.originals.statistics
        return MetricsSnapshot(
            configuration: configuration,
            pool: pool,
            tiers: [
                .init(cache: "originals", tier: "memory", statistics: originals),
                .init(cache: "results", tier: "memory", statistics: results.kept),
                .init(cache: "decisions", tier: "memory", statistics: renders.known.statistics),
                .init(
                    cache: "legibility",
                    tier: "memory",
                    statistics: analyses.legibility.statistics
                ),
                .init(
                    cache: "placeholders",
                    tier: "memory",
                    statistics: analyses.placeholders.statistics
                ),
                .init(
                    cache: "geometries",
                    tier: "memory",
                    statistics: analyses.geometries.statistics
                ),
            ],
            store: images.store.map {
                .init(statistics: $0.statistics, health: $0.health, upper: $0.tier.upper)
            },
            memory: [
                .init(
                    name: "renders",
                    budget: configuration.memoryBudget,
                    used: pool.memoryInUse
                ),
                .init(
                    name: "uploads",
                    budget: configuration.uploadsBudget,
                    used: configuration.uploadsBudget - images.receiving.available
                ),
                .init(name: "originals", budget: originals.budget, used: originals.byteCount),
                .init(name: "results", budget: results.kept.budget, used: results.kept.byteCount),
                .init(
                    name: "flights",
                    budget: configuration.flightsBudget,
                    used: results.flightByteCount
                ),
            ],
            codecs: ForeignCodecHost.current?.processCounts ?? (0, 0),
            typesetting: TypesettingHost.current?.processCounts ?? (0, 0),
            sources: sources.names,
            joins: results.joins + renders.unkept.statistics.joins,
            server: monitoring.serverStatistics,
            process: .current,
            isReady: admission.unreadiness == nil
        )
    }
}
