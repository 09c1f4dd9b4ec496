// SPDX-License-Identifier: Apache-2.0

public import Logging

/// Writes one JSON object a line, for machines.
public struct JSONLogHandler: LogHandler {
    /// The least severe lines that are written.
    public var logLevel: Logger.Level

    /// The fields of every line.
    public var metadata: Logger.Metadata = [:]

    /// What gives further fields.
    public var metadataProvider: Logger.MetadataProvider?

    private let sink: LogSink

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - sink: Where the lines go.
    ///   - logLevel: The least severe lines that are written.
    public init(sink: LogSink, logLevel: Logger.Level = .info) {
        self.sink = sink
        self.logLevel = logLevel
    }

    /// One of the fields of every line.
    public subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        sink.write(LogLine(event, metadata: metadata, provider: metadataProvider).json)
    }
}
