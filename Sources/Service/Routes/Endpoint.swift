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
    /// The contract as JSON.
    case contractJSON
    /// The page about a type of problems.
    case problem(ProblemType)
    /// The list of filters.
    case filters
    /// The list of materials.
    case materials
    /// The list of vibrancies.
    case vibrancies
    /// Renders an uploaded picture.
    case render
    /// Renders a picture in a form, or lays a scene on it.
    case renderForm
    /// Lays a scene on a kept picture.
    case renderScene
    /// Keeps an uploaded picture.
    case images
    /// A kept picture.
    case image(Digest)
    /// A rendering of a kept picture.
    case renderedImage(Digest)
    /// The plan of a rendering of a kept picture.
    case plan(Digest)
    /// A kept picture under every material.
    case gallery(Digest)
    /// The legibility of texts on materials over a picture.
    case legibility

    /// Finds the endpoint of a path, compared byte by byte; nil if there is none.
    init?(path: some StringProtocol) {
        let path = Substring(path)
        switch path {
        case "/": self = .index
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case "/openapi.yaml": self = .contract
        case "/openapi.json": self = .contractJSON
        case "/v1/filters": self = .filters
        case "/v1/materials": self = .materials
        case "/v1/vibrancies": self = .vibrancies
        case "/v1/render": self = .render
        case "/v1/render/form": self = .renderForm
        case "/v1/render/scene": self = .renderScene
        case "/v1/legibility": self = .legibility
        case "/v1/images": self = .images
        default:
            // Bytes, because splitting at characters looks for their bounds first.
            let segments = path.utf8
                .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map(Substring.init)
            if segments.count == 3, segments[..<2].elementsEqual(["", "problems"]),
                let type = ProblemType(rawValue: String(segments[2]))
            {
                self = .problem(type)
                return
            }
            guard segments.count >= 4, segments[..<2].elementsEqual(["", "v1"]),
                let digest = Digest(hex: segments[3])
            else { return nil }
            switch (segments[2], Array(segments.dropFirst(4))) {
            case ("images", []): self = .image(digest)
            case ("images", ["render"]): self = .renderedImage(digest)
            case ("images", ["plan"]): self = .plan(digest)
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
        case .contractJSON: "/openapi.json"
        case .problem: "/problems/{problem}"
        case .filters: "/v1/filters"
        case .materials: "/v1/materials"
        case .vibrancies: "/v1/vibrancies"
        case .render: "/v1/render"
        case .renderForm: "/v1/render/form"
        case .renderScene: "/v1/render/scene"
        case .images: "/v1/images"
        case .image: "/v1/images/{digest}"
        case .renderedImage: "/v1/images/{digest}/render"
        case .plan: "/v1/images/{digest}/plan"
        case .gallery: "/v1/gallery/{digest}"
        case .legibility: "/v1/legibility"
        }
    }

    /// The methods of the endpoint.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .index, .health, .readiness, .contract, .contractJSON, .problem, .filters,
            .materials, .vibrancies, .renderedImage, .plan, .gallery:
            [.get, .head, .options]
        case .legibility: [.get, .head, .post, .options]
        case .render, .renderForm, .renderScene, .images: [.post, .options]
        case .image: [.get, .head, .put, .delete, .options]
        }
    }

    /// The value of `Allow`.
    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }

    /// The endpoints that monitoring asks.
    static let probes = [Endpoint.health, .readiness]

    /// Whether the endpoint needs no token, or asks for it only for some answers.
    var needsNoToken: Bool {
        switch self {
        case .index, .health, .readiness, .problem: true
        case .contract, .contractJSON, .filters, .materials, .vibrancies, .render,
            .renderForm, .renderScene, .images, .image, .renderedImage, .plan, .gallery,
            .legibility:
            false
        }
    }
}
