// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering

extension RenderRequest {
    /// Makes the rendering steps of effects, a scene or a gallery of materials on an image.
    ///
    /// - Returns: The steps, and the texts that a scene draws.
    static func plan(
        _ parameters: RenderParameters,
        _ subject: RenderSubject,
        _ hints: PartialTraits
    ) throws(ServiceError) -> (Plan, [Scene.PlacedText]) {
        let size = subject.source.header.size
        switch subject.content {
        case .gallery(let scale, let family):
            let traits = Traits(scale: scale)
            let gallery = Gallery(materialsOn: size, traits: traits, family: family)
            return (Plan([.gallery(gallery)]), [])
        case .scene(let scene, let resources, _):
            return try plan(
                scene,
                size: size,
                traits: parameters.traits.completed(by: hints),
                extents: resources.mapValues(\.header.size)
            )
        case .effects:
            do throws(ParameterError) {
                return (try parameters.plan(for: size, hints: hints), [])
            } catch {
                throw .parameter(error)
            }
        }
    }

    private static func plan(
        _ scene: Scene,
        size: PixelSize,
        traits: Traits,
        extents: [ResourceID: PixelSize]
    ) throws(ServiceError) -> (Plan, [Scene.PlacedText]) {
        let resolved: Scene.Resolved
        do throws(SceneError) {
            resolved = try scene.resolved(size: size, traits: traits, extents: extents)
        } catch {
            throw .scene(SceneFault(error))
        }
        do throws(SceneFault) {
            try SceneFault.check(resolved.texts)
        } catch {
            throw .scene(error)
        }
        return (resolved.plan, resolved.texts)
    }
}
