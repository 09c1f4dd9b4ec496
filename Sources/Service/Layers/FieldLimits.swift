// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The greatest lengths of the request header fields that the service parses.
///
/// Parsing a list takes longer than receiving it, and happens on an event loop, where other
/// requests wait for it. Ignoring a long `If-Match` could overwrite what it protects, so that long
/// fields are refused, not ignored.
///
/// Reference: RFC 6585, section 5.
enum FieldLimits {
    /// The limits of the fields, in bytes; several lines of a field are counted together.
    static let rows: [(name: HTTPField.Name, limit: Int)] = [
        (.accept, 1 << 10),
        (.acceptEncoding, 512),
        (.ifMatch, 2 << 10),
        (.ifNoneMatch, 2 << 10),
        (.cacheControl, 512),
        (.range, 512),
        (.ifRange, 512),
        (.contentType, 512),
        (.contentEncoding, 512),
        (.contentDigest, 1 << 10),
        (.reprDigest, 1 << 10),
        (.authorization, 1 << 10),
        (.keptUntil, 64),
        (.devicePixelRatio, 64),
        (.prefersColorScheme, 64),
        (.prefersContrast, 64),
        (.prefersReducedTransparency, 64),
        (.saveData, 64),
    ]

    /// The least of all limits, in bytes: if all fields together are no longer, none is too long.
    private static let harmless = rows.reduce(Int.max) { min($0, $1.limit) }

    /// Checks that no field of a request is longer than its limit.
    ///
    /// - Parameter fields: The fields.
    /// - Throws: ``ServiceError/fieldTooLong(_:limit:)`` for the first one in the table.
    static func check(_ fields: HTTPFields) throws(ServiceError) {
        if fields.reduce(0, { $0 + $1.value.utf8.count }) <= harmless { return }
        for (name, limit) in rows {
            guard let value = fields[name], value.utf8.count > limit else { continue }
            throw .fieldTooLong(name.rawName, limit: limit)
        }
    }
}
