// SPDX-License-Identifier: Apache-2.0

/// A function that delivers the next bytes of a file, at least one; an empty array at its end.
public typealias ByteSource = () throws(SourceFailed) -> [UInt8]

/// A function that takes the next bytes of a result.
public typealias ByteSink = ([UInt8]) throws(SinkClosed) -> Void

/// The error of a ``ByteSource`` that cannot deliver, which ends the decoding.
public struct SourceFailed: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}

/// The error of a ``ByteSink`` that takes no more bytes, which ends the encoding.
public struct SinkClosed: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}
