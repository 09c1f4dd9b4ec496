// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Platform
import Store
import Synchronization

/// The reads of pictures from a slow place that are in progress; all requests for one share a read.
final class JoinedReads<Name: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The value that was read, or an error.
    typealias Outcome = Result<Value, ServiceError>

    private let waiting = Mutex<[Name: [@Sendable (Outcome) -> Void]]>([:])

    /// Adds a request for a picture; returns whether the caller has to read it for all requests.
    ///
    /// - Returns: Whether the caller has to read the picture, and call ``end(_:_:)``.
    func add(_ name: Name, _ action: @escaping @Sendable (Outcome) -> Void) -> Bool {
        waiting.withLock { waiting in
            defer { waiting[name, default: []].append(action) }
            return waiting[name] == nil
        }
    }

    /// Joins the read of a picture in progress, or starts one, and waits for its outcome.
    ///
    /// The read has a task of its own, so that it outlives the request that started it: others may
    /// have joined it. A cancelled request only ends its wait.
    ///
    /// - Parameters:
    ///   - name: The name of the picture.
    ///   - executor: The executor on which the read continues whenever it has waited.
    ///   - read: Reads the picture, with blocking calls on threads for them.
    /// - Returns: The value that was read.
    /// - Throws: The error of the read.
    func value(
        of name: Name,
        on executor: any TaskExecutor,
        _ read: @escaping @Sendable () async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        try await Promise<Value, ServiceError>.value(abandoned: .cancelled) { promise in
            guard add(name, { promise.end($0) }) else { return }
            Task.immediateDetached(executorPreference: executor) {
                do throws(ServiceError) {
                    end(name, .success(try await read()))
                } catch {
                    end(name, .failure(error))
                }
            }
        }
    }

    /// Ends the read of a picture: calls the actions of all requests for it.
    func end(_ name: Name, _ outcome: Outcome) {
        for action in waiting.withLock({ $0.removeValue(forKey: name) }) ?? [] { action(outcome) }
    }
}
