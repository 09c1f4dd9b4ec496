// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import Rendering
import Store

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
