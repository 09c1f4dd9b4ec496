// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPTypes
import Raster
import Rendering
import Store

// The values of the HTTP fields that describe a rendering.
extension RenderRequest {
    /// The entity tag of the result, known before the result is made.
    var entityTag: EntityTag { EntityTag(String(key.digest.hex.prefix(32))) }

    /// The file name of the result.
    var filename: String {
        if link != nil { return "rendering.\(format.fileExtension)" }
        if isRedacted { return "redacted.\(format.fileExtension)" }
        var name = String(digest.hex.prefix(12))
        let geometry: Geometry
        switch kind {
        case .effects: geometry = parameters.geometry
        case .scene(let own):
            geometry = own
            name += "-scene"
        case .gallery:
            geometry = Geometry()
            name += "-gallery"
        }
        if let frame = parameters.frame, frame > 1 { name += "-frame\(frame)" }
        if geometry != Geometry() {
            name += "-\(renderer.outputSize.width)x\(renderer.outputSize.height)"
        }
        if let material = parameters.material { name += "-\(material.rawValue)" }
        if parameters.blur.amount != 0 { name += "-blur\(parameters.blur.text)" }
        for filter in parameters.filter.names.prefix(4) { name += "-\(filter)" }
        if parameters.saturate != 1 { name += "-saturate\(Self.text(parameters.saturate))" }
        return "\(name).\(format.fileExtension)"
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    /// The fields of a response with the result that are known before it is made.
    ///
    /// - Parameters:
    ///   - freshness: The caching rules.
    ///   - table: The contrasts that decided the material; nil if it was stated.
    /// - Returns: The fields.
    func head(_ freshness: Freshness, _ table: LegibilityTable? = nil) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: format.mediaType,
            .contentDisposition: "inline; filename=\"\(filename)\"",
        ]
        freshness.write(to: &fields)
        fields[.vary] = vary
        if !isRedacted {
            fields[.eTag] = entityTag.text
            // Of a streamed result, too: once it is complete, its parts can be asked for.
            fields[.acceptRanges] = "bytes"
        }
        fields[.acceptCH] = askedHints
        fields[.legibility] = table?.fieldValue
        fields[.frame] = renderer.source.header.frame?.text
        fields[.reducedTransparency] = reducedTransparency
        return fields
    }
}

extension RenderRequest {
    /// The kind of result to make of an image.
    enum Kind: Sendable {
        /// The image with the effects of the parameters.
        case effects
        /// A scene with its own geometry.
        case scene(Geometry)
        /// The image under every material.
        case gallery

        /// The kind that some content makes.
        init(_ content: RenderSubject.Content) {
            switch content {
            case .effects: self = .effects
            case .scene(let scene, _, _): self = .scene(scene.geometry)
            case .gallery: self = .gallery
            }
        }
    }
}

extension RenderParameters {
    /// Whether opaque surfaces replace materials on a screen with some traits.
    func reducesTransparency(of scene: Scene?, given traits: Traits) -> Bool {
        guard traits.reducesTransparency else { return false }
        let followed =
            scene?.followed(given: traits)
            ?? geometry.followed(given: traits).union(material?.followed(given: traits) ?? [])
        return followed.contains(.reduceTransparency)
    }
}
