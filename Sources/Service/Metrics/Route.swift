// SPDX-License-Identifier: Apache-2.0

/// An address of the service without its variables, as logs and metrics name it.
enum Route: Int, MetricLabel {
    case index, health, readiness, metrics, status, contract, contractJSON, problem, filters
    case materials, vibrancies, render, renderForm, renderScene, images, image, renderedImage, plan
    case gallery, legibility, placeholder, imagePlaceholder, formats, presets, links
    case link, renderedSource, sourcePlan
    /// An address that does not exist.
    case other

    static let name = "route"

    /// The path with its variables in braces, as in openapi.yaml.
    var text: String {
        switch self {
        case .index: "/"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .metrics: "/metrics"
        case .status: "/v1/status"
        case .contract: "/openapi.yaml"
        case .contractJSON: "/openapi.json"
        case .problem: "/problems/{problem}"
        case .filters: "/v1/filters"
        case .materials: "/v1/materials"
        case .vibrancies: "/v1/vibrancies"
        case .formats: "/v1/formats"
        case .presets: "/v1/presets"
        case .render: "/v1/render"
        case .renderForm: "/v1/render/form"
        case .renderScene: "/v1/render/scene"
        case .images: "/v1/images"
        case .image: "/v1/images/{digest}"
        case .renderedImage: "/v1/images/{digest}/render"
        case .plan: "/v1/images/{digest}/plan"
        case .gallery: "/v1/gallery/{digest}"
        case .legibility: "/v1/legibility"
        case .placeholder: "/v1/placeholder"
        case .imagePlaceholder: "/v1/images/{digest}/placeholder"
        case .links: "/v1/links"
        case .link: "/v1/links/{name}"
        case .renderedSource: "/v1/sources/{name}/{path}/render"
        case .sourcePlan: "/v1/sources/{name}/{path}/plan"
        case .other: "other"
        }
    }

    /// Whether monitoring asks for the address all the time, so that it is not worth a log line.
    var isOfMonitoring: Bool {
        switch self {
        case .health, .readiness, .metrics, .status: true
        case .index, .contract, .contractJSON, .problem, .filters, .materials, .vibrancies,
            .formats, .presets, .render, .renderForm, .renderScene, .images, .image, .renderedImage,
            .plan, .gallery, .legibility, .placeholder, .imagePlaceholder, .links, .link,
            .renderedSource,
            .sourcePlan, .other:
            false
        }
    }
}
