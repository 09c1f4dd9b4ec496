// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
package import Logging
import Platform
import Synchronization

/// A destination of log lines, which a queue of its own writes in order.
///
/// An event loop must not wait for a slow reader of the log. Lines are therefore queued in memory.
/// When the queue reaches ``backlogLimit``, further lines are dropped, and a line tells their
/// number.
package final class LogSink: Sendable {
    /// The greatest number of bytes in the queue.
    package static let backlogLimit = 1 << 20

    /// The time for which lines are collected between two writes, in microseconds.
    ///
    /// A single line is written at once; a separate write for each of many lines would cost a
    /// wakeup each.
    private static let pause: UInt32 = 10_000

    private struct State {
        var backlog: [UInt8] = []
        var omittedCount = 0
        var isWriting = false
    }

    private let descriptor: Int32
    private let format: Configuration.LogFormat
    private let owner: (any Sendable)?
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "frostpane.log", qos: .utility)

    /// Creates a sink that writes to a file descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open file descriptor; 2 is standard error.
    ///   - format: The form of the sink's own lines.
    ///   - owner: The owner of the descriptor, which the sink keeps alive. Lines may come as long as
    ///     anything that logs exists, and must not go to another file that got the same number.
    package init(
        descriptor: Int32 = 2,
        format: Configuration.LogFormat = .text,
        owner: (any Sendable)? = nil
    ) {
        self.descriptor = descriptor
        self.format = format
        self.owner = owner
    }

    /// Queues a line, which must end with its line break.
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

    /// Waits until all queued lines are written, at most for a time in seconds.
    ///
    /// - Parameter seconds: The longest wait.
    package func flush(seconds: Int = 2) {
        let written = DispatchSemaphore(value: 0)
        queue.async {
            self.writeBacklog(isLast: false)
            written.signal()
        }
        _ = written.wait(timeout: .now() + .seconds(seconds))
    }

    /// Writes queued lines again and again, with a pause in between, until there are none.
    ///
    /// The thread sleeps meanwhile, because a timer would wake two threads. A flush runs in
    /// between.
    private func run() {
        guard writeBacklog(isLast: true) else { return }
        usleep(Self.pause)
        queue.async { self.run() }
    }

    /// Writes all queued lines, and the number of dropped ones; returns whether any were queued.
    ///
    /// - Parameter isLast: Whether the next line must start the writer again if the queue is empty.
    /// - Returns: Whether there were any lines.
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
        // An error in writing the log cannot be reported anywhere.
        try? Syscall.write(lines, to: descriptor)
        if omittedCount > 0 {
            var line = LogLineWriter(format, level: .warning, message: "log lines omitted")
            line.add("count", omittedCount)
            try? Syscall.write(line.end(), to: descriptor)
        }
        return true
    }
}

extension LogSink {
    /// Formats log lines that report errors, for a program that ends.
    ///
    /// - Parameters:
    ///   - sentences: The errors.
    ///   - format: The format of the lines.
    /// - Returns: The lines with their line breaks.
    package static func errorLines(
        _ sentences: [String],
        as format: Configuration.LogFormat
    ) -> [UInt8] {
        sentences.flatMap { LogLineWriter(format, level: .error, message: $0).end() }
    }

    /// Makes a factory of log handlers that write to this sink, for the logging system.
    ///
    /// - Parameters:
    ///   - format: The format of the lines.
    ///   - level: The least severe level that is written.
    /// - Returns: A function that creates the handler of a logger from its label.
    package func handlerFactory(
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
