// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging

/// The content of a log line, independent of its format.
struct LogLine: Sendable {
    let time: Date
    let level: Logger.Level
    let message: String

    /// The fields of the line, in the order of their names.
    let fields: [(name: String, value: Logger.MetadataValue)]

    /// Creates the content of a line from an event and the fields of its logger and provider.
    ///
    /// For equal names, the event wins over the provider, which wins over the logger.
    init(
        _ event: LogEvent,
        metadata: Logger.Metadata,
        provider: Logger.MetadataProvider?,
        time: Date = .now
    ) {
        var fields = metadata
        if let provider { fields.merge(provider.get()) { $1 } }
        if let own = event.metadata {
            if fields.isEmpty { fields = own } else { fields.merge(own) { $1 } }
        }
        if let error = event.error { fields["error"] = "\(error)" }
        self.time = time
        level = event.level
        message = event.message.description
        self.fields = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Formats the line as text or JSON, with its line break.
    func bytes(as format: Configuration.LogFormat) -> [UInt8] {
        var line = LogLineWriter(format, time: time, level: level, message: message)
        for (name, value) in fields { line.add(name, value) }
        return line.end()
    }
}
