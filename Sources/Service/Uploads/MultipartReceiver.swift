// SPDX-License-Identifier: Apache-2.0

/// Takes the parts of a form as they arrive.
protocol MultipartReceiver {
    /// Why a part is not taken; ends the reading of the form.
    associatedtype Failure: Error

    /// The failure that stands for a fault of the form itself.
    static func failure(_ error: MultipartError) -> Failure

    /// A part begins.
    mutating func begin(_ part: MultipartPart) throws(Failure)

    /// More bytes of the part, never none.
    mutating func receive(_ bytes: Span<UInt8>) throws(Failure)

    /// The part ends.
    mutating func endPart() throws(Failure)
}
