// SPDX-License-Identifier: Apache-2.0

import Codecs
package import HTTPServer
import Rendering
import Store
import Synchronization

/// The state of the service at one moment, for the metrics and for `/v1/status`.
struct MetricsSnapshot: Sendable {
    /// A tier of one of the caches.
    struct Tier: Sendable {
        /// The cache: `originals`, `results`, `decisions`, `legibility` or
        /// `placeholders`.
        let cache: String
        /// The tier: `memory`.
        let tier: String
        /// The counts.
        let statistics: TierStatistics
    }

    /// A part of the memory budget.
    struct MemoryPart: Sendable {
        /// The name of the part, such as `uploads`.
        let name: String
        /// The greatest sum, in bytes.
        let budget: Int
        /// The bytes that are taken now.
        let used: Int
    }

    /// The store below memory.
    struct StoreState: Sendable {
        /// The counts of calls.
        let statistics: BlobStore.Statistics
        /// Whether the store works, and why it does not.
        let health: StoreHealth
        /// The state of the tier above it; nil for none.
        let upper: UpperTier?
    }

    /// The options.
    let configuration: Configuration
    /// The workers and their queue.
    let pool: WorkerPool.Status
    /// The tiers of the caches.
    let tiers: [Tier]
    /// The store below memory; nil for none.
    let store: StoreState?
    /// The parts of the memory budget.
    let memory: [MemoryPart]
    /// The number of codec processes, and of those that ended before their time.
    let codecs: (running: Int, lost: Int)
    /// The names of the sources.
    let sources: [String]
    /// The number of requests that joined a rendering in progress.
    let joins: Int
    /// The counts of the server; zero if none is known.
    let server: ServerStatistics
    /// The use of resources by the process.
    let process: ProcessFacts
    /// Whether requests should be sent here.
    let isReady: Bool
}

extension ImageService {
    /// Lets the service ask for the counts of the server that it answers for.
    ///
    /// - Parameter statistics: Returns the counts; called from any thread.
    package func observe(_ statistics: @escaping @Sendable () -> ServerStatistics) {
        serverStatistics.withLock { $0 = statistics }
    }

    /// The state now.
    var snapshot: MetricsSnapshot {
        let results = results.statistics
        let pool = pool.status
        let originals = originals.statistics
        let statistics = serverStatistics.withLock { $0 }
        return MetricsSnapshot(
            configuration: configuration,
            pool: pool,
            tiers: [
                .init(cache: "originals", tier: "memory", statistics: originals),
                .init(cache: "results", tier: "memory", statistics: results.kept),
                .init(cache: "decisions", tier: "memory", statistics: knownRenderings.statistics),
                .init(cache: "legibility", tier: "memory", statistics: analyses.statistics),
                .init(cache: "placeholders", tier: "memory", statistics: placeholders.statistics),
                .init(cache: "geometries", tier: "memory", statistics: geometryAnalyses.statistics),
            ],
            store: store.map {
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
                    used: configuration.uploadsBudget - receiving.available
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
            sources: sources.names,
            joins: results.joins + unkept.statistics.joins,
            server: statistics?() ?? ServerStatistics(),
            process: .current,
            isReady: unreadiness == nil
        )
    }
}
