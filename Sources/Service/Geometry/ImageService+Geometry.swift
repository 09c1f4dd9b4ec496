// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store

/// The cache key of an analysis that finds a picture's borders and the part that draws attention.
struct GeometryName: AnalysisIdentity {
    /// The digest of the picture.
    let source: Digest
    /// The requested crop and size, parts of which depend on the analysis.
    let geometry: Geometry
    /// The pixels per point of the screen.
    let scale: Double
    /// The width of the picture on the client's page, in pixels; nil if the geometry ignores it.
    let clientWidth: Int?
    /// The kinds of damage in the file that are tolerated.
    let damage: DamagePolicy
    /// The frame or page of the file, and the size at which a drawing is drawn.
    let selection: PictureSelection
}

extension ImageService {
    /// Selects a file's frame, decides `trim` and `attention` by analyzing it, and calls an action.
    ///
    /// - Parameters:
    ///   - geometry: The geometry; `trim` and the focus `attention` require an analysis of the picture.
    ///   - traits: The traits of the screen.
    ///   - parameters: The parameters that select the picture of the file.
    ///   - picture: The picture and its digest.
    ///   - context: The request; it is answered with the error if the analysis fails.
    ///   - action: Called at once or on a worker, with the picture to continue with. It must not
    ///     retain another copy.
    /// - Throws: The error of the action, if it is called at once, or of the geometry.
    func settle(
        _ geometry: Geometry,
        _ traits: Traits,
        _ parameters: RenderParameters,
        on picture: (source: SourceImage, digest: Digest),
        for context: RequestContext,
        then action: @escaping @Sendable (Geometry, SourceImage) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let source: SourceImage
        do throws(RenderError) {
            source = try picture.source.selected(by: parameters, geometry, traits, limits: limits)
        } catch {
            // Another frame or size has another header, which cannot be read from a known one.
            throw picture.source.bytes.isEmpty ? .bytesNeeded : .render(error)
        }
        guard geometry.needsAnalysis else { return try action(geometry, source) }
        let analysis = GeometryAnalysis(
            source: source.tolerating(parameters.damage),
            geometry: geometry,
            traits: traits,
            limits: limits
        )
        let name = GeometryName(
            source: picture.digest,
            geometry: geometry,
            scale: traits.scale,
            clientWidth: geometry.followsClient ? traits.clientWidth : nil,
            damage: parameters.damage,
            selection: source.selection
        )
        try analyze(analysis, as: name, in: geometryAnalyses, for: context) {
            finding,
            source throws(ServiceError) in
            try action(geometry.settled(on: finding), source)
        }
    }
}
