// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Logging
import Rendering
import Store

/// Writes one log line for each exchange, without tokens and without bytes of pictures.
///
/// Of the refusals for lack of workers only some have a line each (``RefusalSampling``); another
/// line has the number of the others.
///
/// The line is written directly as bytes, in the same form as all other lines (``LogLineWriter``).
/// A dictionary of metadata for each request would cost more than an answer from the cache.
struct AccessLog: Sendable {
    /// A field of the log line that the service sets; the raw value is the name of the field.
    enum Note: String, CaseIterable {
        /// The outcome of the cache look-up.
        case cache
        /// The name of the key that signed the address.
        case keyID = "key_id"
        /// The name of the preset that is rendered.
        case preset
        /// The type of the problem (the error) in the response.
        case problem
        /// The wait for a worker, in milliseconds.
        case queue = "queue_ms"
        /// The identifier of the request.
        case requestID = "request_id"
        /// The reason why a picture could not be fetched from a source.
        case sourceFault = "source_fault"
        /// The name of the caller's token.
        case token
        /// The identifier of the caller's span in the distributed trace.
        case traceCaller = "parent_id"
        /// The distributed trace of the request, with the span of this server.
        case traceParent = "traceparent"
        /// The kinds of damage in the picture's file that the rendering tolerated.
        case warning
    }

    /// The status that is logged when the client left before the response.
    static let clientLeftStatus = 499

    private let sink: LogSink
    private let format: Configuration.LogFormat
    /// The least severe level that is written.
    let threshold: LogThreshold
    private let refusals = RefusalSampling()
    /// The least duration of a request that is logged as slow; nil if none is.
    private let slowRequest: Duration?

    /// Creates a log of exchanges that writes to a sink.
    ///
    /// - Parameters:
    ///   - sink: The destination of the lines.
    ///   - format: The form of the lines.
    ///   - threshold: The least severe level that is written.
    ///   - slowRequest: The time from which on a request is slow; nil if none is.
    init(
        _ sink: LogSink,
        format: Configuration.LogFormat,
        threshold: Logger.Level,
        slowRequest: Duration? = nil
    ) {
        self.sink = sink
        self.slowRequest = slowRequest
        self.format = format
        self.threshold = LogThreshold(threshold)
    }

    /// Whether a request took so long that it is logged as slow.
    func isSlow(_ record: ExchangeRecord) -> Bool {
        slowRequest.map { record.duration >= $0 } ?? false
    }

    /// Writes the line of an exchange that has ended.
    ///
    /// The line of a slow request is a warning, and has the times of its phases.
    ///
    /// - Parameters:
    ///   - record: The exchange.
    ///   - facts: The facts that the service has learned; nil if it has not seen the request.
    func write(_ record: ExchangeRecord, _ facts: RequestFacts.Values? = nil) {
        let status = Self.status(of: record)
        let isSlow = isSlow(record)
        let level = Self.level(of: record, facts, status: status, isSlow: isSlow)
        guard level >= threshold.level else { return }
        if let count = refusals.takeOmitted() { writeOmitted(count) }
        if status == 503, record.annotations[.problem] == ProblemType.saturated.rawValue,
            !refusals.admitsLine()
        {
            return
        }
        let message = isSlow ? "slow request" : "request"
        var line = LogLineWriter(format, level: level, message: message)
        Self.write(record, facts, status: status, isSlow: isSlow, to: &line)
        sink.write(line.end())
    }

    /// Writes a line when the persistent store fails, with the reason, or works again.
    func write(_ health: StoreHealth, of tier: String) {
        let level: Logger.Level = health.isFine ? .info : .error
        // A change of the store's state is logged at every level.
        var line = LogLineWriter(format, level: level, message: tier)
        line.add("reading", health.reading.words)
        line.add("writing", health.writing.words)
        sink.write(line.end())
    }

    private func writeOmitted(_ count: Int) {
        var line = LogLineWriter(format, level: .warning, message: "refusals without a line")
        line.add("count", count)
        sink.write(line.end())
    }

    /// Writes the error message of a codec's library about a failure, which no response contains.
    ///
    /// - Parameters:
    ///   - error: The error that ended the work; nothing is written unless it is that of a codec.
    ///   - work: The work, which keeps the words.
    ///   - requestID: The name of the request that began the work; others may have joined it.
    func write(failure error: RenderError, of work: Cancellation, requestID: String) {
        guard case .codec(let error) = error, let message = work.libraryMessage else { return }
        let level: Logger.Level = error.isOfServer ? .error : .info
        guard level >= threshold.level else { return }
        var line = LogLineWriter(format, level: level, message: "library failed")
        line.add("library_message", message)
        line.add(Note.requestID.rawValue, requestID)
        sink.write(line.end())
    }

    /// Adds the fields of an exchange to a line, in the order of their names.
    private static func write(
        _ record: ExchangeRecord,
        _ facts: RequestFacts.Values?,
        status: Int,
        isSlow: Bool,
        to line: inout LogLineWriter
    ) {
        let request = record.request
        let notes = record.annotations
        let picture = facts?.picture
        let timings = isSlow ? facts?.flight?.timings : nil
        line.add("bytes_in", record.bytesReceived)
        line.add("bytes_out", record.bytesSent)
        line.add(.cache, of: notes)
        if let timings { line.add("decode_ms", timings.decode) }
        line.add("duration_ms", record.duration)
        if let timings {
            line.add("effects_ms", timings.effects)
            line.add("encode_ms", timings.encode)
        }
        if let picture { line.add("format", picture.format) }
        line.add(.keyID, of: notes)
        if let request { line.add("method", request.method.rawValue) }
        line.add("outcome", word(for: record.outcome))
        line.add(.traceCaller, of: notes)
        line.add("peer", record.peer)
        if let picture { line.add("pixels", picture.pixelCount) }
        line.add(.preset, of: notes)
        line.add(.problem, of: notes)
        line.add(.queue, of: notes)
        if notes[.requestID] == nil {
            // The client left before its fault was answered, so the request has no identifier yet.
            line.add(AccessLog.Note.requestID.rawValue, RequestIdentifier.make(from: nil))
        } else {
            line.add(.requestID, of: notes)
        }
        if isSlow { line.add("send_ms", record.sending) }
        if let picture { line.add("size", picture.size) }
        line.add(.sourceFault, of: notes)
        line.add("status", status)
        if let request { line.add("target", LoggedTarget.masked(request.path ?? "")) }
        if let tier = facts?.tier { line.add("tier", tier) }
        line.add(.token, of: notes)
        line.add(.traceParent, of: notes)
        line.add(.warning, of: notes)
        if let picture { line.add("work", picture.work) }
    }

    /// The level of a line: `error` for faults of the server, `debug` for successful health probes.
    private static func level(
        of record: ExchangeRecord,
        _ facts: RequestFacts.Values?,
        status: Int,
        isSlow: Bool
    ) -> Logger.Level {
        if status == 503 || isSlow && status < 500 { return .warning }
        if status < 400, facts?.route.isOfMonitoring == true { return .debug }
        // The client causes all faults that the HTTP server refuses itself, 501 and 505 included.
        if case .fault = record.outcome { return .info }
        return status >= 500 ? .error : .info
    }

    /// The status of an exchange for the log and metrics, also of one without a response.
    static func status(of record: ExchangeRecord) -> Int {
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
    /// The value that the service has set for a field of the log line; nil for none.
    subscript(note: AccessLog.Note) -> String? { self[note.rawValue] }
}

extension LogLineWriter {
    /// Adds a field with a duration in milliseconds.
    fileprivate mutating func add(_ name: String, _ duration: Duration) {
        add(name, thousandths: ServerTiming.microseconds(duration))
    }

    /// Adds a field if the service has set it; the wait for a worker is written as a number.
    fileprivate mutating func add(_ note: AccessLog.Note, of notes: ExchangeAnnotations) {
        guard let value = notes[note] else { return }
        if note == .queue, let number = Double(value) {
            add(note.rawValue, number)
        } else {
            add(note.rawValue, value)
        }
    }
}

extension CodecError {
    /// Whether the program or its system is the cause, and no image.
    fileprivate var isOfServer: Bool {
        if case .codecUnavailable = self { return true }
        return self == .encoderFailed
    }
}
