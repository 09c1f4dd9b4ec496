// SPDX-License-Identifier: Apache-2.0

/// A command for picture files that needs no server, with parameters of its own.
package enum LocalTask: Sendable {
    /// Rendering a picture with effects or a scene.
    case rendering
    /// Rendering a contact sheet of a picture under all materials.
    case gallery
    /// Measuring the contrasts of all text styles on all materials.
    case legibility
    /// Making the placeholder of a picture, such as a BlurHash.
    case placeholder

    /// The parameters that the task accepts, in the order of the documentation.
    package var parameters: [RenderParameter] {
        switch self {
        case .rendering: RenderParameter.table
        case .gallery: RenderParameter.table.filter(\.isOfGallery)
        case .legibility: RenderParameter.table.filter(\.isOfLegibility)
        case .placeholder: RenderParameter.placeholderTable
        }
    }

    /// Parses parameters of the task; returns them with all errors that were found.
    ///
    /// - Parameters:
    ///   - pairs: Names and values; all names are those of ``parameters``.
    ///   - areBesideScene: Whether a scene sets the effects.
    /// - Returns: The parameters, and every error in a value; conflicts are looked for when no
    ///   value has an error.
    package func read(
        _ pairs: [(name: String, value: String)],
        areBesideScene: Bool = false
    ) -> (parameters: RenderParameters, faults: [ParameterError]) {
        var faults = pairs.compactMap { pair in
            Self.fault { () throws(ParameterError) in
                _ =
                    self == .placeholder
                    ? try RenderParameters(placeholder: [pair])
                    : try RenderParameters([pair], isComplete: false)
            }
        }
        var parameters = RenderParameters()
        if faults.isEmpty {
            faults += [
                Self.fault { () throws(ParameterError) in
                    parameters = try readAll(pairs, areBesideScene)
                }
            ].compactMap { $0 }
        }
        return (parameters, faults)
    }

    private static func fault(
        of action: () throws(ParameterError) -> Void
    ) -> ParameterError? {
        do {
            try action()
            return nil
        } catch {
            return error
        }
    }

    private func readAll(
        _ pairs: [(name: String, value: String)],
        _ areBesideScene: Bool
    ) throws(ParameterError) -> RenderParameters {
        switch self {
        case .rendering: return try RenderParameters(pairs, areBesideScene: areBesideScene)
        case .gallery:
            // A scale without a material would be refused.
            _ = try RenderParameters(pairs.filter { $0.name != RenderParameter.scale.name })
            return try RenderParameters(pairs, isComplete: false)
        case .legibility:
            let material = RenderParameter.material.name
            return try RenderParameters([(material, RenderParameter.automatic)] + pairs)
        case .placeholder: return try RenderParameters(placeholder: pairs)
        }
    }
}

extension ParameterError {
    /// An error text with the accepted values, as they are on the command line.
    package var localDescription: String {
        guard let row = parameter.flatMap(RenderParameter.named) else { return description }
        return description.replacing(row.allowed, with: row.localAllowed)
    }
}
