// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Logging
import Rendering

/// Writes one log line for each exchange, without tokens and without bytes of pictures.
///
/// Of the refusals for lack of workers only some have a line each (``RefusalSampling``); another
/// line has the number of the others.
///
/// The line is written directly as bytes, in the same form as all other lines (``LogLineWriter``).
/// A dictionary of metadata for each request would cost more than an answer from the cache.
struct AccessLog: Sendable {
    /// A value that the service annotates while it answers; the raw value is the field's name.
    enum Note: String, CaseIterable {
        /// The outcome of the cache look-up.
        case cache
        /// The type of the problem in the answer.
        case problem
        /// The wait for a worker, in milliseconds.
        case queue = "queue_ms"
        /// The identifier of the request.
        case requestID = "request_id"
        /// The trace that the request belongs to.
        case traceParent = "traceparent"
        /// The damage of the picture that was tolerated.
        case warning
    }

    /// The status that is logged when the client left before the answer.
    static let clientLeftStatus = 499

    private let sink: LogSink
    private let format: Configuration.LogFormat
    /// The least severe level that is written.
    let threshold: LogThreshold
    private let refusals = RefusalSampling()

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - sink: The destination of the lines.
    ///   - format: The form of the lines.
    ///   - threshold: The least severe level that is written.
    init(_ sink: LogSink, format: Configuration.LogFormat, threshold: Logger.Level) {
        self.sink = sink
        self.format = format
        self.threshold = LogThreshold(threshold)
    }

    /// Writes the line of an exchange that has ended.
    func write(_ record: ExchangeRecord) {
        let status = Self.status(of: record)
        let level = Self.level(of: record, status: status)
        guard level >= threshold.level else { return }
        if let count = refusals.takeOmitted() { writeOmitted(count) }
        if status == 503, record.annotations[.problem] == ProblemType.saturated.rawValue,
            !refusals.admitsLine()
        {
            return
        }
        var line = LogLineWriter(format, level: level, message: "request")
        Self.write(record, status: status, to: &line)
        sink.write(line.end())
    }

    private func writeOmitted(_ count: Int) {
        var line = LogLineWriter(format, level: .warning, message: "refusals without a line")
        line.add("count", count)
        sink.write(line.end())
    }

    /// Writes why libjpeg or libpng failed, in the library's words, which no answer contains.
    ///
    /// - Parameters:
    ///   - error: The error that ended the work; nothing is written unless it is that of a codec.
    ///   - work: The work, which keeps the words.
    ///   - requestID: The name of the request that began the work; others may have joined it.
    func write(failure error: RenderError, of work: Cancellation, requestID: String) {
        guard case .codec(let error) = error, let message = work.libraryMessage else { return }
        let level: Logger.Level = error == .encoderFailed ? .error : .info
        guard level >= threshold.level else { return }
        var line = LogLineWriter(format, level: level, message: "library failed")
        line.add("library_message", message)
        line.add(Note.requestID.rawValue, requestID)
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
            // The client left before its fault was answered, so the request has no identifier yet.
            line.add(AccessLog.Note.requestID.rawValue, RequestIdentifier.make(from: nil))
        } else {
            line.add(.requestID, of: notes)
        }
        line.add("status", status)
        if let request { line.add("target", LoggedTarget.masked(request.path ?? "")) }
        line.add(.traceParent, of: notes)
        line.add(.warning, of: notes)
    }

    /// The severity: errors are faults of the server.
    private static func level(of record: ExchangeRecord, status: Int) -> Logger.Level {
        if status == 503 { return .warning }
        // The client causes all faults that the HTTP server refuses itself, 501 and 505 included.
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
    /// Sets a value for the log line of the exchange, in place of an earlier one.
    func annotate(_ note: AccessLog.Note, _ value: String) { annotate(note.rawValue, value) }
}

extension ExchangeAnnotations {
    /// The value of an annotation; nil for none.
    subscript(note: AccessLog.Note) -> String? { self[note.rawValue] }
}

extension LogLineWriter {
    /// Adds an annotation if there is one; the wait for a worker is written as a number.
    fileprivate mutating func add(_ note: AccessLog.Note, of notes: ExchangeAnnotations) {
        guard let value = notes[note] else { return }
        if note == .queue, let number = Double(value) {
            add(note.rawValue, number)
        } else {
            add(note.rawValue, value)
        }
    }
}
