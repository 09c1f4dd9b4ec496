// SPDX-License-Identifier: Apache-2.0

/// The path of an image in a source, as one or more decoded names.
///
/// A slash may be encoded, as generated clients do, and separates names as well; the address is decoded once. No
/// path leads out of its source: no name is empty, `.` or `..`, or has a NUL, however it is encoded.
package struct SourcePath: Hashable, Sendable {
    /// The names of the path's segments, decoded.
    package let names: [String]

    /// Decodes the segments of a URL path once; nil if one of them is not allowed.
    ///
    /// - Parameter segments: The segments of an address, as they were sent.
    package init?(_ segments: some Collection<Substring>) {
        guard !segments.isEmpty else { return nil }
        var names: [String] = []
        for segment in segments {
            guard let text = PercentEncoding.decoded(segment) else { return nil }
            for name in text.split(separator: "/", omittingEmptySubsequences: false) {
                guard Self.isName(name) else { return nil }
                names.append(String(name))
            }
        }
        self.names = names
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.utf8.contains(0)
    }

    /// The names joined by slashes, as a path of the file system.
    package var text: String { names.joined(separator: "/") }

    /// The names percent-encoded and joined by slashes, as a URL path.
    package var encoded: String {
        names.map { PercentEncoding.encoded($0) }.joined(separator: "/")
    }
}
