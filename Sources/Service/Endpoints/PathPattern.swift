// SPDX-License-Identifier: Apache-2.0

import Store

/// The path of an endpoint, with at most one variable, which may span several segments.
///
/// Segments are compared byte by byte.
struct PathPattern<Variable: Sendable>: Sendable {
    /// The path with its variables in braces, as in openapi.yaml.
    let template: String

    private let prefix: [Substring]
    private let suffix: [Substring]
    private let parse: @Sendable (ArraySlice<Substring>) -> Variable?

    /// Creates a pattern from a path, and a parser of the segments in place of its braces.
    private init(
        _ template: String,
        parse: @escaping @Sendable (ArraySlice<Substring>) -> Variable?
    ) {
        self.template = template
        let segments = template[...].pathSegments
        let first = segments.firstIndex { $0.hasPrefix("{") } ?? segments.endIndex
        let last = segments.lastIndex { $0.hasPrefix("{") } ?? segments.endIndex - 1
        prefix = Array(segments[..<first])
        suffix = Array(segments[(last + 1)...])
        self.parse = parse
    }

    /// Parses the variable of a path, split at `/`; nil if the path is another one.
    func variable(in segments: [Substring]) -> Variable? {
        let length = prefix.count + suffix.count
        guard segments.count >= length, segments[..<prefix.count].elementsEqual(prefix),
            segments[(segments.count - suffix.count)...].elementsEqual(suffix)
        else { return nil }
        return parse(segments[prefix.count..<segments.count - suffix.count])
    }
}

extension PathPattern<Void> {
    /// A path without variables.
    static func fixed(_ template: String) -> PathPattern {
        PathPattern(template) { $0.isEmpty ? () : nil }
    }
}

extension PathPattern<Digest> {
    /// A path with the digest of a stored image.
    static func image(_ template: String) -> PathPattern {
        PathPattern(template) { $0.count == 1 ? $0.first.flatMap { Digest(hex: $0) } : nil }
    }
}

extension PathPattern<LinkName> {
    /// A path with the name of a link.
    static func link(_ template: String) -> PathPattern {
        PathPattern(template) { $0.count == 1 ? $0.first.flatMap { LinkName($0) } : nil }
    }
}

extension PathPattern<SceneAddress> {
    /// A path with the address of a scene.
    static func scene(_ template: String) -> PathPattern {
        PathPattern(template) { $0.count == 1 ? $0.first.flatMap { SceneAddress($0) } : nil }
    }
}

extension PathPattern<ProblemType> {
    /// A path with the name of a type of problems.
    static func problem(_ template: String) -> PathPattern {
        PathPattern(template) { segments in
            segments.count == 1 ? segments.first.flatMap { ProblemType(rawValue: String($0)) } : nil
        }
    }
}

extension PathPattern<SourceAddress> {
    /// A path with the name of a source, and the path of an image in it.
    static func source(_ template: String) -> PathPattern {
        PathPattern(template) { segments in
            guard let name = segments.first, segments.count > 1 else { return nil }
            return SourceAddress(name, segments.dropFirst())
        }
    }
}

extension Substring {
    /// The segments of a path, the empty one before the first `/` included.
    ///
    /// Split at bytes, because splitting at characters looks for their bounds first.
    var pathSegments: [Substring] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(Substring.init)
    }
}
