// SPDX-License-Identifier: Apache-2.0

/// The addresses that need no token on a server that has tokens.
package enum PublicAccess: String, Hashable, Sendable, CaseIterable {
    /// No address.
    case none
    /// The addresses of links.
    case links
    /// The addresses of links, and of renderings of stored pictures and of pictures from sources.
    case renders
    /// All addresses that are requested with GET or HEAD, those of stored pictures included.
    case all

    /// Whether an endpoint needs no token with this setting.
    func covers(_ endpoint: Endpoint) -> Bool {
        switch endpoint {
        case .index, .health, .readiness, .problem: false
        case .link: self != .none
        case .renderedImage, .renderedSource: self == .renders || self == .all
        case .contract, .contractJSON, .filters, .materials, .vibrancies, .formats, .presets,
            .image,
            .plan, .gallery, .legibility, .imagePlaceholder, .sourcePlan:
            self == .all
        case .metrics, .status, .render, .renderForm, .renderScene, .images, .placeholder, .links:
            false
        }
    }
}

extension ImageService {
    /// Whether a request needs no token, because the operator has opened its address to everybody.
    func isPublic(_ context: RequestContext) -> Bool {
        guard configuration.publicAccess != .none, context.isRead else { return false }
        return Endpoint(path: context.path).map(configuration.publicAccess.covers) ?? false
    }

    /// Requires a token for the plan of a rendering (its steps as JSON), unless plans are public.
    func authorizePlan(_ context: RequestContext) throws(ServiceError) {
        if configuration.publicAccess != .all { try context.authorize(for: .render) }
    }
}
