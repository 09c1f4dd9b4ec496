// SPDX-License-Identifier: Apache-2.0

/// The body of a response.
public enum ResponseBody: Sendable {
    /// The response has no body.
    case none

    /// All bytes in one array, sent without a copy.
    case bytes([UInt8])

    /// All bytes in several arrays, sent one after the other without a copy.
    case chunks([[UInt8]])

    /// Bytes from a source, pulled as the client takes them.
    ///
    /// With a length, exactly that many bytes are sent; a source with fewer or more breaks the
    /// connection. Without a length, the body is chunked for HTTP/1.1, and ends with the connection
    /// for HTTP/1.0.
    case stream(any BodySource, length: Int?)

    /// The length of the body in bytes, if it is known before the first byte is sent.
    var knownLength: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .chunks(let chunks): chunks.reduce(0) { $0 + $1.count }
        case .stream(_, let length): length
        }
    }
}
