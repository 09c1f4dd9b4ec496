// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// The addresses of the service.
enum Endpoint: Hashable, Sendable {
    /// The list of all addresses.
    case index
    /// Whether the process is alive.
    case health
    /// Whether requests should be sent here.
    case readiness
    /// The contract.
    case contract
    /// The filters that there are.
    case filters
    /// The materials.
    case materials
    /// The vibrancies.
    case vibrancies
    /// Rendering what is sent.
    case render
    /// Keeping what is sent.
    case images
    /// A kept picture.
    case image(Digest)
    /// A rendering of a kept picture.
    case renderedImage(Digest)
    /// A kept picture under every material.
    case gallery(Digest)
    /// The legibility of texts on materials over a picture.
    case legibility

    /// Finds the endpoint of a path, which is compared as it stands; `nil` when there is none.
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

    /// The path with its variables in braces, as the contract writes it.
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

    /// The methods that the endpoint knows.
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

    /// Whether the endpoint answers to anybody, at any time.
    var isProbe: Bool {
        switch self {
        case .health, .readiness: true
        case .index, .contract, .filters, .materials, .vibrancies, .render, .images, .image,
            .renderedImage, .gallery, .legibility:
            false
        }
    }
}
