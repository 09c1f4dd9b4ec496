// SPDX-License-Identifier: Apache-2.0

import Effects

/// The cache of decoded images that one render uses in addition to its source.
///
/// Each image is decoded once for each form, and released after as many uses as the plan has for
/// it. A content outside of its pane does not use its image; it then stays until the render
/// ends.
///
/// Not thread-safe: only the thread that steps the render uses this.
final class ResourcePictures: PictureCache {
    private var left: [ResourceID: Int]
    private var kept: [PictureUse: ResourcePicture] = [:]

    /// Creates an empty cache that knows how often each image will be used.
    ///
    /// - Parameter uses: Each image as often as it will be used; an image that is missing here
    ///   is used once and not kept.
    init(uses: [ResourceID] = []) {
        left = uses.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    func picture(
        _ id: ResourceID,
        as form: PictureUse.Form,
        _ context: StageContext
    ) throws(RenderError) -> ResourcePicture {
        guard let source = context.resources[id] else { throw .plan(.missingPicture(id)) }
        let use = PictureUse(picture: id, form: form)
        let uses = left[id, default: 1] - 1
        left[id] = uses
        defer { if uses <= 0 { kept = kept.filter { $0.key.picture != id } } }
        if let picture = kept[use] { return picture }
        do {
            let picture = try ResourcePicture(
                source,
                as: form,
                limits: context.limits,
                in: context.space,
                cancellation: context.cancellation
            )
            kept[use] = picture
            return picture
        } catch {
            context.cancellation.note(failed: id)
            throw error
        }
    }
}
