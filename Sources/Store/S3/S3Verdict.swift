// SPDX-License-Identifier: Apache-2.0

import Fetching

/// The meaning of an object store's response, or of a failure to get one.
enum S3Verdict: Hashable, Sendable {
    /// The request succeeded.
    case done
    /// There is no object with this key.
    case absent
    /// The store has no room, or the object is too large for it.
    case full
    /// The request was refused, and a retry would be as well; the reason is for the operator.
    case refused(reason: String)
    /// The clocks differ too much; signed with the store's time, the request may succeed.
    case skewed
    /// The response is longer than the limit.
    case tooLong
    /// The store failed, and a retry may succeed; the reason is for the operator.
    case again(reason: String)

    /// Classifies a response by its status and its error code.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - isBucket: Whether the bucket itself was asked for.
    ///   - location: The store.
    init(_ answer: Curl.Answer, isBucket: Bool, _ location: S3Location) {
        let text = String(decoding: answer.body.prefix(4_096), as: UTF8.self)
        let code = S3Document.value("Code", in: text)
        switch (answer.status, code) {
        case (200...299, _): self = .done
        case (404, "NoSuchBucket"):
            self = .refused(reason: "there is no bucket '\(location.bucket)'")
        case (404, _):
            self = isBucket ? .refused(reason: "there is no bucket '\(location.bucket)'") : .absent
        case (403, "RequestTimeTooSkewed"): self = .skewed
        case (301, _), (400, "AuthorizationHeaderMalformed"):
            let region =
                S3Document.value("Region", in: text) ?? answer.fields["x-amz-bucket-region"]
            let other = region.map { "; it is in '\($0)'" } ?? ""
            self = .refused(reason: "the bucket is not in the region '\(location.region)'\(other)")
        case (403, _), (401, _):
            self = .refused(
                reason: "the store refuses the credentials\(code.map { " (\($0))" } ?? "")"
            )
        case (507, _), (_, "QuotaExceeded"), (_, "EntityTooLarge"): self = .full
        case (408, _), (409, _), (429, _), (500..., _), (400, "BadDigest"), (400, "IncompleteBody"),
            (400, "RequestTimeout"):
            self = .again(
                reason: "the store responds with \(answer.status)\(code.map { " \($0)" } ?? "")"
            )
        // Foreign: statuses that no request of this client should have.
        default:
            self = .refused(
                reason: "the store responds with \(answer.status)\(code.map { " \($0)" } ?? "")"
            )
        }
    }

    /// Classifies a failure to get a response.
    init(_ failure: Curl.Failure) {
        switch failure {
        case .stale(let reason), .unreachable(let reason): self = .again(reason: reason)
        case .tooSlow: self = .again(reason: "it does not respond in time")
        case .tooLong: self = .tooLong
        case .forbidden: self = .refused(reason: "connections to its address are not allowed")
        case .failed(let reason): self = .refused(reason: reason)
        }
    }
}

/// A minimal XML parser for the responses of object stores: elements that contain only text.
enum S3Document {
    /// The text of the first element with a name; nil if there is none.
    static func value(_ name: String, in text: String) -> String? { values(name, in: text).first }

    /// The texts of all elements with a name, in order.
    static func values(_ name: String, in text: String) -> [String] {
        var values: [String] = []
        var rest = text[...]
        let (start, end) = ("<\(name)>", "</\(name)>")
        while let opening = rest.firstRange(of: start) {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: end) else { break }
            values.append(unescaped(rest[..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return values
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
        // The ampersand comes last, so that `&amp;lt;` becomes `&lt;` and not `<`.
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
