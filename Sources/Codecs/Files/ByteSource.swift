// SPDX-License-Identifier: Apache-2.0

/// Delivers the next bytes of a file, at least one; an empty array at its end.
public typealias ByteSource = () throws(SourceFailed) -> [UInt8]

/// Takes the next bytes of a result.
public typealias ByteSink = ([UInt8]) throws(SinkClosed) -> Void

/// Thrown by a ByteSource that cannot deliver, which ends the decoding.
public struct SourceFailed: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}

/// Thrown by a ByteSink that takes no more, which ends the encoding.
public struct SinkClosed: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}
