// SPDX-License-Identifier: Apache-2.0

import Effects

/// The pictures that one render needs beside the one it is applied to, each decoded once however often
/// it is used.
///
/// A picture is let go when it was used as often as the plan names it. Of a content that lies outside of
/// its pane it is not used, and stays until the render ends. One thread at a time uses this, the one
/// that steps the render.
final class ResourcePictures {
    private var left: [ResourceID: Int]
    private var kept: [ResourceID: ResourcePicture] = [:]

    /// Keeps nothing that is used only once.
    ///
    /// - Parameter uses: Pictures as often as they will be used; those that are not named, once.
    init(uses: [ResourceID] = []) {
        left = uses.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// The picture that a plan names.
    ///
    /// - Parameters:
    ///   - id: One of the context's pictures.
    ///   - context: The pictures, and who may stop decoding.
    /// - Returns: The picture, upright.
    /// - Throws: What decoding finds.
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
