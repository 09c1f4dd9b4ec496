// SPDX-License-Identifier: Apache-2.0

package import Logging

/// A log handler that writes one line for each event: text for people, or JSON for programs.
package struct LineLogHandler: LogHandler {
    /// The least severe level that is written.
    package var logLevel: Logger.Level

    /// The fields that this logger adds to every line.
    package var metadata: Logger.Metadata = [:]

    /// The provider of further fields, such as those of the current task.
    package var metadataProvider: Logger.MetadataProvider?

    private let sink: LogSink
    private let format: Configuration.LogFormat

    /// Creates a log handler that writes to a sink.
    ///
    /// - Parameters:
    ///   - sink: The destination of the lines.
    ///   - format: The form of the lines.
    ///   - logLevel: The least severe level that is written.
    package init(
        sink: LogSink,
        format: Configuration.LogFormat,
        logLevel: Logger.Level = .info
    ) {
        self.sink = sink
        self.format = format
        self.logLevel = logLevel
    }

    /// The value of one of the fields that this logger adds to every line.
    package subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes the line of a log event to the sink.
    package func log(event: LogEvent) {
        let line = LogLine(event, metadata: metadata, provider: metadataProvider)
        sink.write(line.bytes(as: format))
    }
}
