// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Shows a kept picture under every material: `GET /v1/gallery/{digest}`.
    func renderGallery(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        let (scale, parameters) = try Self.galleryParameters(try context.parameters())
        guard let original = originals.original(for: digest) else { throw .imageNotFound }
        let source = SourceImage(bytes: original.bytes, header: original.metadata)
        // The captions are texts.
        try fonts.whenLoaded(failing: context.fail) { [self] () throws(ServiceError) in
            try render(parameters, of: (source, digest), gallery: scale, for: context)
        }
    }

    /// Whether a parameter has a say in a gallery: how it is written, and pixels per point.
    static func isOfGallery(_ name: RenderParameter.Name) -> Bool {
        switch RenderParameter.row(for: name).scope {
        case .output, .format: true
        default: name == .scale
        }
    }

    private static let galleryNames = RenderParameter.Name.allCases.filter(isOfGallery)
        .map(\.rawValue)

    /// Reads the parameters of a gallery: how it is written, and pixels per point.
    private static func galleryParameters(
        _ pairs: [(name: String, value: String)]
    ) throws(ServiceError) -> (scale: Int, RenderParameters) {
        var scale: Int?
        var output: [(name: String, value: String)] = []
        do throws(ParameterError) {
            for pair in pairs {
                guard let name = RenderParameter.Name(rawValue: pair.name), isOfGallery(name)
                else { throw .unknownHere(name: pair.name, known: galleryNames) }
                guard name == .scale else {
                    output.append(pair)
                    continue
                }
                guard scale == nil else { throw .repeated(name: pair.name) }
                scale = try ParameterValue.integer(pair.value, for: name) ?? Traits().scale
            }
            return (scale ?? Traits().scale, try RenderParameters(output))
        } catch {
            throw .parameter(error)
        }
    }
}
