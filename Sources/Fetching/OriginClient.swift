// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

/// An HTTP client that fetches images from an origin server.
///
/// Calls block. All threads may call at the same time; each has a handle, and so a connection, of its own while it
/// does. No redirection is followed, no proxy of the environment is used, and every address is checked after names
/// were resolved, immediately before the connection to it.
package final class OriginClient: Sendable {
    /// The HTTP validators (RFC 9110) that identify a version of an image, with its lifetime.
    package struct Validators: Hashable, Sendable {
        /// The value of `ETag`; nil if the origin sent none.
        package let tag: String?
        /// The value of `Last-Modified`; nil if the origin sent none.
        package let date: String?

        /// The stated lifetime in seconds; a confirmation without one does not change it.
        package let lifetime: Int

        /// Whether there is neither an entity tag nor a date.
        package var isEmpty: Bool { tag == nil && date == nil }

        fileprivate init(_ fields: [String: String]) {
            tag = fields["etag"].flatMap { Self.isSendable($0) ? $0 : nil }
            date = fields["last-modified"].flatMap { Self.isSendable($0) ? $0 : nil }
            lifetime = OriginFreshness.lifetime(fields)
        }

        /// The header fields of a conditional request: `If-None-Match` and `If-Modified-Since`.
        fileprivate var fields: [(name: String, value: String)] {
            [("If-None-Match", tag), ("If-Modified-Since", date)].compactMap { name, value in
                value.map { (name, $0) }
            }
        }

        private static func isSendable(_ text: String) -> Bool {
            (1...256).contains(text.utf8.count)
                && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
        }
    }

    /// The outcome of fetching an image.
    package enum Answer: Hashable, Sendable {
        /// The image has not changed, and stays fresh for a number of seconds.
        case same(seconds: Int)
        /// The image was received, and stays fresh for a number of seconds.
        case new(Validators, seconds: Int)
    }

    private static let idleLimit = 8

    /// The greatest length of an error response's body that is read so that the connection can be
    /// reused, in bytes.
    private static let droppedByteCount = 16 << 10

    /// The origin server that images are fetched from.
    package let origin: SourceOrigin
    private let allows: @Sendable (IPAddress) -> Bool
    private let idle = Mutex<[Curl]>([])

    /// Creates a client for an origin; nothing is fetched yet.
    package convenience init(_ origin: SourceOrigin) {
        self.init(origin) { origin.reach.allows($0) }
    }

    /// Creates a client with another check of addresses, for tests.
    init(_ origin: SourceOrigin, allows: @escaping @Sendable (IPAddress) -> Bool) {
        self.origin = origin
        self.allows = allows
    }

    /// Fetches an image, unless the origin states that a known version has not changed.
    ///
    /// - Parameters:
    ///   - path: The path relative to the origin's path.
    ///   - known: The marks of a known version, of which the origin need not send the bytes.
    ///   - time: The longest time.
    ///   - receive: Takes the next bytes of the image; false if it takes no more.
    /// - Returns: The answer.
    /// - Throws: ``FetchFault``.
    package func fetch(
        _ path: SourcePath,
        unless known: Validators? = nil,
        within time: Duration,
        receive: @escaping (Span<UInt8>) -> Bool
    ) throws(FetchFault) -> Answer {
        let progress = Progress()
        let answer = try perform(path, known, time) { status, bytes in
            guard status != 200 else {
                progress.isStopped = !receive(bytes)
                return !progress.isStopped
            }
            progress.dropped += bytes.count
            return progress.dropped <= Self.droppedByteCount
        }
        switch answer.status {
        case _ where progress.isStopped: throw .stopped
        case 200:
            let seconds = OriginFreshness.seconds(answer.fields)
            return .new(Validators(answer.fields), seconds: seconds)
        case 304:
            guard let known, !known.isEmpty else { throw .redirected(status: 304) }
            let lifetime = known.lifetime
            return .same(seconds: OriginFreshness.seconds(answer.fields, confirming: lifetime))
        case 404, 410: throw .absent
        // Object stores answer so for what they do not have.
        case 401, 403, 451: throw .withheld(status: answer.status)
        case 300...399: throw .redirected(status: answer.status)
        // Foreign: every other status.
        default: throw .refused(status: answer.status)
        }
    }

    private final class Progress {
        var isStopped = false
        var dropped = 0
    }

    private func perform(
        _ path: SourcePath,
        _ known: Validators?,
        _ time: Duration,
        receive: @escaping (Int, Span<UInt8>) -> Bool
    ) throws(FetchFault) -> Curl.Answer {
        guard let curl = idle.withLock({ $0.popLast() }) ?? Curl() else { throw .libraryMissing }
        defer { idle.withLock { if $0.count < Self.idleLimit { $0.append(curl) } } }
        var limits = Curl.Limits(byteCount: 0)
        limits.connecting = min(.seconds(5), time)
        limits.firstByte = time
        limits.slowness = .seconds(10)
        limits.leastSpeed = 1 << 10
        limits.whole = time
        do throws(Curl.Failure) {
            return try curl.perform(
                "GET",
                origin.address(of: path),
                fields: [("User-Agent", "frostpane")] + (known?.fields ?? []),
                body: nil,
                limits: limits,
                guarding: Curl.Guard(allows: allows, receive: receive)
            )
        } catch {
            throw FetchFault(error)
        }
    }
}

extension FetchFault {
    fileprivate init(_ failure: Curl.Failure) {
        switch failure {
        case .stale(let reason), .unreachable(let reason), .failed(let reason):
            self = .unreachable(reason: reason)
        case .tooSlow: self = .tooSlow
        case .tooLong: self = .unreachable(reason: "the answer is too long")
        case .forbidden: self = .forbiddenAddress
        }
    }
}
