// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Kernels
import Store

extension Endpoint {
    /// Serves `GET /readyz`: whether the service accepts requests.
    ///
    /// A client that prefers JSON gets details of the program, for which it needs the token.
    static let readiness = Endpoint(
        .get,
        .fixed("/readyz"),
        "Check whether the server is ready for requests.",
        needs: .nothing,
        isOfMonitoring: true,
        isProbe: true
    ) { _, request, service async throws(ServiceError) in
        if let error = service.admission.unreadiness { throw .admission(error) }
        let wantsDetails =
            request.accept.weight(ofType: "application", subtype: "json")
            > request.accept.weight(ofType: "text", subtype: "plain")
        if wantsDetails { try request.authorize() }
        return Response(
            .ok,
            [
                .contentType: wantsDetails ? "application/json" : "text/plain; charset=utf-8",
                .cacheControl: "no-store",
            ],
            body: .bytes(wantsDetails ? service.details.document : Array("ready\n".utf8))
        )
    }
}

extension ImageService {
    /// A JSON object with the version and the settings on which results and speed depend.
    fileprivate var details: JSONValue {
        .object(
            [
                ("status", .string("ready")),
                ("version", .string(Version.current)),
                ("isa", .string(configuration.instructionSet.rawValue)),
                ("kernels", .array(InstructionSet.built.map { .string($0.rawValue) })),
                ("fontFamily", .string(configuration.fontFamily)),
                ("workers", .integer(configuration.workers)),
                ("codecs", .string(CodecProtection.current?.words ?? "none")),
            ] + (images.store.map { [("store", $0.details)] } ?? [])
        )
    }
}
