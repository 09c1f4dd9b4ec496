// SPDX-License-Identifier: Apache-2.0

/// The path of a picture in a source: one or more names.
///
/// No path leads out of its source: no name is empty, `.` or `..`, or has a slash or NUL, however it is encoded.
package struct SourcePath: Hashable, Sendable {
    /// The names, decoded.
    package let names: [String]

    /// Decodes the names, once each; nil if one of them is refused.
    ///
    /// - Parameter segments: The segments of an address, as they were sent.
    package init?(_ segments: some Collection<Substring>) {
        guard !segments.isEmpty else { return nil }
        var names: [String] = []
        for segment in segments {
            guard let name = PercentEncoding.decoded(segment), Self.isName(name) else { return nil }
            names.append(name)
        }
        self.names = names
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".."
            && !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// The names as a path of the file system.
    package var text: String { names.joined(separator: "/") }

    /// The names as a path of an address, in one spelling.
    package var encoded: String {
        names.map { PercentEncoding.encoded($0) }.joined(separator: "/")
    }
}
