// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The parsed first line of a request: method, target and version.
///
/// Reference: RFC 9112, section 3.
struct RequestLine: Sendable {
    /// The form of a request target; the authority form is not supported, because only CONNECT uses
    /// it.
    enum Target: Sendable {
        case origin(path: String)
        case absolute(scheme: String, authority: String, path: String)
        case asterisk
    }

    /// The greatest accepted length of a method in octets; no standard method is longer.
    static let maximumMethodLength = 32

    /// The greatest length of a request line in octets for a given target length, including its
    /// line end.
    static func maximumLength(targetBytes: Int) -> Int {
        maximumMethodLength + targetBytes + " ".utf8.count * 2 + "HTTP/1.1\r\n".utf8.count
    }

    let method: HTTPRequest.Method
    let target: Target
    let isOldVersion: Bool

    init(_ line: Span<UInt8>, targetLimit: Int) throws(HTTPFault) {
        guard let first = line.firstIndex(of: ASCII.space),
            let second = line.firstIndex(of: ASCII.space, from: first + 1),
            line.firstIndex(of: ASCII.space, from: second + 1) == nil,
            first > 0, second > first + 1
        else { throw .badRequest(.malformedRequestLine) }
        method = try Self.method(line, 0..<first)
        isOldVersion = try Self.isOldVersion(line, second + 1..<line.count)
        let range = first + 1..<second
        guard range.count <= targetLimit else { throw .targetTooLong(limit: targetLimit) }
        target = try Self.target(line, range, isOptions: method == .options)
    }

    private static func method(
        _ line: Span<UInt8>,
        _ range: Range<Int>
    ) throws(HTTPFault) -> HTTPRequest.Method {
        if range.count == 3, line.isGET(range.lowerBound) { return .get }
        guard line.allIn(ASCII.token, range) else { throw .badRequest(.invalidMethod) }
        guard range.count <= maximumMethodLength else { throw .methodUnsupported }
        guard let text = line.text(range), let method = HTTPRequest.Method(text) else {
            throw .badRequest(.invalidMethod)
        }
        guard method != .connect else { throw .methodUnsupported }
        return method
    }

    /// Whether the version is 1.0 (RFC 9112, 2.3); minor versions above 1 count as 1 (RFC 9110,
    /// 2.5).
    private static func isOldVersion(
        _ line: Span<UInt8>,
        _ range: Range<Int>
    ) throws(HTTPFault) -> Bool {
        let start = range.lowerBound
        guard range.count == 8, line.isHTTP(start),
            ASCII.isDigit(line[start + 5]), line[start + 6] == ASCII.dot,
            ASCII.isDigit(line[start + 7])
        else { throw .badRequest(.malformedVersion) }
        guard line[start + 5] == ASCII.zero + 1 else { throw .versionUnsupported }
        return line[start + 7] == ASCII.zero
    }

    private static func target(
        _ line: Span<UInt8>,
        _ range: Range<Int>,
        isOptions: Bool
    ) throws(HTTPFault) -> Target {
        let first = line[range.lowerBound]
        if first == ASCII.slash {
            return .origin(path: try pathAndQuery(line, range))
        }
        if first == ASCII.asterisk, range.count == 1, isOptions { return .asterisk }
        return try absolute(line, range, isOptions: isOptions)
    }

    private static func pathAndQuery(
        _ line: Span<UInt8>,
        _ range: Range<Int>
    ) throws(HTTPFault) -> String {
        var end = range.lowerBound
        let members = ASCII.path
        while end < range.upperBound, members.contains(line[end]) { end += 1 }
        if end < range.upperBound {
            guard line[end] == ASCII.questionMark, line.allIn(ASCII.query, end..<range.upperBound)
            else { throw .badRequest(.invalidTarget) }
        }
        guard let text = line.text(range) else { throw .badRequest(.invalidTarget) }
        return text
    }

    private static func absolute(
        _ line: Span<UInt8>,
        _ range: Range<Int>,
        isOptions: Bool
    ) throws(HTTPFault) -> Target {
        let scheme = line.equals("http://", in: range.prefix(7)) ? "http" : "https"
        let start = range.lowerBound + scheme.utf8.count + 3
        guard scheme == "http" || line.equals("https://", in: range.prefix(8)) else {
            throw .badRequest(.invalidTarget)
        }
        var end = start
        while end < range.upperBound, line[end] != ASCII.slash, line[end] != ASCII.questionMark {
            end += 1
        }
        guard end > start, HostSyntax.isValid(line, start..<end),
            let authority = line.text(start..<end)
        else { throw .badRequest(.invalidHost) }
        var path = try pathAndQuery(line, end..<range.upperBound)
        if path.isEmpty {
            // RFC 9112, 3.2.4: a proxy's OPTIONS for the whole server has no path.
            path = isOptions ? "*" : "/"
        } else if end < range.upperBound, line[end] == ASCII.questionMark {
            path = "/" + path
        }
        return .absolute(scheme: scheme, authority: authority, path: path)
    }
}

extension Span<UInt8> {
    /// Whether `GET` starts at a position with at least three octets left.
    fileprivate func isGET(_ start: Int) -> Bool {
        self[start] == 0x47 && self[start + 1] == 0x45 && self[start + 2] == 0x54
    }

    /// Whether `HTTP/` starts at a position with at least five octets left.
    fileprivate func isHTTP(_ start: Int) -> Bool {
        self[start] == 0x48 && self[start + 1] == 0x54 && self[start + 2] == 0x54
            && self[start + 3] == 0x50 && self[start + 4] == 0x2F
    }
}
