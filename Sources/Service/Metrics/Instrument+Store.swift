// SPDX-License-Identifier: Apache-2.0

import Store

// Instruments of the persistent store beneath the memory caches; without a store, they have no
// samples.
extension Instrument {
    static let storeRows = [
        read(
            .gauge,
            "frostpane_store_usable",
            by: "use",
            help: "Whether the store can be read and written."
        ) {
            $0.store.map { store in
                [
                    .init("reading", value: store.health.reading == .fine ? 1 : 0),
                    .init("writing", value: store.health.writing == .fine ? 1 : 0),
                ]
            } ?? []
        },
        read(
            .gauge,
            "frostpane_store_folder_usable",
            by: "use",
            help: "Whether the folder cache of the bucket can be read and written."
        ) {
            $0.store?.upper.map { upper in
                [
                    .init("reading", value: upper.health.reading == .fine ? 1 : 0),
                    .init("writing", value: upper.health.writing == .fine ? 1 : 0),
                ]
            } ?? []
        },
        read(
            .counter,
            "frostpane_store_folder_failures_total",
            help: "Failed calls of the folder cache of the bucket."
        ) {
            $0.store?.upper.map { [Sample(value: Double($0.failures))] } ?? []
        },
        read(
            .counter,
            "frostpane_store_calls_total",
            by: "outcome",
            help:
                "Calls of the store: blobs read, missing, damaged or written, results dropped, and failures."
        ) {
            $0.store.map { store in
                let statistics = store.statistics
                return [
                    .init("read", value: statistics.reads),
                    .init("missing", value: statistics.misses),
                    .init("damaged", value: statistics.damaged),
                    .init("written", value: statistics.writes),
                    .init("dropped", value: statistics.dropped),
                    .init("failed", value: statistics.failures),
                ]
            } ?? []
        },
        read(.gauge, "frostpane_store_read_seconds", help: "Usual time of a read from the store.") {
            $0.store.map { [Sample(value: $0.statistics.readSeconds)] } ?? []
        },
        read(.gauge, "frostpane_store_waiting_bytes", help: "Results that wait to be written.") {
            $0.store.map { [Sample(value: Double($0.statistics.waitingByteCount))] } ?? []
        },
    ]
}
