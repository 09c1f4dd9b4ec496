// SPDX-License-Identifier: Apache-2.0

/// A function that delivers the next bytes of a file, at least one; an empty array at its end.
package typealias ByteSource = () throws(SourceFailed) -> [UInt8]

/// A function that takes the next bytes of an encoded file.
package typealias ByteSink = ([UInt8]) throws(SinkClosed) -> Void

/// The error of a ``ByteSource`` that cannot deliver; it ends the decoding.
package struct SourceFailed: Error, Hashable, Sendable {
    /// Creates the error of a failed source.
    package init() {}
}

/// The error of a ``ByteSink`` that takes no more bytes; it ends the encoding.
package struct SinkClosed: Error, Hashable, Sendable {
    /// Creates the error of a closed sink.
    package init() {}
}
