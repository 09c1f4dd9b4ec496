// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Waits for something that is delivered once, on whatever thread.
///
/// The runtime does not tell the thread sanitizer of the order that a continuation creates when it is
/// resumed before it is awaited, and what was delivered so is reported as a race. The mutex, which
/// the sanitizer sees, creates the same order once more.
///
/// - Parameter begin: Called at once with what takes the delivery.
/// - Returns: What was delivered.
package func delivery<Value: Sendable>(
    _ begin: (_ deliver: @escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
    let delivered = Mutex<Value?>(nil)
    await withCheckedContinuation { continuation in
        begin { value in
            delivered.withLock { $0 = value }
            continuation.resume()
        }
    }
    guard let value = delivered.withLock({ $0 }) else { preconditionFailure("nothing came") }
    return value
}
