// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization

/// Receives the body of a request, and passes on the upload or the error, once.
///
/// It reserves budget as bytes arrive. A stated length alone reserves nothing: a client could
/// otherwise exhaust the budget without sending a byte.
///
/// A long body gets capacity for its whole length at once, so that it is never copied into a larger
/// buffer while both exist. The system provides memory for that capacity only as bytes arrive.
final class UploadConsumer: BodyConsumer {
    fileprivate struct State: Sendable {
        var reader: UploadReader
        /// The number of bytes taken from the budget.
        var room = 0
        var capacity = 0
        var received = 0
    }

    /// The state until the body ends; nil afterwards, so that its memory is released.
    private let state: Mutex<State?>
    private let bound: Int
    private let budget: ReceivingBudget
    private let completion: @Sendable (Result<Upload, UploadError>) -> Void

    /// The capacity reserved first, in bytes; it doubles from there.
    static let firstRoom = 16 << 10

    /// The number of bytes from which on the capacity no longer doubles, but covers the whole body.
    ///
    /// It bounds the address space that a client can have reserved for the bytes that it sends.
    static let longBody = 256 << 10

    /// The greatest capacity of a body that has just become long; beyond it, the capacity doubles again.
    static let longCapacity = 256 << 20

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
        let reservation = budget.reservation(of: ended.room)
        let result: Result<Upload, UploadError>
        do throws(UploadError) {
            result = .success(try ended.reader.finish().holding(reservation))
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
            let step = min(max(room, UploadConsumer.firstRoom), UploadConsumer.longBody)
            let grown = max(received, min(room + step, bound))
            guard budget.take(grown - room) else { throw .noRoom }
            room = grown
            if room > capacity {
                let isLong = room > UploadConsumer.longBody
                capacity = isLong ? min(bound, max(2 * room, UploadConsumer.longCapacity)) : room
                reader.reserve(capacity)
            }
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

    /// Passes reserved bytes to an object that releases them at its end.
    func reservation(of count: Int) -> Reservation { Reservation(count, of: self) }

    /// Bytes that stay reserved until nobody uses the upload any more.
    final class Reservation: Sendable {
        private let count: Int
        private let budget: ReceivingBudget

        fileprivate init(_ count: Int, of budget: ReceivingBudget) {
            self.count = count
            self.budget = budget
        }

        deinit { budget.give(count) }
    }
}
