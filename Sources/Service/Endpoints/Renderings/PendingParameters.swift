// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The parameters of a request before its body has arrived; the fields of a form may add some.
struct PendingParameters: Sendable {
    /// The parsed parameters of the query string.
    let known: RenderParameters

    /// The names of the parameters in the query string, which a form must not repeat.
    var names: Set<String> { Set(pairs.map(\.name)) }

    /// Whether the body is a form.
    let isForm: Bool

    private let pairs: [(name: String, value: String)]
    private let access: AccessControl
    private let context: RequestContext

    /// Parses the query string of a request.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - kind: The kind of its body.
    ///   - access: The presets.
    /// - Throws: ``ServiceError/parameter(_:)``; conflicts only if no form can settle them.
    init(
        _ context: RequestContext,
        body kind: UploadReader.Kind,
        _ access: AccessControl
    ) throws(ServiceError) {
        self.context = context
        self.access = access
        pairs = try context.parameters()
        isForm = kind == .form
        // The preset may be a field of the form.
        let isOpen = isForm && !pairs.contains { $0.name == PresetParameter.name }
        known = try .parsed(
            isOpen ? pairs : try access.expand(pairs, for: context),
            isComplete: !isForm,
            areBesideScene: kind == .scene
        )
    }

    /// Returns the parameters of the query string and of the body, once the body has arrived.
    ///
    /// - Parameter upload: The body.
    /// - Returns: The parameters of the query and of the form.
    /// - Throws: ``ServiceError/parameter(_:)``.
    func completed(by upload: Upload) throws(ServiceError) -> RenderParameters {
        guard isForm else { return known }
        return try .parsed(
            try access.expand(pairs + upload.fields, for: context),
            areBesideScene: upload.scene != nil
        )
    }
}

extension RenderParameters {
    /// Parses and checks parameters; errors are thrown as ``ServiceError``.
    static func parsed(
        _ pairs: [(name: String, value: String)],
        isComplete: Bool = true,
        areBesideScene: Bool = false
    ) throws(ServiceError) -> RenderParameters {
        do throws(ParameterError) {
            return try RenderParameters(
                pairs,
                isComplete: isComplete,
                areBesideScene: areBesideScene
            )
        } catch {
            throw .parameter(error)
        }
    }
}
