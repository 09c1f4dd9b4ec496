// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// Writes the line of each exchange.
struct LogLayer: RequestLayer {
    private let log: AccessLog

    /// Creates the layer with the log of the service.
    init(_ log: AccessLog) { self.log = log }

    func note(_ record: ExchangeRecord, _ facts: RequestFacts.Values?) { log.write(record, facts) }
}
