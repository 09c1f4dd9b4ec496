// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering

/// A request and the means to answer it.
struct RequestContext: Sendable {
    /// The request of the client.
    let request: HTTPRequest

    /// The HTTP exchange through which the request is answered.
    let exchange: HTTPExchange

    /// The identifiers of the request.
    private(set) var names: RequestNames

    /// The result of the check of the credentials.
    var access = Access.open {
        didSet { names.meter = access.meter }
    }

    /// The facts about the request, collected for the log and the metrics.
    let facts = RequestFacts()

    /// The port on which the request arrived.
    let port: ServicePort

    /// The layers around the endpoint, which add fields to responses.
    private let layers: RequestLayers

    private let basePath: String

    /// The names of the parameters to ignore.
    private let ignored: NamePatterns

    /// Creates the context of a request, and sets its identifiers for the log line.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: The HTTP exchange through which the request is answered.
    ///   - basePath: The path at which the service is mounted; it precedes all others.
    ///   - layers: The layers, which add fields to responses.
    ///   - ignored: The names of the parameters to ignore.
    ///   - port: The port on which the request arrived.
    init(
        _ request: HTTPRequest,
        on exchange: HTTPExchange,
        basePath: String = "",
        layers: RequestLayers = RequestLayers(),
        ignoring ignored: NamePatterns = NamePatterns(),
        port: ServicePort = .main
    ) {
        self.request = request
        self.exchange = exchange
        self.basePath = basePath
        self.ignored = ignored
        self.port = port
        self.layers = layers
        names = RequestNames(request.headerFields)
        exchange.attach(facts)
    }

    /// The path of the request below the base path; empty if it is neither below it nor a probe.
    var path: Substring {
        let target = request.path ?? "/"
        let path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
        guard !basePath.isEmpty else { return path }
        if path.utf8.starts(with: basePath.utf8) {
            let rest = path.utf8.dropFirst(basePath.utf8.count)
            if rest.isEmpty { return "/" }
            if rest.first == UInt8(ascii: "/") { return Substring(rest) }
        }
        return path == "*" || Router.standard.isProbe(path) ? path : ""
    }

    /// The address under which the client finds a path of the service.
    ///
    /// It has a scheme and a host only where a trusted proxy states the host: a path alone is right behind
    /// every proxy that leaves paths as they are.
    func address(of path: String) -> String {
        let forwarding = exchange.forwarding
        let whole = forwarding.prefix + basePath + path
        guard let host = forwarding.host else { return whole }
        return "\(forwarding.scheme ?? "http")://\(host)\(whole)"
    }

    /// The query string, without its question mark; empty if there is none.
    var query: Substring {
        let target = request.path ?? "/"
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return target[target.utf8.index(after: mark)...]
    }

    /// Whether the method is GET or HEAD.
    var isRead: Bool { request.method == .get || request.method == .head }

    /// The directives of the field `Cache-Control` of the request.
    var directives: RequestDirectives {
        RequestDirectives(request.headerFields.value(of: .cacheControl))
    }

    /// The media types that the client accepts.
    var accept: AcceptField { AcceptField(request.headerFields[.accept]) }

    /// The client hints about the screen.
    var hints: PartialTraits { PartialTraits(hints: request.headerFields) }

    /// The conditions of the request: `If-Match` and `If-None-Match`.
    var preconditions: Preconditions {
        Preconditions(
            match: request.headerFields.value(of: .ifMatch),
            noneMatch: request.headerFields.value(of: .ifNoneMatch)
        )
    }

    /// Parses the parameters of the query string, but for ignored ones and those of a valid
    /// signature.
    func parameters() throws(ServiceError) -> [(name: String, value: String)] {
        do throws(ParameterError) {
            return try parameters(plusIsSpace: access.signature?.plusIsSpace ?? true)
        } catch {
            throw .parameter(error)
        }
    }

    /// Parses the parameters of the query string, by a meaning of `+`.
    func parameters(
        plusIsSpace: Bool
    ) throws(ParameterError) -> [(name: String, value: String)] {
        let pairs = try FormEncoding.pairs(in: query, plusIsSpace: plusIsSpace)
        guard access.signature != nil || !ignored.isEmpty else { return pairs }
        let own = access.signature == nil ? [] : AddressSignature.names
        return pairs.filter { !ignored.match($0.name) && !own.contains($0.name) }
    }

    /// Refuses all parameters, for an address that takes none.
    func refuseParameters() throws(ServiceError) {
        if let first = try parameters().first {
            throw .parameter(.unknownHere(name: first.name, known: []))
        }
    }

    /// Answers the request with a status, HTTP fields and a body.
    func respond(
        _ status: HTTPResponse.Status,
        _ fields: HTTPFields,
        body: ResponseBody = .none
    ) {
        let response = completed(HTTPResponse(status: status, headerFields: fields))
        exchange.respond(response, body: body)
    }

    /// Answers with a head that is encoded already, to which the fields of every answer are added.
    func respond(_ response: PreparedResponse, body: ResponseBody) {
        exchange.respond(response, adding: layers.fields(for: names), body: body)
    }

    private func completed(_ response: HTTPResponse) -> HTTPResponse {
        RequestNames.complete(response).adding(layers.fields(for: names))
    }

    /// Answers 304 with those of the given fields that belong into such an answer.
    ///
    /// Reference: RFC 9110, section 15.4.5.
    func respondNotModified(_ fields: HTTPFields) {
        let names: Set<HTTPField.Name> = [.cacheControl, .eTag, .expires, .vary]
        respond(.notModified, HTTPFields(fields.filter { names.contains($0.name) }))
    }

    /// Answers with a document, or with 304 or 412 as the conditions of the request require.
    ///
    /// Conditions are checked for GET and HEAD only.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - tag: The entity tag of the document.
    ///   - fields: The other fields.
    /// - Throws: ``ServiceError/preconditionFailed``.
    func respond(
        _ document: [UInt8],
        tag: EntityTag,
        _ fields: HTTPFields
    ) throws(ServiceError) {
        var fields = fields
        fields[.eTag] = tag.text
        guard isRead else { return respond(.ok, fields, body: .bytes(document)) }
        switch preconditions.outcome(current: tag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: respondNotModified(fields)
        case .proceed: respond(.ok, fields, body: .bytes(document))
        }
    }

    /// Answers with the problem document for an error.
    func fail(_ error: ServiceError) {
        if case .admission(.saturated(let wait)) = error { return refuse(after: wait) }
        let problem = Problem(error)
        exchange.annotate(.problem, problem.type.rawValue)
        let response = completed(problem.response)
        exchange.respond(response, body: .bytes(problem.body(requestID: names.id)))
    }
}

extension HTTPResponse {
    /// Returns the response with further fields, after those that it has.
    func adding(_ fields: [PreparedResponse.Field]) -> HTTPResponse {
        var response = self
        for field in fields {
            response.headerFields.append(HTTPField(name: field.name, value: field.value))
        }
        return response
    }
}
