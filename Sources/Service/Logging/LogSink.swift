// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
public import Logging
import Platform
import Synchronization

/// The destination of log lines: writes whole lines, in order, on a queue of its own.
///
/// An event loop that logs must not wait for whoever reads the log. Lines are therefore handed
/// over in memory; when the reader is so slow that ``backlogLimit`` is reached, further lines are
/// left out, and a line says how many.
public final class LogSink: Sendable {
    /// The most bytes that wait to be written.
    public static let backlogLimit = 1 << 20

    /// The time for which lines are gathered after some were written, in microseconds.
    ///
    /// A line that comes alone is written at once; of many, each by itself would cost a wakeup.
    private static let pause: UInt32 = 10_000

    private struct State {
        var backlog: [UInt8] = []
        var omittedCount = 0
        var isWriting = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "frostpane.log", qos: .utility)

    /// Creates a sink.
    ///
    /// - Parameter descriptor: An open file descriptor; 2 is standard error.
    public init(descriptor: Int32 = 2) {
        self.descriptor = descriptor
    }

    /// Hands over one line, which must end with its line break.
    func write(_ line: [UInt8]) {
        let mustStart = state.withLock { state in
            guard state.backlog.count + line.count <= Self.backlogLimit else {
                state.omittedCount += 1
                return false
            }
            state.backlog += line
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.async { self.run() } }
    }

    /// Returns when everything handed over so far is written, or when its reader is too slow.
    ///
    /// - Parameter seconds: How long to wait at most.
    public func flush(seconds: Int = 2) {
        let written = DispatchSemaphore(value: 0)
        queue.async {
            self.writeBacklog(isLast: false)
            written.signal()
        }
        _ = written.wait(timeout: .now() + .seconds(seconds))
    }

    /// Writes what there is, and again after a pause, until there was nothing.
    ///
    /// The thread sleeps meanwhile: a timer would cost the wakeups of two. Whoever flushes gets in between.
    private func run() {
        guard writeBacklog(isLast: true) else { return }
        usleep(Self.pause)
        queue.async { self.run() }
    }

    /// Writes what there is.
    ///
    /// - Parameter isLast: Whether whoever comes next has to start anew when there is nothing.
    /// - Returns: Whether there was anything.
    @discardableResult
    private func writeBacklog(isLast: Bool) -> Bool {
        let (lines, omittedCount) = state.withLock { state in
            defer {
                if isLast, state.backlog.isEmpty { state.isWriting = false }
                state.backlog = []
                state.omittedCount = 0
            }
            return (state.backlog, state.omittedCount)
        }
        guard !lines.isEmpty else { return false }
        // A log that cannot be written has nobody to be told to.
        try? Syscall.write(lines, to: descriptor)
        if omittedCount > 0 {
            let note = Array("\(omittedCount) log lines left out\n".utf8)
            try? Syscall.write(note, to: descriptor)
        }
        return true
    }
}

extension LogSink {
    /// A factory of handlers for the logging system.
    ///
    /// - Parameters:
    ///   - format: How lines are written.
    ///   - level: The least severe lines that are written.
    /// - Returns: What makes the handler of a logger from its label.
    public func handlerFactory(
        format: Configuration.LogFormat,
        level: Configuration.LogLevel
    ) -> @Sendable (_ label: String) -> any LogHandler {
        { _ in LineLogHandler(sink: self, format: format, logLevel: level.level) }
    }
}

extension Configuration.LogLevel {
    var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}
