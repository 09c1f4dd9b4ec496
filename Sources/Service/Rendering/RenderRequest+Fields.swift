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

    /// The value of `Vary` of the image and of its JSON description.
    var vary: String? { parameters.vary(by: scene) }

    /// The value of `Accept-CH`: the client hints that could affect the result; nil for none.
    var askedHints: String? {
        let names = Traits.Trait.hints(parameters.consultable(by: scene))
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The value of `Frostpane-Reduced-Transparency`: true if opaque surfaces replaced materials;
    /// `nil` if nothing was replaced.
    ///
    /// Reference: RFC 9651, a Boolean.
    var reducedTransparency: String? {
        let traits = parameters.traits.completed(by: hints)
        guard traits.reducesTransparency, !isRedacted else { return nil }
        let followed =
            scene?.followed(given: traits)
            ?? parameters.geometry.followed(given: traits)
            .union(parameters.material?.followed(given: traits) ?? [])
        return followed.contains(.reduceTransparency) ? "?1" : nil
    }

    /// The file name of the result.
    var filename: String {
        if link != nil { return "rendering.\(format.fileExtension)" }
        if isRedacted { return "redacted.\(format.fileExtension)" }
        var name = String(digest.hex.prefix(12))
        if scene != nil { name += "-scene" }
        if isGallery { name += "-gallery" }
        if let frame = parameters.frame, frame > 1 { name += "-frame\(frame)" }
        if parameters.geometry != Geometry() || scene?.geometry ?? Geometry() != Geometry() {
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
