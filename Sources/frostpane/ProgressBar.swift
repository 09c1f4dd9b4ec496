// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many of several files are done, on a terminal; elsewhere it shows nothing.
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
    ///   - isEnabled: Whether there is a terminal, and more than one file to wait for.
    init(total: Int, isEnabled: Bool) {
        self.total = total
        self.isEnabled = isEnabled
    }

    /// Counts a file, and tells what went wrong with it above the bar.
    func advance(telling text: String = "") {
        state.withLock { state in
            state.doneCount += 1
            let erasing = state.isShown ? "\r\u{1b}[K" : ""
            state.isShown = isEnabled && state.doneCount < total
            let line = state.isShown ? Self.line(state.doneCount, of: total) : ""
            let output = erasing + text + line
            if !output.isEmpty { Command.tell(output) }
        }
    }

    /// The bar for a state: thirty cells and the numbers.
    static func line(_ doneCount: Int, of total: Int) -> String {
        let cells = 30
        let full = cells * doneCount / max(1, total)
        return "[\(String(repeating: "#", count: full))"
            + "\(String(repeating: "·", count: cells - full))] \(doneCount)/\(total)"
    }
}
