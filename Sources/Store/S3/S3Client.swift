// SPDX-License-Identifier: Apache-2.0

import Fetching
import Glibc
import Platform
import Synchronization

/// An HTTP client for an S3 object store that signs requests and retries failed ones.
///
/// Calls block. All threads may call at the same time; each has a handle, and so a connection, of its own while it does.
final class S3Client: Sendable {
    /// An HTTP request to the object store, without its signature.
    struct Request: Sendable {
        let method: String
        /// The object's key, not percent-encoded; empty for the bucket itself.
        var key = ""
        var query: [(name: String, value: String)] = []
        /// The HTTP header fields in addition to the signature fields, with lowercase names.
        var fields: [(name: String, value: String)] = []
        /// The request body with its digest; nil for a request without one.
        var body: (bytes: [UInt8], digest: Digest)?
        /// The longest object that is read, in bytes.
        var byteLimit = Int.max

        /// Whether the request reads an object.
        fileprivate var readsObject: Bool { method == "GET" && !key.isEmpty }
    }

    /// A function that answers a request in place of the network, for tests.
    typealias Exchange = @Sendable (Request) throws(Curl.Failure) -> Curl.Answer

    /// The greatest number of times that a request is sent, the first one included.
    static let attempts = 3

    /// The number of idle libcurl handles, each with its connections, that are kept for reuse.
    static let idleLimit = 32

    let location: S3Location
    private let credentials: S3CredentialSource
    private let clock: @Sendable () -> Int
    /// The longest response body that is read, in bytes.
    let byteLimit: Int
    private let exchange: Exchange?
    private let idle = Mutex<[Curl]>([])
    /// The number of seconds that the store's clock is ahead of this machine's clock.
    private let offset = Mutex(0)

    init(
        _ location: S3Location,
        _ credentials: S3CredentialSource,
        byteLimit: Int = .max,
        clock: (@Sendable () -> Int)? = nil,
        exchange: Exchange? = nil
    ) {
        self.byteLimit = byteLimit
        self.location = location
        self.credentials = credentials
        self.clock = clock ?? Syscall.wallSeconds
        self.exchange = exchange
    }

    /// Sends a request, and retries it until the response is conclusive.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attempts: The number of times to send it, if nothing comes of the ones before.
    /// - Returns: An answer of a status from 200 to 299, or 404 for a key that is not there.
    /// - Throws: ``BlobError/unavailable(reason:)``, ``BlobError/full``, or ``BlobError/damaged`` for an object that is
    ///   longer than its limit.
    func send(
        _ request: Request,
        attempts: Int = S3Client.attempts
    ) throws(BlobError) -> Curl.Answer {
        var last = BlobError.unavailable(reason: "it was not asked")
        for attempt in 0..<attempts {
            if attempt > 0 { Self.pause(attempt) }
            let verdict: S3Verdict
            do throws(Curl.Failure) {
                let answer = try sendOnce(request)
                verdict = S3Verdict(answer, isBucket: request.key.isEmpty, location)
                if verdict == .skewed, let date = answer.fields["date"].flatMap(S3Time.seconds) {
                    offset.withLock { $0 = date - clock() }
                }
                if verdict == .done || verdict == .absent { return answer }
            } catch {
                verdict = S3Verdict(error)
            }
            switch verdict {
            case .done, .absent: preconditionFailure("a response is missing")
            case .refused(let reason): throw .unavailable(reason: reason)
            case .full: throw .full
            // An object that is longer than its record says is no reason to take the store for unusable.
            case .tooLong where request.readsObject: throw .damaged
            case .tooLong: throw .unavailable(reason: "its response is too long")
            case .skewed:
                last = .unavailable(reason: "the clocks differ by more than the store allows")
            case .again(let reason): last = .unavailable(reason: reason)
            }
        }
        throw last
    }

    private func sendOnce(_ request: Request) throws(Curl.Failure) -> Curl.Answer {
        if let exchange { return try exchange(request) }
        guard let credentials = credentials.current else {
            throw .failed(
                reason: "there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
            )
        }
        guard let curl = idle.withLock({ $0.popLast() }) ?? Curl() else {
            throw .failed(reason: "libcurl is not installed; the package of Debian is libcurl4")
        }
        defer { idle.withLock { if $0.count < Self.idleLimit { $0.append(curl) } } }
        let path = location.path(request.key)
        let signature = S3Signature(
            method: request.method,
            path: path,
            query: request.query,
            fields: request.fields.filter { $0.name.hasPrefix("x-amz-") },
            payload: (request.body?.digest ?? Self.digestOfNothing).hex
        )
        let time = S3Time(seconds: clock() + offset.withLock { $0 })
        let query = signature.canonicalQuery
        var limits = Curl.Limits(byteCount: byteLimit)
        if request.readsObject, request.byteLimit < byteLimit - S3Tier.answerMargin {
            limits.byteCount = request.byteLimit + S3Tier.answerMargin
        }
        if request.body != nil { limits.firstByte = .seconds(10) }
        return try curl.perform(
            request.method,
            location.endpoint + path + (query.isEmpty ? "" : "?\(query)"),
            fields: signature.signed(by: credentials, for: location, at: time)
                + request.fields.filter { !$0.name.hasPrefix("x-amz-") }
                // Omits `Expect: 100-continue` of libcurl, because it costs a round trip.
                + [("Expect", "")],
            body: request.body?.bytes,
            limits: limits
        )
    }

    /// Waits a random time before a retry, so that many clients do not retry together.
    private static func pause(_ attempt: Int) {
        usleep(UInt32.random(in: 0...(50_000 << UInt32(attempt))))
    }

    private static let digestOfNothing = Digest(of: [])
}
