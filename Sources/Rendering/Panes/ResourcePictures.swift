// SPDX-License-Identifier: Apache-2.0

import Effects

/// The pictures that one render uses beside its source, each decoded once.
///
/// A picture is released after as many uses as the plan has for it. A content outside of its pane
/// does not use its picture, which then stays until the render ends.
///
/// Not thread-safe: only the thread that steps the render uses this.
final class ResourcePictures {
    private var left: [ResourceID: Int]
    private var kept: [ResourceID: ResourcePicture] = [:]

    /// Creates an empty cache.
    ///
    /// - Parameter uses: Each picture as often as it will be used; a picture that is missing here
    ///   is used once and not kept.
    init(uses: [ResourceID] = []) {
        left = uses.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Returns a picture, and decodes it on first use.
    ///
    /// - Parameters:
    ///   - id: One of the context's pictures.
    ///   - context: The pictures, and the cancellation of the render.
    /// - Returns: The picture, upright.
    /// - Throws: Errors of decoding.
    func picture(
        _ id: ResourceID,
        _ context: Pipeline.Context
    ) throws(RenderError) -> ResourcePicture {
        let uses = left[id, default: 1] - 1
        left[id] = uses
        if let picture = kept[id] {
            if uses <= 0 { kept[id] = nil }
            return picture
        }
        let picture = try ResourcePicture(id, context)
        if uses > 0 { kept[id] = picture }
        return picture
    }
}
