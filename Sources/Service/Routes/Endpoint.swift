// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// An address of the service, with its variables.
enum Endpoint: Hashable, Sendable {
    /// The index: links to the other addresses.
    case index
    /// The liveness probe.
    case health
    /// The readiness probe.
    case readiness
    /// The contract, openapi.yaml.
    case contract
    /// The list of filters.
    case filters
    /// The list of materials.
    case materials
    /// The list of vibrancies.
    case vibrancies
    /// Renders an uploaded picture.
    case render
    /// Keeps an uploaded picture.
    case images
    /// A kept picture.
    case image(Digest)
    /// A rendering of a kept picture.
    case renderedImage(Digest)
    /// A kept picture under every material.
    case gallery(Digest)
    /// The legibility of texts on materials over a picture.
    case legibility

    /// Finds the endpoint of a path, compared byte by byte; nil if there is none.
    init?(path: some StringProtocol) {
        switch path {
        case "/": self = .index
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case "/openapi.yaml": self = .contract
        case "/v1/filters": self = .filters
        case "/v1/materials": self = .materials
        case "/v1/vibrancies": self = .vibrancies
        case "/v1/render": self = .render
        case "/v1/legibility": self = .legibility
        case "/v1/images": self = .images
        default:
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            guard segments.count >= 4, segments[..<2].elementsEqual(["", "v1"]),
                let digest = Digest(hex: segments[3])
            else { return nil }
            switch (segments[2], Array(segments.dropFirst(4))) {
            case ("images", []): self = .image(digest)
            case ("images", ["render"]): self = .renderedImage(digest)
            case ("gallery", []): self = .gallery(digest)
            default: return nil
            }
        }
    }

    /// The path with its variables in braces, as in openapi.yaml.
    var template: String {
        switch self {
        case .index: "/"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .contract: "/openapi.yaml"
        case .filters: "/v1/filters"
        case .materials: "/v1/materials"
        case .vibrancies: "/v1/vibrancies"
        case .render: "/v1/render"
        case .images: "/v1/images"
        case .image: "/v1/images/{digest}"
        case .renderedImage: "/v1/images/{digest}/render"
        case .gallery: "/v1/gallery/{digest}"
        case .legibility: "/v1/legibility"
        }
    }

    /// The methods of the endpoint.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .index, .health, .readiness, .contract, .filters, .materials, .vibrancies,
            .renderedImage, .gallery:
            [.get, .head, .options]
        case .legibility: [.get, .head, .post, .options]
        case .render, .images: [.post, .options]
        case .image: [.get, .head, .put, .delete, .options]
        }
    }

    /// The value of `Allow`.
    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }

    /// The endpoints that monitoring asks.
    static let probes = [Endpoint.health, .readiness]

    /// Whether the endpoint needs no token.
    var isProbe: Bool {
        switch self {
        case .health, .readiness: true
        case .index, .contract, .filters, .materials, .vibrancies, .render, .images, .image,
            .renderedImage, .gallery, .legibility:
            false
        }
    }
}
