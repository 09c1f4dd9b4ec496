// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// Counts each exchange, and plans a return of freed memory.
struct MetricsLayer: RequestLayer {
    private let monitoring: Monitoring

    /// Creates the layer with the counters of the service.
    init(_ monitoring: Monitoring) { self.monitoring = monitoring }

    func note(_ record: ExchangeRecord, _ facts: RequestFacts.Values?) {
        let metrics = monitoring.metrics
        metrics.count(record, facts, status: AccessLog.status(of: record))
        if monitoring.log.isSlow(record) { metrics.countSlowRequest() }
        monitoring.memory.exchangeEnded()
    }
}
