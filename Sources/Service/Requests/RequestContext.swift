// SPDX-License-Identifier: Apache-2.0

import Fetching
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

    private let basePath: String
    private let probes: [String]

    /// The names of the parameters to ignore.
    private let ignored: NamePatterns

    /// Creates the context of a request, and sets its identifiers for the log line.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: The HTTP exchange through which the request is answered.
    ///   - basePath: The path at which the service is mounted; it precedes all others.
    ///   - probes: The paths of the probes, which are found without the base path.
    ///   - ignored: The names of the parameters to ignore.
    ///   - port: The port on which the request arrived.
    init(
        _ request: HTTPRequest,
        on exchange: HTTPExchange,
        basePath: String = "",
        probes: [String] = [],
        ignoring ignored: NamePatterns = NamePatterns(),
        port: ServicePort = .main
    ) {
        self.request = request
        self.exchange = exchange
        self.basePath = basePath
        self.ignored = ignored
        self.port = port
        self.probes = probes
        names = RequestNames(request.headerFields)
        exchange.attach(facts)
    }

    /// The path of the request below the base path; empty if it is neither below it nor a probe.
    ///
    /// Escapes of unreserved characters are decoded, so that routes, access rules and signatures see
    /// one spelling.
    var path: Substring {
        let target = request.path ?? "/"
        let end = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let path = PercentEncoding.normalized(target[..<end])
        guard !basePath.isEmpty else { return path }
        if path.utf8.starts(with: basePath.utf8) {
            let rest = path.utf8.dropFirst(basePath.utf8.count)
            if rest.isEmpty { return "/" }
            if rest.first == UInt8(ascii: "/") { return Substring(rest) }
        }
        return path == "*" || isProbe(path) ? path : ""
    }

    /// Whether a path is the path of a probe.
    func isProbe(_ path: Substring) -> Bool { probes.contains { $0 == path } }

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

    /// Makes the response with a document, or 304 or 412 as the conditions of the request require.
    ///
    /// Conditions are checked for GET and HEAD only.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - tag: The entity tag of the document.
    ///   - fields: The other fields.
    /// - Returns: The response.
    /// - Throws: ``ServiceError/preconditionFailed``.
    func response(
        _ document: [UInt8],
        tag: EntityTag,
        _ fields: HTTPFields
    ) throws(ServiceError) -> Response {
        var fields = fields
        fields[.eTag] = tag.text
        guard isRead else { return Response(.ok, fields, body: .bytes(document)) }
        switch preconditions.outcome(current: tag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: return .notModified(fields)
        case .proceed: return Response(.ok, fields, body: .bytes(document))
        }
    }
}
