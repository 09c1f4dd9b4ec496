// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization

/// Receives the body of a request, and calls a closure at most once, with the upload or the error.
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

    /// The state until the body ends; nil afterwards, so that the memory of the state is released.
    private let state: Mutex<State?>
    private let bound: Int
    private let budget: ReceivingBudget
    private let completion: @Sendable (Result<Upload, UploadError>) -> Void

    /// The capacity that is reserved first, in bytes; it doubles from there.
    static let firstRoom = 16 << 10

    /// The length in bytes from which on capacity is reserved for the whole body at once.
    ///
    /// It bounds the address space that a client can have reserved for the bytes that it sends.
    static let longBody = 256 << 10

    /// The greatest capacity for a body that has just become long, in bytes; it doubles from there.
    static let longCapacity = 256 << 20

    /// Creates a consumer of the body of one request.
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

    /// Creates a budget of a number of bytes.
    init(limit: Int) {
        remaining = Mutex(limit)
    }

    /// The number of bytes that are not reserved.
    var available: Int { remaining.withLock { $0 } }

    /// Reserves bytes; returns false, and reserves none, if too few are left.
    func take(_ count: Int) -> Bool {
        remaining.withLock { remaining in
            guard count <= remaining else { return false }
            remaining -= count
            return true
        }
    }

    /// Returns reserved bytes to the budget.
    func give(_ count: Int) {
        remaining.withLock { $0 += count }
    }

    /// Wraps reserved bytes in an object that releases them when it is no longer used.
    func reservation(of count: Int) -> Reservation { Reservation(count, of: self) }

    /// Reserved bytes, which are released when nobody uses the upload any more.
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
