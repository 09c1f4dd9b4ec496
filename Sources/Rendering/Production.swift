// SPDX-License-Identifier: Apache-2.0

/// A render in progress: decodes, changes and encodes an image, some rows at a time.
protocol Production: AnyObject {
    /// Decodes, changes and encodes some more rows, and hands the encoded bytes to a sink.
    ///
    /// - Returns: Whether rows are left to do.
    func advance() throws(RenderError) -> Bool

    /// Whether all rows of the source are decoded, so that no damage in it can be found any more.
    var isDecoded: Bool { get }

    /// The time spent on decoding so far, on all threads.
    var decoding: Duration { get }

    /// The time that this thread spent decoding, or waiting for rows that other threads decode.
    var awaiting: Duration { get }

    /// The time spent on encoding so far.
    var encoding: Duration { get }
}
