// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The head of an answer that follows from what was noted about the head of its request.
///
/// Begins with a head that is written down already; fields of this answer alone can follow.
public struct ResponseHead: Sendable {
    /// What is written so far, without the empty line.
    var bytes: [UInt8] = []
    /// What the connection has to know of it; nil until it is begun.
    private(set) var traits: ResponseTraits?
    /// Whether `Date` is among the fields.
    private(set) var hasDate = false

    init() {}

    /// Begins the head.
    ///
    /// - Parameter response: A head after which the connection goes on, and with a status that a body
    ///   may follow.
    public mutating func begin(with response: PreparedResponse) {
        let traits = response.traits
        precondition(!traits.isClosing && !traits.forbidsBody, "a head for the last or for no body")
        bytes = []
        bytes.reserveCapacity(response.lines.count + ResponseEncoder.addedCount)
        bytes.append(contentsOf: response.lines)
        self.traits = traits
        hasDate = response.hasDate
    }

    /// Adds a field, unless its value has a line end, a NUL or another control character.
    public mutating func add(_ name: HTTPField.Name, _ value: Span<UInt8>) {
        precondition(traits != nil, "a field before the head is begun")
        ResponseEncoder.append(name, value, to: &bytes)
    }
}
