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
    /// The values of all metrics, for Prometheus.
    case metrics
    /// The state of the service as JSON.
    case status
    /// The contract of the API, openapi.yaml.
    case contract
    /// The contract of the API as JSON.
    case contractJSON
    /// The page about a type of problems.
    case problem(ProblemType)
    /// The list of filters.
    case filters
    /// The list of materials.
    case materials
    /// The list of vibrancies, which color texts on materials.
    case vibrancies
    /// The list of formats.
    case formats
    /// The list of presets.
    case presets
    /// Renders an uploaded picture.
    case render
    /// Renders a picture in a form, with effects or a scene on it.
    case renderForm
    /// Renders a scene on a stored picture.
    case renderScene
    /// Stores an uploaded picture.
    case images
    /// A stored picture.
    case image(Digest)
    /// A rendering of a stored picture.
    case renderedImage(Digest)
    /// A JSON description of a rendering of a stored picture.
    case plan(Digest)
    /// A stored picture under every material.
    case gallery(Digest)
    /// The legibility of texts on materials over a picture.
    case legibility
    /// The placeholder of an uploaded picture.
    case placeholder
    /// The placeholder of a stored picture.
    case imagePlaceholder(Digest)
    /// Makes a link to a rendering.
    case links
    /// A link to a rendering.
    case link(LinkName)
    /// A rendering of a picture in a source.
    case renderedSource(SourceAddress)
    /// A JSON description of a rendering of a picture in a source.
    case sourcePlan(SourceAddress)

    /// Finds the endpoint of a path, compared byte by byte; nil if there is none.
    init?(path: some StringProtocol) {
        let path = Substring(path)
        switch path {
        case "/": self = .index
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case "/metrics": self = .metrics
        case "/v1/status": self = .status
        case "/openapi.yaml": self = .contract
        case "/openapi.json": self = .contractJSON
        case "/v1/filters": self = .filters
        case "/v1/materials": self = .materials
        case "/v1/vibrancies": self = .vibrancies
        case "/v1/formats": self = .formats
        case "/v1/presets": self = .presets
        case "/v1/render": self = .render
        case "/v1/render/form": self = .renderForm
        case "/v1/render/scene": self = .renderScene
        case "/v1/legibility": self = .legibility
        case "/v1/placeholder": self = .placeholder
        case "/v1/images": self = .images
        case "/v1/links": self = .links
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
            if segments.count == 4, segments[..<3].elementsEqual(["", "v1", "links"]),
                let name = LinkName(segments[3])
            {
                self = .link(name)
                return
            }
            if segments.count >= 6, segments[..<3].elementsEqual(["", "v1", "sources"]) {
                guard let address = SourceAddress(segments[3], segments[4..<segments.count - 1])
                else { return nil }
                switch segments[segments.count - 1] {
                case "render": self = .renderedSource(address)
                case "plan": self = .sourcePlan(address)
                default: return nil
                }
                return
            }
            guard segments.count >= 4, segments[..<2].elementsEqual(["", "v1"]),
                let digest = Digest(hex: segments[3])
            else { return nil }
            switch (segments[2], Array(segments.dropFirst(4))) {
            case ("images", []): self = .image(digest)
            case ("images", ["render"]): self = .renderedImage(digest)
            case ("images", ["plan"]): self = .plan(digest)
            case ("images", ["placeholder"]): self = .imagePlaceholder(digest)
            case ("gallery", []): self = .gallery(digest)
            default: return nil
            }
        }
    }

    /// The kind of address, without the values of its variables.
    var route: Route {
        switch self {
        case .index: .index
        case .health: .health
        case .readiness: .readiness
        case .metrics: .metrics
        case .status: .status
        case .contract: .contract
        case .contractJSON: .contractJSON
        case .problem: .problem
        case .filters: .filters
        case .materials: .materials
        case .vibrancies: .vibrancies
        case .formats: .formats
        case .presets: .presets
        case .render: .render
        case .renderForm: .renderForm
        case .renderScene: .renderScene
        case .images: .images
        case .image: .image
        case .renderedImage: .renderedImage
        case .plan: .plan
        case .gallery: .gallery
        case .legibility: .legibility
        case .placeholder: .placeholder
        case .imagePlaceholder: .imagePlaceholder
        case .links: .links
        case .link: .link
        case .renderedSource: .renderedSource
        case .sourcePlan: .sourcePlan
        }
    }

    /// The path with its variables in braces, as in openapi.yaml.
    var template: String { route.text }

    /// The methods that the endpoint accepts.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .index, .health, .readiness, .metrics, .status, .contract, .contractJSON, .problem,
            .filters, .materials, .vibrancies, .formats, .presets, .renderedImage, .plan,
            .gallery, .imagePlaceholder, .renderedSource, .sourcePlan:
            [.get, .head, .options]
        case .legibility: [.get, .head, .post, .options]
        case .render, .renderForm, .renderScene, .images, .placeholder, .links: [.post, .options]
        case .link: [.get, .head, .delete, .options]
        case .image: [.get, .head, .put, .delete, .options]
        }
    }

    /// The value of the field `Allow`: the methods that the endpoint accepts.
    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }

    /// The liveness and the readiness probe.
    static let probes = [Endpoint.health, .readiness]

    /// Whether the endpoint needs no token, or asks for it only for some answers.
    var needsNoToken: Bool {
        switch self {
        case .index, .health, .readiness, .problem: true
        case .metrics, .status, .contract, .contractJSON, .filters, .materials, .vibrancies,
            .formats, .presets, .render,
            .renderForm, .renderScene, .images, .image, .renderedImage, .plan, .gallery,
            .legibility, .placeholder, .imagePlaceholder, .links, .link, .renderedSource,
            .sourcePlan:
            false
        }
    }
}
