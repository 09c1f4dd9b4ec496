// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A progress bar for rendering several files, shown only on a terminal.
final class ProgressBar: Sendable {
    private struct State {
        var doneCount = 0
        var isShown = false
    }

    private let total: Int
    private let isEnabled: Bool
    private let state = Mutex(State())

    /// Creates a bar that is not shown yet.
    ///
    /// - Parameters:
    ///   - total: The number of files.
    ///   - isEnabled: Whether standard error is a terminal and there are several files.
    init(total: Int, isEnabled: Bool) {
        self.total = total
        self.isEnabled = isEnabled
    }

    /// Counts a finished file, and prints its error, if any, above the bar.
    func advance(telling text: String = "") {
        state.withLock { state in
            state.doneCount += 1
            let erasing = state.isShown ? "\r\u{1b}[K" : ""
            state.isShown = isEnabled && state.doneCount < total
            let line = state.isShown ? Self.line(state.doneCount, of: total) : ""
            let output = erasing + text + line
            if !output.isEmpty { Streams.tell(output) }
        }
    }

    /// Returns the bar text: thirty cells, and the numbers of finished and of all files.
    static func line(_ doneCount: Int, of total: Int) -> String {
        let cells = 30
        let full = cells * doneCount / max(1, total)
        return "[\(String(repeating: "#", count: full))"
            + "\(String(repeating: "·", count: cells - full))] \(doneCount)/\(total)"
    }
}
