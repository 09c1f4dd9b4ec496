// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization

/// Takes in the body of a request and hands over the upload, or why there is none; once.
///
/// What counts against the budget of all bodies that arrive is the room made for bytes that have
/// arrived. A stated length takes nothing, or whoever states one and sends nothing would take it
/// away from everybody else.
final class UploadConsumer: BodyConsumer {
    fileprivate struct State: Sendable {
        var reader: UploadReader
        var room = 0
        var received = 0
    }

    /// `nil` when it is over, so that neither bytes nor room outlive it.
    private let state: Mutex<State?>
    private let bound: Int
    private let budget: ReceivingBudget
    private let completion: @Sendable (Result<Upload, UploadError>) -> Void

    /// The bytes that room is made for at first; then it doubles.
    static let firstRoom = 16 << 10

    /// Creates a consumer.
    ///
    /// - Parameters:
    ///   - reader: What makes the upload.
    ///   - length: How many bytes the client states, if it does.
    ///   - limit: How many bytes there may be.
    ///   - budget: The memory for all bodies that arrive.
    ///   - completion: Called at most once, on the queue of the connection; never when the body
    ///     does not come whole.
    /// - Throws: ``UploadError/noRoom`` when the body would not fit as things are, so that it is
    ///   not invited in vain.
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
        // Once the upload is handed over, what is done with it is admitted by a budget of its own.
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
