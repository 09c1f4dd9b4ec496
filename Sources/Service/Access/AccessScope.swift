// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// A kind of request that a token may allow.
package enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// Renderings, plans, galleries and measurements.
    case render
    /// Keeping pictures.
    case upload
    /// Reading kept pictures as they were sent.
    case read
    /// Deleting what is kept.
    case delete
    /// Reading the metrics of the server.
    case metrics
}

extension Endpoint {
    /// The scope that a request needs beside a token; nil for documents and catalogs, which every token
    /// opens.
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
