// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store

/// The outcome of parsing a request to render a stored picture, which later equal requests reuse.
///
/// The digest of the picture identifies its bytes, and target, `Accept`, `Save-Data` and hints
/// determine everything else. So the same decisions hold for every later request that agrees in
/// these. They do not imply that the picture or the result are still stored: that is checked each
/// time.
final class KnownRendering: Sendable {
    /// The key of a remembered outcome: the parts of a request that determine a rendering.
    struct Name: Hashable, Sendable {
        /// The path and query of the request, as the client wrote them.
        let target: String
        /// The value of `Accept`; nil without the field.
        let accept: String?
        /// Whether the client asks for less data.
        let savesData: Bool
        /// The client hints about the screen.
        let hints: PartialTraits

        /// Creates the key of a request.
        init(_ request: HTTPRequest) {
            target = request.path ?? ""
            accept = request.headerFields.value(of: .accept)
            savesData = SaveDataField.isOn(request.headerFields)
            hints = PartialTraits(hints: request.headerFields)
        }
    }

    /// The key and the expiry with which an outcome is to be remembered.
    struct Place: Sendable {
        /// The key of the request.
        let name: Name
        /// The earliest time at which a used picture expires, in seconds since 1970; nil for never.
        let expiry: Int?

        /// Creates the place for the outcome of parsing a request.
        init(_ request: HTTPRequest, until expiry: Int?) {
            name = Name(request)
            self.expiry = expiry
        }
    }

    /// The digest of the main picture.
    let source: Digest
    /// The key of the result in the result cache.
    let key: ResultKey
    /// The entity tag of the result.
    let entityTag: EntityTag
    /// The route of the request, for the log.
    let route: Route
    /// The facts about the result, such as its size, that the log states.
    let picture: PictureFacts
    /// The header fields of the response that are known before the result is rendered.
    let head: HTTPFields
    /// The digest of the result's bytes.
    let contentDigest: Digest
    /// The name of the preset, for the log; nil for none.
    let preset: String?
    /// The earliest time at which a used picture expires, in seconds since 1970; nil for never.
    let expiry: Int?
    /// The head of the response to a cache hit, without the identifiers of the request.
    let response: PreparedResponse

    /// Records the outcome of parsing a request, with the response head for later cache hits.
    ///
    /// - Parameters:
    ///   - request: The decisions.
    ///   - route: The address of the request.
    ///   - head: The fields that are known before the result is made.
    ///   - contentDigest: The digest of the result's bytes.
    ///   - preset: The name of the preset; nil for none.
    ///   - expiry: The time from which on a picture of the rendering is not kept; nil for never.
    init(
        _ request: RenderRequest,
        _ route: Route,
        head: HTTPFields,
        contentDigest: Digest,
        preset: String? = nil,
        expiry: Int? = nil
    ) {
        self.route = route
        picture = PictureFacts(request)
        self.preset = preset
        self.expiry = expiry
        source = request.digest
        key = request.key
        entityTag = request.entityTag
        self.head = head
        self.contentDigest = contentDigest
        var fields = head
        fields[.cacheStatus] = CacheStatus.Outcome.hit.value
        fields[.reprDigest] = contentDigest.fieldValue
        fields[.serverTiming] = ServerTiming.cache(.hit, queue: nil)
        response = RequestNames.prepare(HTTPResponse(status: .ok, headerFields: fields))
    }

    /// The approximate memory use of the record and its key, in bytes.
    func cost(of name: Name) -> Int {
        let fields = head.reduce(0) { $0 + 128 + $1.value.utf8.count }
        // The response contains the fields twice more: as fields and as lines.
        return 1024 + name.target.utf8.count + (name.accept?.utf8.count ?? 0) + 3 * fields
    }
}
