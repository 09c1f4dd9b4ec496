// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Logging
import Rendering

/// Writes one line for each exchange: never a token, never a byte of a picture.
struct AccessLog: Sendable {
    /// The annotation with the name of the request.
    static let requestKey = "request_id"
    /// The annotation with the trace.
    static let traceKey = "traceparent"
    /// The annotation with the type of the problem that was answered.
    static let problemKey = "problem"
    /// The annotation with what the cache did.
    static let cacheKey = "cache"
    /// The annotation with the wait for a worker, in milliseconds.
    static let queueKey = "queue_ms"

    /// The status that is logged when the client left before it was answered.
    static let clientLeftStatus = 499

    private let logger: Logger
    // To ask the logger each time would count references to what all threads share.
    private let threshold: Logger.Level

    /// Creates a log.
    init(_ logger: Logger) {
        self.logger = logger
        threshold = logger.logLevel
    }

    /// Writes the line of an exchange that has ended.
    func write(_ record: ExchangeRecord) {
        let status = Self.status(of: record)
        let level = Self.level(of: record, status: status)
        guard level >= threshold else { return }
        var metadata: Logger.Metadata = [
            "status": .stringConvertible(status),
            "outcome": .string(Self.word(for: record.outcome)),
            "peer": .string(record.peer),
            "bytes_in": .stringConvertible(record.bytesReceived),
            "bytes_out": .stringConvertible(record.bytesSent),
            "duration_ms": .stringConvertible(
                Double(ServerTiming.microseconds(record.duration)) / 1000
            ),
        ]
        if let request = record.request {
            metadata["method"] = .string(request.method.rawValue)
            metadata["target"] = .string(request.path ?? "")
        }
        for note in record.annotations {
            let isNumber = note.key == Self.queueKey
            metadata[note.key] = isNumber ? Self.number(note.value) : .string(note.value)
        }
        if metadata[Self.requestKey] == nil {
            // Whose client left before a fault could be told it has no name yet.
            metadata[Self.requestKey] = .string(RequestIdentifier.make(from: nil))
        }
        logger.log(level: level, "request", metadata: metadata)
    }

    /// How much somebody should care: errors are our own.
    private static func level(of record: ExchangeRecord, status: Int) -> Logger.Level {
        if status == 503 { return .warning }
        // What the server refuses by itself, 501 and 505 included, the client has done.
        if case .fault = record.outcome { return .info }
        return status >= 500 ? .error : .info
    }

    /// A decimal number that a JSON line carries as one.
    private static func number(_ text: String) -> Logger.MetadataValue {
        Double(text).map { .stringConvertible($0) } ?? .string(text)
    }

    private static func status(of record: ExchangeRecord) -> Int {
        switch record.outcome {
        case .clientLeft: clientLeftStatus
        case .fault(let fault): record.status?.code ?? fault.status.code
        case .completed, .timedOut, .failedMidway: record.status?.code ?? 0
        }
    }

    private static func word(for outcome: ExchangeRecord.Outcome) -> String {
        switch outcome {
        case .completed: "completed"
        case .clientLeft: "client_left"
        case .timedOut: "timed_out"
        case .failedMidway: "failed_midway"
        case .fault: "fault"
        }
    }
}
