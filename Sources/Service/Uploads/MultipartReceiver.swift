// SPDX-License-Identifier: Apache-2.0

/// A receiver of the parts of a form, called by the parser.
protocol MultipartReceiver {
    /// The error with which it refuses a part; it stops the parser.
    associatedtype Failure: Error

    /// Converts an error of the parser.
    static func failure(_ error: MultipartError) -> Failure

    /// Begins a part.
    mutating func begin(_ part: MultipartPart) throws(Failure)

    /// Receives the next bytes of the part; at least one.
    mutating func receive(_ bytes: Span<UInt8>) throws(Failure)

    /// Ends the part.
    mutating func endPart() throws(Failure)
}
