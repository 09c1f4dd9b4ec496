// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store

/// The decisions about a request for a rendering of a kept picture, remembered after a hit.
///
/// The digest of the picture identifies its bytes, and target, `Accept`, `Save-Data` and hints determine
/// everything else. So the same decisions hold for every later request that agrees in these. They
/// do not imply that the picture or the result are still kept: that is checked each time.
final class KnownRendering: Sendable {
    /// The key of the decisions: the parts of a request that determine a rendering.
    struct Name: Hashable, Sendable {
        /// The path and the parameters as written.
        let target: String
        /// The value of `Accept`.
        let accept: String?
        /// Whether the client asks for less data.
        let savesData: Bool
        /// The client hints about the screen.
        let hints: PartialTraits

        /// Reads a request.
        init(_ request: HTTPRequest) {
            target = request.path ?? ""
            accept = request.headerFields.value(of: .accept)
            savesData = SaveDataField.isOn(request.headerFields)
            hints = PartialTraits(hints: request.headerFields)
        }
    }

    /// The place of decisions that are to be remembered.
    struct Place: Sendable {
        /// Their key.
        let name: Name
        /// The time from which on a picture of the rendering is not kept, on which the decisions depend as well.
        let expiry: Int?

        /// Reads a request.
        init(_ request: HTTPRequest, until expiry: Int?) {
            name = Name(request)
            self.expiry = expiry
        }
    }

    /// The digest of the picture.
    let source: Digest
    /// The key of the result.
    let key: ResultKey
    /// The entity tag of the result.
    let entityTag: EntityTag
    /// The address of the request.
    let route: Route
    /// The facts about the result that the log has.
    let picture: PictureFacts
    /// The fields that are known before the result is made.
    let head: HTTPFields
    /// The digest of the result's bytes.
    let contentDigest: Digest
    /// The name of the preset, for the log; nil for none.
    let preset: String?
    /// The time from which on a picture of the rendering is not kept, in seconds since 1970; nil for never.
    let expiry: Int?
    /// The head of the answer to a hit, without the identifiers of the request.
    let response: PreparedResponse

    /// Creates a record of decisions.
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
        fields[.acceptRanges] = "bytes"
        fields[.cacheStatus] = CacheStatus.Outcome.hit.value
        fields[.reprDigest] = contentDigest.fieldValue
        fields[.serverTiming] = ServerTiming.cache(.hit, queue: nil)
        response = RequestNames.prepare(HTTPResponse(status: .ok, headerFields: fields))
    }

    /// The approximate memory use, in bytes.
    func cost(of name: Name) -> Int {
        let fields = head.reduce(0) { $0 + 128 + $1.value.utf8.count }
        // The response contains the fields twice more: as fields and as lines.
        return 1024 + name.target.utf8.count + (name.accept?.utf8.count ?? 0) + 3 * fields
    }
}
