// SPDX-License-Identifier: Apache-2.0

import Fetching
import Synchronization

@testable import Store

/// A bucket in memory that answers requests as an object store does.
final class BucketDouble: Sendable {
    private struct Object {
        var bytes: [UInt8]
        var fields: [String: String]
        var written: Int
    }

    private struct State {
        var objects: [String: Object] = [:]
        var active = 0
        var greatestActive = 0
        /// The time by the clock of the store, in seconds since 1970; it goes on when somebody waits.
        var time = 1_000_000
    }

    private let state = Mutex(State())
    /// The actions of a test around each request.
    let hooks = Mutex(Hooks())

    struct Hooks {
        /// Called before a request reaches the store.
        var beforeRequest: (@Sendable (S3Client.Request) -> Void)?
        /// Called after an answer was made, before it is returned.
        var afterAnswer: (@Sendable (S3Client.Request) -> Void)?
    }

    /// The greatest number of requests at the same time.
    var greatestActive: Int { state.withLock { $0.greatestActive } }

    /// The time by the clock of the store, in seconds since 1970.
    var time: Int {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = newValue } }
    }

    /// A tier over the bucket, as one process has it.
    ///
    /// - Parameters:
    ///   - clock: The clock that expiries are compared with; nil for that of the store.
    ///   - goesByStore: Whether the store's clock counts instead when it has answered.
    ///   - pause: Called to wait; nil to let the clock of the store go on.
    /// - Returns: The tier.
    func tier(
        clock: (@Sendable () -> Int)? = nil,
        goesByStore: Bool = false,
        pause: (@Sendable (Duration) -> Void)? = nil
    ) -> S3Tier {
        guard
            let location = S3Location(
                bucket: "pictures",
                endpoint: "http://localhost",
                region: "here"
            )
        else { preconditionFailure("no location") }
        let exchange: S3Client.Exchange = { [self] request in
            hooks.withLock { $0.beforeRequest }?(request)
            state.withLock { state in
                state.active += 1
                state.greatestActive = max(state.greatestActive, state.active)
            }
            let answer = answer(request)
            hooks.withLock { $0.afterAnswer }?(request)
            state.withLock { $0.active -= 1 }
            return answer
        }
        let client = S3Client(location, S3CredentialSource(nil), exchange: exchange)
        return S3Tier(
            client,
            clock: clock ?? { [self] in time },
            goesByStore: goesByStore,
            pause: pause ?? { [self] in rest($0) }
        )
    }

    /// Lets the clock of the store go on.
    func rest(_ time: Duration) {
        state.withLock { $0.time += Int((time / .seconds(1)).rounded(.up)) }
    }

    /// The keys of all objects.
    var keys: [String] { state.withLock { $0.objects.keys.sorted() } }

    /// The fields with which an object was written; nil if there is none.
    func fields(of key: String) -> [String: String]? { state.withLock { $0.objects[key]?.fields } }

    /// Copies an object, with its fields, to another key.
    func copy(_ key: String, to other: String) {
        state.withLock { $0.objects[other] = $0.objects[key] }
    }

    /// Changes a bit of an object, as nobody but a broken disk does.
    func damage(_ key: String) {
        state.withLock { $0.objects[key]?.bytes[1] ^= 8 }
    }

    /// A time in the preferred format of RFC 9110, section 5.6.7; the day of the week means nothing.
    private static func field(_ time: Int) -> String {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let text = S3Time(seconds: time).text
        func digits(_ start: Int, _ count: Int) -> Substring {
            text.dropFirst(start).prefix(count)
        }
        let month = months[(Int(digits(4, 2)) ?? 1) - 1]
        return "Thu, \(digits(6, 2)) \(month) \(digits(0, 4)) "
            + "\(digits(9, 2)):\(digits(11, 2)):\(digits(13, 2)) GMT"
    }

    private func answer(_ request: S3Client.Request) -> Curl.Answer {
        state.withLock { state in
            var fields = ["date": Self.field(state.time)]
            switch request.method {
            case "PUT":
                let given = request.fields.map { ($0.name.lowercased(), $0.value) }
                state.objects[request.key] = Object(
                    bytes: request.body?.bytes ?? [],
                    fields: Dictionary(given) { $1 },
                    written: state.time
                )
                return Curl.Answer(status: 200, fields: fields, body: [])
            case "DELETE":
                state.objects[request.key] = nil
                return Curl.Answer(status: 204, fields: fields, body: [])
            case "GET" where request.key.isEmpty:
                let prefix = request.query.first { $0.name == "prefix" }?.value ?? ""
                let found = state.objects.filter { $0.key.hasPrefix(prefix) }
                let text = found.sorted { $0.key < $1.key }.map { key, object in
                    "<Contents><Key>\(key)</Key><LastModified>\(object.written)</LastModified>"
                        + "</Contents>"
                }
                return Curl.Answer(status: 200, fields: fields, body: Array(text.joined().utf8))
            // Foreign: GET and HEAD of an object.
            default:
                guard let object = state.objects[request.key] else {
                    let text = request.method == "HEAD" ? "" : "<Code>NoSuchKey</Code>"
                    return Curl.Answer(status: 404, fields: fields, body: Array(text.utf8))
                }
                fields.merge(object.fields) { $1 }
                fields["content-length"] = String(object.bytes.count)
                fields["etag"] = S3Tier.tag(of: [object.bytes])
                fields["last-modified"] = Self.field(object.written)
                let isHead = request.method == "HEAD"
                return Curl.Answer(status: 200, fields: fields, body: isHead ? [] : object.bytes)
            }
        }
    }
}
