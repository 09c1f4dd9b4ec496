// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import Rendering
import Store
import Typesetting

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
