// SPDX-License-Identifier: Apache-2.0

/// A rule that a multipart body breaks.
public enum MultipartError: Error, Hashable, Sendable, CaseIterable {
    /// The media type states no boundary, or one that RFC 2046 does not allow.
    case badBoundary
    /// The body does not start with the boundary.
    case missingFirstBoundary
    /// Bytes other than a line end or the closing hyphens follow a boundary.
    case badBoundaryLine
    /// A line of a part's head is not `name: value`, or does not end in CR LF.
    case badPartHead
    /// A part's head is longer than ``MultipartParser/headLimit``.
    case partHeadTooLong
    /// A part is not named by `Content-Disposition: form-data; name="…"`.
    case unnamedPart
    /// A part is itself multipart, or has a transfer encoding.
    case encodedPart
    /// There are more parts than ``MultipartParser/partLimit``.
    case tooManyParts
    /// The body ends before its last boundary.
    case truncated
    /// Bytes follow the last boundary.
    case trailingBytes
}
