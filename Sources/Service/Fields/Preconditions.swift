// SPDX-License-Identifier: Apache-2.0

/// The preconditions `If-Match` and `If-None-Match` of a request.
///
/// Representations have no modification dates here, so conditions on dates are ignored.
///
/// Reference: RFC 9110, sections 13.1.1, 13.1.2 and 13.2.2.
struct Preconditions: Hashable, Sendable {
    /// The result of evaluating the conditions.
    enum Outcome: Hashable, Sendable {
        /// The request is to be processed.
        case proceed
        /// The response is 304: the client has the current representation.
        case notModified
        /// The response is 412: a condition does not hold.
        case failed
    }

    /// The entity tags that a condition states: any tag, or a list.
    private enum Tags: Hashable, Sendable {
        case any
        case list([EntityTag])
    }

    private let match: Tags?
    private let noneMatch: Tags?

    /// Parses `If-Match` and `If-None-Match`; `nil` stands for an absent field.
    ///
    /// A malformed list of tags matches nothing.
    init(match: String?, noneMatch: String?) {
        self.match = match.map(Self.tags)
        self.noneMatch = noneMatch.map(Self.tags)
    }

    /// Whether the request has no conditions.
    var isEmpty: Bool { match == nil && noneMatch == nil }

    /// Evaluates the conditions against the entity tag of the current representation.
    ///
    /// - Parameters:
    ///   - current: The tag of the current representation, or `nil` when there is none.
    ///   - isRead: Whether the method is GET or HEAD.
    /// - Returns: The consequence for the request.
    func outcome(current: EntityTag?, isRead: Bool) -> Outcome {
        switch match {
        case nil: break
        case .any:
            guard current != nil else { return .failed }
        case .list(let tags):
            guard let current, !current.isWeak, tags.contains(current) else { return .failed }
        }
        let isKnown: Bool
        switch noneMatch {
        case nil: isKnown = false
        case .any: isKnown = current != nil
        case .list(let tags): isKnown = tags.contains { $0.opaque == current?.opaque }
        }
        guard isKnown else { return .proceed }
        return isRead ? .notModified : .failed
    }

    private static func tags(_ value: String) -> Tags {
        let members = FieldSyntax.split(value, at: UInt8(ascii: ","))
        if members == ["*"] { return .any }
        let tags = members.compactMap(EntityTag.init(parsing:))
        return .list(tags.count == members.count ? tags : [])
    }
}
