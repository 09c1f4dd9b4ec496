// SPDX-License-Identifier: Apache-2.0

import Fetching
import Synchronization

@testable import Store

/// A bucket in memory that answers requests as an object store does.
final class BucketDouble: Sendable {
    private struct Object {
        var bytes: [UInt8]
        var fields: [String: String]
    }

    private struct State {
        var objects: [String: Object] = [:]
        var active = 0
        var greatestActive = 0
    }

    private let state = Mutex(State())
    /// Called after an answer was made, before it is returned.
    let afterAnswer = Mutex<(@Sendable (S3Client.Request) -> Void)?>(nil)

    /// The greatest number of requests at the same time.
    var greatestActive: Int { state.withLock { $0.greatestActive } }

    /// A tier over the bucket.
    func tier(clock: @escaping @Sendable () -> Int) -> S3Tier {
        guard
            let location = S3Location(
                bucket: "pictures",
                endpoint: "http://localhost",
                region: "here"
            )
        else { preconditionFailure("no location") }
        let exchange: S3Client.Exchange = { [self] request in
            state.withLock { state in
                state.active += 1
                state.greatestActive = max(state.greatestActive, state.active)
            }
            let answer = answer(request)
            afterAnswer.withLock { $0 }?(request)
            state.withLock { $0.active -= 1 }
            return answer
        }
        let client = S3Client(location, S3CredentialSource(nil), exchange: exchange)
        return S3Tier(client, clock: clock)
    }

    /// Changes a bit of an object, as nobody but a broken disk does.
    func damage(_ key: String) {
        state.withLock { $0.objects[key]?.bytes[1] ^= 8 }
    }

    private func answer(_ request: S3Client.Request) -> Curl.Answer {
        state.withLock { state in
            switch request.method {
            case "PUT":
                let fields = request.fields.map { ($0.name.lowercased(), $0.value) }
                state.objects[request.key] = Object(
                    bytes: request.body?.bytes ?? [],
                    fields: Dictionary(fields) { $1 }
                )
                return Curl.Answer(status: 200, fields: [:], body: [])
            case "DELETE":
                state.objects[request.key] = nil
                return Curl.Answer(status: 204, fields: [:], body: [])
            case "GET" where request.key.isEmpty:
                let prefix = request.query.first { $0.name == "prefix" }?.value ?? ""
                let keys = state.objects.keys.filter { $0.hasPrefix(prefix) }.sorted()
                let text = keys.map { "<Key>\($0)</Key>" }.joined()
                return Curl.Answer(status: 200, fields: [:], body: Array(text.utf8))
            // Foreign: GET and HEAD of an object.
            default:
                guard let object = state.objects[request.key] else {
                    let text = request.method == "HEAD" ? "" : "<Code>NoSuchKey</Code>"
                    return Curl.Answer(status: 404, fields: [:], body: Array(text.utf8))
                }
                var fields = object.fields
                fields["content-length"] = String(object.bytes.count)
                fields["etag"] = S3Tier.tag(of: object.bytes)
                let isHead = request.method == "HEAD"
                return Curl.Answer(status: 200, fields: fields, body: isHead ? [] : object.bytes)
            }
        }
    }
}
