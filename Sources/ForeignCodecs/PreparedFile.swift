// SPDX-License-Identifier: Apache-2.0

/// A file that was rewritten for its library.
package struct PreparedFile: Sendable {
    /// The rewritten file; nil if the library gets the file as it is.
    package var bytes: [UInt8]?

    /// The constructs that are drawn in another way.
    package var notes: DrawingNotes

    /// Creates a file that is left as it is, unless stated otherwise.
    package init(bytes: [UInt8]? = nil, notes: DrawingNotes = []) {
        self.bytes = bytes
        self.notes = notes
    }
}
