// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import Rendering
import Store

/// A subject with everything decided that its parameters left to the image.
struct SettledSubject: Sendable {
    /// The image in the frame or at the size to render, with the geometry of a scene decided.
    var subject: RenderSubject
    /// The parameters with numbers in place of `trim` and `attention`, and with a material in place of `auto`.
    var parameters: RenderParameters
    /// The contrasts that decided the material; nil if it was stated.
    var table: LegibilityTable?
}

extension Analyses {
    /// Decides everything that parameters or a scene leave to the image, by analyses of it.
    ///
    /// These are the frame of the file or the size of a drawing, `trim`, `focus=attention` and `material=auto`.
    ///
    /// - Parameters:
    ///   - subject: The image, and the effects, the scene or the gallery to make of it; the caller keeps no
    ///     other copy of the image, as no memory is reserved for it while the request waits.
    ///   - parameters: The parameters of the request.
    ///   - request: The request.
    /// - Returns: The decisions, with the image to continue with.
    /// - Throws: The reason why the image or the parameters are refused, or why an analysis failed.
    func settle(
        _ subject: consuming RenderSubject,
        _ parameters: RenderParameters,
        for request: RequestContext
    ) async throws(ServiceError) -> SettledSubject {
        let traits = parameters.traits.completed(by: request.hints)
        let (digest, content, link) = (subject.digest, subject.content, subject.link)
        let geometry = content.scene?.geometry ?? parameters.geometry
        let source = try await select(consume subject, by: parameters, geometry, traits)
        let (settled, analyzed) = try await settle(
            geometry,
            traits,
            parameters,
            on: consume source,
            digest,
            for: request
        )
        guard content.scene == nil else {
            let subject = RenderSubject(
                source: analyzed,
                digest: digest,
                content: content.settled(on: settled),
                link: link
            )
            return SettledSubject(subject: subject, parameters: parameters)
        }
        var parameters = parameters
        parameters.geometry = settled
        let choice = try await settleMaterial(
            parameters,
            on: consume analyzed,
            digest,
            for: request
        )
        let final = RenderSubject(
            source: choice.source,
            digest: digest,
            content: content,
            link: link
        )
        return SettledSubject(
            subject: final,
            parameters: choice.parameters,
            table: choice.table
        )
    }

    /// Selects the frame of a file, or the size of a drawing; reads another header where that differs.
    private func select(
        _ subject: RenderSubject,
        by parameters: RenderParameters,
        _ geometry: Geometry,
        _ traits: Traits
    ) async throws(ServiceError) -> SourceImage {
        let source = subject.source
        try await admission.awaitCodecs(if: source.header.format.isForeign)
        let reads = parameters.frame != nil || source.header.drawing != nil
        return try await admission.headers.run(over: reads ? [source.bytes] : []) {
            () throws(ServiceError) in
            do throws(RenderError) {
                return try source.selected(by: parameters, geometry, traits, limits: limits)
            } catch {
                // Another frame or size has another header, which cannot be read from a known one.
                throw source.bytes.isEmpty ? .bytesNeeded : .render(error)
            }
        }
    }

    /// Decides `trim` and `attention`.
    private func settle(
        _ geometry: Geometry,
        _ traits: Traits,
        _ parameters: RenderParameters,
        on source: consuming SourceImage,
        _ digest: Digest,
        for request: RequestContext
    ) async throws(ServiceError) -> (geometry: Geometry, source: SourceImage) {
        guard geometry.needsAnalysis else { return (geometry, source) }
        let name = GeometryName(
            source: digest,
            geometry: geometry,
            scale: traits.scale,
            clientWidth: geometry.followsClient ? traits.clientWidth : nil,
            damage: parameters.damage,
            selection: source.selection
        )
        let analysis = GeometryAnalysis(
            source: source.tolerating(parameters.damage),
            geometry: geometry,
            traits: traits,
            limits: limits
        )
        _ = consume source
        let found = try await outcome(
            of: consume analysis,
            as: name,
            in: geometries,
            for: request
        )
        return (geometry.settled(on: found.outcome), found.source)
    }

    /// Makes the analysis that `material=auto` requires; nil if the material is stated.
    func analysis(
        _ parameters: RenderParameters,
        of source: SourceImage,
        for request: RequestContext
    ) throws(ServiceError) -> LegibilityAnalysis? {
        do throws(ParameterError) {
            return try parameters.analysis(
                of: source.tolerating(parameters.damage),
                hints: request.hints,
                limits: limits
            )
        } catch {
            throw .parameter(error)
        }
    }

    /// Decides the material.
    private func settleMaterial(
        _ parameters: RenderParameters,
        on source: consuming SourceImage,
        _ digest: Digest,
        for request: RequestContext
    ) async throws(ServiceError) -> (
        parameters: RenderParameters, source: SourceImage, table: LegibilityTable?
    ) {
        guard let analysis = try analysis(parameters, of: source, for: request) else {
            return (parameters, source, nil)
        }
        _ = consume source
        let name = AnalysisName(analysis, of: digest)
        let found = try await outcome(
            of: consume analysis,
            as: name,
            in: legibility,
            for: request
        )
        return (parameters.settled(on: found.outcome.choice), found.source, found.outcome)
    }
}
