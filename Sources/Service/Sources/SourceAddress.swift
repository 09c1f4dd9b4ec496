// SPDX-License-Identifier: Apache-2.0

import Fetching

/// The address of a picture in a source.
struct SourceAddress: Hashable, Sendable {
    /// The name of the source.
    let name: String

    /// The path of the picture in the source.
    let path: SourcePath

    /// Parses the segments of an address; nil if one of them is refused.
    ///
    /// - Parameters:
    ///   - name: The segment with the name of the source.
    ///   - segments: The segments of the path, as they were sent.
    init?(_ name: Substring, _ segments: ArraySlice<Substring>) {
        guard CallerName.accepts(String(name)), let path = SourcePath(segments) else { return nil }
        self.name = String(name)
        self.path = path
    }
}
