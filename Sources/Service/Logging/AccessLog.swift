// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Logging
import Rendering

/// Writes one line for each exchange: never a token, never a byte of a picture.
///
/// The line goes straight into bytes, in the form of all other lines (``LogLineWriter``). A dictionary
/// of metadata for each request would cost more than an answer from the cache.
struct AccessLog: Sendable {
    /// A value that the service notes while it answers, each under the name of its field.
    enum Note: String, CaseIterable {
        /// The part that the cache had in the answer.
        case cache
        /// The type of the problem that was answered.
        case problem
        /// The wait for a worker, in milliseconds.
        case queue = "queue_ms"
        /// The name of the request.
        case requestID = "request_id"
        /// The trace that the request belongs to.
        case traceParent = "traceparent"
    }

    /// The status that is logged when the client left before it was answered.
    static let clientLeftStatus = 499

    private let sink: LogSink
    private let format: Configuration.LogFormat
    private let threshold: Logger.Level

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - sink: The destination of the lines.
    ///   - format: The form of the lines.
    ///   - threshold: The least severe lines that are written.
    init(_ sink: LogSink, format: Configuration.LogFormat, threshold: Logger.Level) {
        self.sink = sink
        self.format = format
        self.threshold = threshold
    }

    /// Writes the line of an exchange that has ended.
    func write(_ record: ExchangeRecord) {
        let status = Self.status(of: record)
        let level = Self.level(of: record, status: status)
        guard level >= threshold else { return }
        var line = LogLineWriter(format, level: level, message: "request")
        Self.write(record, status: status, to: &line)
        sink.write(line.end())
    }

    /// Writes the fields, in the order of their names.
    private static func write(
        _ record: ExchangeRecord,
        status: Int,
        to line: inout LogLineWriter
    ) {
        let request = record.request
        let notes = record.annotations
        line.add("bytes_in", record.bytesReceived)
        line.add("bytes_out", record.bytesSent)
        line.add(.cache, of: notes)
        line.add("duration_ms", Double(ServerTiming.microseconds(record.duration)) / 1000)
        if let request { line.add("method", request.method.rawValue) }
        line.add("outcome", word(for: record.outcome))
        line.add("peer", record.peer)
        line.add(.problem, of: notes)
        line.add(.queue, of: notes)
        if notes[.requestID] == nil {
            // Nothing has named a request whose client left before its fault was answered.
            line.add(AccessLog.Note.requestID.rawValue, RequestIdentifier.make(from: nil))
        } else {
            line.add(.requestID, of: notes)
        }
        line.add("status", status)
        if let request { line.add("target", request.path ?? "") }
        line.add(.traceParent, of: notes)
    }

    /// The severity: errors are the server's own.
    private static func level(of record: ExchangeRecord, status: Int) -> Logger.Level {
        if status == 503 { return .warning }
        // What the server refuses by itself, 501 and 505 included, the client has done.
        if case .fault = record.outcome { return .info }
        return status >= 500 ? .error : .info
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

extension HTTPExchange {
    /// Notes a value for the line of the exchange, in place of an earlier one.
    func annotate(_ note: AccessLog.Note, _ value: String) { annotate(note.rawValue, value) }
}

extension ExchangeAnnotations {
    /// A value that was noted; nil for none.
    subscript(note: AccessLog.Note) -> String? { self[note.rawValue] }
}

extension LogLineWriter {
    /// Adds a value if it was noted; the wait for a worker is a number.
    fileprivate mutating func add(_ note: AccessLog.Note, of notes: ExchangeAnnotations) {
        guard let value = notes[note] else { return }
        if note == .queue, let number = Double(value) {
            add(note.rawValue, number)
        } else {
            add(note.rawValue, value)
        }
    }
}
