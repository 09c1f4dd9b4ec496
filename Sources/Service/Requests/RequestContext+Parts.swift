// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization

extension RequestContext {
    /// Whether the request is a GET with the field `Range`.
    var asksForPart: Bool {
        request.method == .get && request.headerFields[.range] != nil
    }

    /// Makes the response with a whole representation, or with the byte range of it that the client asks for.
    ///
    /// - Parameters:
    ///   - chunks: The representation.
    ///   - tag: The entity tag of the representation.
    ///   - fields: The other fields.
    /// - Returns: The response.
    /// - Throws: ``ServiceError/noSuchPart(byteCount:)``.
    func response(
        _ chunks: [[UInt8]],
        tag: EntityTag,
        _ fields: HTTPFields
    ) throws(ServiceError) -> Response {
        let count = chunks.reduce(0) { $0 + $1.count }
        let part =
            asksForPart
            ? RangeField.part(
                request.headerFields[.range],
                if: request.headerFields[.ifRange],
                tag: tag,
                count: count
            ) : .whole
        var fields = fields
        fields[.acceptRanges] = "bytes"
        switch part {
        case .whole: return Response(.ok, fields, body: .chunks(chunks))
        case .bytes(let range):
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
            let source = PartSource(chunks, range)
            return Response(.partialContent, fields, body: .stream(source, length: range.count))
        case .none: throw .noSuchPart(byteCount: count)
        }
    }
}

/// The body of a byte range, copied piece by piece from a representation while it is sent.
private final class PartSource: BodySource {
    /// The greatest length of a piece, in bytes.
    private static let pieceByteCount = 64 << 10

    private let chunks: [[UInt8]]
    private let rest: Mutex<Range<Int>>

    init(_ chunks: [[UInt8]], _ range: Range<Int>) {
        self.chunks = chunks
        rest = Mutex(range)
    }

    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead {
        let range = rest.withLock { rest in
            let piece = rest.prefix(Self.pieceByteCount)
            rest = piece.upperBound..<rest.upperBound
            return piece
        }
        guard !range.isEmpty else { return .end(trailers: [:]) }
        var piece: [UInt8] = []
        piece.reserveCapacity(range.count)
        var start = 0
        for chunk in chunks {
            let own = (start..<start + chunk.count).clamped(to: range)
            if !own.isEmpty {
                piece.append(
                    contentsOf: chunk.span.extracting(
                        own.lowerBound - start..<own.upperBound - start
                    )
                )
            }
            start += chunk.count
        }
        return .bytes(piece)
    }

    func cancel() {}
}
