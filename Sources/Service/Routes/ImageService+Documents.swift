// SPDX-License-Identifier: Apache-2.0

import Codecs
import Dispatch
import HTTPServer
import HTTPTypes
import Kernels
import Rendering
import Store

extension ImageService {
    /// Answers with links to the other addresses, or, if a browser asks, with a start page.
    ///
    /// The page needs no token: it holds nothing of the server, and asks for the token itself.
    func answerIndex(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        if StartPage.isPreferred(by: context.accept) {
            return try context.respond(
                StartPage.bytes,
                tag: StartPage.entityTag,
                [
                    .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                    .vary: "Accept", .contentSecurityPolicy: StartPage.policy,
                ]
            )
        }
        try context.authorize()
        func address(_ path: String) -> JSONValue { .string(context.address(of: path)) }
        let body = JSONValue.object([
            ("name", .string("frostpane")),
            ("contract", address("/openapi.yaml")),
            ("render", address("/v1/render")),
            ("images", address("/v1/images")),
            ("links", address("/v1/links")),
            ("sources", address("/v1/sources/{name}/{path}/render")),
            ("legibility", address("/v1/legibility")),
            ("placeholder", address("/v1/images/{digest}/placeholder")),
            ("gallery", address("/v1/gallery/{digest}")),
            ("filters", address("/v1/filters")),
            ("materials", address("/v1/materials")),
            ("vibrancies", address("/v1/vibrancies")),
            ("formats", address("/v1/formats")),
            ("presets", address("/v1/presets")),
        ])
        context.respond(
            .ok,
            [.contentType: "application/json", .cacheControl: "no-cache", .vary: "Accept"],
            body: .bytes(body.document)
        )
    }

    /// Answers that the process is alive; needs no worker and no token.
    func answerHealth(_ context: RequestContext) {
        context.respond(
            .ok,
            [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("ok\n".utf8))
        )
    }

    /// Answers whether the service accepts requests.
    ///
    /// A client that prefers JSON gets details of the program, for which it needs the token.
    func answerReadiness(_ context: RequestContext) throws(ServiceError) {
        if let error = unreadiness { return context.fail(.admission(error)) }
        let wantsDetails =
            context.accept.weight(ofType: "application", subtype: "json")
            > context.accept.weight(ofType: "text", subtype: "plain")
        if wantsDetails { try context.authorize() }
        context.respond(
            .ok,
            [
                .contentType: wantsDetails ? "application/json" : "text/plain; charset=utf-8",
                .cacheControl: "no-store",
            ],
            body: .bytes(wantsDetails ? readinessDetails.document : Array("ready\n".utf8))
        )
    }

    /// A JSON object with the version and the settings on which results and speed depend.
    private var readinessDetails: JSONValue {
        .object(
            [
                ("status", .string("ready")),
                ("version", .string(Version.current)),
                ("isa", .string(configuration.instructionSet.rawValue)),
                ("kernels", .array(InstructionSet.built.map { .string($0.rawValue) })),
                ("fontFamily", .string(configuration.fontFamily)),
                ("workers", .integer(configuration.workers)),
                ("codecs", .string(CodecProtection.current?.words ?? "none")),
            ] + (store.map { [("store", $0.details)] } ?? [])
        )
    }

    /// Answers with the OpenAPI contract in YAML.
    func answerContract(_ context: RequestContext) throws(ServiceError) {
        try answerContract(context, as: "application/yaml") { OpenAPIDocument.yaml }
    }

    /// Answers with the OpenAPI contract in JSON.
    func answerContractJSON(_ context: RequestContext) throws(ServiceError) {
        try answerContract(context, as: "application/json") { OpenAPIDocument.json }
    }

    /// Answers with a form of the contract, which the first request for it converts and compresses.
    private func answerContract(
        _ context: RequestContext,
        as mediaType: String,
        _ document: @escaping @Sendable () -> CompressedDocument
    ) throws(ServiceError) {
        try context.refuseParameters()
        // Not on an event loop, as the first request takes tens of milliseconds.
        monitoring.queue.async {
            do throws(ServiceError) {
                try context.respond(
                    document(),
                    [.contentType: mediaType, .cacheControl: "no-cache"]
                )
            } catch {
                context.fail(error)
            }
        }
    }
}

extension Endpoint {
    /// Serves `GET /`.
    static let index = Endpoint(
        .get,
        .fixed("/"),
        "List the addresses to begin with.",
        needs: .nothing
    ) { _, request, service throws(ServiceError) in
        try service.answerIndex(request)
    }
}

extension Endpoint {
    /// Serves `GET /healthz`.
    static let health = Endpoint(
        .get,
        .fixed("/healthz"),
        "Check whether the process is alive.",
        needs: .nothing,
        isOfMonitoring: true,
        isProbe: true
    ) { _, request, service throws(ServiceError) in
        service.answerHealth(request)
    }
}

extension Endpoint {
    /// Serves `GET /readyz`.
    static let readiness = Endpoint(
        .get,
        .fixed("/readyz"),
        "Check whether the server is ready for requests.",
        needs: .nothing,
        isOfMonitoring: true,
        isProbe: true
    ) { _, request, service throws(ServiceError) in
        try service.answerReadiness(request)
    }
}

extension Endpoint {
    /// Serves `GET /openapi.yaml`.
    static let contract = Endpoint(
        .get,
        .fixed("/openapi.yaml"),
        "Get this document.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answerContract(request)
    }
}

extension Endpoint {
    /// Serves `GET /openapi.json`.
    static let contractJSON = Endpoint(
        .get,
        .fixed("/openapi.json"),
        "Get this document as JSON, without anchors and aliases.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answerContractJSON(request)
    }
}
