// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// A kind of request that a token may allow.
package enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// Rendering images, galleries and placeholders, describing renderings, measuring legibility.
    case render
    /// Storing uploaded pictures, and creating links.
    case upload
    /// Downloading stored pictures as they were uploaded.
    case read
    /// Deleting stored pictures and links.
    case delete
    /// Reading the metrics of the server.
    case metrics
}

extension Endpoint {
    /// The scope that a token needs for a request to the endpoint; nil if any token suffices.
    ///
    /// Any suffices for probes, documents and catalogs.
    func scope(for method: HTTPRequest.Method) -> AccessScope? {
        switch self {
        case .index, .health, .readiness, .contract, .contractJSON, .problem, .filters, .materials,
            .vibrancies, .formats, .presets:
            nil
        case .metrics, .status: .metrics
        case .render, .renderForm, .renderScene, .renderedImage, .plan, .gallery, .legibility,
            .placeholder, .imagePlaceholder, .renderedSource, .sourcePlan:
            .render
        case .images, .links: .upload
        case .link: method == .delete ? .delete : .render
        case .image:
            switch method {
            case .put: .upload
            case .delete: .delete
            // Foreign: HTTPRequest.Method
            default: .read
            }
        }
    }
}
