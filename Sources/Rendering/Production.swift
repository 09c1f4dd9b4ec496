// SPDX-License-Identifier: Apache-2.0

/// A render while it runs: what turns one file into the other, some rows at a time.
protocol Production: AnyObject {
    /// Decodes, changes and encodes some more rows; what is encoded goes to a sink.
    ///
    /// - Returns: Whether there is more to do.
    func advance() throws(RenderError) -> Bool

    /// The time that decoding took so far, on whichever thread.
    var decoding: Duration { get }

    /// The time that this thread spent decoding, or waiting for what others decode.
    var awaiting: Duration { get }

    /// The time that encoding took so far.
    var encoding: Duration { get }
}
