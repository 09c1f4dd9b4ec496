// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization

/// Receives the body of a request, and passes on the upload or the error, once.
///
/// It reserves budget for the capacity of its buffers, as bytes arrive. A stated length alone
/// reserves nothing: a client could otherwise exhaust the budget without sending a byte.
final class UploadConsumer: BodyConsumer {
    fileprivate struct State: Sendable {
        var reader: UploadReader
        var room = 0
        var received = 0
    }

    /// The state until the body ends; nil afterwards, so that its memory is released.
    private let state: Mutex<State?>
    private let bound: Int
    private let budget: ReceivingBudget
    private let completion: @Sendable (Result<Upload, UploadError>) -> Void

    /// The capacity reserved first, in bytes; it doubles from there.
    static let firstRoom = 16 << 10

    /// Creates a consumer.
    ///
    /// - Parameters:
    ///   - reader: The parser of the body.
    ///   - length: The stated length in bytes, if there is one.
    ///   - limit: The greatest length in bytes.
    ///   - budget: The memory budget for all arriving bodies.
    ///   - completion: Called at most once, on the connection's queue; not called if the body is
    ///     incomplete.
    /// - Throws: ``UploadError/noRoom`` when the budget is too small for the body now, so that the
    ///   client is not asked to send it in vain.
    init(
        reader: UploadReader,
        length: Int?,
        limit: Int,
        budget: ReceivingBudget,
        completion: @escaping @Sendable (Result<Upload, UploadError>) -> Void
    ) throws(UploadError) {
        guard budget.available >= length ?? min(Self.firstRoom, limit) else { throw .noRoom }
        state = Mutex(State(reader: reader))
        bound = length ?? limit
        self.budget = budget
        self.completion = completion
    }

    deinit { end() }

    private func end() {
        state.withLock { state in
            guard let ended = state.take() else { return }
            budget.give(ended.room)
        }
    }
}

extension UploadConsumer {
    func receive(_ bytes: Span<UInt8>) -> Bool {
        let failure: UploadError? = state.withLock { state in
            do throws(UploadError) {
                try state?.receive(bytes, bound: bound, budget: budget)
                return nil
            } catch {
                return error
            }
        }
        guard let failure else { return true }
        end()
        completion(.failure(failure))
        return false
    }

    func finish() {
        guard var ended = state.withLock({ $0.take() }) else { return }
        // From here on, the render that uses the upload reserves memory from its own budget.
        defer { budget.give(ended.room) }
        let result: Result<Upload, UploadError>
        do throws(UploadError) {
            result = .success(try ended.reader.finish())
        } catch {
            result = .failure(error)
        }
        completion(result)
    }

    func abandon(_ reason: HTTPFault?) { end() }
}

extension UploadConsumer.State {
    mutating func receive(
        _ bytes: Span<UInt8>,
        bound: Int,
        budget: ReceivingBudget
    ) throws(UploadError) {
        received += bytes.count
        if received > room {
            let grown = max(received, min(max(2 * room, UploadConsumer.firstRoom), bound))
            guard budget.take(grown - room) else { throw .noRoom }
            room = grown
            reader.reserve(grown)
        }
        try reader.receive(bytes)
    }
}

/// A shared memory budget for request bodies while they arrive.
final class ReceivingBudget: Sendable {
    private let remaining: Mutex<Int>

    /// Creates a budget, in bytes.
    init(limit: Int) {
        remaining = Mutex(limit)
    }

    /// The number of bytes that are not reserved.
    var available: Int { remaining.withLock { $0 } }

    /// Reserves bytes; false, and no change, if too few are left.
    func take(_ count: Int) -> Bool {
        remaining.withLock { remaining in
            guard count <= remaining else { return false }
            remaining -= count
            return true
        }
    }

    /// Releases reserved bytes.
    func give(_ count: Int) {
        remaining.withLock { $0 += count }
    }
}
