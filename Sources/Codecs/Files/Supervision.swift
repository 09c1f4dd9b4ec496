// SPDX-License-Identifier: Apache-2.0

/// The caller's part in long work: whether it goes on, and where the words of libraries go.
package struct Supervision {
    /// Returns whether the work is still wanted; called repeatedly, at least with every 64 KiB of a file and
    /// every few milliseconds while a process is awaited.
    package let mayContinue: () -> Bool

    private let note: (String) -> Void

    /// Creates a supervision, by default of work that goes on to its end.
    ///
    /// - Parameters:
    ///   - mayContinue: False ends the work with `interrupted`.
    ///   - note: Called with the reason when a library or a process fails, for a log.
    package init(
        mayContinue: @escaping () -> Bool = { true },
        note: @escaping (String) -> Void = { _ in }
    ) {
        self.mayContinue = mayContinue
        self.note = note
    }

    /// The same supervision, with words of libraries that go nowhere.
    var unreported: Supervision { Supervision(mayContinue: mayContinue) }

    /// Passes the words of a library to the caller, unless there are none.
    package func report(_ message: String) {
        if !message.isEmpty { note(message) }
    }
}
