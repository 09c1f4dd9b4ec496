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
            let step = min(max(room, UploadConsumer.firstRoom), ImageBuffer.longBody)
            let grown = max(received, min(room + step, bound))
            guard budget.take(grown - room) else { throw .noRoom }
            room = grown
            if room > capacity {
                let isLong = room > ImageBuffer.longBody
                capacity = isLong ? min(bound, max(2 * room, UploadConsumer.longCapacity)) : room
                reader.reserve(capacity)
            }
        }
        try reader.receive(bytes)
    }
}
